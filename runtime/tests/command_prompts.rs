//! The command over folders of prompt files, run as a user runs it.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

const FILES: &[(&str, &str)] = &[
    (
        "prompts/desk.md",
        "---\nclinic: tenant.clinic\ntoday: date.today\n---\nAt {{clinic}} on {{today}}.\n\n[[kit/hours]]\n",
    ),
    ("prompts/kit/hours.md", "---\nhours: clinic.hours\n---\nOpen {{hours}}.\n"),
    ("prompts/notes.txt", "[[not a prompt file"),
    ("stored/kit/hours.md", "Closed.\n"),
    ("tenant.json", "{\"clinic\": \"Fjord\", \"more\": null}"),
    ("values.json", "{\"clinic.hours\": \"nine to five\"}"),
];

struct Run {
    status: i32,
    out: String,
    err: String,
}

/// A folder of files for one test, in the folder that cargo gives to tests.
fn folder(name: &str, more: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-prompts").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in FILES.iter().chain(more) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn agentc(folder: &Path, arguments: &str) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_agentc"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_set_is_checked() {
    let folder = folder("check", &[]);
    let run = agentc(&folder, "check --root prompts");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "2 files: no errors\n", ""));
}

#[test]
fn files_that_nothing_reaches_are_checked_too() {
    let ring = [
        ("prompts/one.md", "[[two]]\n"),
        ("prompts/two.md", "[[one]]\n"),
        ("prompts/kit/hours.md", "Open {{hours}}.\n[[nowhere]]\n"),
    ];
    let folder = folder("ring", &ring);
    let run = agentc(&folder, "check --root prompts --format json");
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let list: Vec<String> = found["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| {
            format!(
                "{}:{} {}",
                found["file"].as_str().unwrap(),
                found["line"],
                found["code"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(list, ["prompts/kit/hours.md:1 A507", "prompts/kit/hours.md:2 A502", "prompts/two.md:1 A503"]);
    assert_eq!(run.status, 1);
    // Only what is named, and each mistake once.
    let run = agentc(&folder, "check --root prompts one kit/hours");
    assert_eq!((run.status, run.err.matches("error[").count()), (1, 3), "{}", run.err);
    assert!(run.err.contains(" --> prompts/kit/hours.md:1:6\n"), "{}", run.err);
    // A loop is one mistake, whichever of its files are entries.
    let run = agentc(&folder, "check --root prompts two one");
    assert_eq!((run.status, run.err.matches("error[").count()), (1, 1), "{}", run.err);
    assert!(
        run.err.contains("`one` → `two` → `one`") && run.err.contains(" --> prompts/one.md:1:1\n"),
        "{}",
        run.err
    );
}

#[test]
fn an_entry_is_rendered() {
    let folder = folder("render", &[]);
    let given =
        "render desk --root prompts --tenant tenant.json --values values.json --now 2026-11-30T09:00:00Z";
    let run = agentc(&folder, given);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "At Fjord on 2026-11-30.\n\nOpen nine to five."),
        "{}",
        run.err
    );
    let run = agentc(&folder, &format!("{given} --overlay stored --format json"));
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let compiled = "At {{clinic}} on {{today}}.\n\nClosed.";
    let expected = json!({
        "ok": true, "compiled": compiled, "rendered": "At Fjord on 2026-11-30.\n\nClosed.", "diagnostics": []
    });
    assert_eq!(found, expected);
}

#[test]
fn a_value_that_is_missing_is_shown_where_it_is_declared() {
    let folder = folder("missing", &[]);
    let run = agentc(&folder, "render desk --root prompts --tenant tenant.json");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("error[A513]: there is no resolver key `clinic.hours`"), "{}", run.err);
    assert!(run.err.contains(" --> prompts/kit/hours.md:2:1\n"), "{}", run.err);
}

#[test]
fn a_graph_is_printed() {
    let folder = folder("graph", &[("prompts/extra.md", "[[gone]]")]);
    let run = agentc(&folder, "graph --root prompts");
    assert_eq!(
        run.out, "desk\n  kit/hours (line 7)\nextra\n  gone (line 1, which is not there)\nkit/hours\n",
        "{}",
        run.err
    );
    let run = agentc(&folder, "graph --root prompts --format json");
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["files"][0]["pulls"], json!([{"path": "kit/hours", "line": 7, "missing": false}]));
}

#[test]
fn an_entry_is_expanded() {
    let run = agentc(&folder("expand", &[]), "expand desk --root prompts");
    assert!(run.out.starts_with(
        "// @generated by agentc from prompts/desk.md; print it with `agentc expand desk --root prompts`.\n"
    ));
    assert!(run.out.contains("pub struct Values<'a> {"), "{}", run.out);
}

#[test]
fn a_folder_that_is_not_there_and_a_command_line_that_is_wrong() {
    let folder = folder("wrong", &[]);
    let run = agentc(&folder, "check --root nowhere");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("there is no such folder"), "{}", run.err);
    let absolute = folder.join("nowhere").display().to_string();
    let run = agentc(&folder, &format!("check --root {absolute}/"));
    assert!(run.err.contains(&format!("--> {absolute}\n")), "{}", run.err);
    assert_eq!(agentc(&folder, "render desk --tenant tenant.json").status, 2);
    assert_eq!(agentc(&folder, "render desk --root prompts --now yesterday").status, 2);
    assert_eq!(agentc(&folder, "check").status, 2);
}
