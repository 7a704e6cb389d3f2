//! Reads tables and keyed tables (TOON 9.3, 9.5).
//!
//! In: a header with columns and the lines below it. Out: an object for each row.

use std::iter::Peekable;

use super::document::{Array, Column, Entry, Form, KeyedTable, Kind, Node};
use super::error::{ReadErrorKind, Unit};
use super::fields::Fields;
use super::header::{self, Header, Key, LineKind};
use super::line::Row;
use super::list::{Count, cells};
use super::object::invalid;
use super::part::Part;
use super::reader::Reader;
use super::token::{self, Fault};

impl<'a> Reader<'a> {
    pub fn table(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let delimiter = header.delimiter;
        let mut items = Vec::new();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                if !is_row(line.content, delimiter) {
                    let kind = Some(ReadErrorKind::NotARow);
                    self.skip_foreign(&line, &mut level, kind, |row| !is_row(row.content, delimiter));
                    continue;
                }
                self.take();
                self.in_array = true;
                count.add(&line, &header);
                items.push(self.row(line.content, &header, &line, row));
            }
            count.doubtful |= level.lost;
        }
        let unindented = self.skip_unindented(&count, &header, depth, row, |row| {
            matches!(header::classify(row.content, true), Ok(LineKind::Bare))
                && cells(row.content, delimiter).count() == header.width
        });
        let complete = self.check(&count, &header, Unit::Row, row, unindented);
        Kind::Array(Array {
            form: Form::Table,
            header: header.span,
            columns: Some(header.columns),
            items,
            complete,
        })
    }

    /// Reads a keyed table.
    pub fn entries(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let mut fields = Fields::default();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                let Some((key, value)) = line.content.split_at_colon() else {
                    // Without strict mode such a line says nothing.
                    let kind = self.strict.then_some(ReadErrorKind::MissingColon);
                    self.skip_foreign(&line, &mut level, kind, |row| row.content.split_at_colon().is_none());
                    continue;
                };
                self.take();
                self.in_array = true;
                count.add(&line, &header);
                let key = key.trim();
                match token::key(key) {
                    Ok(name) => {
                        let value = self.row(value.trim(), &header, &line, row);
                        self.add(&mut fields, &line, Key { name, span: key.span() }, value);
                    }
                    Err(fault) => {
                        self.report_fault(&line, fault);
                        fields.incomplete = true;
                    }
                }
            }
            count.doubtful |= level.lost;
        }
        fields.incomplete |= !self.check(&count, &header, Unit::Entry, row, false);
        let mut object = fields.object();
        object.table = Some(KeyedTable { header: header.span, columns: header.columns });
        Kind::Object(object)
    }

    /// Reads the cells of a row as an object.
    fn row(&mut self, content: Part<'a>, header: &Header<'a>, line: &Row<'a>, header_row: &Row<'a>) -> Node {
        if let Some(fault) = self.strict.then(|| width_fault(content, header, line)).flatten() {
            self.report_fault(line, fault);
            return invalid(line, line.content);
        }
        let mut cells = cells(content, header.delimiter).peekable();
        let kind = self.group(&header.columns, &mut cells, line, header_row);
        Node { line: line.number, span: line.content.span(), kind }
    }

    /// Reads the cells of a group of columns. Without strict mode, columns that have no cell are
    /// left out and surplus cells are ignored.
    fn group(
        &mut self,
        columns: &[Column],
        cells: &mut Peekable<impl Iterator<Item = Part<'a>>>,
        line: &Row<'a>,
        header_row: &Row<'a>,
    ) -> Kind {
        let mut fields = Fields::with_capacity(columns.len());
        for column in columns {
            let Some(first) = cells.peek().copied() else {
                break;
            };
            let value = if column.group.is_empty() {
                cells.next();
                self.scalar(first, line)
            } else {
                let kind = self.group(&column.group, cells, line, header_row);
                let end = cells.peek().map_or(line.content.end(), |next| next.start);
                Node { line: line.number, span: first.start..end, kind }
            };
            let (key, key_span) = (column.name.clone(), column.span.clone());
            let entry = Entry { key, line: header_row.number, key_span, value };
            // A strict header has no name twice.
            if self.strict {
                fields.push(entry);
            } else {
                fields.insert(entry, false);
            }
        }
        Kind::Object(fields.object())
    }
}

/// What is wrong with the number of cells in a row.
fn width_fault(content: Part<'_>, header: &Header<'_>, line: &Row<'_>) -> Option<Fault> {
    let (mut found, mut last) = (0, None);
    for cell in cells(content, header.delimiter) {
        found += 1;
        last = Some(cell);
    }
    if found == header.width {
        return None;
    }
    // An open quote may have swallowed delimiters.
    Some(match last.filter(|cell| token::is_unterminated(*cell)) {
        Some(open) => Fault::new(ReadErrorKind::UnterminatedQuote, open),
        None => Fault::new(ReadErrorKind::RowWidth { expected: header.width, found }, line.content),
    })
}

/// Whether a line at the depth of rows is one: its first delimiter comes before its first colon,
/// both outside quotes, or it has no colon.
fn is_row(content: Part<'_>, delimiter: u8) -> bool {
    !matches!(content.find_unquoted([delimiter, b':']), Some((_, b':')))
}
