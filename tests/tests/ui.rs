//! What a user reads when something is wrong: each `ui/*.rs` is a program that does not compile, and the
//! `.stderr` beside it is what the compiler says. `BLESS=1` writes those files.

// All of this is a test.
#![allow(clippy::unwrap_used)]

mod project;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use project::{Project, workspace};

/// What a case says, by its name.
type Messages = BTreeMap<String, String>;

#[test]
fn messages() {
    let said = check();
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for case in cases() {
        let name = stem(&case);
        let found = said.get(&name).map_or("", String::as_str);
        assert!(found.contains("error"), "{name} compiles: {found}");
        let file = case.with_extension("stderr");
        // No user knows the crates behind the runtime: what names them is noise, and never right.
        if found.contains("agentc_text") {
            wrong.push(format!("--- {name} has noise\n{found}"));
        } else if bless {
            fs::write(file, found).unwrap();
        } else if fs::read_to_string(file).unwrap_or_default() != found {
            wrong.push(format!("--- {name}\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "`BLESS=1 cargo test -p agentc-tests --test ui` accepts\n{}", wrong.join("\n"));
    inline_places(&said);
}

/// Every mistake in an inline source is a tag that begins with `{inputs.wrong`, so that its place can be
/// looked up in the Rust file.
fn inline_places(said: &Messages) {
    let mut places = 0;
    for case in cases() {
        let name = stem(&case);
        if !name.starts_with("inline_places") {
            continue;
        }
        let source = fs::read_to_string(&case).unwrap();
        for line in said[&name].lines() {
            // Inside of a message everything is indented, rustc's own arrow much less.
            let Some((arrow, place)) = line.split_once(&format!("--> src/bin/{name}.rs:")) else {
                continue;
            };
            if arrow.len() < 8 {
                continue;
            }
            let (line, col) = place.split_once(':').unwrap();
            let (line, col): (usize, usize) = (line.parse().unwrap(), col.parse().unwrap());
            let line = source.lines().nth(line - 1).unwrap();
            let there: String = line.chars().skip(col - 1).collect();
            assert!(there.starts_with("{inputs.wrong"), "{name}.rs:{place}: {there}");
            places += 1;
        }
    }
    assert_eq!(places, said_tags());
}

/// How many wrong tags there are in the inline sources.
fn said_tags() -> usize {
    let inline = cases().into_iter().filter(|case| stem(case).starts_with("inline_places"));
    inline.map(|case| fs::read_to_string(case).unwrap().matches("{inputs.wrong").count()).sum()
}

/// Checks all cases at once.
fn check() -> Messages {
    let project = Project::new("ui");
    project.write(
        "Cargo.toml",
        "[package]\nname = \"ui\"\nedition = \"2024\"\n\n[dependencies]\n\
         agentc = { path = \"../../../runtime\" }\n\n[workspace]\n",
    );
    for case in cases() {
        let path = format!("src/bin/{}.rs", stem(&case));
        project.write(&path, fs::read(case).unwrap());
    }
    for agent in files(&folder().join("agents"), "agent") {
        let path = format!("agents/{}.agent", stem(&agent));
        project.write(&path, fs::read(agent).unwrap());
    }
    project.write("agents/latin1.agent", b"agent: latin1\nmodel: caf\xe9\nprompt: hi\n");

    let mut said = Messages::new();
    let ran = project.cargo(&["check", "--bins", "--keep-going", "--message-format=json"]);
    for message in ran.messages() {
        let (Some(target), Some(rendered)) =
            (message["target"]["name"].as_str(), message["message"]["rendered"].as_str())
        else {
            continue;
        };
        // Counts of errors, and where to read about them.
        if message["message"]["spans"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        *said.entry(target.to_owned()).or_default() += &without_our_lines(rendered);
    }
    assert!(!said.is_empty(), "{}", ran.stderr);
    said
}

/// A message without the lines of the runtime that it shows, which change with the runtime.
fn without_our_lines(rendered: &str) -> String {
    let mut text = String::new();
    let mut ours = false;
    for line in rendered.lines() {
        let gutter = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        ours &= gutter.trim_start().starts_with('|');
        if ours {
            continue;
        }
        let (before, path) = line.split_once("$WORKSPACE/").unwrap_or((line, ""));
        ours = !path.is_empty();
        let file = path.split(':').next().unwrap_or_default();
        let line = if ours { format!("{before}$WORKSPACE/{file}") } else { line.to_owned() };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn cases() -> Vec<PathBuf> {
    files(&folder(), "rs")
}

fn folder() -> PathBuf {
    workspace().join("tests/ui")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}
