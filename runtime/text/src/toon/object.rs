//! Reads the fields of objects, what follows their colons, and the items of lists (TOON 8, 10).
//!
//! In: lines at one depth. Out: entries with their values.

use super::document::{Array, Entry, Form, Kind, Node, Object};
use super::error::{HeaderProblem, ReadErrorKind};
use super::fields::Fields;
use super::header::{self, BadLine, Header, Key, LineKind};
use super::line::Row;
use super::list;
use super::part::Part;
use super::reader::{Level, Reader};
use super::token::{self, Fault};

impl<'a> Reader<'a> {
    /// Reads the fields of an object. `first` is what stands behind a dash.
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
        match self.classify_field(content) {
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

    /// A header without a key is no field (TOON 6).
    fn classify_field(&self, content: Part<'a>) -> Result<LineKind<'a>, BadLine> {
        let keyless = |fault| BadLine { key: None, fault };
        match header::classify(content, self.strict) {
            Ok(LineKind::Header(None, header)) if self.strict => {
                let kind = ReadErrorKind::MalformedHeader(HeaderProblem::Keyless);
                Err(keyless(Fault { kind, at: header.span }))
            }
            Ok(LineKind::Header(None, _)) => header::pair(content).map_err(keyless),
            other => other,
        }
    }

    /// Adds an entry. A repeated key is an error in strict mode, and else replaces the value.
    pub fn add(&mut self, fields: &mut Fields, row: &Row<'a>, key: Key, value: Node) {
        let entry = Entry { key: key.name, line: row.number, key_span: key.span.clone(), value };
        if let Some(entry) = fields.insert(entry, self.strict) {
            let kind = ReadErrorKind::DuplicateKey { key: entry.key };
            self.report_fault(row, Fault { kind, at: key.span });
        }
    }

    /// Reads what follows the colon of a key.
    fn value(&mut self, value: Part<'a>, depth: usize, row: &Row<'a>) -> Node {
        match value.text {
            "" => self.block(depth, row),
            "[]" => empty_array(row, value),
            _ => self.scalar(value, row),
        }
    }

    /// Reads the object below a key, or below a dash alone.
    fn block(&mut self, depth: usize, row: &Row<'a>) -> Node {
        let Some((level, first)) = self.level_below(depth).zip(self.peek()) else {
            let end = row.content.end();
            return Node { line: row.number, span: end..end, kind: Kind::Object(Object::empty()) };
        };
        let bare = matches!(header::classify(first.content, self.strict), Ok(LineKind::Bare));
        if bare && list::item(first.content).is_some() {
            self.report(&first, ReadErrorKind::ListWithoutHeader);
            self.skip_below(depth);
            return invalid(&first, first.content);
        }
        let start = first.content.start;
        let kind = self.nested(&first, depth, |reader| Kind::Object(reader.object(level, None)));
        Node { line: first.number, span: start..self.end.max(start), kind }
    }

    pub fn scalar(&mut self, token: Part<'a>, row: &Row<'a>) -> Node {
        let kind = token::scalar(token).unwrap_or_else(|fault| {
            self.report_fault(row, fault);
            Kind::Invalid
        });
        Node { line: row.number, span: token.span(), kind }
    }

    /// Reads an item of a list, whose line has been taken; `content` is what follows the dash.
    pub fn item(&mut self, content: Part<'a>, depth: usize, row: &Row<'a>) -> Node {
        let kind = match header::classify(content, self.strict) {
            _ if content.is_empty() && self.strict => Kind::Object(Object::empty()),
            _ if content.is_empty() => return self.block(depth, row),
            Ok(LineKind::Bare) if content.text == "[]" => return empty_array(row, content),
            Ok(LineKind::Bare) => return self.scalar(content, row),
            Ok(LineKind::Header(None, header)) if self.strict && !header.columns.is_empty() => {
                let kind = ReadErrorKind::MalformedHeader(HeaderProblem::TableItem);
                self.report_fault(row, Fault { kind, at: header.span });
                self.skip_below(depth);
                Kind::Invalid
            }
            Ok(LineKind::Header(None, header)) => return self.array(header, depth, row),
            Err(BadLine { key: None, fault }) => {
                self.report_fault(row, fault);
                self.skip_below(depth);
                Kind::Invalid
            }
            _ => {
                let level = Level::new(depth + 1, depth + 1);
                let first = Some((*row, content));
                self.nested(row, depth, |reader| Kind::Object(reader.object(level, first)))
            }
        };
        Node { line: row.number, span: row.content.start..self.end, kind }
    }

    /// Reads the list, table or keyed table of a header at `depth`.
    pub fn array(&mut self, header: Header<'a>, depth: usize, row: &Row<'a>) -> Node {
        let start = header.span.start;
        let kind = self.nested(row, depth, |reader| reader.members(header, depth, row));
        Node { line: row.number, span: start..self.end.max(start), kind }
    }
}

/// `[]` (TOON 9.1).
pub(super) fn empty_array(row: &Row<'_>, token: Part<'_>) -> Node {
    let array =
        Array { form: Form::Empty, header: token.span(), columns: None, items: Vec::new(), complete: true };
    Node { line: row.number, span: token.span(), kind: Kind::Array(array) }
}

pub(super) fn invalid(row: &Row<'_>, content: Part<'_>) -> Node {
    Node { line: row.number, span: content.span(), kind: Kind::Invalid }
}
