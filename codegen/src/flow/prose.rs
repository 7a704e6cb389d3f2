//! Pending prose (sections 1.5 and 6 of the dynamic prompt specification).
//!
//! In: the text between a mark and the Lua block that may read it. Out: the pending prose, cut into text and
//! placeholders.

use std::ops::Range;

use memchr::{memchr2, memmem};

use super::failure::{Failure, FailureKind};
use super::line;
use super::path::{self, Target};
use crate::source::Span;

/// The pending prose of a Lua block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prose {
    /// Where it stands in the file, as written: blank lines around it and its last line ending are outside.
    /// Offsets of placeholders count from its start.
    pub span: Span,
    /// What it is made of, in order. To render is to append one after the other; the first that fails is the
    /// failure of the whole.
    pub pieces: Vec<Piece>,
}

/// A piece of pending prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text to copy, its escapes resolved; never empty, and never next to another text.
    Text(String),
    /// Something to insert.
    Placeholder(Placeholder),
}

/// A placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placeholder {
    /// The byte of its `{{` in the pending prose as written.
    pub offset: usize,
    /// What stands between the braces, trimmed; empty for one that is not closed.
    pub path: String,
    /// What it looks up, or why it fails whatever the run's state is: [`Unclosed`](FailureKind::Unclosed) (it is the
    /// last piece then), [`EmptySegment`](FailureKind::EmptySegment), [`BadPath`](FailureKind::BadPath),
    /// [`NotATable`](FailureKind::NotATable), or [`Serialize`](FailureKind::Serialize) for the root `prose`.
    pub target: Result<Target, Failure>,
}

impl Placeholder {
    /// The failure that this placeholder is in this way.
    #[must_use]
    pub fn failure(&self, kind: FailureKind) -> Failure {
        Failure::new(kind, &self.path, self.offset)
    }
}

/// The pending prose in a stretch of a text.
pub(super) fn read(text: &str, around: Range<usize>) -> Prose {
    let range = line::without_blank_lines(text, around);
    let pieces = pieces(text.get(range.clone()).unwrap_or_default());
    Prose { span: Span::new(range), pieces }
}

/// Cuts pending prose into pieces: one pass, from left to right.
pub(super) fn pieces(prose: &str) -> Vec<Piece> {
    let bytes = prose.as_bytes();
    let mut pieces = Vec::new();
    let mut text = String::new();
    // What is before `copied` is in `text` or in a piece; what is before `at` has been looked at.
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'\\', b'{', rest)) {
        let here = at + found;
        match (bytes.get(here), bytes.get(here + 1)) {
            (Some(b'\\'), Some(b'{' | b'}' | b'\\')) => {
                text.push_str(prose.get(copied..here).unwrap_or_default());
                // The character behind the backslash is copied with what follows it.
                copied = here + 1;
                at = here + 2;
            }
            (Some(b'{'), Some(b'{')) => {
                text.push_str(prose.get(copied..here).unwrap_or_default());
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                let inside = prose.get(here + 2..).unwrap_or_default();
                let Some(length) = memmem::find(inside.as_bytes(), b"}}") else {
                    pieces.push(unclosed(here));
                    return pieces;
                };
                pieces.push(placeholder(here, inside.get(..length).unwrap_or_default()));
                at = here + length + 4;
                copied = at;
            }
            _ => at = here + 1,
        }
    }
    text.push_str(prose.get(copied..).unwrap_or_default());
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

fn placeholder(offset: usize, inside: &str) -> Piece {
    let path = inside.trim();
    let target = path::resolve(path).map_err(|kind| Failure::new(kind, path, offset));
    Piece::Placeholder(Placeholder { offset, path: path.to_owned(), target })
}

fn unclosed(offset: usize) -> Piece {
    let target = Err(Failure::new(FailureKind::Unclosed, "", offset));
    Piece::Placeholder(Placeholder { offset, path: String::new(), target })
}
