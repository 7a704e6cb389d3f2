//! The template language of `prompt` and `system` (agent format, sections 6 and 7).
//!
//! `scan` cuts a text into text and tags, `tag` reads what is in a tag, `parse` nests the blocks, and
//! `check` resolves the names against the inputs. Each reports everything it finds.

mod check;
mod parse;
mod scan;
mod tag;

pub(crate) use check::{Scope, check};
pub(crate) use parse::parse;

/// How deep blocks nest at most.
pub const MAX_BLOCK_DEPTH: usize = 64;
