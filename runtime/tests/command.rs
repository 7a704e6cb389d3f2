//! The command, run as a user runs it.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::path::PathBuf;

mod program;

use program::agentc;
use serde_json::{Value, json};

const BRIEF: &str = "\
agent: brief
model: claude-opus-4-7
description: Writes briefs.
inputs[3]{name,type}:
  audience,string
  count,number
  note?,short|long
prompt: |
  Brief {inputs.audience}, {inputs.count} words{#if inputs.note}
";

const GOOD: &str = "\
agent: good
model: m
inputs[3]{name,type}:
  audience,string
  count,number
  tone?,warm|dry
prompt: |
  For {inputs.audience}: {inputs.count} words, {inputs.tone}, {env.TEAM}.
";

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    program::folder("command", name, files)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn check_finds_all_files_of_a_folder_and_counts_what_is_wrong() {
    let folder = folder("check", &[("a/good.agent", GOOD), ("a/b/brief.agent", BRIEF), ("a/notes.txt", "x")]);
    let run = agentc(&folder, &["check", "a"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("error[A412]: this `#if` is never closed"), "{}", run.err);
    assert!(run.err.contains("error[A411]: `inputs.note` is an enum and not a boolean"), "{}", run.err);
    assert!(run.err.contains("--> a/b/brief.agent:9:48"), "{}", run.err);
    assert!(run.err.contains("9 |   Brief {inputs.audience}"), "{}", run.err);
    assert!(run.err.ends_with("2 errors; `agentc explain A412` says more\n"), "{}", run.err);
    assert!(!run.err.contains('\u{1b}'), "colours are for terminals: {}", run.err);

    let run = agentc(&folder, &["check", "a/good.agent", "a/good.agent"], "");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "1 file: no errors\n", ""));
}

#[test]
fn check_answers_programs_in_json() {
    let folder = folder("check-json", &[("brief.agent", "agent: b\nmodel: m\npromt: é {x}\n")]);
    let run = agentc(&folder, &["check", "brief.agent", "--format", "json"], "");
    assert_eq!(run.status, 1);
    assert_eq!(
        json(&run.out),
        json!({"ok": false, "diagnostics": [{
            "severity": "error", "code": "A301", "message": "there is no key `promt`",
            "file": "brief.agent", "line": 3, "col": 1, "help": "did you mean `prompt`?",
        }]})
    );
    assert_eq!(run.err, "");
}

#[test]
fn warnings_do_not_fail_a_check() {
    let text =
        "agent: w\nmodel: m\ninputs[1]{name,type}:\n  on,boolean\nprompt: |\n  a {#if inputs.on}\n  b{/if}\n";
    let folder = folder("warnings", &[("w.agent", text)]);
    let run = agentc(&folder, &["check", "w.agent"], "");
    assert_eq!(run.status, 0);
    assert!(run.err.contains("warning[A902]"), "{}", run.err);
}

#[test]
fn what_cannot_be_read_is_an_error_with_its_path() {
    let folder = folder("unreadable", &[("empty/readme.txt", ""), ("good.agent", GOOD)]);
    std::fs::write(folder.join("latin1.agent"), b"agent: caf\xe9\n").unwrap();
    for (path, message) in [
        ("nowhere.agent", "error[A101]: there is no such file\n --> nowhere.agent"),
        (
            "empty",
            "error[A103]: there is no `.agent` file and no Lua prompt in this folder or below it\n --> empty",
        ),
        (
            "latin1.agent",
            "error[A102]: the file is not UTF-8: the byte 0xE9 does not belong here\n --> latin1.agent:1:11",
        ),
        (
            "empty/readme.txt",
            "error[A107]: this is not a prompt file, whose name ends in `.agent`\n --> empty/readme.txt",
        ),
    ] {
        let run = agentc(&folder, &["check", "good.agent", path], "");
        assert_eq!(run.status, 1, "{path}");
        let err = run.err.replace("\n-->", "\n -->");
        assert!(err.contains(message), "{path}: {err}");
    }
    let run = agentc(&folder, &["render", "empty"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("error[A103]: this is a folder, not a file"), "{}", run.err);
}

#[test]
fn render_prints_the_text_and_nothing_else() {
    let folder = folder("render", &[("good.agent", GOOD), ("in.json", r#"{"audience":"you","count":1e1}"#)]);
    let run = agentc(&folder, &["render", "good.agent", "--inputs", "in.json"], "");
    assert_eq!((run.status, run.out.as_str()), (0, "For you: 10 words, , core."));

    let arguments = [
        "render",
        "good.agent",
        "--inputs",
        "-",
        "--set",
        "count=2",
        "--set",
        "tone=dry",
        "--env",
        "TEAM=x=y",
    ];
    let run = agentc(&folder, &arguments, r#"{"audience":"me","count":1}"#);
    assert_eq!((run.status, run.out.as_str()), (0, "For me: 2 words, dry, x=y."));

    let run = agentc(&folder, &["render", "good.agent", "--inputs", "in.json", "--part", "system"], "");
    assert_eq!(run.out, "You are good.");

    let run = agentc(&folder, &["render", "good.agent", "--inputs", "in.json", "--format", "json"], "");
    assert_eq!(
        json(&run.out),
        json!({"ok": true, "prompt": "For you: 10 words, , core.", "system": "You are good."})
    );
}

#[test]
fn render_lists_every_value_that_does_not_fit() {
    let folder = folder("values", &[("good.agent", GOOD)]);
    let arguments = ["render", "good.agent", "--inputs", "-", "--set", "tone=dri", "--format", "json"];
    let run = agentc(&folder, &arguments, r#"{"count":"1","extra":null,"audience":null}"#);
    assert_eq!(run.status, 1);
    let answer = json(&run.out);
    let found: Vec<(&str, &str)> = answer["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|diagnostic| (diagnostic["code"].as_str().unwrap(), diagnostic["path"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [("A324", "extra"), ("A322", "audience"), ("A322", "count"), ("A323", "tone")]);

    let run = agentc(&folder, &["render", "good.agent", "--set", "count=many", "--set", "audience=12"], "");
    assert!(run.err.contains("`count` is a number, and `many` is not JSON"), "{}", run.err);
}

#[test]
fn values_that_are_not_json_are_shown_in_their_file() {
    let folder = folder("not-json", &[("good.agent", GOOD), ("in.json", "{\n  \"é\": 1,,\n}")]);
    let run = agentc(&folder, &["render", "good.agent", "--inputs", "in.json"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("error[A326]: the values are not JSON: key must be a string"), "{}", run.err);
    assert!(run.err.contains("--> in.json:2:10"), "{}", run.err);
    for (input, place) in
        [("", "<standard input>:1:1"), ("[1", "<standard input>:1:"), ("{\"a\":\n\n", "<standard input>:")]
    {
        let run = agentc(&folder, &["render", "good.agent", "--inputs", "-"], input);
        assert_eq!(run.status, 1);
        assert!(run.err.contains(place), "{input:?}: {}", run.err);
    }
    let run = agentc(&folder, &["render", "good.agent", "--inputs", "-"], "[]");
    assert!(run.err.contains("the whole value must be an object, and is an array"), "{}", run.err);
}

#[test]
fn expand_prints_the_module() {
    let folder = folder("expand", &[("agents/good.agent", GOOD)]);
    let run = agentc(&folder, &["expand", "agents/good.agent"], "");
    assert_eq!(run.status, 0);
    assert!(run.out.starts_with("// @generated by agentc from agents/good.agent;"), "{}", run.out);
    assert!(run.out.contains("pub struct Inputs {"), "{}", run.out);
}

#[test]
fn explain_prints_the_page_of_a_code() {
    let folder = folder("explain", &[("x", "")]);
    let run = agentc(&folder, &["explain", "a404"], "");
    assert!(run.out.starts_with("# A404: an undeclared input\n"), "{}", run.out);
    let run = agentc(&folder, &["explain"], "");
    assert!(run.out.contains("A404  an undeclared input\n"), "{}", run.out);
    let run = agentc(&folder, &["explain", "A4O4"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.starts_with("error: there is no code `A4O4`"), "{}", run.err);
}

#[test]
fn a_wrong_command_line_ends_with_status_2() {
    let folder = folder("usage", &[("x", "")]);
    for arguments in
        [&["check"][..], &["chek"], &["render", "a", "--set", "x"], &["render", "a", "--set", "=1"], &[]]
    {
        let run = agentc(&folder, arguments, "");
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains("--help") || run.err.contains("Usage"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn sub_agents_are_looked_for_beside_their_user() {
    let user = |uses: &str| format!("agent: user\nmodel: m\nuses[1]: {uses}\nprompt: Hi\n");
    let folder = folder(
        "uses",
        &[
            ("a/user.agent", &user("critic")),
            ("a/critic.agent", "agent: critic\nmodel: m\nprompt: {\n"),
            ("b/user.agent", &user("critic")),
            ("c/user.agent", &user("critic")),
            ("c/critic.agent", "agent: other\nmodel: m\nprompt: Hi\n"),
        ],
    );
    let run = agentc(&folder, &["check", "a/user.agent"], "");
    assert_eq!(run.status, 0, "a sub-agent's own errors are reported in its file: {}", run.err);
    let run = agentc(&folder, &["check", "b"], "");
    assert!(
        run.err.contains("error[A105]: the sub-agent `critic` has no file: b/critic.agent"),
        "{}",
        run.err
    );
    assert!(run.err.contains("b/user.agent:3:1"), "{}", run.err);
    let run = agentc(&folder, &["check", "c/user.agent"], "");
    assert!(run.err.contains("error[A106]"), "{}", run.err);
}
