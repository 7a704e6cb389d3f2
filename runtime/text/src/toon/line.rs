//! The lines of a TOON document and their depth (TOON 5.1, 12).
//!
//! In: text, or lines that a front end has picked from a larger file. Out: the lines that hold
//! something, with their indentation counted and checked.

use super::error::{ReadError, ReadErrorKind};
use super::part::Part;
use super::read::ReadOptions;

/// A line of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The byte offset of its first character in the source.
    pub start: usize,
    /// Its text without the line end.
    pub text: &'a str,
}

/// The lines of a text. A byte order mark at the start is skipped; a line ends at LF, and a CR at
/// its end is no part of it (TOON 12).
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let start = text.len() - rest.len();
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        number += 1;
        Some(Line {
            number,
            start,
            text: line.strip_suffix('\r').unwrap_or(line),
        })
    })
}

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub number: usize,
    /// Its text without the spaces around it; never empty.
    pub content: Part<'a>,
    /// Its level of indentation.
    pub depth: usize,
    /// Its indentation lies between `depth` and the next level, and the line belongs to whatever
    /// is open at either of the two.
    pub uneven: bool,
    /// Its indentation has been reported, so that nothing that follows from it needs to be.
    pub misplaced: bool,
    /// The first of the blank lines right above it.
    pub blank: Option<Blank>,
}

/// A blank line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blank {
    pub number: usize,
    /// The offset of its end.
    pub end: usize,
}

impl Row<'_> {
    /// Whether the line can be taken to stand at that depth or deeper.
    pub fn reaches(&self, depth: usize) -> bool {
        self.depth + usize::from(self.uneven) >= depth
    }

    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        ReadError {
            kind,
            line: self.number,
            span: self.content.span(),
            at: self.content.span(),
        }
    }
}

/// Drops blank lines and comments and finds the depth of all others; reports bad indentation.
///
/// Whatever the mode, a line counts as deep as its spaces say, rounded down, and a tab as one
/// level. Where the first line is indented, the margin is there until a line stands left of it.
pub(super) fn scan<'a>(
    lines: impl IntoIterator<Item = Line<'a>>,
    options: &ReadOptions,
    errors: &mut Vec<ReadError>,
) -> Vec<Row<'a>> {
    let unit = options.indent.max(1);
    let mut rows: Vec<Row<'a>> = Vec::new();
    let mut blank = None;
    let mut margin = None;
    let mut above = Indentation::Good;
    for line in lines {
        let body = line.text.trim_start_matches([' ', '\t']);
        let (white, _) = line.text.split_at(line.text.len() - body.len());
        let body = body.trim_end_matches(' ');
        if body.is_empty() {
            blank.get_or_insert(Blank {
                number: line.number,
                end: line.start + line.text.len(),
            });
            continue;
        }
        let tabs = white.bytes().filter(|byte| *byte == b'\t').count();
        if tabs == 0 && body.starts_with('#') {
            continue;
        }
        let width = white.len() - tabs + tabs * unit;
        let first = margin.is_none();
        let edge = *margin.get_or_insert(width);
        if width < edge {
            margin = Some(0);
        }
        let width = if width < edge { width } else { width - edge };
        let content = Part {
            text: body,
            start: line.start + white.len(),
        };
        let uneven = options.strict && width % unit != 0;
        let here = match white.find('\t') {
            Some(tab) => Indentation::Tab(tab),
            None if first && edge > 0 => Indentation::Root,
            None if uneven => Indentation::Uneven(white.len()),
            None => Indentation::Good,
        };
        let row = Row {
            number: line.number,
            content,
            depth: width / unit,
            uneven,
            misplaced: options.strict
                && matches!(here, Indentation::Tab(_) | Indentation::Uneven(_)),
            blank: blank.take(),
        };
        // Lines in a row that are wrong in the same way are one mistake.
        if options.strict && !here.is_like(above) {
            errors.extend(here.error(&row, line, unit));
        }
        above = here;
        rows.push(row);
    }
    rows
}

/// What a line's indentation looks like.
#[derive(Clone, Copy)]
enum Indentation {
    Good,
    /// Spaces before the first line.
    Root,
    /// The offset of the first tab.
    Tab(usize),
    /// The number of spaces.
    Uneven(usize),
}

impl Indentation {
    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Tab(_), Self::Tab(_)) => true,
            (Self::Uneven(spaces), Self::Uneven(others)) => spaces == others,
            _ => false,
        }
    }

    fn error(self, row: &Row<'_>, line: Line<'_>, unit: usize) -> Option<ReadError> {
        match self {
            Self::Good => None,
            Self::Root => Some(row.error(ReadErrorKind::IndentedRoot)),
            Self::Uneven(spaces) => {
                Some(row.error(ReadErrorKind::UnevenIndentation { spaces, unit }))
            }
            Self::Tab(at) => {
                // The tab is the first character of the line that is not a space.
                let start = line.start + at;
                Some(ReadError {
                    kind: ReadErrorKind::TabIndentation,
                    line: row.number,
                    span: start..row.content.end(),
                    at: start..start + 1,
                })
            }
        }
    }
}
