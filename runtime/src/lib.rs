//! Prompts for language models, compiled into checked Rust.
//!
//! A prompt is written in a file of its own, with the types of what it is filled in with:
//!
//! ```text
//! agent: greeter
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   who,string
//! prompt: |
//!   Say hello to {inputs.who}.
//! ```
//!
//! [`import!`] turns the file into a module. A misspelt input, a missing value or a value of the wrong
//! type does not compile; rendering cannot fail.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//!
//! agentc::import!(
//!     r#"
//! agent: greeter
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   who,string
//! prompt: |
//!   Say hello to {inputs.who}.
//! "# as greeter
//! );
//!
//! let inputs = greeter::Inputs { who: "Ada".to_owned() };
//! assert_eq!(inputs.render(), "Say hello to Ada.");
//! assert_eq!(greeter::Inputs::SPEC.model, "claude-opus-4-7");
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `macros` (default) | [`import!`] |
//! | `json` | `Inputs::from_json` and its like, [`json`] |
//! | `toon` | `Inputs::from_toon` and its like, reading in [`toon`] |
//! | `cli` | the command `agentc` |
//!
//! [`toon::to_string`] writes any value as TOON, whatever the features.
//!
//! Without any feature this crate parses nothing at run time: a build script does, with
//! [`agentc-codegen`](https://docs.rs/agentc-codegen), and [`include_generated!`] takes in what it wrote.

#[doc(hidden)]
pub mod __private;
mod env;
mod error;
mod import;
#[cfg(feature = "json")]
pub mod json;
mod prompt;
mod spec;
#[cfg(feature = "json")]
mod tool;
pub mod toon;
#[cfg(any(feature = "json", feature = "toon"))]
mod values;

#[cfg(feature = "macros")]
pub use agentc_macros::Prompt;
#[cfg(any(feature = "json", feature = "toon"))]
pub use agentc_text::Place;
#[cfg(any(feature = "json", feature = "toon"))]
pub use agentc_text::decode::{Problem, ProblemKind};
pub use env::{Env, ProcessEnv};
pub use error::UnknownVariant;
#[cfg(any(feature = "json", feature = "toon"))]
pub use error::ValueError;
pub use prompt::{DynPrompt, Prompt};
pub use spec::{AgentSpec, Settings, Spec, ToolSpec};
#[cfg(feature = "json")]
pub use tool::ToolError;
