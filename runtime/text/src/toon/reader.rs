//! Walks over the lines of a document (TOON 8, 12).
//!
//! In: lines with their depth. Out: the next line of whatever is open; strays, skipped levels and
//! blank lines in lists are reported on the way.

use super::MAX_DEPTH;
use super::document::Kind;
use super::error::{ReadError, ReadErrorKind};
use super::line::Row;
use super::read::ReadOptions;
use super::token::Fault;

pub(super) struct Reader<'a> {
    rows: Vec<Row<'a>>,
    next: usize,
    unit: usize,
    pub strict: bool,
    pub errors: Vec<ReadError>,
    /// How many objects and lists are open.
    nesting: usize,
    /// Whether a list or table is open of which the first member has been read, so that a blank
    /// line is an error.
    pub in_array: bool,
    /// The offset where the last line taken ends.
    pub end: usize,
}

/// Where the lines of an object, list or table stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The depth they must reach to belong to it.
    floor: usize,
    /// Their depth, which is `floor` unless their first line skips a level.
    pub depth: usize,
    /// Deeper lines among them belonged nowhere and were skipped.
    pub lost: bool,
}

impl Level {
    pub fn new(floor: usize, depth: usize) -> Self {
        Self { floor, depth, lost: false }
    }
}

impl<'a> Reader<'a> {
    pub fn new(rows: Vec<Row<'a>>, options: &ReadOptions, errors: Vec<ReadError>) -> Self {
        Self {
            rows,
            next: 0,
            unit: options.indent.max(1),
            strict: options.strict,
            errors,
            nesting: 0,
            in_array: false,
            end: 0,
        }
    }

    pub fn report(&mut self, row: &Row<'_>, kind: ReadErrorKind) {
        self.errors.push(row.error(kind));
    }

    pub fn report_fault(&mut self, row: &Row<'_>, fault: Fault) {
        self.errors.push(ReadError { at: fault.at, ..row.error(fault.kind) });
    }

    pub fn peek(&self) -> Option<Row<'a>> {
        self.rows.get(self.next).copied()
    }

    /// Whether the next line is the last.
    pub fn is_last(&self) -> bool {
        self.next + 1 == self.rows.len()
    }

    /// Takes the next line. A blank line above it is an error inside a list or table (TOON 12).
    pub fn take(&mut self) {
        let Some(row) = self.peek() else { return };
        self.next += 1;
        self.end = row.content.end();
        if let Some(blank) = row.blank.filter(|_| self.in_array && self.strict) {
            let at = blank.end..blank.end;
            let kind = ReadErrorKind::BlankLine;
            self.errors.push(ReadError { kind, line: blank.number, span: at.clone(), at });
        }
    }

    pub fn skip_while(&mut self, skipped: impl Fn(&Row<'a>) -> bool) {
        while self.peek().as_ref().is_some_and(&skipped) {
            self.next += 1;
        }
    }

    /// Skips the lines that go with a line at `depth` that could not be read.
    pub fn skip_below(&mut self, depth: usize) {
        self.skip_while(|row| row.reaches(depth + 1));
    }

    /// The level of the lines that a line at `depth` opens, if there are any.
    pub fn level_below(&mut self, depth: usize) -> Option<Level> {
        let floor = depth + 1;
        let row = self.peek().filter(|row| row.reaches(floor))?;
        if row.depth > floor && self.strict && !row.misplaced {
            let (expected, found) = (floor.saturating_mul(self.unit), row.depth.saturating_mul(self.unit));
            self.report(&row, ReadErrorKind::SkippedLevel { expected, found });
        }
        Some(Level::new(floor, row.depth.max(floor)))
    }

    /// The next line of a level, not yet taken. Deeper lines are reported and skipped.
    pub fn peek_at(&mut self, level: &mut Level) -> Option<Row<'a>> {
        loop {
            let row = self.peek().filter(|row| row.reaches(level.floor))?;
            let near = row.uneven && row.depth + 1 == level.depth;
            let depth = if near { level.depth } else { row.depth.max(level.floor) };
            if depth <= level.depth {
                // After a first line that was too deep, the level is where the others are.
                level.depth = depth;
                return Some(row);
            }
            if !row.misplaced {
                self.report(&row, ReadErrorKind::Stray);
            }
            level.lost = true;
            let open = level.depth;
            self.skip_while(|row| row.depth > open);
        }
    }

    /// Reads an object or list whose first line is `row`, unless it is nested too deep. `depth` is
    /// that of the line that opens it.
    pub fn nested(&mut self, row: &Row<'a>, depth: usize, read: impl FnOnce(&mut Self) -> Kind) -> Kind {
        if self.nesting == MAX_DEPTH {
            self.report(row, ReadErrorKind::TooDeep { limit: MAX_DEPTH });
            self.skip_below(depth);
            return Kind::Invalid;
        }
        self.nesting += 1;
        let kind = read(self);
        self.nesting -= 1;
        kind
    }
}
