//! Names, types, and the tables that declare them.

use super::Random;

/// A type.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    String,
    Number,
    Boolean,
    Enum(Vec<&'static str>),
    Object(Vec<(&'static str, Kind)>),
    Array(Box<Kind>),
}

/// An input or output.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) optional: bool,
    pub(super) kind: Kind,
}

/// Names that mean something to Rust, to the emitted code or to the format, and some that do not.
const NAMES: &[&str] = &[
    "type",
    "self",
    "self_",
    "Self",
    "Self_",
    "super",
    "crate",
    "_",
    "__",
    "r",
    "r_type",
    "async",
    "await",
    "dyn",
    "gen",
    "try",
    "yield",
    "union",
    "fn",
    "match",
    "move",
    "static",
    "Option",
    "String",
    "Vec",
    "Some",
    "None",
    "Ok",
    "Err",
    "Result",
    "Default",
    "Clone",
    "Debug",
    "str",
    "bool",
    "f64",
    "u8",
    "usize",
    "core",
    "std",
    "alloc",
    "agentc",
    "Prompt",
    "Env",
    "Spec",
    "SPEC",
    "Inputs",
    "Outputs",
    "inputs",
    "env",
    "out",
    "item",
    "item2",
    "i",
    "i2",
    "size",
    "row",
    "value",
    "lead",
    "entries",
    "field_0",
    "field_1",
    "decoder",
    "decode",
    "ALL",
    "as_str",
    "from_str",
    "from_json",
    "prompt_size",
    "system_size",
    "render",
    "render_into_with",
    "system",
    "text",
    "json",
    "string",
    "number",
    "boolean",
    "each",
    "if",
    "else",
    "as",
    "this",
    "a",
    "b",
    "A",
    "B",
    "a_b",
    "aB",
    "x1",
    "title",
    "Titles",
    "place",
    "len",
    "iter",
    "is_empty",
    "true",
    "false",
    "null",
];

const VALUES: &[&str] = &[
    "a", "b", "A", "a-b", "a_b", "A_B", "aB", "self", "Self", "Self_", "-", "_", "--", "1", "2", "05", "1-a",
    "true", "false", "null", "None", "Some", "Ok", "type", "ALL", "string", "number", "crate", "as_str",
    "-1",
];

/// A name.
pub(super) fn name(random: &mut Random) -> &'static str {
    random.pick(NAMES)
}

fn different(random: &mut Random, from: &[&'static str], count: usize) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    while names.len() < count {
        let name = random.pick(from);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A type, with objects and arrays in it down to `depth`.
fn kind(random: &mut Random, depth: usize) -> Kind {
    match random.below(if depth == 0 { 5 } else { 12 }) {
        0 | 1 => Kind::String,
        2 => Kind::Number,
        3 => Kind::Boolean,
        4 => {
            let count = 2 + random.below(4);
            Kind::Enum(different(random, VALUES, count))
        }
        5..=7 => object(random, depth - 1),
        8 => keyed(random, depth - 1),
        9 => Kind::Array(Box::new(kind_but_array(random, 0))),
        _ => Kind::Array(Box::new(object(random, depth - 1))),
    }
}

fn kind_but_array(random: &mut Random, depth: usize) -> Kind {
    match kind(random, depth) {
        Kind::Array(element) => *element,
        other => other,
    }
}

fn object(random: &mut Random, depth: usize) -> Kind {
    let count = 1 + random.below(4);
    let names = different(random, NAMES, count);
    Kind::Object(names.into_iter().map(|name| (name, kind(random, depth))).collect())
}

/// An object of objects with the same fields, in another order now and then, or not quite the same.
fn keyed(random: &mut Random, depth: usize) -> Kind {
    let count = 1 + random.below(3);
    let Kind::Object(mut fields) = object(random, depth.min(1)) else {
        return Kind::String;
    };
    let rows = different(random, NAMES, count).into_iter().map(|name| {
        match random.below(6) {
            0 => fields.rotate_left(1),
            1 => fields[0].1 = kind(random, 0),
            _ => {}
        }
        (name, Kind::Object(fields.clone()))
    });
    Kind::Object(rows.collect())
}

/// Inputs or outputs: some of any type, and one of each that a block tag needs.
pub(super) fn inputs(random: &mut Random) -> Vec<Input> {
    let count = 3 + random.below(6);
    let names = different(random, NAMES, count);
    let inputs = names.into_iter().enumerate().map(|(index, name)| Input {
        name,
        optional: random.one_in(3),
        kind: match index {
            0 => Kind::Boolean,
            1 => Kind::Array(Box::new(object(random, 2))),
            2 => Kind::Array(Box::new(kind_but_array(random, 1))),
            _ => kind(random, 3),
        },
    });
    inputs.collect()
}

/// A table of names and types, or a list of objects.
pub(super) fn table(key: &str, inputs: &[Input]) -> String {
    let mut table = format!("{key}[{}]{{name,type}}:", inputs.len());
    for Input { name, optional, kind } in inputs {
        let mark = if *optional { "?" } else { "" };
        table += &format!("\n  \"{name}{mark}\",\"{}\"", written(kind));
    }
    table
}

/// Typed tools.
pub(super) fn tools(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    let names = different(random, NAMES, count);
    let mut table = format!("tools[{count}]{{name,input}}:");
    for name in names {
        table += &format!("\n  \"{name}\",\"{}\"", written(&object(random, 2)));
    }
    table
}

fn written(kind: &Kind) -> String {
    match kind {
        Kind::String => "string".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Enum(values) => values.join("|"),
        Kind::Array(element) => format!("{}[]", written(element)),
        Kind::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, kind)| format!("{name}:{}", written(kind))).collect();
            format!("{{{}}}", fields.join(";"))
        }
    }
}
