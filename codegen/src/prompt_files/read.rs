//! Reading one file (section 2 of the prompt file specification), whatever else is in the set.
//!
//! In: a file. Out: its declarations, what its lines do, and everything that is wrong with it alone.

use std::ops::Range;
use std::sync::Arc;

use super::{block, body};
use crate::diagnostic::{Diagnostic, Sink};
use crate::source::{SourceFile, Span};

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) title: Option<Span>,
    pub(super) declarations: Vec<Declaration>,
    /// The bytes between the block and the end, without the blank lines around them.
    pub(super) body: Range<usize>,
    /// Where the body is not copied as it stands, or a value comes in; in order.
    pub(super) cuts: Vec<Cut>,
    /// The transclusion lines, in order.
    pub(super) includes: Vec<Include>,
    /// In the order of the file.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A name bound to a resolver key.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) name: Span,
    /// The line of the name, from 1.
    pub(super) line: u32,
    /// The resolver key; empty if the declaration is malformed.
    pub(super) key: Span,
    /// Only the long form has any, and these are never the default.
    pub(super) details: Option<Box<Details>>,
    pub(super) is_used: bool,
}

/// What a declaration says besides its key; two of one name in one prompt must be equal, keys and these (section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Details {
    /// Sorted by name: their order does not count.
    pub(super) arguments: Vec<(String, String)>,
    pub(super) default: Option<String>,
}

/// A place in a body where something else than copying happens. Small, since a hostile file is full of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// `{{name}}`: copied, and a value when filling.
    Token { at: u32, declaration: u32 },
    /// `\{{`: copied, and `{{` when filling.
    Braces { at: u32 },
    /// `\[[`: the backslash is left out.
    Brackets { at: u32 },
    /// A transclusion line, by its number in [`Read::includes`].
    Include(u32),
}

/// A transclusion line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Include {
    /// The whole line.
    pub(super) line: Span,
    /// What stands between the brackets.
    pub(super) path: Span,
}

impl Read {
    /// A file of which only this can be said.
    pub(super) fn broken(problem: Diagnostic) -> Self {
        Self { diagnostics: vec![problem], ..Self::default() }
    }
}

/// Reads a file.
pub(super) fn read(source: &Arc<SourceFile>) -> Read {
    let mut sink = Sink::new(source);
    let mut read = Read::default();
    if let Some(start) = block::read(source.text(), &mut read, &mut sink) {
        read.body = body::trim(source.text(), start);
        body::scan(source.text(), &mut read, &mut sink);
    }
    read.diagnostics = sink.finish();
    read
}
