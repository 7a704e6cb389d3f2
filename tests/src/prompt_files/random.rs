//! Random sets of prompt files.

use serde_json::Value as Json;

use super::Case;
use crate::generate::Random;

/// A set that compiles, most likely: files pull in only files of a higher number.
#[must_use]
pub fn case(number: usize, random: &mut Random) -> Case {
    let count = 1 + random.below(7);
    let mut case = Case { id: format!("random/{number}"), entry: "f0".to_owned(), ..Case::default() };
    for file in 0..count {
        let text = text(file, count, random);
        case.files.insert(format!("f{file}"), text);
        if random.one_in(4) {
            let stored = self::text(file, count, random);
            case.overlay.insert(format!("f{file}"), stored);
        }
    }
    for name in 0..NAMES {
        if !random.one_in(6) {
            case.tenant.insert(format!("v{name}"), Some(random.pick(VALUES).to_owned()));
        }
    }
    case.values.insert("deployment.key".to_owned(), Json::from(*random.pick(&[&"k", &"{{a}}"])));
    case
}

/// Names are bound alike in all files.
const NAMES: usize = 5;

const VALUES: &[&str] = &["", "x", "{{n0}}", "\\{{", "[[f1]]", " é\r\n", "\"quoted\" \\ text", "---"];

const PIECES: &[&str] = &[
    "text", " ", "\t", "é👋", "\\[[", "\\{{", "\\\\{{", "{", "}}", "]]", "[", "{{ n0 }}", "{{n-0}}", "---",
    "\\", "\"", "\u{2028}", "{{{", "'", "$", "\\n",
];

fn text(file: usize, count: usize, random: &mut Random) -> String {
    let end = *random.pick(&[&"\n", &"\n", &"\r\n", &"\r"]);
    let mut lines = Vec::new();
    let declared: Vec<usize> = (0..NAMES).filter(|_| random.one_in(2)).collect();
    if !declared.is_empty() || random.one_in(3) {
        lines.push("---".to_owned());
        lines.extend(declared.iter().map(|name| declaration(*name)));
        lines.push("--- ".to_owned());
    } else {
        // A first line of dashes would open a block.
        lines.push(String::new());
    }
    for _ in 0..random.below(8) {
        if file + 1 < count && random.one_in(3) {
            lines.push(format!(" [[f{}]]\t", file + 1 + random.below(count - file - 1)));
            continue;
        }
        let mut line = String::new();
        for _ in 0..random.below(6) {
            match declared.get(random.below(8)) {
                Some(name) => line += &format!("{{{{n{name}}}}}"),
                None => line += random.pick(PIECES),
            }
        }
        // Two single brackets that meet are a pair.
        lines.push(line.replace("[[", "[").replace("\\[", "\\[["));
    }
    lines.join(end)
}

fn declaration(name: usize) -> String {
    match name {
        0 => "n0: deployment.key".to_owned(),
        1 => "n1:\n  from: tenant.v1\n  default: \"a \\ default\"".to_owned(),
        name => format!("n{name}:\n  from: tenant.v{name}\n  args: {{ b: 'x', a: 1 }}"),
    }
}
