//! `agentc graph`

use agentc_codegen::Loader;
use serde_json::{Value, json};

use crate::args::{Format, Graph};
use crate::{Outcome, report, set};

pub(crate) fn run(args: &Graph) -> Outcome {
    let set = match set::read(&mut Loader::new(""), &args.root, None) {
        Ok(set) => set,
        Err(diagnostics) => return report::outcome(&diagnostics, args.format),
    };
    let paths = set.paths();
    let mut text = String::new();
    let mut files = Vec::new();
    for path in &paths {
        text.push_str(path);
        text.push('\n');
        let mut pulls = Vec::new();
        for reference in set.references(path) {
            let is_there = paths.binary_search(&reference.path).is_ok();
            let missing = if is_there { "" } else { ", which is not there" };
            text.push_str(&format!("  {} (line {}{missing})\n", reference.path, reference.line));
            pulls.push(json!({"path": reference.path, "line": reference.line, "missing": !is_there}));
        }
        files.push(json!({"path": path, "pulls": pulls}));
    }
    let out = match args.format {
        Format::Text => text,
        Format::Json => report::line(&json!({"ok": true, "files": Value::Array(files)})),
    };
    Outcome { out, err: String::new(), ok: true }
}
