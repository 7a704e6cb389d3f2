//! Rows of a table, or objects of a list: the same thing to an `.agent` file (section 3).

use agentc_text::toon::{Array, Kind, Node, Object};

use crate::diagnostic::{Code, Sink, quoted};
use crate::source::Span;

/// A row of a table whose columns are known.
pub(super) struct Row<'a> {
    object: &'a Object,
    /// Position D of its line.
    pub(super) span: Span,
    /// Its line, from 1.
    pub(super) line: usize,
}

impl<'a> Row<'a> {
    /// A row from an item of an array, if its columns are the right ones; otherwise says what is
    /// wrong, unless the header said it for all rows.
    pub(super) fn new(item: &'a Node, columns: &Columns, sink: &mut Sink) -> Option<Self> {
        let Kind::Object(object) = &item.kind else {
            return None;
        };
        let span = sink.file().line_content(item.line);
        if !columns.checked {
            let keys = object.entries.iter().map(|entry| entry.key.as_str());
            columns.check(keys, span, sink).then_some(())?;
        }
        Some(Self { object, span, line: item.line })
    }

    /// The text of a cell; reports a value of another kind.
    pub(super) fn text(&self, column: &str, sink: &mut Sink) -> Option<&'a str> {
        let entry = self.object.get(column)?;
        match &entry.value.kind {
            Kind::String(text) => Some(text),
            Kind::Invalid => None,
            other => {
                let written = &sink.file().text()[entry.value.span.clone()];
                let found = describe(other);
                let message = format!("the `{column}` {} is {found} and not a string", quoted(written));
                let diagnostic = sink.at(Code::A303, self.span, message);
                sink.push(diagnostic.with_help(format!("for a text, write it in quotes: `\"{written}\"`")));
                None
            }
        }
    }
}

/// The columns that a table must have, and those it may have.
pub(super) struct Columns {
    required: &'static [&'static str],
    optional: &'static [&'static str],
    /// Whether the header was found right, so that rows need no look.
    checked: bool,
}

impl Columns {
    /// The columns of `array`; None if its header has the wrong ones, which is reported.
    pub(super) fn of(
        array: &Array,
        required: &'static [&'static str],
        optional: &'static [&'static str],
        header: Span,
        sink: &mut Sink,
    ) -> Option<Self> {
        let mut columns = Self { required, optional, checked: false };
        if let Some(written) = &array.columns {
            if let Some(group) = written.iter().find(|column| !column.group.is_empty()) {
                let message = format!("the column `{}` cannot have columns of its own", group.name);
                sink.report(Code::A306, header, message);
                return None;
            }
            let names = written.iter().map(|column| column.name.as_str());
            columns.check(names, header, sink).then_some(())?;
            columns.checked = true;
        }
        Some(columns)
    }

    fn check<'a>(&self, names: impl Iterator<Item = &'a str>, span: Span, sink: &mut Sink) -> bool {
        let names: Vec<&str> = names.collect();
        let missing = self
            .required
            .iter()
            .filter(|name| !names.contains(name))
            .map(|name| format!("`{name}` is missing"));
        let known = |name: &&str| self.required.contains(name) || self.optional.contains(name);
        let surplus = names
            .iter()
            .filter(|name| !known(name))
            .map(|name| format!("{} is not one of them", quoted(name)));
        let problems: Vec<String> = missing.chain(surplus).collect();
        if problems.is_empty() {
            return true;
        }
        let wanted = self.required.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
        let optional: String =
            self.optional.iter().map(|name| format!(", and `{name}` where wanted")).collect();
        let message = format!("the columns are {wanted}{optional}: {}", problems.join(", "));
        sink.report(Code::A306, span, message);
        false
    }
}

/// What a value is called in a message.
pub(super) fn describe(kind: &Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool(_) => "a boolean",
        Kind::Number(_) => "a number",
        Kind::String(_) => "a string",
        Kind::Array(_) => "a list",
        Kind::Object(_) => "an object",
        Kind::Invalid => "unreadable",
    }
}
