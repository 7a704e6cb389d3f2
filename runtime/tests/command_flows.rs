//! The command over Lua prompts, run as a user runs it.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::path::PathBuf;

mod program;

use program::agentc;
use serde_json::{Value, json};

const TOUR: &str = "\
---
name: tour
description: Writes a text about a town
runvil: 0
---

# Tour

## Draft

Write about {{ args }}.

```lua
return models.infer(prose)
```
";

const CREW: &str = "\
---
name: crew
description: Asks about each of several
runvil: 0
---

# Crew

## Main

```lua
local texts = {}
for i, arm in ipairs(tasks.fanout('### Worker', { 'rye', 'wheat' })) do texts[i] = arm.text end
return table.concat(texts, ' and ')
```

### Worker

About {{ item }}?

```lua
return models.infer(prose)
```
";

/// Without a title, and with a name that is no text.
const BROKEN: &str = "---\nname: 12\ndescription: d\nrunvil: 0\n---\n\n## Main\n";

/// The file of another language.
const PIECE: &str = "---\nclinic: tenant.clinic\n---\nAt {{clinic}}.\n";

const AGENT: &str = "agent: good\nmodel: m\nprompt: Hi\n";

/// A file whose only block is this, on line 10.
fn with_block(code: &str) -> String {
    format!("---\nname: n\ndescription: d\nrunvil: 0\n---\n# T\n\n## Main\n```lua\n{code}\n```\n")
}

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    program::folder("command-flows", name, files)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_run_prints_its_result_and_nothing_else() {
    let quiet = with_block("return 'For ' .. args .. '\\n'");
    let structured =
        quiet.replace("runvil: 0", "runvil: 0\nargs: {}").replace("'For ' .. args", "argv.who[2]");
    let files = [
        ("tour.md", TOUR),
        ("quiet.md", &quiet),
        ("structured.md", &structured),
        ("replies.json", " [ \"Räin \\u00e9\", \"unused\" ] \n"),
    ];
    let folder = folder("result", &files);
    for (arguments, result) in [
        (&["run", "tour.md", "--args", "Bergen", "--replies", "replies.json"][..], "Räin é"),
        (&["run", "quiet.md"], "For \n"),
        (&["run", "quiet.md", "--args", "- a list"], "For - a list\n"),
        (&["run", "structured.md", "--args", r#"{"who": [1, "me"]}"#], "me\n"),
    ] {
        let run = agentc(&folder, arguments, "");
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, result, ""), "{arguments:?}");
    }
    let run = agentc(&folder, &["run", "tour.md", "--replies", "-"], "[\"Sun.\"]");
    assert_eq!((run.status, run.out.as_str()), (0, "Sun."), "{}", run.err);
}

#[test]
fn a_run_that_fails_says_how() {
    let lua = with_block("local t = nil\nreturn t.x");
    let colours = with_block("error('\\27[31mred\\r', 0)");
    let folder = folder("fails", &[("lua.md", &lua), ("colours.md", &colours)]);
    let run = agentc(&folder, &["run", "lua.md"], "");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("error[Lua]: lua.md:11: "), "{}", run.err);
    assert!(!run.err.contains("help"), "{}", run.err);
    let run = agentc(&folder, &["run", "colours.md"], "");
    assert_eq!((run.status, run.err.as_str()), (1, "error[Lua]: \\u{1b}[31mred\\r\n"));
}

#[test]
fn a_round_without_a_reply_fails_and_says_where_replies_come_from() {
    let folder = folder(
        "no-reply",
        &[("tour.md", TOUR), ("crew.md", CREW), ("one.json", "[\"Rye.\"]"), ("none.json", "[]")],
    );
    let run = agentc(&folder, &["run", "tour.md"], "");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("error[Completion]: "), "{}", run.err);
    assert!(
        run.err.contains("no model is bound to this run\n  = help: `--replies FILE` gives"),
        "{}",
        run.err
    );

    for (file, count) in [("one.json", "`--replies` has 1 string;"), ("none.json", "`--replies` has none;")] {
        let run = agentc(&folder, &["run", "crew.md", "--replies", file], "");
        assert_eq!(run.status, 1);
        assert!(run.err.starts_with("error[Completion]: ") && run.err.contains(count), "{}", run.err);
    }
    let run = agentc(&folder, &["run", "tour.md", "--args", "Ås", "--format", "json"], "");
    let report = json(&run.out);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_eq!(report["run_error_kind"], "Completion");
    assert_eq!(report["infer"], json!(["Write about Ås."]));
}

#[test]
fn reports_are_json() {
    let folder = folder(
        "report",
        &[
            ("crew.md", CREW),
            ("two.json", "[\"Rye.\", \"Wheat.\"]"),
            ("one.json", "[\"Rye.\"]"),
            ("broken.md", BROKEN),
        ],
    );
    let run = agentc(&folder, &["run", "crew.md", "--replies", "two.json", "--format", "json"], "");
    let infer = json!(["About rye?", "About wheat?"]);
    assert_eq!((run.status, run.err.as_str(), run.out.lines().count()), (0, "", 1));
    assert_eq!(
        json(&run.out),
        json!({"ok": true, "result": "Rye. and Wheat.", "infer": infer, "arms": ["Rye.", "Wheat."]})
    );

    let run = agentc(&folder, &["run", "crew.md", "--replies", "one.json", "--format", "json"], "");
    let report = json(&run.out);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_eq!((&report["ok"], &report["run_error_kind"]), (&json!(false), &json!("Completion")));
    assert_eq!((&report["infer"], &report["arms"]), (&infer, &json!(["Rye.", null])));

    let run = agentc(&folder, &["run", "broken.md", "--format", "json"], "");
    let report = json(&run.out);
    assert_eq!((run.status, &report["run_error_kind"]), (1, &json!("Frontmatter")));
    let message = "broken.md:2:7: `name` is a whole number, not a string; put it in quotes";
    assert_eq!(report["message"], message);
    assert_eq!((&report["infer"], &report["arms"]), (&json!([]), &json!([])));

    let run = agentc(&folder, &["run", "nowhere.md", "--format", "json"], "");
    assert_eq!((run.status, &json(&run.out)["diagnostics"][0]["code"]), (1, &json!("A101")));
}

#[test]
fn replies_that_do_not_fit_are_shown_in_their_file() {
    let folder = folder("replies", &[("tour.md", TOUR)]);
    for (replies, message, places) in [
        ("[\"a\",\n  \"é\" \"b\"]", "the replies are not JSON: expected `,` or `]`", &["2:7"][..]),
        ("[\"a\", 1,]", "the replies are not JSON: ", &["1:9"]),
        ("", "the replies are not JSON: ", &["1:1"]),
        ("[\"\\ud800\"]", "the replies are not JSON: ", &["1:"]),
        ("\n {\"a\": []}", "the replies are an object, not an array of strings", &["2:2"]),
        (
            "[\"é, [\", 1.5 ,\n{\"a\": [1, 2]}, null, true,\"b\",[[]]]",
            "a reply is a string, and this is a number",
            &["1:10", "2:1", "2:16", "2:22", "2:31"],
        ),
    ] {
        std::fs::write(folder.join("r.json"), replies).unwrap();
        let run = agentc(&folder, &["run", "tour.md", "--replies", "r.json"], "");
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{replies}");
        assert!(run.err.contains(message), "{replies}: {}", run.err);
        assert_eq!(run.err.matches("--> r.json:").count(), places.len(), "{replies}: {}", run.err);
        for place in places {
            assert!(run.err.contains(&format!("--> r.json:{place}")), "{replies}: {place}: {}", run.err);
        }
    }
    let run = agentc(&folder, &["run", "tour.md", "--replies", "R.json"], "");
    assert!(run.err.contains("error[A101]: there is no such file"), "{}", run.err);
    assert!(run.err.contains("--> R.json"), "{}", run.err);
    let run = agentc(&folder, &["run", "tour.md", "--replies", "-", "--format", "json"], "[\n0]");
    assert_eq!(
        json(&run.out)["diagnostics"][0],
        json!({
            "severity": "error", "code": "A322", "message": "a reply is a string, and this is a number",
            "file": "<standard input>", "line": 2, "col": 1,
            "help": "write the replies as an array of strings, such as [\"Yes.\", \"No.\"]",
        })
    );
}

#[test]
fn a_file_that_does_not_run_is_shown_with_its_places() {
    let lua = with_block("local x = = 1");
    let folder = folder("broken", &[("broken.md", BROKEN), ("lua.md", &lua), ("good.agent", AGENT)]);
    let run = agentc(&folder, &["run", "broken.md"], "");
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("error[A605]: `name` is a whole number, not a string"), "{}", run.err);
    assert!(run.err.contains(" --> broken.md:2:7\n"), "{}", run.err);
    assert!(run.err.contains("error[A621]"), "{}", run.err);
    assert!(run.err.ends_with("2 errors; `agentc explain A605` says more\n"), "{}", run.err);

    let run = agentc(&folder, &["run", "lua.md"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("error[A641]: Lua does not compile"), "{}", run.err);
    assert!(run.err.contains("--> lua.md:10:"), "{}", run.err);
    assert!(run.err.contains("10 | local x = = 1"), "{}", run.err);

    let run = agentc(&folder, &["run", "good.agent"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("= help: `agentc render good.agent` renders it"), "{}", run.err);
    let run = agentc(&folder, &["run", "."], "");
    assert!(run.err.contains("error[A103]: this is a folder, not a file"), "{}", run.err);
}

#[test]
fn check_finds_lua_prompts_beside_agents() {
    let lua = with_block("return )");
    let folder = folder(
        "check",
        &[
            ("all/good.agent", AGENT),
            ("all/flows/tour.md", TOUR),
            ("all/flows/broken.md", BROKEN),
            ("all/lua.md", &lua),
            ("all/piece.md", PIECE),
            ("all/README.md", "# Flows\n\nThey say:\n\n```\n---\nrunvil: 0\n---\n```\n"),
            ("right/tour.md", TOUR),
            ("right/good.agent", AGENT),
            ("pieces/piece.md", PIECE),
        ],
    );
    std::fs::write(folder.join("right/latin1.md"), b"# Caf\xe9\n").unwrap();
    std::fs::write(folder.join("pieces/latin1.md"), b"---\nrunvil: 0\nname: Caf\xe9\n---\n").unwrap();

    let run = agentc(&folder, &["check", "right"], "");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "2 files: no errors\n", ""));
    let run = agentc(&folder, &["check", "right/", "right/tour.md"], "");
    assert_eq!((run.status, run.out.as_str()), (0, "2 files: no errors\n"));

    let run = agentc(&folder, &["check", "all", "--format", "json"], "");
    let answer = json(&run.out);
    let found: Vec<String> = answer["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| {
            let text = |key: &str| found[key].as_str().unwrap().to_owned();
            format!("{}:{}:{} {}", text("file"), found["line"], found["col"], text("code"))
        })
        .collect();
    assert_eq!(run.status, 1);
    assert_eq!(
        found,
        ["all/flows/broken.md:2:7 A605", "all/flows/broken.md:7:1 A621", "all/lua.md:10:8 A641"]
    );
    let run = agentc(&folder, &["check", "all/lua.md"], "");
    assert!(run.err.contains("error[A641]") && run.err.contains("--> all/lua.md:10:8"), "{}", run.err);

    // One that is not UTF-8 is known by what stands before that.
    let run = agentc(&folder, &["check", "pieces"], "");
    assert!(run.err.contains("error[A102]") && run.err.contains("--> pieces/latin1.md:3:10"), "{}", run.err);
    std::fs::remove_file(folder.join("pieces/latin1.md")).unwrap();
    let run = agentc(&folder, &["check", "pieces"], "");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("no `.agent` file and no Lua prompt in this folder"), "{}", run.err);
}

#[test]
fn a_markdown_file_of_another_kind_is_told_what_it_is_taken_for() {
    let folder = folder("other", &[("piece.md", PIECE), ("tour.md", TOUR)]);
    let run = agentc(&folder, &["check", "piece.md", "tour.md"], "");
    assert_eq!(run.status, 1);
    assert!(
        run.err.contains("error[A107]: this is not a prompt file, whose name ends in `.agent`"),
        "{}",
        run.err
    );
    assert!(run.err.contains("`runvil: 0`") && run.err.contains("`--root DIR`"), "{}", run.err);
    assert!(run.err.contains("1 error;"), "{}", run.err);
    let run = agentc(&folder, &["run", "piece.md"], "");
    assert!(run.err.contains("error[A611]: the frontmatter has no key `runvil`"), "{}", run.err);
}

#[test]
fn render_and_expand_name_the_verb_for_lua_prompts() {
    let folder = folder("verbs", &[("flows/tour.md", TOUR), ("piece.md", PIECE)]);
    for (verb, message) in [
        ("render", "error[A107]: this is a Lua prompt, which has no text before it runs"),
        ("expand", "error[A107]: this is a Lua prompt, and these are not compiled ahead of time yet"),
    ] {
        let run = agentc(&folder, &[verb, "flows/tour.md"], "");
        assert_eq!((run.status, run.out.as_str()), (1, ""));
        assert!(run.err.contains(message), "{}", run.err);
        assert!(run.err.contains("= help: `agentc run flows/tour.md` runs it"), "{}", run.err);
        let run = agentc(&folder, &[verb, "piece.md"], "");
        assert!(run.err.contains("error[A107]: this is not a prompt file"), "{}", run.err);
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = folder("help", &[("flows/tour.md", TOUR), ("replies.json", "[\"Rain again.\"]")]);
    let help = agentc(&folder, &["run", "--help"], "");
    assert_eq!(help.status, 0);
    let first = "agentc run flows/tour.md --args Bergen --replies replies.json";
    let (echo, second) =
        (r#"echo '["Rain again."]' | "#, "agentc run flows/tour.md --args Bergen --replies - --format json");
    let examples = format!("Examples:\n  {first}\n  {echo}{second}\n");
    assert!(help.out.ends_with(&examples), "{}", help.out);
    let run =
        |line: &str| agentc(&folder, &line.split(' ').skip(1).collect::<Vec<_>>(), "[\"Rain again.\"]\n");
    assert_eq!(run(first).out, "Rain again.");
    assert_eq!(json(&run(second).out)["infer"], json!(["Write about Bergen."]));

    let all = agentc(&folder, &["--help"], "");
    assert!(all.out.contains("  agentc run flows/tour.md --replies replies.json  "), "{}", all.out);
    assert_eq!(run("agentc run flows/tour.md --replies replies.json").status, 0);
    let check = agentc(&folder, &["check", "--help"], "");
    assert!(check.out.contains("  agentc check flows/tour.md\n"), "{}", check.out);
}
