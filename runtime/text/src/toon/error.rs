//! What can be wrong with a TOON document.
//!
//! In: facts the reader found. Out: errors with a place and a message that says what to do.

use std::fmt;
use std::ops::Range;

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

impl Unit {
    fn counted(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Value => ("value", "values"),
            Self::Item => ("item", "items"),
            Self::Row => ("row", "rows"),
            Self::Entry => ("entry", "entries"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TabIndentation => f.write_str("a tab in the indentation: indent with spaces"),
            Self::UnevenIndentation { spaces, unit } => {
                write!(f, "indented by {spaces}: indent by {unit} spaces for each level")
            }
            Self::IndentedRoot => f.write_str("the first line is indented: start it at the margin"),
            Self::SkippedLevel { expected, found } => {
                write!(f, "expected an indentation of {expected} spaces, found {found}")
            }
            Self::Stray => f.write_str("indented deeper than anything open above it: check the indentation"),
            Self::MissingColon => f.write_str("expected `key: value`, found no colon outside quotes"),
            Self::ListWithoutHeader => {
                f.write_str("expected `key: value`, found an item: give the list a header with its length, such as `tools[2]:`")
            }
            Self::MissingHeaderColon => f.write_str("expected `:` at the end of the header"),
            Self::MalformedHeader(problem) => problem.fmt(f),
            Self::TooFew { unit, declared, found, unindented } => {
                write!(f, "expected {} as the header says, found {found}", unit.counted(*declared))?;
                f.write_str(if *unindented { ": indent them below the header" } else { "" })
            }
            Self::TooMany { unit, declared, found } => {
                write!(f, "expected {} as the header says, found {found}", unit.counted(*declared))
            }
            Self::RowWidth { expected, found } => {
                let cells = if *expected == 1 { "cell" } else { "cells" };
                write!(f, "expected {expected} {cells}, one for each column, found {found}")
            }
            Self::UnterminatedQuote => f.write_str("expected a closing `\"` on this line, found none"),
            Self::TextAfterQuote => {
                f.write_str("expected nothing after the closing `\"`, found text: write all of it in quotes")
            }
            Self::InvalidEscape { escape } => write!(
                f,
                "expected one of the escapes `\\\\`, `\\\"`, `\\n`, `\\r`, `\\t` and `\\uXXXX` (no surrogate), found `{escape}`"
            ),
            Self::BlankLine => f.write_str("a blank line inside a list or table: remove it"),
            Self::DuplicateKey { key } => write!(f, "`{key}` is given twice: remove or rename one"),
            Self::NotAnItem => f.write_str("expected an item that starts with `- `, found another line"),
            Self::NotARow => {
                f.write_str("expected a row of cells, found a colon before the first delimiter: write the cell in quotes")
            }
            Self::TrailingContent => {
                f.write_str("expected nothing after the list or table that is the whole document, found a line")
            }
            Self::TooDeep { limit } => write!(f, "nested more than {limit} levels deep"),
        }
    }
}

impl fmt::Display for HeaderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => write!(f, "expected a length in brackets such as `[2]`, found `[{found}]`"),
            Self::Unclosed => f.write_str("expected a `]` to close the bracket, found none: write a key that holds `[` in quotes"),
            Self::SpaceBeforeBracket => f.write_str("expected `[` right after the key, found a space: remove it"),
            Self::BeforeColon { found } => write!(f, "expected `:` or `{{` after the bracket, found `{found}`"),
            Self::Columns => f.write_str("expected columns such as `{name,type}`: each with a name, all braces closed"),
            Self::Delimiter => {
                f.write_str("expected the columns to be separated like the rows, by the delimiter in the brackets")
            }
            Self::NoColumns => f.write_str("expected columns such as `{name,type}` after `[N:]`, found none"),
            Self::InlineValues => f.write_str("expected the rows on the lines below, found values after the header"),
            Self::Keyless => f.write_str("expected a key before `[`, found none"),
            Self::TableItem => f.write_str("expected an item, found a table without a key: write its rows as items"),
        }
    }
}
