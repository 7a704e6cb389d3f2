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
        Some(Line { number, start, text: line.strip_suffix('\r').unwrap_or(line) })
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
        ReadError { kind, line: self.number, span: self.content.span(), at: self.content.span() }
    }
}

/// Drops blank lines and comments and finds the depth of all others; reports bad indentation.
///
/// Whatever the mode, a line counts as deep as its spaces say, rounded down, and a tab as one
/// level.
pub(super) fn scan<'a>(
    lines: impl IntoIterator<Item = Line<'a>>,
    options: &ReadOptions,
    errors: &mut Vec<ReadError>,
) -> Vec<Row<'a>> {
    let unit = options.indent.max(1);
    let mut rows = Vec::new();
    let mut blank = None;
    let mut margin = Margin::default();
    let mut above = Indentation::Good;
    for line in lines {
        let body = line.text.trim_start_matches([' ', '\t']);
        let (white, _) = line.text.split_at(line.text.len() - body.len());
        let body = body.trim_end_matches(' ');
        let tab = white.find('\t');
        if body.is_empty() {
            let end = line.start + line.text.len();
            blank.get_or_insert(Blank { number: line.number, end });
            continue;
        }
        if body.starts_with('#') && tab.is_none() {
            continue;
        }
        let (width, indented_root) = margin.width(white, unit);
        let uneven = options.strict && width % unit != 0;
        let here = match tab {
            Some(tab) => Indentation::Tab(tab),
            None if indented_root => Indentation::Root,
            None if uneven => Indentation::Uneven(white.len()),
            None => Indentation::Good,
        };
        let row = Row {
            number: line.number,
            content: Part { text: body, start: line.start + white.len() },
            depth: width / unit,
            uneven,
            misplaced: options.strict && matches!(here, Indentation::Tab(_) | Indentation::Uneven(_)),
            blank: blank.take(),
        };
        // Lines in a row that are wrong in the same way are one mistake.
        if options.strict && !here.is_like(above) {
            errors.extend(here.error(&row, line, unit));
        }
        above = here;
        // In strict mode, this was meant as a comment.
        if !(options.strict && body.starts_with('#')) {
            rows.push(row);
        }
    }
    rows
}

/// The indentation of the first line, which is taken off the lines below it until one has less.
#[derive(Default)]
struct Margin(Option<usize>);

impl Margin {
    /// The width of white space right of the margin, and whether it makes the margin.
    fn width(&mut self, white: &str, unit: usize) -> (usize, bool) {
        let tabs = white.bytes().filter(|byte| *byte == b'\t').count();
        let width = (white.len() - tabs).saturating_add(tabs.saturating_mul(unit));
        let first = self.0.is_none();
        let margin = self.0.get_or_insert(width);
        if width < *margin {
            *margin = 0;
        }
        (width - *margin, first && width > 0)
    }
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
            Self::Uneven(spaces) => Some(row.error(ReadErrorKind::UnevenIndentation { spaces, unit })),
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
