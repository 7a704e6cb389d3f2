//! Reads a TOON document (TOON 5, 8, 9, 10).
//!
//! In: text or lines. Out: a [`Document`], with a tree of everything that could be read and every
//! error, each mistake reported once.

use std::collections::HashMap;

use super::MAX_DEPTH;
use super::document::{Array, Document, Entry, Form, Kind, Node, Object};
use super::error::{HeaderProblem, ReadError, ReadErrorKind};
use super::header::{self, Header, Key, LineKind};
use super::line::{Line, Row, lines, scan};
use super::part::Part;
use super::table;
use super::token::{self, Fault};

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
        Self {
            indent: 2,
            strict: true,
        }
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
pub fn read_lines<'a>(
    lines: impl IntoIterator<Item = Line<'a>>,
    options: &ReadOptions,
) -> Document {
    let mut errors = Vec::new();
    let rows = scan(lines, options, &mut errors);
    let mut reader = Reader {
        rows,
        next: 0,
        unit: options.indent.max(1),
        strict: options.strict,
        errors,
        nesting: 0,
        in_array: false,
        end: 0,
    };
    let root = reader.root();
    let mut errors = reader.errors;
    errors.sort_by_key(|error| (error.line, error.at.start));
    Document { root, errors }
}

pub(super) struct Reader<'a> {
    rows: Vec<Row<'a>>,
    next: usize,
    unit: usize,
    pub strict: bool,
    errors: Vec<ReadError>,
    /// How many objects and lists are open.
    nesting: usize,
    /// Whether the first member of a list or table has been read, and blank lines are errors.
    pub in_array: bool,
    /// The offset where the last line taken ends.
    pub end: usize,
}

/// Where the lines of an object or list stand.
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
    fn new(floor: usize, depth: usize) -> Self {
        Self {
            floor,
            depth,
            lost: false,
        }
    }
}

impl<'a> Reader<'a> {
    fn root(&mut self) -> Node {
        let Some(first) = self.peek() else {
            return Node {
                line: 1,
                span: 0..0,
                kind: Kind::Object(Object {
                    complete: true,
                    ..Object::default()
                }),
            };
        };
        let alone = self.rows.len() == 1;
        let node = match header::classify(first.content, self.strict) {
            _ if first.content.text == "[]" => {
                self.take();
                empty_array(&first, first.content)
            }
            Ok(LineKind::Header(None, header)) => {
                self.take();
                self.array(header, first.depth, &first)
            }
            Ok(LineKind::Bare) if alone => {
                self.take();
                self.scalar(first.content, &first)
            }
            _ => {
                self.nesting = 1;
                let start = first.content.start;
                let object = self.object(Level::new(0, first.depth), None);
                Node {
                    line: first.number,
                    span: start..self.end,
                    kind: Kind::Object(object),
                }
            }
        };
        if let Some(row) = self.peek() {
            self.errors.push(row.error(ReadErrorKind::TrailingContent));
        }
        node
    }

    pub fn report(&mut self, row: &Row<'_>, kind: ReadErrorKind) {
        self.errors.push(row.error(kind));
    }

    pub fn report_fault(&mut self, row: &Row<'_>, fault: Fault) {
        self.errors.push(ReadError {
            at: fault.at,
            ..row.error(fault.kind)
        });
    }

    pub fn peek(&self) -> Option<Row<'a>> {
        self.rows.get(self.next).copied()
    }

    /// Takes the next line. A blank line above it is an error inside a list or table (TOON 12).
    pub fn take(&mut self) {
        let Some(row) = self.peek() else { return };
        self.next += 1;
        self.end = row.content.end();
        if let Some(blank) = row.blank.filter(|_| self.in_array && self.strict) {
            let at = blank.end..blank.end;
            let kind = ReadErrorKind::BlankLine;
            self.errors.push(ReadError {
                kind,
                line: blank.number,
                span: at.clone(),
                at,
            });
        }
    }

    /// Skips the lines that go with a line at `depth` that could not be read.
    pub fn skip_below(&mut self, depth: usize) {
        self.skip_while(|row| row.reaches(depth + 1));
    }

    pub fn skip_while(&mut self, skipped: impl Fn(&Row<'a>) -> bool) {
        while self.peek().as_ref().is_some_and(&skipped) {
            self.next += 1;
        }
    }

    /// The level of the lines that a line at `depth` opens, if there are any.
    pub fn level_below(&mut self, depth: usize) -> Option<Level> {
        let floor = depth + 1;
        let row = self.peek().filter(|row| row.reaches(floor))?;
        if row.depth > floor && self.strict && !row.misplaced {
            let (expected, found) = (floor * self.unit, row.depth * self.unit);
            self.report(&row, ReadErrorKind::SkippedLevel { expected, found });
        }
        Some(Level::new(floor, row.depth.max(floor)))
    }

    /// The next line of a level, not yet taken. Deeper lines are reported and skipped.
    pub fn peek_at(&mut self, level: &mut Level) -> Option<Row<'a>> {
        loop {
            let row = self.peek().filter(|row| row.reaches(level.floor))?;
            let near = row.uneven && row.depth + 1 == level.depth;
            let depth = if near {
                level.depth
            } else {
                row.depth.max(level.floor)
            };
            if depth <= level.depth {
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

    /// Reads an object or list one level deeper, unless that is too deep.
    pub fn nested(
        &mut self,
        row: &Row<'a>,
        depth: usize,
        read: impl FnOnce(&mut Self) -> Kind,
    ) -> Kind {
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

    /// Reads the fields of an object (TOON 8). `first` is what stands behind a dash.
    pub fn object(&mut self, mut level: Level, first: Option<(Row<'a>, Part<'a>)>) -> Object {
        let mut fields = Fields::default();
        if let Some((row, content)) = first {
            self.field(&mut fields, &row, content, level.depth);
        }
        while let Some(row) = self.peek_at(&mut level) {
            self.take();
            self.field(&mut fields, &row, row.content, level.depth);
        }
        fields.incomplete |= level.lost;
        fields.object()
    }

    fn field(&mut self, fields: &mut Fields, row: &Row<'a>, content: Part<'a>, depth: usize) {
        let mut line = header::classify(content, self.strict);
        if let Ok(LineKind::Header(None, _)) = line {
            let keyless = ReadErrorKind::MalformedHeader(HeaderProblem::Keyless);
            line = if self.strict {
                Err(Fault::new(keyless, content))
            } else {
                header::pair(content)
            }
            .map_err(|fault| header::BadLine { key: None, fault });
        }
        match line {
            Ok(LineKind::Pair(key, value)) => {
                let value = self.value(value, depth, row);
                self.add(fields, row, key, value);
            }
            Ok(LineKind::Header(key, header)) => {
                let value = self.array(header, depth, row);
                if let Some(key) = key {
                    self.add(fields, row, key, value);
                }
            }
            Ok(LineKind::Bare) => {
                self.report(row, ReadErrorKind::MissingColon);
                self.skip_below(depth);
                fields.incomplete = true;
            }
            Err(bad) => {
                self.report_fault(row, bad.fault);
                self.skip_below(depth);
                match bad.key {
                    Some(key) => self.add(fields, row, key, invalid(row, content)),
                    None => fields.incomplete = true,
                }
            }
        }
    }

    /// Adds an entry. A repeated key is an error in strict mode, and else replaces the value.
    pub fn add(&mut self, fields: &mut Fields, row: &Row<'a>, key: Key, value: Node) {
        let entry = Entry {
            key: key.name,
            line: row.number,
            key_span: key.span.clone(),
            value,
        };
        let Some(entry) = fields.insert(entry, self.strict) else {
            return;
        };
        let kind = ReadErrorKind::DuplicateKey { key: entry.key };
        self.report_fault(row, Fault { kind, at: key.span });
    }

    /// Reads what follows the colon of a key.
    fn value(&mut self, value: Part<'a>, depth: usize, row: &Row<'a>) -> Node {
        match value.text {
            "" => self.block(depth, row),
            "[]" => empty_array(row, value),
            _ => self.scalar(value, row),
        }
    }

    /// Reads the lines below a key, or below a dash alone.
    fn block(&mut self, depth: usize, row: &Row<'a>) -> Node {
        let Some((level, first)) = self.level_below(depth).zip(self.peek()) else {
            let end = row.content.end();
            let kind = Kind::Object(Object {
                complete: true,
                ..Object::default()
            });
            return Node {
                line: row.number,
                span: end..end,
                kind,
            };
        };
        let start = first.content.start;
        let bare = matches!(
            header::classify(first.content, self.strict),
            Ok(LineKind::Bare)
        );
        if bare && table::item(first.content).is_some() {
            self.report(&first, ReadErrorKind::ListWithoutHeader);
            self.skip_below(depth);
            return invalid(&first, first.content);
        }
        let kind = self.nested(&first, depth, |reader| {
            Kind::Object(reader.object(level, None))
        });
        Node {
            line: first.number,
            span: start..self.end.max(start),
            kind,
        }
    }

    pub fn scalar(&mut self, token: Part<'a>, row: &Row<'a>) -> Node {
        let kind = token::scalar(token).unwrap_or_else(|fault| {
            self.report_fault(row, fault);
            Kind::Invalid
        });
        Node {
            line: row.number,
            span: token.span(),
            kind,
        }
    }

    /// Reads one item of a list, whose line has been taken (TOON 9.4, 10).
    pub fn item(&mut self, content: Part<'a>, depth: usize, row: &Row<'a>) -> Node {
        let whole = |kind, end: usize| Node {
            line: row.number,
            span: row.content.start..end,
            kind,
        };
        if content.text == "[]" {
            return empty_array(row, content);
        }
        if content.is_empty() {
            let empty = Kind::Object(Object {
                complete: true,
                ..Object::default()
            });
            return if self.strict {
                whole(empty, row.content.end())
            } else {
                self.block(depth, row)
            };
        }
        match header::classify(content, self.strict) {
            Ok(LineKind::Bare) => self.scalar(content, row),
            Ok(LineKind::Header(None, header)) if self.strict && !header.columns.is_empty() => {
                let kind = ReadErrorKind::MalformedHeader(HeaderProblem::TableItem);
                self.report_fault(
                    row,
                    Fault {
                        kind,
                        at: header.span,
                    },
                );
                self.skip_below(depth);
                whole(Kind::Invalid, self.end)
            }
            Ok(LineKind::Header(None, header)) => self.array(header, depth, row),
            Err(header::BadLine { key: None, fault }) => {
                self.report_fault(row, fault);
                self.skip_below(depth);
                whole(Kind::Invalid, self.end)
            }
            _ => {
                let level = Level::new(depth + 1, depth + 1);
                let kind = self.nested(row, depth, |reader| {
                    Kind::Object(reader.object(level, Some((*row, content))))
                });
                whole(kind, self.end)
            }
        }
    }

    /// Reads the list, table or keyed table below a header at `depth`.
    pub fn array(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Node {
        let start = header.span.start;
        let kind = self.nested(row, depth, |reader| reader.members(header, depth, row));
        Node {
            line: row.number,
            span: start..self.end.max(start),
            kind,
        }
    }
}

/// `[]` (TOON 9.1).
fn empty_array(row: &Row<'_>, token: Part<'_>) -> Node {
    let array = Array {
        form: Form::Empty,
        header: token.span(),
        columns: None,
        items: Vec::new(),
        complete: true,
    };
    Node {
        line: row.number,
        span: token.span(),
        kind: Kind::Array(array),
    }
}

pub(super) fn invalid(row: &Row<'_>, content: Part<'_>) -> Node {
    Node {
        line: row.number,
        span: content.span(),
        kind: Kind::Invalid,
    }
}

/// The entries of an object while it is read.
#[derive(Default)]
pub(super) struct Fields {
    entries: Vec<Entry>,
    /// Where each key is, once there are too many to look through.
    places: HashMap<String, usize>,
    pub incomplete: bool,
}

impl Fields {
    const MANY: usize = 16;

    /// Adds an entry. If its key is there already, the entry is given back, or, unless `keep`,
    /// takes the place of the old one.
    pub fn insert(&mut self, entry: Entry, keep: bool) -> Option<Entry> {
        match self.find(&entry.key) {
            Some(_) if keep => return Some(entry),
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        None
    }

    /// Adds an entry whose key is known to be new.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn find(&mut self, key: &str) -> Option<&mut Entry> {
        if self.entries.len() < Self::MANY {
            return self.entries.iter_mut().find(|entry| entry.key == key);
        }
        for (at, entry) in self.entries.iter().enumerate().skip(self.places.len()) {
            self.places.insert(entry.key.clone(), at);
        }
        self.places
            .get(key)
            .and_then(|at| self.entries.get_mut(*at))
    }

    pub fn object(self) -> Object {
        Object {
            entries: self.entries,
            table: None,
            complete: !self.incomplete,
        }
    }
}
