//! YAML (1.2, core schema), as much of it as frontmatter needs.
//!
//! In: a stretch of a file. Out: its one value with the place of everything, and what is wrong. Aliases stay aliases:
//! nothing is ever expanded, so a value is no larger than its text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use super::message::quoted;
use crate::diagnostic::{Code, Sink};
use crate::source::Span;

/// How deep lists and maps of frontmatter may be inside each other.
pub(super) const MAX_DEPTH: usize = 64;

/// A value, and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) value: Value,
}

#[derive(Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Boolean(bool),
    /// None for one that does not fit 64 bits.
    Integer(Option<i64>),
    Float(f64),
    String(String),
    List,
    Map(Vec<Member>),
    Alias,
    /// Something with a tag that is not read.
    Tagged,
}

#[derive(Debug)]
pub(super) struct Member {
    /// A key as it is written, quotes resolved; none for a key that is no scalar.
    pub(super) name: Option<String>,
    pub(super) key: Span,
    pub(super) node: Node,
}

/// Members are compared only by tests, which look at names and values.
impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.node.value == other.node.value
    }
}

impl Value {
    /// What it is, for a message.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Boolean(_) => "a boolean",
            Self::Integer(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::String(_) => "a string",
            Self::List => "a list",
            Self::Map(_) => "a map",
            Self::Alias => "an alias",
            Self::Tagged => "a tagged value",
        }
    }
}

/// Reads the YAML in a stretch of the file. None if it is not YAML, which has been said then.
pub(super) fn read(text: &str, range: Range<usize>, sink: &mut Sink) -> Option<Node> {
    let yaml = text.get(range.clone())?;
    let is_foreign = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r');
    // The parser takes a null character for the end.
    if let Some(at) = yaml.find(is_foreign) {
        let at = range.start + at;
        let message = "the frontmatter has a control character in it, which YAML does not allow";
        let diagnostic = sink.at(Code::A603, Span::new(at..at + 1), message);
        sink.push(diagnostic.with_help("leave it out, or write it as an escape in double quotes"));
        return None;
    }
    let places = Places::new(yaml, range.start);
    let mut loader = Loader { sink, stack: Vec::new(), root: None };
    let mut parser = Parser::new_from_str(yaml);
    loop {
        let (event, span) = match parser.next_event()? {
            Ok(event) => event,
            Err(error) => {
                let at = places.byte(*error.marker());
                let message = format!("the frontmatter is not YAML: {}", error.info());
                let help =
                    "write one `key: value` on each line, and quotes around text with `: `, ` #` or brackets";
                let diagnostic = loader.sink.at(Code::A603, Span::new(at..at), message);
                loader.sink.push(diagnostic.with_help(help));
                return None;
            }
        };
        let span = Span::new(places.byte(span.start)..places.byte(span.end));
        match event {
            Event::StreamEnd => break,
            Event::DocumentStart(_) if loader.root.is_some() => {
                let message = "the frontmatter has more than one document in it";
                loader.sink.report(Code::A603, span, message);
                return None;
            }
            event => loader.event(event, span)?,
        }
    }
    let empty = Node { span: Span::new(range.start..range.start), value: Value::Null };
    Some(loader.root.unwrap_or(empty))
}

/// The bytes that places of the parser, which counts characters, are in the file.
struct Places {
    start: usize,
    end: usize,
    /// The byte of every character; empty if each is one byte.
    bytes: Vec<u32>,
}

impl Places {
    fn new(yaml: &str, start: usize) -> Self {
        let narrow = |(at, _)| u32::try_from(at).unwrap_or(u32::MAX);
        let bytes = if yaml.is_ascii() { Vec::new() } else { yaml.char_indices().map(narrow).collect() };
        Self { start, end: start + yaml.len(), bytes }
    }

    fn byte(&self, place: Marker) -> usize {
        let at = if self.bytes.is_empty() {
            self.start + place.index()
        } else {
            self.bytes.get(place.index()).map_or(self.end, |&at| self.start + at as usize)
        };
        at.min(self.end)
    }
}

struct Loader<'s, 'f> {
    sink: &'s mut Sink<'f>,
    stack: Vec<Open>,
    root: Option<Node>,
}

/// A list or map whose end has not come.
struct Open {
    span: Span,
    /// None for a list, whose elements nobody asks for.
    map: Option<Map>,
    is_tagged: bool,
}

#[derive(Default)]
struct Map {
    members: Vec<Member>,
    /// Where each key first stands. A quoted `1` and a plain one are two keys.
    seen: BTreeMap<(bool, String), Span>,
    /// The key whose value is to come.
    key: Option<(Option<String>, Span)>,
}

impl Loader<'_, '_> {
    /// Takes an event. None if nothing more is to be read.
    fn event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::Scalar(text, style, _, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                let value = scalar(&text, is_plain, tag.as_deref());
                let is_string = matches!(value, Value::String(_));
                self.node(Node { span, value }, Some((is_string, text.into_owned())));
            }
            Event::Alias(_) => self.node(Node { span, value: Value::Alias }, None),
            Event::SequenceStart(_, tag) => self.open(span, None, tag.is_some())?,
            Event::MappingStart(_, tag) => self.open(span, Some(Map::default()), tag.is_some())?,
            Event::SequenceEnd | Event::MappingEnd => {
                let open = self.stack.pop()?;
                let value = match open.map {
                    _ if open.is_tagged => Value::Tagged,
                    Some(map) => Value::Map(map.members),
                    None => Value::List,
                };
                self.node(Node { span: Span { end: span.end.max(open.span.end), ..open.span }, value }, None);
            }
            _ => {}
        }
        Some(())
    }

    fn open(&mut self, span: Span, map: Option<Map>, is_tagged: bool) -> Option<()> {
        if self.stack.len() == MAX_DEPTH {
            let message =
                format!("the frontmatter has more than {MAX_DEPTH} lists and maps inside each other");
            self.sink.report(Code::A608, span, message);
            return None;
        }
        self.stack.push(Open { span, map, is_tagged });
        Some(())
    }

    /// Puts a value where it belongs. A scalar comes with its text, and whether it is a string.
    fn node(&mut self, node: Node, scalar: Option<(bool, String)>) {
        let Some(open) = self.stack.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        let Some(map) = &mut open.map else { return };
        if let Some((name, key)) = map.key.take() {
            // A value that is not written stands nowhere.
            let span = if node.span.start == node.span.end { key } else { node.span };
            map.members.push(Member { name, key, node: Node { span, ..node } });
            return;
        }
        let name = scalar.as_ref().map(|(_, text)| text.clone());
        map.key = Some((name, node.span));
        let Some(scalar) = scalar else { return };
        match map.seen.entry(scalar) {
            Entry::Vacant(entry) => {
                entry.insert(node.span);
            }
            Entry::Occupied(entry) => {
                let message = format!("the key {} is given twice", quoted(&entry.key().1));
                let first = self.sink.place(*entry.get());
                let diagnostic = self.sink.at(Code::A607, node.span, message);
                self.sink.push(
                    diagnostic
                        .with_related(first, "it is first given here")
                        .with_help("leave one of them out"),
                );
            }
        }
    }
}

/// The value of a scalar.
fn scalar(text: &str, is_plain: bool, tag: Option<&Tag>) -> Value {
    match tag {
        None if is_plain => plain(text),
        None => Value::String(text.to_owned()),
        Some(tag) if tag.handle == "!" && tag.suffix.is_empty() => Value::String(text.to_owned()),
        Some(tag) if tag.is_yaml_core_schema() && tag.suffix == "str" => Value::String(text.to_owned()),
        Some(_) => Value::Tagged,
    }
}

/// The value of a scalar without quotes, by the core schema.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Boolean(true),
        "false" | "False" | "FALSE" => return Value::Boolean(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        _ => {}
    }
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let sign = |float: f64| Value::Float(if is_negative { -float } else { float });
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return sign(f64::INFINITY);
    }
    let is_digits =
        |text: &str, radix| !text.is_empty() && text.bytes().all(|byte| char::from(byte).is_digit(radix));
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix).filter(|digits| is_digits(digits, radix)) {
            return Value::Integer(i64::from_str_radix(digits, radix).ok());
        }
    }
    if is_digits(unsigned, 10) {
        return Value::Integer(text.parse().ok());
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_float = (is_digits(whole, 10) || whole.is_empty() && is_digits(fraction, 10))
        && (fraction.is_empty() || is_digits(fraction, 10))
        && exponent.is_none_or(|exponent| is_digits(exponent, 10));
    match unsigned.parse() {
        Ok(float) if is_float => sign(float),
        _ => Value::String(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{codes, said, with_front};
    use super::*;

    #[test]
    fn plain_scalars_are_of_the_core_schema() {
        for text in ["", "~", "null", "NULL"] {
            assert_eq!(plain(text), Value::Null, "{text}");
        }
        for (text, value) in [("0", 0), ("-0", 0), ("+12", 12), ("007", 7), ("0x1F", 31), ("0o17", 15)] {
            assert_eq!(plain(text), Value::Integer(Some(value)), "{text}");
        }
        assert_eq!(plain("9223372036854775808"), Value::Integer(None));
        for (text, value) in
            [("1.", 1.0), (".5", 0.5), ("-1.5e-3", -0.0015), ("1E2", 100.0), ("-.inf", f64::NEG_INFINITY)]
        {
            assert_eq!(plain(text), Value::Float(value), "{text}");
        }
        for text in [
            "yes", "nUll", "1_000", ".", "-", "+", "e1", "1e", "0x", "-0x1", "0b1", "1.2.3", "inf", "nan",
            "-.nan", "é",
        ] {
            assert_eq!(plain(text), Value::String(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn yaml_that_is_none() {
        for (front, place) in
            [("x: {", "6:1"), ("x: a: b", "5:5"), ("é: \"\\q\"", "5:4"), ("x: '", "5:4"), ("x: *y", "5:4")]
        {
            let found = said(&with_front(front));
            let start = format!("{place} A603 the frontmatter is not YAML: ");
            assert!(found.len() == 1 && found[0].starts_with(&start), "{front:?}: {found:?}");
        }
        assert_eq!(codes(&with_front("...\na: b")), ["6:1 A603"]);
        // A null character is no end of the frontmatter.
        assert_eq!(codes(&with_front("a: \0\nname: x")), ["5:4 A603"]);
    }

    #[test]
    fn keys_are_given_once_at_any_depth() {
        let twice = |front: &str| codes(&with_front(front));
        assert_eq!(said(&with_front("name: x")), ["5:1 A607 the key `name` is given twice"]);
        assert_eq!(twice("x: [{ a: 1, \"b\": 2, 'a': 3 }]"), ["5:21 A607"]);
        assert_eq!(twice("é: { 日: 1, 日: 2 }"), ["5:12 A607"]);
        assert_eq!(twice("1: a\n'1': b\n[1]: c\n[1]: d"), [""; 0]);
        assert_eq!(twice("args: { a: { type: string }, a: { type: string } }"), ["5:30 A607"]);
    }

    #[test]
    fn nothing_is_expanded_and_depth_is_bounded() {
        assert_eq!(codes(&with_front("a: &a [x]\nb: [*a, *a]\n*a : c")), [""; 0]);
        let nested =
            |depth: usize| codes(&with_front(&format!("x: {}{}", "[".repeat(depth), "]".repeat(depth))));
        assert_eq!(nested(MAX_DEPTH - 1), [""; 0]);
        assert_eq!(nested(MAX_DEPTH), [format!("5:{} A608", 3 + MAX_DEPTH)]);
    }
}
