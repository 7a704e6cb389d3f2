//! Prompts: what generated types can do.

use crate::env::{Env, ProcessEnv};
use crate::spec::Spec;

/// The inputs of an agent, ready to be rendered. Implemented by the `Inputs` of [`import!`](crate::import)
/// and of build scripts, and by the derive for structs of one's own.
///
/// ```
/// use agentc::Prompt;
///
/// /// Both texts of a request, whatever the agent.
/// fn texts(inputs: &impl Prompt) -> [String; 2] {
///     [inputs.system(), inputs.render()]
/// }
/// ```
///
/// Rendering cannot fail, and makes one allocation, of the size of the text; none if the text is empty
/// or goes into a buffer with room for it; and more where the environment adds text, whose size is not
/// known beforehand.
///
/// The methods without an environment take `{env.NAME}` from that of the process, see [`ProcessEnv`].
pub trait Prompt {
    /// What the file says besides its templates: model, settings, tools, JSON Schemas.
    const SPEC: &'static Spec;

    /// Appends the prompt to `out`, with variables from `env`.
    fn render_into_with(&self, out: &mut String, env: &dyn Env);

    /// Appends the system prompt to `out`, with variables from `env`: the declared one, else the
    /// description, else `You are <agent>.`
    fn system_into_with(&self, out: &mut String, env: &dyn Env);

    /// The prompt, with variables from the environment of the process.
    #[must_use]
    fn render(&self) -> String {
        self.render_with(&ProcessEnv)
    }

    /// The prompt, with variables from `env`.
    #[must_use]
    fn render_with(&self, env: &dyn Env) -> String {
        let mut out = String::new();
        self.render_into_with(&mut out, env);
        out
    }

    /// Appends the prompt to `out`, with variables from the environment of the process.
    fn render_into(&self, out: &mut String) {
        self.render_into_with(out, &ProcessEnv);
    }

    /// The system prompt, with variables from the environment of the process.
    #[must_use]
    fn system(&self) -> String {
        self.system_with(&ProcessEnv)
    }

    /// The system prompt, with variables from `env`.
    #[must_use]
    fn system_with(&self, env: &dyn Env) -> String {
        let mut out = String::new();
        self.system_into_with(&mut out, env);
        out
    }

    /// Appends the system prompt to `out`, with variables from the environment of the process.
    fn system_into(&self, out: &mut String) {
        self.system_into_with(out, &ProcessEnv);
    }
}

/// The part of [`Prompt`] that does not need to know the type, so that prompts of different agents can be
/// kept in one list. Every `Prompt` is one. Where both traits are in scope, `prompt.render()` of a `Prompt`
/// is ambiguous: import the one that is needed.
///
/// ```
/// use agentc::DynPrompt;
///
/// fn longest(prompts: &[Box<dyn DynPrompt>]) -> usize {
///     prompts.iter().map(|prompt| prompt.render().len()).max().unwrap_or(0)
/// }
/// # assert_eq!(longest(&[]), 0);
/// ```
pub trait DynPrompt {
    /// See [`Prompt::SPEC`].
    fn spec(&self) -> &'static Spec;
    /// See [`Prompt::render_into_with`].
    fn render_into_with(&self, out: &mut String, env: &dyn Env);
    /// See [`Prompt::system_into_with`].
    fn system_into_with(&self, out: &mut String, env: &dyn Env);
    /// See [`Prompt::render`].
    #[must_use]
    fn render(&self) -> String;
    /// See [`Prompt::system`].
    #[must_use]
    fn system(&self) -> String;
}

impl<P: Prompt> DynPrompt for P {
    fn spec(&self) -> &'static Spec {
        P::SPEC
    }

    fn render_into_with(&self, out: &mut String, env: &dyn Env) {
        Prompt::render_into_with(self, out, env);
    }

    fn system_into_with(&self, out: &mut String, env: &dyn Env) {
        Prompt::system_into_with(self, out, env);
    }

    fn render(&self) -> String {
        Prompt::render(self)
    }

    fn system(&self) -> String {
        Prompt::system(self)
    }
}
