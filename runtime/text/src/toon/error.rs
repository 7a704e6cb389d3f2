//! What can be wrong with a TOON document.
//!
//! In: facts the reader found. Out: errors with a place; their messages are in `message`.

use std::ops::Range;

use crate::place::{Place, Places};

/// An error of a TOON document and its place. Its `Display` is the message, without the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// The line at fault, from 1.
    pub line: usize,
    /// The bytes of that line in the source, from its first character that is not a space to its
    /// end.
    pub span: Range<usize>,
    /// The bytes at fault, within the line: a token, an escape; the same as `span` where there is
    /// nothing smaller to point at.
    pub at: Range<usize>,
}

/// What is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// A tab among the leading white space (TOON 12).
    TabIndentation,
    /// Leading spaces that are no multiple of the indentation unit (TOON 12).
    UnevenIndentation {
        /// The leading spaces.
        spaces: usize,
        /// The spaces of one level.
        unit: usize,
    },
    /// The first line of the document does not start at the margin.
    IndentedRoot,
    /// A line more than one level deeper than the line that opens its object or list (TOON 8).
    SkippedLevel {
        /// The leading spaces that belong there.
        expected: usize,
        /// The leading spaces.
        found: usize,
    },
    /// A line, or several in a row, deeper than anything that is open (TOON 8).
    Stray,
    /// A line without a colon where a key is expected (TOON 14.2).
    MissingColon,
    /// Items of a list right below a key without the brackets of a header (TOON 6).
    ListWithoutHeader,
    /// A header without its final colon (TOON 6).
    MissingHeaderColon,
    /// A header that breaks the grammar, or stands where it must not (TOON 6).
    MalformedHeader(HeaderProblem),
    /// Fewer values, items, rows or entries than the header declares (TOON 14.1).
    TooFew {
        /// What is counted.
        unit: Unit,
        /// The number in the brackets.
        declared: usize,
        /// The number there are.
        found: usize,
        /// Whether the missing ones seem to follow without indentation.
        unindented: bool,
    },
    /// More values, items, rows or entries than the header declares (TOON 14.1).
    TooMany {
        /// What is counted.
        unit: Unit,
        /// The number in the brackets.
        declared: usize,
        /// The number there are.
        found: usize,
    },
    /// A row with too few or too many cells (TOON 14.1).
    RowWidth {
        /// The number of columns.
        expected: usize,
        /// The number of cells.
        found: usize,
    },
    /// A quote that is not closed on its line (TOON 7.1).
    UnterminatedQuote,
    /// Text after the closing quote of a key or value (TOON 7.4).
    TextAfterQuote,
    /// An escape that TOON does not have (TOON 7.1).
    InvalidEscape {
        /// The escape as it is written, backslash included.
        escape: String,
    },
    /// A blank line between the first and the last line of a list or table (TOON 12).
    BlankLine,
    /// A key twice in one object, or a name twice among the columns (TOON 14.3).
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A line, or several in a row, in a list that do not start with `- ` (TOON 9.4).
    NotAnItem,
    /// A line, or several in a row, in a table with a colon where cells are expected (TOON 9.3).
    NotARow,
    /// A line after the end of a list, table or `[]` that is the whole document (TOON 5).
    TrailingContent,
    /// Objects, lists and groups of columns nested too deeply.
    TooDeep {
        /// The deepest nesting there may be.
        limit: usize,
    },
}

/// What is wrong with a header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderProblem {
    /// Something in the brackets that is no length with, perhaps, a delimiter.
    Length {
        /// What stands between the brackets.
        found: String,
    },
    /// A `[` without its `]`.
    Unclosed,
    /// Spaces between the key and its bracket.
    SpaceBeforeBracket,
    /// Something between the brackets or the columns and the colon.
    BeforeColon {
        /// What stands there.
        found: String,
    },
    /// A list of columns that is empty, has an empty name, or is not closed.
    Columns,
    /// Columns separated by another delimiter than the one in the brackets.
    Delimiter,
    /// A keyed header `[N:]` without columns.
    NoColumns,
    /// Values on the line of a header with columns.
    InlineValues,
    /// A header without a key where it needs one.
    Keyless,
    /// A table without a key as an item of a list.
    TableItem,
}

/// What the members of an array or keyed table are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Values on the header's line.
    Value,
    /// Items of a list.
    Item,
    /// Rows of a table.
    Row,
    /// Entries of a keyed table.
    Entry,
}

impl ReadError {
    /// The line and column of what is at fault. `text` is what was read.
    #[must_use]
    pub fn place_in(&self, text: &str) -> Place {
        Places::new(text).of(self.at.start)
    }
}

impl std::error::Error for ReadError {}
