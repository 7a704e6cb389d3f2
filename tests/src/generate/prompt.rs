//! Templates, and the ways to write one down.

use super::types::{self, Input, Kind};
use super::{Random, inputs_of};

/// What a template may refer to.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    inputs: &'a [Input],
    /// Innermost last.
    bindings: Vec<(&'static str, Kind)>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(inputs: &'a [Input]) -> Self {
        Self { inputs, bindings: Vec::new() }
    }

    fn hides(&self, name: &str) -> bool {
        self.bindings.iter().any(|(bound, _)| *bound == name)
    }

    fn with(&self, bindings: Vec<(&'static str, Kind)>) -> Self {
        let mut inner = self.clone();
        inner.bindings.extend(bindings);
        inner
    }

    /// A random value in scope.
    fn path(&self, random: &mut Random) -> String {
        let visible =
            |index: usize, name: &str| self.bindings[index + 1..].iter().all(|(later, _)| *later != name);
        let bound: Vec<_> = self
            .bindings
            .iter()
            .enumerate()
            .filter(|(index, (name, _))| visible(*index, name))
            .map(|(_, binding)| binding)
            .collect();
        let (mut path, mut kind) = if !bound.is_empty() && (self.hides("inputs") || random.one_in(2)) {
            let (name, kind) = random.pick(&bound);
            ((*name).to_owned(), kind)
        } else {
            let input = &self.inputs[random.below(self.inputs.len())];
            (format!("inputs.{}", input.name), &input.kind)
        };
        while let Kind::Object(fields) = kind {
            if random.one_in(4) {
                break;
            }
            let (name, field) = &fields[random.below(fields.len())];
            path = format!("{path}.{name}");
            kind = field;
        }
        path
    }
}

/// A template.
pub(super) fn template(random: &mut Random, scope: &Scope<'_>) -> String {
    let mut out = String::new();
    part(random, scope, 3, &mut out);
    out
}

fn part(random: &mut Random, scope: &Scope<'_>, depth: usize, out: &mut String) {
    for _ in 0..1 + random.below(depth + 2) {
        match random.below(if depth == 0 { 6 } else { 11 }) {
            0..=2 => out.push_str(random.pick(TEXTS)),
            3 | 4 => {
                let path = scope.path(random);
                *out += &tag(random, &path);
            }
            5 if !scope.hides("env") => {
                let name = random.pick(&["A", "_", "inputs", "UNSET"]);
                *out += &tag(random, &format!("env.{name}"));
            }
            6..=8 if !scope.hides("inputs") => each(random, scope, depth, out),
            9 | 10 if !scope.hides("inputs") => branch(random, scope, depth, out),
            _ => out.push_str("{{x}}"),
        }
    }
}

/// Text as a template writes it. None ends in a space or line feed, see [`block`].
const TEXTS: &[&str] = &[
    "a",
    " ",
    "\n",
    "\n\n",
    "text, with \"quotes\" and \\n",
    "{{",
    "}}",
    "{{{{",
    "# x",
    "- ",
    "é 日本 🚀",
    "[1]: x",
    "key: value",
    "\n  indented",
    "\u{1}",
    "`code`",
    "\n\"\\",
    "\ta",
    "\u{2028}",
    "/* */ //",
];

/// A tag, with white space where it may stand.
fn tag(random: &mut Random, content: &str) -> String {
    let space = |random: &mut Random| if random.one_in(6) { random.pick(&[" ", "\n", "\t"]) } else { "" };
    let (before, after) = (space(random), space(random));
    format!("{{{before}{content}{after}}}")
}

/// What stands behind a block tag.
fn line_end(random: &mut Random) -> &'static str {
    random.pick(&["", "\n", "\n", " \n", "\n\n"])
}

fn each(random: &mut Random, scope: &Scope<'_>, depth: usize, out: &mut String) {
    let lists = inputs_of(scope.inputs, |kind| matches!(kind, Kind::Array(_)));
    let list = random.pick(&lists);
    let Kind::Array(element) = &list.kind else { return };
    let (item, mut bound) = match element.as_ref() {
        Kind::Object(fields) if random.one_in(2) => {
            let mut fields = fields.clone();
            fields.truncate(1 + random.below(fields.len()));
            let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            (format!("{{{}}}", names.join(random.pick(&[",", ", ", " , "]))), fields)
        }
        element => {
            let name = types::name(random);
            (name.to_owned(), vec![(name, element.clone())])
        }
    };
    let mut content = format!("#each inputs.{} as {item}", list.name);
    let index = types::name(random);
    if random.one_in(2) && bound.iter().all(|(name, _)| *name != index) {
        content += &format!("{}{index}", random.pick(&[",", ", ", " ,"]));
        bound.push((index, Kind::Number));
    }
    *out += &tag(random, &content);
    out.push_str(line_end(random));
    part(random, &scope.with(bound), depth - 1, out);
    if random.one_in(2) {
        *out += &tag(random, ":else");
        out.push_str(line_end(random));
        part(random, scope, depth - 1, out);
    }
    *out += &tag(random, "/each");
    out.push_str(line_end(random));
}

fn branch(random: &mut Random, scope: &Scope<'_>, depth: usize, out: &mut String) {
    let flags = inputs_of(scope.inputs, |kind| matches!(kind, Kind::Boolean));
    let condition = |random: &mut Random| {
        let name = random.pick(&flags).name;
        format!("{}inputs.{name}", random.pick(&["", "", "!", "! "]))
    };
    let content = format!("#if {}", condition(random));
    *out += &tag(random, &content);
    out.push_str(line_end(random));
    part(random, scope, depth - 1, out);
    for _ in 0..random.below(3) {
        let content = format!(":else if {}", condition(random));
        *out += &tag(random, &content);
        out.push_str(line_end(random));
        part(random, scope, depth - 1, out);
    }
    if random.one_in(2) {
        *out += &tag(random, ":else");
        out.push_str(line_end(random));
        part(random, scope, depth - 1, out);
    }
    *out += &tag(random, "/if");
    out.push_str(line_end(random));
}

/// A template as a block, if a block can hold it; otherwise in quotes.
pub(super) fn block(template: &str) -> String {
    // A line of white space becomes empty, and empty lines at the end are dropped.
    let blank = |line: &str| !line.is_empty() && line.trim_matches([' ', '\t', '\r']).is_empty();
    if template.split('\n').any(blank) || template.ends_with('\n') {
        return quoted(template);
    }
    let lines: Vec<String> = template
        .split('\n')
        .map(|line| if line.is_empty() { String::new() } else { format!("  {line}") })
        .collect();
    format!(" |\n{}", lines.join("\n"))
}

/// A template in quotes.
pub(super) fn quoted(template: &str) -> String {
    let mut out = String::from(" \"");
    for c in template.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
