//! The second language: Markdown files that pull each other in and name the values they need (`prompt-files.md`,
//! cited as sections of the prompt file specification).
//!
//! ```text
//! (path, bytes) -set-> File -read: block, body-> Read -walk-> linked files -link-> Program -fill-> text
//! ```
//!
//! In: a set of files in memory. Out: the compiled text with its bindings, and everything that is to be said of the
//! files. Nothing here reads a file from disk, and nothing in a file can make it do so.

mod arguments;
mod block;
mod body;
mod key;
mod link;
mod message;
mod pairs;
mod path;
mod program;
mod read;
mod set;
mod walk;

pub use key::{KIT_KEYS, is_key};
pub use message::{identity, kind};
pub use path::is_path;
pub use program::{Binding, Program, Segment};
pub use set::{Files, PromptSet, Reference};
pub use walk::{Compiled, MAX_LEVEL, Options, compile};

/// The bytes a compiled text may have unless the caller sets another limit (section 5).
pub const MAX_BYTES: u64 = 1_048_576;
