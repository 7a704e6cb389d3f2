//! The official fixtures of TOON 4.1, from the folder in `AGENTC_TOON` (absolute, or relative to
//! the workspace root). Without the variable they are ignored, and show as such.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

use std::path::{Path, PathBuf};
use std::{env, fs};

use agentc_tests::toon::{decode_case, encode_case, same};
use agentc_text::Value;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let trials = match env::var_os("AGENTC_TOON") {
        Some(folder) => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            ["encode", "decode"].iter().flat_map(|kind| trials(&root.join(&folder), kind)).collect()
        }
        None => ["encode", "decode"]
            .map(|kind| {
                Trial::test(format!("{kind} (AGENTC_TOON is not set)"), || {
                    Err("AGENTC_TOON is not set".into())
                })
                .with_ignored_flag(true)
            })
            .into(),
    };
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials(folder: &Path, kind: &'static str) -> Vec<Trial> {
    let folder = folder.join(kind);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}: no fixtures", folder.display());
    files.iter().flat_map(|file| file_trials(file, kind)).collect()
}

fn file_trials(file: &Path, kind: &'static str) -> Vec<Trial> {
    let text = fs::read_to_string(file).unwrap();
    let fixtures: Value = serde_json::from_str(&text).unwrap();
    let Some(Value::Array(tests)) = get(&fixtures, "tests") else {
        panic!("{}: no tests", file.display());
    };
    let stem = file.file_stem().unwrap().to_string_lossy();
    let trial = |test: &Value| {
        let Some(Value::String(name)) = get(test, "name") else {
            panic!("{}: a test without a name", file.display());
        };
        let test = test.clone();
        Trial::test(format!("{kind}/{stem}: {name}"), move || run(kind, &test))
    };
    tests.iter().map(trial).collect()
}

fn run(kind: &str, test: &Value) -> Result<(), Failed> {
    let input = get(test, "input").ok_or("no input")?.clone();
    let expected = get(test, "expected").unwrap_or(&Value::Null);
    let fails = get(test, "shouldError") == Some(&Value::Bool(true));
    let options = get(test, "options").cloned().unwrap_or(Value::Object(Vec::new()));
    let (case, answer, result) = match kind {
        "encode" => ("input", encode_case as fn(&str) -> String, "text"),
        _ => ("text", decode_case as fn(&str) -> String, "value"),
    };
    let case = Value::Object(vec![(case.to_owned(), input), ("options".to_owned(), options)]);
    let line = answer(&serde_json::to_string(&case)?);
    let answer: Value = serde_json::from_str(&line)?;
    match get(&answer, result) {
        None if fails && get(&answer, "ok") == Some(&Value::Bool(false)) => Ok(()),
        Some(value) if !fails && same(value, expected) => Ok(()),
        _ => Err(format!("expected {expected:?}, found {line}").into()),
    }
}

fn get<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    let Value::Object(entries) = object else {
        return None;
    };
    entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}
