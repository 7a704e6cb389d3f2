//! Reads a TOON document (TOON 5).
//!
//! In: text or lines. Out: a [`Document`], with a tree of everything that could be read and every
//! error, each mistake reported once.

use super::document::{Document, Kind, Node, Object};
use super::error::ReadErrorKind;
use super::header::{self, LineKind};
use super::line::{Line, lines, scan};
use super::object::empty_array;
use super::reader::{Level, Reader};

/// How a document is read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The spaces of one level of indentation, 2 by default; 0 counts as 1.
    pub indent: usize,
    /// Whether counts, widths, indentation, blank lines, headers and repeated keys are checked
    /// (TOON 14), as they are by default.
    ///
    /// Without it, indentation is rounded down to a level, a tab is one level, the first line may
    /// be indented, a level may be skipped, the last of several equal keys wins, and what is no
    /// header for its grammar is a key with a value. Broken quotes and escapes, lines without a
    /// colon and lines that belong nowhere are errors all the same.
    pub strict: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { indent: 2, strict: true }
    }
}

impl ReadOptions {
    /// The same with another number of spaces for one level.
    #[must_use]
    pub fn with_indent(self, indent: usize) -> Self {
        Self { indent, ..self }
    }

    /// The same with the checks of strict mode on or off.
    #[must_use]
    pub fn with_strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }
}

/// Reads a document.
///
/// ```
/// use agentc_text::toon::{ReadOptions, read};
///
/// let document = read("tags[3]: a,b\nname: \"x", &ReadOptions::default());
/// let errors: Vec<_> = document.errors.iter().map(|error| format!("{}: {error}", error.line)).collect();
/// assert_eq!(errors, [
///     "1: expected 3 values as the header says, found 2",
///     "2: expected a closing `\"` on this line, found none",
/// ]);
/// ```
#[must_use]
pub fn read(text: &str, options: &ReadOptions) -> Document {
    read_lines(lines(text), options)
}

/// Reads a document whose lines come from elsewhere, in order, with their places in the source.
#[must_use]
pub fn read_lines<'a>(lines: impl IntoIterator<Item = Line<'a>>, options: &ReadOptions) -> Document {
    let mut errors = Vec::new();
    let rows = scan(lines, options, &mut errors);
    let mut reader = Reader::new(rows, options, errors);
    let root = root(&mut reader);
    let mut errors = reader.errors;
    errors.sort_by_key(|error| (error.line, error.at.start));
    Document { root, errors }
}

/// Reads a list, a table or a scalar that is the whole document, or else an object.
fn root(reader: &mut Reader<'_>) -> Node {
    let Some(first) = reader.peek() else {
        return Node { line: 1, span: 0..0, kind: Kind::Object(Object::empty()) };
    };
    let node = match header::classify(first.content, reader.strict) {
        Ok(LineKind::Bare) if first.content.text == "[]" => {
            reader.take();
            empty_array(&first, first.content)
        }
        Ok(LineKind::Header(None, header)) => {
            reader.take();
            reader.array(header, first.depth, &first)
        }
        Ok(LineKind::Bare) if reader.is_last() => {
            reader.take();
            reader.scalar(first.content, &first)
        }
        _ => {
            let level = Level::new(0, first.depth);
            let kind = reader.nested(&first, first.depth, |reader| Kind::Object(reader.object(level, None)));
            Node { line: first.number, span: first.content.start..reader.end, kind }
        }
    };
    if let Some(row) = reader.peek() {
        reader.report(&row, ReadErrorKind::TrailingContent);
    }
    node
}
