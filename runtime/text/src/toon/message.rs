//! What an error of a TOON document says.
//!
//! In: an error. Out: a message of what was expected, what was found, and what to do.

use std::fmt;

use super::error::{HeaderProblem, ReadError, ReadErrorKind, Unit};

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
            Self::Length { found } => {
                write!(f, "expected a length in brackets such as `[2]`, found `[{found}]`")
            }
            Self::Unclosed => f.write_str(
                "expected a `]` to close the bracket, found none: write a key that holds `[` in quotes",
            ),
            Self::SpaceBeforeBracket => {
                f.write_str("expected `[` right after the key, found a space: remove it")
            }
            Self::BeforeColon { found } => {
                write!(f, "expected `:` or `{{` after the bracket, found `{found}`")
            }
            Self::Columns => {
                f.write_str("expected columns such as `{name,type}`: each with a name, all braces closed")
            }
            Self::Delimiter => f.write_str(
                "expected the columns to be separated like the rows, by the delimiter in the brackets",
            ),
            Self::NoColumns => f.write_str("expected columns such as `{name,type}` after `[N:]`, found none"),
            Self::InlineValues => {
                f.write_str("expected the rows on the lines below, found values after the header")
            }
            Self::Keyless => f.write_str("expected a key before `[`, found none"),
            Self::TableItem => {
                f.write_str("expected an item, found a table without a key: write its rows as items")
            }
        }
    }
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
