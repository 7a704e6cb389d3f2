//! Reads lists, and counts the members of lists and tables (TOON 9.1, 9.2, 9.4, 14.1).
//!
//! In: a header and the lines below it. Out: the items; errors where the count in the header is
//! wrong.

use super::document::{Array, Form, Kind};
use super::error::{ReadErrorKind, Unit};
use super::header::Header;
use super::line::Row;
use super::part::Part;
use super::reader::{Level, Reader};
use super::token;

/// The members of an array or keyed table that have been read.
#[derive(Default)]
pub(super) struct Count<'a> {
    found: usize,
    /// The line of the last one.
    last: Option<Row<'a>>,
    /// The line of the first that is too much.
    surplus: Option<Row<'a>>,
    /// Something was skipped that may have held members.
    pub doubtful: bool,
}

impl<'a> Count<'a> {
    pub fn add(&mut self, row: &Row<'a>, header: &Header<'a>) {
        self.found += 1;
        self.last = Some(*row);
        if self.found > header.length && self.surplus.is_none() {
            self.surplus = Some(*row);
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads what belongs to a header at `depth`.
    pub fn members(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let outer = self.in_array;
        let kind = if header.keyed {
            self.entries(header, depth, row)
        } else if !header.columns.is_empty() {
            self.table(header, depth, row)
        } else if !header.inline.is_empty() {
            self.inline(&header, row)
        } else {
            self.list(&header, depth, row)
        };
        self.in_array = outer;
        kind
    }

    fn inline(&mut self, header: &Header<'a>, row: &Row<'a>) -> Kind {
        let mut items = Vec::new();
        let mut count = Count::default();
        for cell in cells(header.inline, header.delimiter) {
            count.add(row, header);
            // An open quote may have swallowed delimiters.
            count.doubtful |= token::is_unterminated(cell);
            items.push(self.scalar(cell, row));
        }
        let complete = self.check(&count, header, Unit::Value, row, false);
        Kind::Array(Array { form: Form::Inline, header: header.span.clone(), columns: None, items, complete })
    }

    fn list(&mut self, header: &Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let mut items = Vec::new();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                let Some(content) = item(line.content) else {
                    let kind = Some(ReadErrorKind::NotAnItem);
                    self.skip_foreign(&line, &mut level, kind, |row| item(row.content).is_none());
                    continue;
                };
                self.take();
                self.in_array = true;
                count.add(&line, header);
                items.push(self.item(content, level.depth, &line));
            }
            count.doubtful |= level.lost;
        }
        let unindented = self.skip_unindented(&count, header, depth, row, |row| item(row.content).is_some());
        let complete = self.check(&count, header, Unit::Item, row, unindented);
        let form = if items.is_empty() && header.length == 0 { Form::Empty } else { Form::List };
        Kind::Array(Array { form, header: header.span.clone(), columns: None, items, complete })
    }

    /// Reports a line that is no member, and skips it with those like it that follow.
    pub fn skip_foreign(
        &mut self,
        line: &Row<'a>,
        level: &mut Level,
        kind: Option<ReadErrorKind>,
        foreign: impl Fn(&Row<'a>) -> bool,
    ) {
        if let Some(kind) = kind {
            self.report(line, kind);
            level.lost = true;
        }
        let depth = level.depth;
        self.skip_while(|row| row.reaches(depth + 1) || row.reaches(depth) && foreign(row));
    }

    /// Skips members that an author forgot to indent; returns whether there were any.
    pub fn skip_unindented(
        &mut self,
        count: &Count<'a>,
        header: &Header<'a>,
        depth: usize,
        header_row: &Row<'a>,
        member: impl Fn(&Row<'a>) -> bool,
    ) -> bool {
        // Below a header right behind a dash, the next dash is the next item.
        let after_dash = header_row.depth == depth && item(header_row.content).is_some();
        let missing = self.strict && header.length > 0 && count.found == 0 && !count.doubtful;
        let member = |row: &Row<'a>| missing && !after_dash && row.depth == depth && member(row);
        let found = self.peek().as_ref().is_some_and(&member);
        self.skip_while(member);
        found
    }

    /// Compares the number of members with the header; returns whether all seem to be there.
    pub fn check(
        &mut self,
        count: &Count<'a>,
        header: &Header<'a>,
        unit: Unit,
        header_row: &Row<'a>,
        unindented: bool,
    ) -> bool {
        let (declared, found) = (header.length, count.found);
        if !self.strict || count.doubtful {
            return !count.doubtful;
        }
        if let Some(surplus) = count.surplus {
            self.report(&surplus, ReadErrorKind::TooMany { unit, declared, found });
        } else if found < declared {
            let place = count.last.as_ref().unwrap_or(header_row);
            self.report(place, ReadErrorKind::TooFew { unit, declared, found, unindented });
        }
        found >= declared
    }
}

/// What follows the dash of an item, without spaces around it.
pub(super) fn item(content: Part<'_>) -> Option<Part<'_>> {
    (content.text == "-" || content.text.starts_with("- ")).then(|| content.skip(1).trim())
}

/// Splits at the delimiter outside quotes (TOON 11.2). Nothing at all is no cell.
pub(super) fn cells(content: Part<'_>, delimiter: u8) -> impl Iterator<Item = Part<'_>> {
    let mut rest = Some(content).filter(|content| !content.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find_unquoted([delimiter, delimiter]);
        rest = end.map(|(at, _)| text.skip(at + 1));
        Some(end.map_or(text, |(at, _)| text.split(at).0).trim())
    })
}
