//! What a file says besides its templates.
//!
//! Generated code states it as a constant: each `with_…` here is one key of the file.

/// The facts about an agent that a runtime wants to know (agent format, section 4), in [`Prompt::SPEC`].
///
/// Schemas are JSON text with properties in declared order, as a provider takes them.
///
/// [`Prompt::SPEC`]: crate::Prompt::SPEC
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spec {
    /// The name, `agent`.
    pub name: &'static str,
    /// The model, as written.
    pub model: &'static str,
    /// The description, if there is one.
    pub description: Option<&'static str>,
    /// Whether `system` is declared; if not, [`Prompt::system`](crate::Prompt::system) is the description
    /// or `You are <agent>.`
    pub system: bool,
    /// The numbers.
    pub settings: Settings,
    /// The tools, in declared order. Sub-agents are not among them, but in `uses`.
    pub tools: &'static [ToolSpec],
    /// The sub-agents, in declared order.
    pub uses: &'static [AgentSpec],
    /// The JSON Schema of the inputs (draft 2020-12), as JSON text.
    pub inputs_schema: &'static str,
    /// The JSON Schema of the result, if it is declared; without it the result is text.
    pub outputs_schema: Option<&'static str>,
    /// The path of the file, from the folder of the crate's manifest.
    pub source: &'static str,
    /// The text of the prompt before the first value or condition: the same for all inputs, and so what
    /// a provider's cache of prompts can keep.
    pub static_prefix: &'static str,
}

/// The numbers of an agent; what is not declared is left to the runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The most model calls of one run, 1 or more.
    pub max_turns: Option<u64>,
    /// The soft budget of one call, in tokens.
    pub max_context_tokens: Option<u64>,
    /// How often a failed call is repeated.
    pub retries: Option<u64>,
    /// The sampling temperature, from 0 to 1.
    pub temperature: Option<f64>,
}

/// A tool that an agent may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolSpec {
    /// Its name.
    pub name: &'static str,
    /// The text offered to the model; the name, if none is declared.
    pub description: &'static str,
    /// The JSON Schema of its arguments, as JSON text; none for a tool that is declared by name alone
    /// and supplied elsewhere.
    pub input_schema: Option<&'static str>,
}

/// An agent that another one calls as a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentSpec {
    /// Its name.
    pub name: &'static str,
    /// The JSON Schema of its inputs, as JSON text, if its file was looked for.
    pub inputs_schema: Option<&'static str>,
}

#[doc(hidden)]
impl Spec {
    #[must_use]
    pub const fn new(name: &'static str, model: &'static str, source: &'static str) -> Self {
        Self {
            name,
            model,
            description: None,
            system: false,
            settings: Settings {
                max_turns: None,
                max_context_tokens: None,
                retries: None,
                temperature: None,
            },
            tools: &[],
            uses: &[],
            inputs_schema: "{}",
            outputs_schema: None,
            source,
            static_prefix: "",
        }
    }

    #[must_use]
    pub const fn with_description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    #[must_use]
    pub const fn with_system(mut self) -> Self {
        self.system = true;
        self
    }

    #[must_use]
    pub const fn with_tools(mut self, tools: &'static [ToolSpec]) -> Self {
        self.tools = tools;
        self
    }

    #[must_use]
    pub const fn with_uses(mut self, uses: &'static [AgentSpec]) -> Self {
        self.uses = uses;
        self
    }

    #[must_use]
    pub const fn with_inputs_schema(mut self, schema: &'static str) -> Self {
        self.inputs_schema = schema;
        self
    }

    #[must_use]
    pub const fn with_outputs_schema(mut self, schema: &'static str) -> Self {
        self.outputs_schema = Some(schema);
        self
    }

    #[must_use]
    pub const fn with_max_turns(mut self, turns: u64) -> Self {
        self.settings.max_turns = Some(turns);
        self
    }

    #[must_use]
    pub const fn with_max_context_tokens(mut self, tokens: u64) -> Self {
        self.settings.max_context_tokens = Some(tokens);
        self
    }

    #[must_use]
    pub const fn with_retries(mut self, retries: u64) -> Self {
        self.settings.retries = Some(retries);
        self
    }

    #[must_use]
    pub const fn with_temperature(mut self, temperature: f64) -> Self {
        self.settings.temperature = Some(temperature);
        self
    }

    #[must_use]
    pub const fn with_static_prefix(mut self, prefix: &'static str) -> Self {
        self.static_prefix = prefix;
        self
    }
}

#[doc(hidden)]
impl ToolSpec {
    #[must_use]
    pub const fn named(name: &'static str) -> Self {
        Self { name, description: name, input_schema: None }
    }

    #[must_use]
    pub const fn typed(name: &'static str, description: &'static str, input_schema: &'static str) -> Self {
        Self { name, description, input_schema: Some(input_schema) }
    }
}

#[doc(hidden)]
impl AgentSpec {
    #[must_use]
    pub const fn named(name: &'static str) -> Self {
        Self { name, inputs_schema: None }
    }

    #[must_use]
    pub const fn typed(name: &'static str, inputs_schema: &'static str) -> Self {
        Self { name, inputs_schema: Some(inputs_schema) }
    }
}
