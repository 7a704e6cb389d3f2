//! The block of declarations at the top of a file (section 3 of the prompt file specification).
//!
//! In: the text of a file. Out: its declarations, and where its body begins. The block is not YAML.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use memchr::{memchr, memmem};

use super::arguments;
use super::key::{blanks, identifier_length, is_blank, is_identifier, is_key, trim};
use super::message::quoted;
use super::read::{Declaration, Details, Read};
use crate::diagnostic::{Code, Sink, did_you_mean};
use crate::source::Span;
use crate::suggest;

/// Reads the block, if there is one. Returns where the body begins; none if the block never ends.
pub(super) fn read(text: &str, read: &mut Read, sink: &mut Sink) -> Option<usize> {
    let mut lines = Lines { text, at: 0, number: 0 };
    let first = lines.next();
    let Some(opening) = first.filter(|line| is_fence(line.text)) else { return Some(0) };
    let mut block =
        Block { read, sink, text, open: None, names: BTreeSet::new(), title: false, description: false };
    // The end is looked for first: of a block without one nothing else can be said.
    let Some((end, body)) = closing(text, lines.at) else {
        let help = "end it with a line `---`, or put an empty line above it if it is text";
        let diagnostic = block
            .sink
            .at(Code::A508, opening.span(), "the block that begins here is never closed")
            .with_help(help);
        block.sink.push(diagnostic);
        return None;
    };
    block.read.declarations = Vec::with_capacity(4);
    lines.text = text.get(..end).unwrap_or_default();
    lines.for_each(|line| block.line(&line));
    block.close();
    Some(body)
}

/// Where the line that closes a block begins, and where the next one does.
fn closing(text: &str, behind_opening: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = behind_opening.checked_sub(1)?;
    loop {
        let start = at + FENCE.find(bytes.get(at..)?)? + 1;
        let end = start + 3 + blanks(bytes.get(start + 3..)?);
        match bytes.get(end) {
            None => return Some((start, end)),
            Some(b'\n') => return Some((start, end + 1)),
            Some(_) => at = end,
        }
    }
}

/// What a line that closes a block begins with, behind the line before.
static FENCE: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("\n---"));

/// Whether a line opens a block, or could close one: `---`, with nothing before it and only blanks behind.
fn is_fence(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(is_blank)
}

/// The lines of a text, one after the other.
struct Lines<'a> {
    text: &'a str,
    /// Where the next one begins.
    at: usize,
    /// The number of the last one, from 1.
    number: u32,
}

#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    start: usize,
    number: u32,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let (start, end) = (self.at, self.text.len());
        let length = memchr(b'\n', self.text.as_bytes().get(start..end).filter(|rest| !rest.is_empty())?);
        let end = length.map_or(end, |length| start + length);
        self.at = end + usize::from(length.is_some());
        self.number = self.number.saturating_add(1);
        Some(Line { text: self.text.get(start..end)?, start, number: self.number })
    }
}

impl Line<'_> {
    fn span(&self) -> Span {
        Span::new(self.start..self.start + self.text.len())
    }

    /// A part of the line.
    fn span_of(&self, value: &str) -> Span {
        let start = self.start + (value.as_ptr().addr() - self.text.as_ptr().addr());
        Span::new(start..start + value.len())
    }
}

struct Block<'a, 'r, 'f> {
    read: &'r mut Read,
    sink: &'r mut Sink<'f>,
    text: &'a str,
    open: Option<Long<'a>>,
    /// The declared names, once there are several.
    names: BTreeSet<&'a str>,
    title: bool,
    description: bool,
}

/// A declaration in the long form whose fields are being read.
struct Long<'a> {
    name: &'a str,
    span: Span,
    line: u32,
    indent: Option<&'a str>,
    key: Span,
    details: Option<Box<Details>>,
    has: [bool; 3],
    /// Something is wrong with it and has been said: it declares its name, and no more is said of it.
    is_broken: bool,
}

impl<'a> Long<'a> {
    fn new(name: &'a str, span: Span, line: u32) -> Self {
        let key = Span::new(0..0);
        Self { name, span, line, indent: None, key, details: None, has: [false; 3], is_broken: false }
    }
}

/// How many names are compared one by one.
pub(super) const FEW: usize = 16;

/// The fields of a declaration.
const FIELDS: [&str; 3] = ["from", "args", "default"];

impl<'a> Block<'a, '_, '_> {
    fn line(&mut self, line: &Line<'a>) {
        if is_blank(line.text) {
            return;
        }
        if line.text.starts_with([' ', '\t']) {
            return self.field(line);
        }
        if self.open.is_some() {
            self.close();
        }
        self.top(line);
    }

    /// A line at the margin: metadata, a declaration in the short form, or the name of one in the long form.
    fn top(&mut self, line: &Line<'a>) {
        let (name, rest) = line.text.split_at(identifier_length(line.text.as_bytes()));
        let span = Span::new(line.start..line.start + name.len());
        let Some(value) = rest.strip_prefix(':').filter(|_| !name.is_empty()).map(trim) else {
            return self.no_name(line);
        };
        if matches!(name, "title" | "description") {
            let seen = if name == "title" { &mut self.title } else { &mut self.description };
            if std::mem::replace(seen, true) {
                self.twice(name, span, "leave one of them out");
            } else if name == "title" && !value.is_empty() {
                let start = line.start + line.text.len() - rest.len() + 1;
                self.read.title = Some(Span::new(start..line.start + line.text.len()));
            }
            return;
        }
        let is_new = self.is_new(name);
        if !is_new {
            self.twice(name, span, "a name is declared once in a file; leave one of the lines out");
        }
        if value.is_empty() {
            self.open = Some(Long { is_broken: !is_new, ..Long::new(name, span, line.number) });
        } else if is_new {
            let key = self.short(line, name, value);
            self.declare(span, line.number, key, None);
        }
    }

    /// The key of a declaration in the short form.
    fn short(&mut self, line: &Line<'a>, name: &str, value: &'a str) -> Span {
        if is_key(value) {
            return line.span_of(value);
        }
        let what = format!("the value of {} is not a resolver key: {}", quoted(name), quoted(value));
        self.malformed(line, what, KEY_HELP);
        Span::new(0..0)
    }

    /// Whether a name has not been declared; keeps it.
    fn is_new(&mut self, name: &'a str) -> bool {
        // A set costs more than it saves where there are few, as there mostly are.
        if self.names.is_empty() && self.read.declarations.len() < FEW {
            let mut declared = self.read.declarations.iter();
            return !declared.any(|declared| self.text.get(declared.name.range()) == Some(name));
        }
        if self.names.is_empty() {
            let declared = self.read.declarations.iter();
            self.names.extend(declared.filter_map(|declared| self.text.get(declared.name.range())));
        }
        self.names.insert(name)
    }

    /// A line at the margin that begins with no name and colon.
    fn no_name(&mut self, line: &Line<'a>) {
        let text = trim(line.text);
        let (written, colon) = match text.split_once(':') {
            Some((written, _)) => (written, true),
            None => (text, false),
        };
        let (message, help) = if text.starts_with('#') {
            (format!("there are no comments in a block: {}", quoted(text)), "leave the line out")
        } else if text.starts_with("- ") || text == "-" {
            (format!("there are no lists in a block: {}", quoted(text)), SHAPE_HELP)
        } else if !colon {
            (format!("this line has no colon, so it declares nothing: {}", quoted(text)), SHAPE_HELP)
        } else if written.is_empty() {
            (format!("there is no name before the colon: {}", quoted(text)), SHAPE_HELP)
        } else if is_identifier(trim(written)) {
            (
                format!("a colon stands right behind its name: {}", quoted(text)),
                "leave out the space before the colon",
            )
        } else {
            let what = format!("{} is not a name", quoted(written));
            (what, "a name has letters from a to z, digits and `_`, and no digit first")
        };
        self.malformed(line, message, help);
        // What is indented under it belongs to the same mistake.
        let long = || Long { is_broken: true, ..Long::new("", line.span(), line.number) };
        self.open = text.ends_with(':').then(long);
    }

    /// An indented line.
    fn field(&mut self, line: &Line<'a>) {
        let text = trim(line.text);
        let Some(mut long) = self.open.take() else {
            let message = format!("this line is indented, and no declaration is open: {}", quoted(text));
            return self.malformed(line, message, SHAPE_HELP);
        };
        if !long.is_broken {
            self.read_field(line, text, &mut long);
        }
        self.open = Some(long);
    }

    fn read_field(&mut self, line: &Line<'a>, text: &'a str, long: &mut Long<'a>) {
        let indent = line.text.get(..blanks(line.text.as_bytes())).unwrap_or_default();
        let of = quoted(long.name);
        if *long.indent.get_or_insert(indent) != indent {
            long.is_broken = true;
            let message = format!("the fields of {of} are not indented alike: {}", quoted(text));
            return self.malformed(
                line,
                message,
                "indent every field of a declaration by the same spaces or tabs",
            );
        }
        let (name, rest) = text.split_at(identifier_length(text.as_bytes()));
        let Some(value) = rest.strip_prefix(':').filter(|_| !name.is_empty()).map(trim) else {
            long.is_broken = true;
            let message = format!("this line is no field of {of}: {}", quoted(text));
            return self.malformed(line, message, FIELDS_HELP);
        };
        let start = line.start + indent.len();
        let span = Span::new(start..start + name.len());
        let Some(field) = FIELDS.iter().position(|field| *field == name) else {
            long.is_broken = true;
            let message = format!("a declaration has no field {}, and {of} is given one", quoted(name));
            let diagnostic = self.sink.at(Code::A510, span, message);
            let diagnostic = match suggest::nearest(name, FIELDS) {
                Some(near) => did_you_mean(diagnostic, Some(near), None),
                None if matches!(name, "title" | "description") => diagnostic
                    .with_help(format!("`{name}` stands at the margin, and is about the whole file")),
                None => diagnostic.with_help(FIELDS_HELP),
            };
            return self.sink.push(diagnostic);
        };
        if let Some(has) = long.has.get_mut(field)
            && std::mem::replace(has, true)
        {
            long.is_broken = true;
            return self.twice(name, span, "leave one of them out");
        }
        let read = match name {
            "from" if is_key(value) => {
                long.key = line.span_of(value);
                Ok(())
            }
            "from" => Err(format!("{} is not a resolver key", quoted(value))),
            "args" => arguments::map(value)
                .map(|arguments| long.details.get_or_insert_default().arguments = arguments),
            _ => arguments::default(value)
                .map(|default| long.details.get_or_insert_default().default = Some(default)),
        };
        if let Err(problem) = read {
            long.is_broken = true;
            let message = format!("the field {} of {of} is malformed: {problem}", quoted(text));
            let help = if name == "from" {
                KEY_HELP
            } else {
                "see the form of a declaration: `agentc explain A509`"
            };
            self.malformed(line, message, help);
        }
    }

    /// The end of a declaration in the long form.
    fn close(&mut self) {
        let Some(long) = self.open.take() else { return };
        if long.name.is_empty() {
            return;
        }
        if !long.is_broken && !long.has.first().is_some_and(|from| *from) {
            let nothing = long.has.iter().all(|has| !has);
            let message = match nothing {
                true => format!(
                    "{} is bound to nothing: there is no key behind it and no `from` under it",
                    quoted(long.name)
                ),
                false => format!("the declaration of {} has no `from`", quoted(long.name)),
            };
            let help = "write `name: tenant.name`, or `from: tenant.name` indented under the name";
            let diagnostic = self.sink.at(Code::A509, long.span, message).with_help(help);
            self.sink.push(diagnostic);
        }
        let details = long.details.filter(|details| **details != Details::default());
        self.declare(long.span, long.line, long.key, details);
    }

    /// Keeps a declaration, a wrong one too, so that its name is known where it is used.
    fn declare(&mut self, name: Span, line: u32, key: Span, details: Option<Box<Details>>) {
        self.read.declarations.push(Declaration { name, line, key, details, is_used: false });
    }

    fn malformed(&mut self, line: &Line<'_>, message: String, help: &str) {
        let indent = blanks(line.text.as_bytes());
        let span = Span::new(line.start + indent..line.start + line.text.len());
        let diagnostic = self.sink.at(Code::A509, span, message).with_help(help);
        self.sink.push(diagnostic);
    }

    fn twice(&mut self, name: &str, span: Span, help: &str) {
        let message = format!("{} is given twice", quoted(name));
        let diagnostic = self.sink.at(Code::A511, span, message).with_help(help);
        self.sink.push(diagnostic);
    }
}

const KEY_HELP: &str =
    "a key is a namespace and a name joined by a dot, such as `tenant.clinic` or `date.today`";
const SHAPE_HELP: &str = "a block has lines such as `title: About us` and `name: tenant.name`, and under `name:` the indented \
                          fields `from`, `args` and `default`";
const FIELDS_HELP: &str =
    "the fields of a declaration are `from: key`, `args: { name: value }` and `default: text`";
