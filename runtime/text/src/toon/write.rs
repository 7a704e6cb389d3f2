//! Writes values as TOON (TOON 8, 9, 10).
//!
//! In: a [`Value`]. Out: the text of the document appended to a `String`, without a final line
//! feed. Nothing recurses over the nesting of the value, so that no value is too deep.

use super::scalar::{Delimiter, push_key, push_quoted, push_text};
use super::shape::{Column, Entries, Shape};
use crate::number::push_integer;
use crate::value::Value;

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// What separates the values of a list and the cells of a row; the comma by default.
    pub delimiter: Delimiter,
    /// The spaces of one level of indentation; 2 by default.
    pub indent: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { delimiter: Delimiter::Comma, indent: 2 }
    }
}

impl WriteOptions {
    /// The same with another delimiter.
    #[must_use]
    pub fn with_delimiter(self, delimiter: Delimiter) -> Self {
        Self { delimiter, ..self }
    }

    /// The same with another number of spaces for one level. What is written with 0 cannot be
    /// read again where it nests.
    #[must_use]
    pub fn with_indent(self, indent: usize) -> Self {
        Self { indent, ..self }
    }
}

/// The text of a value.
///
/// ```
/// use agentc_text::toon::{WriteOptions, to_string};
/// use agentc_text::Value;
///
/// let value = Value::Object(vec![("tags".to_owned(), Value::Array(vec!["a".into(), "b, c".into()]))]);
/// assert_eq!(to_string(&value, &WriteOptions::default()), "tags[2]: a,\"b, c\"");
/// ```
#[must_use]
pub fn to_string(value: &Value, options: &WriteOptions) -> String {
    let mut out = String::new();
    write(&mut out, value, options);
    out
}

/// Appends the text of a value.
///
/// Objects with the same keys are written as a table, in the order of the first, and an object of
/// such objects as a keyed table. An object with a key twice fits no table; both entries are
/// written. Numbers that are not finite are written as `null`.
pub fn write(out: &mut String, value: &Value, options: &WriteOptions) {
    let start = out.len();
    let mut writer = Writer { out, start, options, open: Vec::new() };
    writer.root(value);
    while let Some(open) = writer.open.last_mut() {
        match open {
            Open::Fields([first, rest @ ..], level) => {
                let level = *level;
                *open = Open::Fields(rest, level);
                writer.new_line(level);
                writer.field(first, level);
            }
            Open::Items([first, rest @ ..], level) => {
                let level = *level;
                *open = Open::Items(rest, level);
                writer.new_line(level);
                writer.item(first, level);
            }
            Open::Fields([], _) | Open::Items([], _) => {
                writer.open.pop();
            }
        }
    }
}

/// What remains to be written, each on lines of its own at that level.
enum Open<'v> {
    Fields(&'v Entries, usize),
    Items(&'v [Value], usize),
}

struct Writer<'o, 'v> {
    out: &'o mut String,
    start: usize,
    options: &'o WriteOptions,
    /// From the outermost to the innermost.
    open: Vec<Open<'v>>,
}

impl<'v> Writer<'_, 'v> {
    fn root(&mut self, value: &'v Value) {
        match value {
            Value::Object(entries) => match Shape::of_entries(entries) {
                Some(shape) => self.keyed_table(entries, &shape, 0),
                None => self.open.push(Open::Fields(entries, 0)),
            },
            Value::Array(items) if items.is_empty() => self.out.push_str("[]"),
            Value::Array(items) => self.table_or_list(items, 0),
            // A reader would take it for a byte order mark.
            Value::String(text) if text.starts_with('\u{feff}') => push_quoted(self.out, text),
            scalar => self.scalar(scalar),
        }
    }

    fn new_line(&mut self, level: usize) {
        if self.out.len() > self.start {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', level.saturating_mul(self.options.indent)));
    }

    /// Writes a field whose line stands at `level` or, behind a dash, one level up.
    fn field(&mut self, (key, value): &'v (String, Value), level: usize) {
        push_key(self.out, key);
        match value {
            Value::Array(items) if items.is_empty() => self.out.push_str(": []"),
            Value::Array(items) => self.table_or_list(items, level),
            Value::Object(entries) => match Shape::of_entries(entries) {
                Some(shape) => self.keyed_table(entries, &shape, level),
                None => {
                    self.out.push(':');
                    self.open.push(Open::Fields(entries, level + 1));
                }
            },
            scalar => {
                self.out.push_str(": ");
                self.scalar(scalar);
            }
        }
    }

    /// Writes an item of a list. A table has no place there, since its header would need a key.
    fn item(&mut self, value: &'v Value, level: usize) {
        self.out.push('-');
        match value {
            Value::Object(entries) => {
                if let [first, rest @ ..] = entries.as_slice() {
                    self.out.push(' ');
                    self.open.push(Open::Fields(rest, level + 1));
                    self.field(first, level + 1);
                }
            }
            Value::Array(items) => {
                self.out.push(' ');
                self.list(items, level);
            }
            scalar => {
                self.out.push(' ');
                self.scalar(scalar);
            }
        }
    }

    fn table_or_list(&mut self, items: &'v [Value], level: usize) {
        match Shape::of_items(items) {
            Some(shape) => self.table(items, &shape, level),
            None => self.list(items, level),
        }
    }

    /// Writes values on the header's line if all are scalars, else each as an item.
    fn list(&mut self, items: &'v [Value], level: usize) {
        self.brackets(items.len(), false);
        self.out.push(':');
        if items.iter().any(|item| matches!(item, Value::Array(_) | Value::Object(_))) {
            self.open.push(Open::Items(items, level + 1));
            return;
        }
        for (at, item) in items.iter().enumerate() {
            self.out.push(if at == 0 { ' ' } else { self.options.delimiter.as_char() });
            self.scalar(item);
        }
    }

    fn table(&mut self, items: &'v [Value], shape: &Shape<'v>, level: usize) {
        self.brackets(items.len(), false);
        self.columns(&shape.columns);
        self.out.push(':');
        for item in items {
            self.new_line(level + 1);
            self.cells(item, shape);
        }
    }

    fn keyed_table(&mut self, entries: &'v Entries, shape: &Shape<'v>, level: usize) {
        self.brackets(entries.len(), true);
        self.columns(&shape.columns);
        self.out.push(':');
        for (key, value) in entries {
            self.new_line(level + 1);
            push_key(self.out, key);
            self.out.push_str(": ");
            self.cells(value, shape);
        }
    }

    fn brackets(&mut self, length: usize, keyed: bool) {
        self.out.push('[');
        push_integer(self.out, length);
        if keyed {
            self.out.push(':');
        }
        if self.options.delimiter != Delimiter::Comma {
            self.out.push(self.options.delimiter.as_char());
        }
        self.out.push(']');
    }

    fn columns(&mut self, columns: &[Column<'v>]) {
        self.out.push('{');
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                self.out.push(self.options.delimiter.as_char());
            }
            push_key(self.out, column.name);
            if let Some(group) = &column.group {
                self.columns(&group.columns);
            }
        }
        self.out.push('}');
    }

    fn cells(&mut self, row: &'v Value, shape: &Shape<'v>) {
        let Value::Object(entries) = row else { return };
        let mut first = true;
        shape.cells(entries, &mut |value| {
            if !first {
                self.out.push(self.options.delimiter.as_char());
            }
            first = false;
            self.scalar(value);
        });
    }

    fn scalar(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Value::Number(number) => number.push_to(self.out),
            Value::String(text) => push_text(self.out, text, self.options.delimiter),
            Value::Array(_) | Value::Object(_) => {}
        }
    }
}
