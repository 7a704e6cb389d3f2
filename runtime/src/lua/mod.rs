//! Prompts driven by Lua: Markdown files whose `lua` blocks compute values, read the prose above them with its
//! placeholders filled in, call other sections, fan out, and ask a model.
//!
//! ```text
//! file -Prompt::parse-> Prompt -Engine::run-> Run -start | block-> text
//! ```
//!
//! A prompt is hostile by assumption: it reaches no file, network, process or other run, and every [`Limits`] ends it
//! with an error of kind [`Limit`](RunErrorKind::Limit), whatever it catches.
//!
//! ```
//! use agentc::lua::{Engine, Prompt, ScriptedModel};
//!
//! let text = concat!(
//!     "---\nname: greet\ndescription: Greets\nrunvil: 0\n---\n",
//!     "# Greet\n\n## Main\n\nSay hello to {{ args }}.\n\n",
//!     "```lua\nreturn models.infer(prose)\n```\n",
//! );
//! let prompt = Prompt::parse("greet.md", text)?;
//! let engine = Engine::new();
//! let said = engine.run(&prompt, "the crew").model(ScriptedModel::new(["Hello, crew!"])).block()?;
//! assert_eq!(said, "Hello, crew!");
//! # Ok::<(), agentc::lua::RunError>(())
//! ```

mod engine;
mod error;
mod event;
mod json;
mod kernel;
mod limits;
mod messages;
mod meter;
mod model;
mod pattern;
mod primitives;
mod prompt;
mod render;
mod run;
mod schedule;
mod vm;

pub use engine::Engine;
pub use error::{RunError, RunErrorKind};
pub use event::Event;
pub use limits::{Limit, Limits};
pub use model::{Model, ModelError, Reply, Round, ScriptedModel};
pub use prompt::Prompt;
pub use run::{Canceller, Run};
