//! The template language of `prompt` and `system` (agent format, sections 6 and 7).
//!
//! `scan` cuts a text into text and tags, `tag` reads what is in a tag, `parse` nests the blocks, and
//! `check` resolves the names against the inputs. Each reports everything it finds; `complaint` has the
//! words for what is wrong with the syntax, `space` the warnings about white space.

mod check;
mod complaint;
mod parse;
mod scan;
mod space;
mod tag;

pub(crate) use check::{Scope, check};
pub(crate) use parse::parse;

/// How deep blocks nest at most.
pub const MAX_BLOCK_DEPTH: usize = 64;
