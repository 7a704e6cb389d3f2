//! The compiler behind [agentc](https://docs.rs/agentc): it turns the text that programs send to
//! language models into checked Rust.
//!
//! One pipeline for all who ask (macros, build scripts, the command):
//!
//! ```text
//! path -load-> SourceFile -lower, read, parse-> tree -check-> ir -+- emit      -> Rust
//!                                                                 +- interpret -> text
//! ```
//!
//! Each phase collects everything that is wrong, as [`Diagnostic`]s; only checked IR is read further.
//!
//! ```
//! use std::sync::Arc;
//! use agentc_codegen::{SourceFile, compile_source};
//!
//! let text = "agent: hi\nmodel: m\ninputs[1]{name,type}:\n  topic,string\nprompt: |\n  On {inputs.topik}\n";
//! let compiled = compile_source(&Arc::new(SourceFile::new("hi.agent", text)));
//! assert_eq!(
//!     compiled.diagnostics[0].to_string(),
//!     "hi.agent:6:6: error[A404]: there is no input `topik`\n  help: did you mean `topic`?"
//! );
//! ```

mod agent;
#[cfg(feature = "build")]
mod builder;
mod code;
mod compile;
#[cfg(feature = "emit")]
mod deny;
#[cfg(feature = "emit")]
mod derive;
mod diagnostic;
#[cfg(feature = "emit")]
pub mod emit;
#[cfg(feature = "emit")]
mod entry;
#[cfg(feature = "flow")]
pub mod flow;
mod folder;
#[cfg(feature = "frames")]
mod frame;
pub mod interpret;
pub mod ir;
mod load;
#[cfg(feature = "emit")]
pub mod macros;
pub mod prompt_files;
#[cfg(feature = "build")]
mod prompt_sources;
pub mod schema;
mod source;
mod suggest;
mod template;
mod text;
pub mod types;
mod values;

#[cfg(feature = "build")]
pub use builder::Builder;
pub use code::{Code, UnknownCode};
pub use compile::{Compiled, compile_file, compile_source};
pub use diagnostic::{Diagnostic, Fix, Place, Related, Severity};
#[cfg(feature = "frames")]
pub use frame::frame;
pub use load::{Loader, MAX_FILE_SIZE};
pub use source::{Position, SourceFile, Span};
pub use template::MAX_BLOCK_DEPTH;
pub use values::Inputs;
