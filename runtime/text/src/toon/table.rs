//! The members of lists and tables (TOON 9, 10, 11).
//!
//! In: a header and the lines below it. Out: items, rows or entries, counted and measured.

use super::document::{Array, Column, Entry, Form, KeyedTable, Kind, Node};
use super::error::{ReadErrorKind, Unit};
use super::header::{self, Header, Key, LineKind};
use super::line::Row;
use super::part::Part;
use super::read::{Fields, Level, Reader, invalid};
use super::token::{self, Fault};

/// The members of an array or keyed table that have been read.
#[derive(Default)]
struct Count<'a> {
    found: usize,
    /// The line of the last one.
    last: Option<Row<'a>>,
    /// The line of the first that should not be there.
    surplus: Option<Row<'a>>,
    /// Lines were skipped that may have been members.
    doubtful: bool,
}

impl<'a> Count<'a> {
    fn add(&mut self, row: &Row<'a>, declared: usize) {
        self.found += 1;
        self.last = Some(*row);
        if self.found > declared && self.surplus.is_none() {
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
            self.inline(header, row)
        } else {
            self.list(header, depth, row)
        };
        self.in_array = outer;
        kind
    }

    fn inline(&mut self, header: Header<'a>, row: &Row<'a>) -> Kind {
        let mut count = Count::default();
        let mut items = Vec::new();
        for cell in cells(header.inline, header.delimiter) {
            count.found += 1;
            // An open quote may have swallowed delimiters.
            count.doubtful |= token::is_unterminated(cell);
            items.push(self.scalar(cell, row));
        }
        if count.found > header.length {
            count.surplus = Some(*row);
        }
        let complete = self.check(&count, &header, Unit::Value, row, false);
        Kind::Array(Array {
            form: Form::Inline,
            header: header.span,
            columns: None,
            items,
            complete,
        })
    }

    fn list(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let mut items = Vec::new();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                let Some(content) = item(line.content) else {
                    self.skip_foreign(
                        &line,
                        level,
                        Some(ReadErrorKind::NotAnItem),
                        &mut count,
                        |row| item(row.content).is_none(),
                    );
                    continue;
                };
                self.take();
                self.in_array = true;
                count.add(&line, header.length);
                items.push(self.item(content, level.depth, &line));
            }
            count.doubtful |= level.lost;
        }
        let unindented = self.skip_unindented(&header, &count, depth, row, |row| {
            item(row.content).is_some()
        });
        let complete = self.check(&count, &header, Unit::Item, row, unindented);
        let form = if items.is_empty() && header.length == 0 {
            Form::Empty
        } else {
            Form::List
        };
        Kind::Array(Array {
            form,
            header: header.span,
            columns: None,
            items,
            complete,
        })
    }

    fn table(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let mut items = Vec::new();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                if !is_row(line.content, header.delimiter) {
                    let delimiter = header.delimiter;
                    self.skip_foreign(
                        &line,
                        level,
                        Some(ReadErrorKind::NotARow),
                        &mut count,
                        |row| !is_row(row.content, delimiter),
                    );
                    continue;
                }
                self.take();
                self.in_array = true;
                count.add(&line, header.length);
                items.push(self.row(line.content, &header, &line, row));
            }
            count.doubtful |= level.lost;
        }
        let unindented = self.skip_unindented(&header, &count, depth, row, |row| {
            matches!(header::classify(row.content, true), Ok(LineKind::Bare))
                && cells(row.content, header.delimiter).count() == header.width
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

    /// Reads a keyed table (TOON 9.5).
    fn entries(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Kind {
        let mut fields = Fields::default();
        let mut count = Count::default();
        if let Some(mut level) = self.level_below(depth) {
            while let Some(line) = self.peek_at(&mut level) {
                let Some((key, value)) = line.content.split_at_colon() else {
                    // Without strict mode such a line says nothing.
                    let kind = self.strict.then_some(ReadErrorKind::MissingColon);
                    self.skip_foreign(&line, level, kind, &mut count, |row| {
                        row.content.split_at_colon().is_none()
                    });
                    continue;
                };
                self.take();
                self.in_array = true;
                count.add(&line, header.length);
                let key = key.trim();
                match token::key(key) {
                    Ok(name) => {
                        let value = self.row(value.trim(), &header, &line, row);
                        self.add(
                            &mut fields,
                            &line,
                            Key {
                                name,
                                span: key.span(),
                            },
                            value,
                        );
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
        object.table = Some(KeyedTable {
            header: header.span,
            columns: header.columns,
        });
        Kind::Object(object)
    }

    /// Reads the cells of a row as an object.
    fn row(
        &mut self,
        content: Part<'a>,
        header: &Header<'a>,
        line: &Row<'a>,
        header_row: &Row<'a>,
    ) -> Node {
        if self.strict {
            let (mut found, mut open) = (0, None);
            for cell in cells(content, header.delimiter) {
                found += 1;
                open = Some(cell).filter(|cell| token::is_unterminated(*cell));
            }
            if found != header.width {
                // An open quote may have swallowed delimiters.
                self.report_fault(
                    line,
                    match open {
                        Some(cell) => Fault::new(ReadErrorKind::UnterminatedQuote, cell),
                        None => Fault::new(
                            ReadErrorKind::RowWidth {
                                expected: header.width,
                                found,
                            },
                            line.content,
                        ),
                    },
                );
                return invalid(line, line.content);
            }
        }
        let mut cells = cells(content, header.delimiter).peekable();
        let kind = self.group(&header.columns, &mut cells, line, header_row);
        Node {
            line: line.number,
            span: line.content.span(),
            kind,
        }
    }

    /// Reads the cells of a group of columns. Without strict mode, columns that have no cell are
    /// left out and surplus cells are ignored.
    fn group(
        &mut self,
        columns: &[Column],
        cells: &mut std::iter::Peekable<impl Iterator<Item = Part<'a>>>,
        line: &Row<'a>,
        header_row: &Row<'a>,
    ) -> Kind {
        let mut fields = Fields::default();
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
                Node {
                    line: line.number,
                    span: first.start..end,
                    kind,
                }
            };
            let (key, key_span) = (column.name.clone(), column.span.clone());
            let entry = Entry {
                key,
                line: header_row.number,
                key_span,
                value,
            };
            // A strict header has no name twice.
            if self.strict {
                fields.push(entry);
            } else {
                fields.insert(entry, false);
            }
        }
        Kind::Object(fields.object())
    }

    /// Reports a line that is no member, and skips it with those like it that follow.
    fn skip_foreign(
        &mut self,
        line: &Row<'a>,
        level: Level,
        kind: Option<ReadErrorKind>,
        count: &mut Count<'a>,
        foreign: impl Fn(&Row<'a>) -> bool,
    ) {
        if let Some(kind) = kind {
            self.report(line, kind);
            count.doubtful = true;
        }
        let depth = level.depth;
        self.skip_while(|row| row.reaches(depth + 1) || row.reaches(depth) && foreign(row));
    }

    /// Skips the members that an author forgot to indent; returns whether there were any.
    fn skip_unindented(
        &mut self,
        header: &Header<'a>,
        count: &Count<'a>,
        depth: usize,
        header_row: &Row<'a>,
        member: impl Fn(&Row<'a>) -> bool,
    ) -> bool {
        let before = self.peek().map(|row| row.number);
        // Below a header right behind a dash, the next dash is the next item.
        let after_dash = header_row.depth == depth && item(header_row.content).is_some();
        if self.strict && count.found == 0 && header.length > 0 && !count.doubtful && !after_dash {
            self.skip_while(|row| row.depth == depth && member(row));
        }
        before != self.peek().map(|row| row.number)
    }

    /// Compares the number of members with the header; returns whether all seem to be there.
    fn check(
        &mut self,
        count: &Count<'a>,
        header: &Header<'a>,
        unit: Unit,
        row: &Row<'a>,
        unindented: bool,
    ) -> bool {
        let (declared, found) = (header.length, count.found);
        if !self.strict || count.doubtful {
            return !count.doubtful;
        }
        if let Some(surplus) = count.surplus {
            self.report(
                &surplus,
                ReadErrorKind::TooMany {
                    unit,
                    declared,
                    found,
                },
            );
        } else if found < declared {
            let place = count.last.as_ref().unwrap_or(row);
            self.report(
                place,
                ReadErrorKind::TooFew {
                    unit,
                    declared,
                    found,
                    unindented,
                },
            );
        }
        found >= declared
    }
}

/// What follows the dash of an item, without spaces around it.
pub(super) fn item(content: Part<'_>) -> Option<Part<'_>> {
    (content.text == "-" || content.text.starts_with("- ")).then(|| content.skip(1).trim())
}

/// Whether a line at the depth of rows is one: its first delimiter comes before its first colon,
/// both outside quotes, or it has no colon (TOON 9.3).
fn is_row(content: Part<'_>, delimiter: u8) -> bool {
    !matches!(content.find_unquoted([delimiter, b':']), Some((_, b':')))
}

/// Splits at the delimiter outside quotes (TOON 11.2). Nothing at all is no cell.
fn cells(content: Part<'_>, delimiter: u8) -> impl Iterator<Item = Part<'_>> {
    let mut rest = Some(content).filter(|content| !content.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let cell = match text.find_unquoted([delimiter, delimiter]) {
            Some((at, _)) => {
                rest = Some(text.skip(at + 1));
                text.split(at).0
            }
            None => {
                rest = None;
                text
            }
        };
        Some(cell.trim())
    })
}
