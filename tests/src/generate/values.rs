//! Values that fit, as JSON.

use super::Random;
use super::types::{Input, Kind};

/// Strings that TOON quotes or does not, and that a template must not look at.
const STRINGS: &[&str] = &[
    "",
    "a",
    "two words",
    " a",
    "a ",
    "\\ta",
    "a\\tb",
    "true",
    "false",
    "null",
    "True",
    "0",
    "05",
    "+1",
    "-1",
    "1e5",
    "1.5",
    ".5",
    "-",
    "- a",
    "#",
    "# a",
    "[]",
    "[2]: a",
    "{a}",
    "{inputs.a}",
    "{{",
    "}}",
    "a:b",
    "a: b",
    "a,b",
    "a|b",
    "\\\"",
    "a\\\"b",
    "\\\\",
    "\\\\n",
    "a\\nb",
    "\\n",
    "\\r\\n",
    "\\u0000",
    "\\u001f",
    "\\u007f",
    "\\u2028",
    "\\ufeff",
    "\\u00a0",
    "é",
    "日本",
    "🚀",
    "{/if}\\n",
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "3.0",
    "0.5",
    "-1.5",
    "1e21",
    "1e-7",
    "0.000001",
    "123456789012345680000",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "5e-324",
    "1.7976931348623157e308",
    "0.30000000000000004",
    "1E+2",
    "10",
    "100",
];

/// Values for all inputs; optional ones are left out half of the time, and the order is any.
pub(super) fn inputs(random: &mut Random, inputs: &[Input]) -> String {
    let mut entries = Vec::new();
    for input in inputs {
        if !(input.optional && random.one_in(2)) {
            entries.push((input.name, value(random, &input.kind)));
        }
    }
    object(random, entries)
}

fn object(random: &mut Random, mut entries: Vec<(&str, String)>) -> String {
    let by = random.below(entries.len());
    entries.rotate_left(by);
    let entries: Vec<String> = entries.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", entries.join(","))
}

fn value(random: &mut Random, kind: &Kind) -> String {
    match kind {
        Kind::String => format!("\"{}\"", random.pick(STRINGS)),
        Kind::Number => random.pick(NUMBERS).to_owned(),
        Kind::Boolean => random.pick(&["true", "false"]).to_owned(),
        Kind::Enum(values) => format!("\"{}\"", random.pick(values)),
        Kind::Array(element) => {
            let count = random.below(4);
            let items: Vec<String> = (0..count).map(|_| value(random, element)).collect();
            format!("[{}]", items.join(","))
        }
        Kind::Object(fields) => {
            let entries = fields.iter().map(|(name, kind)| (*name, value(random, kind))).collect();
            object(random, entries)
        }
    }
}
