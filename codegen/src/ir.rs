//! The checked program that every front end produces, and that the emitter and the interpreter read.
//!
//! Every name in it is resolved and every type known: reading it cannot fail.

use crate::types::{Field, Type};

/// A checked agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Agent {
    /// The name, an identifier.
    pub name: String,
    /// The model, as written.
    pub model: String,
    /// The description, as written.
    pub description: Option<String>,
    /// What the templates are filled in with, in declared order.
    pub inputs: Vec<Parameter>,
    /// The shape of the result, if it is declared.
    pub outputs: Option<Vec<Parameter>>,
    /// The tools, in declared order.
    pub tools: Vec<Tool>,
    /// The sub-agents, in declared order.
    pub uses: Vec<SubAgent>,
    /// Numbers that a runtime wants to know.
    pub settings: Settings,
    /// The prompt.
    pub prompt: Template,
    /// The system prompt, if it is declared.
    pub system: Option<Template>,
    /// The path of its source, as messages print it.
    pub source: String,
}

impl Agent {
    /// The system text where no `system` is declared (section 4).
    #[must_use]
    pub fn default_system(&self) -> String {
        match &self.description {
            Some(description) => description.clone(),
            None => format!("You are {}.", self.name),
        }
    }
}

/// An input or output.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The field, without its `?`.
    pub field: Field,
    /// Whether it may be left out.
    pub optional: bool,
    /// The line it is declared on, from 1.
    pub line: usize,
}

/// A tool the agent may call.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its arguments and the text offered to the model; none for a tool that is supplied elsewhere.
    pub typed: Option<TypedTool>,
    /// The line it is declared on, from 1.
    pub line: usize,
}

/// What the table form says of a tool.
#[derive(Clone, Debug)]
pub struct TypedTool {
    /// Its arguments.
    pub input: Vec<Field>,
    /// The text offered to the model.
    pub description: String,
}

/// An agent that this one calls as a tool.
#[derive(Clone, Debug)]
pub struct SubAgent {
    /// Its name.
    pub name: String,
    /// Its inputs, if its file was looked for and read.
    pub inputs: Option<Vec<Parameter>>,
}

/// Numbers that a runtime wants to know.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The most model calls of one run.
    pub max_turns: Option<u64>,
    /// The soft budget of a call, in tokens.
    pub max_context_tokens: Option<u64>,
    /// The repeats of a failed call.
    pub retries: Option<u64>,
    /// The sampling temperature, from 0 to 1.
    pub temperature: Option<f64>,
}

/// A checked template.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// What to do, in order.
    pub ops: Vec<Op>,
}

/// One step of rendering.
#[derive(Clone, Debug)]
pub enum Op {
    /// Text, as it is.
    Text(String),
    /// A value: scalars plain, objects and arrays as TOON; nothing where it is left out.
    Value(Reference),
    /// A body for each element of an array input.
    Each(Each),
    /// The first arm whose condition holds.
    If(If),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Each {
    /// The array.
    pub list: Reference,
    /// How many loops are around it: what its element is called in a [`Root`].
    pub depth: usize,
    /// What is rendered for each element.
    pub body: Vec<Op>,
    /// What is rendered if there is none.
    pub otherwise: Vec<Op>,
}

/// A conditional.
#[derive(Clone, Debug)]
pub struct If {
    /// The conditions and what they guard, in order.
    pub arms: Vec<(Condition, Vec<Op>)>,
    /// What is rendered if none holds.
    pub otherwise: Vec<Op>,
}

/// A boolean input, or its negation; a left-out one is false.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The input.
    pub input: Reference,
    /// Whether it is negated.
    pub negated: bool,
}

/// A resolved value.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Where it starts.
    pub root: Root,
    /// The fields from there on.
    pub fields: Vec<String>,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out: its root is an optional input.
    pub optional: bool,
}

/// Where a [`Reference`] starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// An input, by name.
    Input(String),
    /// A variable of the environment, by name.
    Env(String),
    /// The element of the loop at this depth.
    Element(usize),
    /// The index of the loop at this depth, counting from 0.
    Index(usize),
}

impl Template {
    /// The text before the first value or condition: what stays the same for all inputs.
    #[must_use]
    pub fn static_prefix(&self) -> &str {
        match self.ops.first() {
            Some(Op::Text(text)) => text,
            _ => "",
        }
    }

    /// The whole text, if nothing in it depends on a value.
    #[must_use]
    pub fn as_static(&self) -> Option<&str> {
        match self.ops.as_slice() {
            [] => Some(""),
            [Op::Text(text)] => Some(text),
            _ => None,
        }
    }
}
