//! The front end for `.agent` files (agent format).
//!
//! In: a file. Out: a checked [`Agent`](crate::ir::Agent), and everything that is wrong with the file.
//! `lower` takes the blocks out, the TOON reader reads the rest, `document` checks the keys with the
//! help of `fields`, `tools` and `settings`, and the templates go through [`crate::template`].

mod document;
mod fields;
mod lower;
mod names;
mod row;
mod settings;
mod structure;
mod tools;

pub(crate) use document::{check, header};
pub(crate) use lower::lower;
