//! Prompt files: Markdown that pulls in other files by `[[path]]` and names values by `{{name}}`.
//!
//! `agentc::import!(root = "prompts", entry = "front-desk" as front_desk)` compiles an entry of a folder ahead of time
//! into a module with a struct `Values`, which has one field for each name the prompt uses and is a [`PromptFile`].
//! What may be stored at run time is laid over the deployment's files and compiled by the same compiler: see
//! `PromptSet`, with the feature `prompt-files`.
//!
//! Values are given directly, or found: each name is bound to a key, and [`Resolvers`] has what answers to it
//! (prompt file specification, section 6).
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::collections::BTreeMap;
//! use agentc::prompt_files::{PromptFile, Resolve, Resolvers};
//!
//! agentc::import!(root = "prompts", entry = "front-desk" as front_desk);
//!
//! // All values at hand: one that is missing or misspelt does not compile.
//! let values = front_desk::Values { clinic: "Fjord Physio".into(), hours: "nine to five".into() };
//! assert_eq!(values.render(), "You are the front desk of Fjord Physio.\n\nIt is open from nine to five.");
//!
//! // Or found: `tenant.` keys in the agent's own variables, the others where the deployment registered them.
//! let resolvers = Resolvers::new().with_text("clinic.hours", "eight to four");
//! let tenant = BTreeMap::from([("clinicName", "Fjord Physio")]);
//! let prompt = front_desk::Values::resolve(&resolvers, &tenant)?.render();
//! assert!(prompt.ends_with("eight to four."));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```

#[cfg(feature = "prompt-files")]
mod cache;
#[cfg(feature = "prompt-files")]
mod compiled;
mod file;
#[cfg(feature = "kit")]
mod kit;
mod refusal;
mod resolve;
mod resolvers;
#[cfg(feature = "prompt-files")]
mod set;
mod spec;

#[cfg(feature = "prompt-files")]
pub use compiled::{Compiled, Warning, WarningKind};
pub use file::{PromptFile, Resolve};
#[cfg(feature = "kit")]
pub use kit::Kit;
pub use refusal::{Refusal, RefusalKind, Refusals};
pub use resolvers::{AsyncResolver, Failure, Resolution, Resolver, Resolvers};
#[cfg(feature = "prompt-files")]
pub use set::PromptSet;
pub use spec::{Arguments, Binding, FileSpec};
