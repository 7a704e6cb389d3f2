//! What generated code looks like, and that it passes every lint in every crate: each `golden/*.agent`
//! and the module of it beside it. `BLESS=1` writes those.

// All of this is a test.
#![allow(clippy::unwrap_used)]

mod project;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use agentc_codegen::emit::{self, Module, Options};
use agentc_codegen::{Loader, compile_file};
use proc_macro2::{TokenStream, TokenTree};
use project::{Project, workspace};

/// The names of all goldens.
fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).unwrap();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".agent").map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

fn folder() -> PathBuf {
    workspace().join("tests/golden")
}

/// The module of a golden.
fn module(name: &str) -> Module {
    let mut loader = Loader::new(workspace().join("tests"));
    let compiled = compile_file(&mut loader, &format!("golden/{name}.agent")).unwrap();
    assert!(compiled.is_ok(), "{name}: {:?}", compiled.diagnostics);
    let options = Options::default().with_visibility("pub".parse().unwrap());
    emit::module(&compiled.agent, &options)
}

#[test]
fn texts() {
    for name in names() {
        let text = module(&name).text();
        let file = folder().join(format!("{name}.rs"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        let golden = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(
            golden, text,
            "`BLESS=1 cargo test -p agentc-tests --test golden` accepts the change of {name}"
        );
    }
}

#[test]
fn the_same_twice() {
    for name in names() {
        let first = module(&name);
        assert_eq!(first.text(), first.text(), "{name}");
        assert_eq!(first.text(), module(&name).text(), "{name}");
    }
}

/// A macro and a build script give the same code.
#[test]
fn tokens_and_text_are_one() {
    for name in names() {
        let module = module(&name);
        let tokens = module.tokens().to_string().parse().unwrap();
        let text = module.text().parse().unwrap();
        let (tokens, text) = (flat(tokens), flat(text));
        let differ = tokens.iter().zip(&text).position(|(token, word)| token != word);
        let at = differ.unwrap_or(tokens.len().min(text.len()));
        let next = |flat: &[String]| flat[at..].iter().take(20).cloned().collect::<Vec<_>>();
        assert_eq!(next(&tokens), next(&text), "{name}");
    }
}

/// Tokens one by one, without what a formatter adds and removes: a comma before a closing bracket, braces
/// around the body of a match arm, and raw literals for documentation.
fn flat(tokens: TokenStream) -> Vec<String> {
    let mut flat = Vec::new();
    flatten(tokens, &mut flat);
    flat
}

fn flatten(tokens: TokenStream, flat: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(arm) if flat.ends_with(&["=".to_owned(), ">".to_owned()]) => {
                flatten(arm.stream(), flat);
                flat.push(",".to_owned());
            }
            TokenTree::Group(group) => {
                flat.push(format!("{:?}", group.delimiter()));
                flatten(group.stream(), flat);
                if flat.last().is_some_and(|last| last == ",") {
                    flat.pop();
                }
                flat.push("end".to_owned());
            }
            TokenTree::Punct(close) if close.as_char() == '>' => {
                if flat.last().is_some_and(|last| last == ",") {
                    flat.pop();
                }
                flat.push(">".to_owned());
            }
            token => flat.push(token.to_string().replace("r\"", "\"")),
        }
    }
}

/// Rendering goes through no `fmt` machinery and makes no strings in between.
#[test]
fn no_formatting() {
    for name in names() {
        let text = module(&name).text();
        for word in ["format!", "write!", "writeln!", "to_string", "to_owned", "clone()"] {
            assert!(!text.contains(word), "{name} has `{word}`");
        }
    }
}

/// Every lint there is, with and without the prelude, with and without the items that read values, in
/// both editions, beside types of the user's that are called `String` or `Result`.
#[test]
fn no_lint_in_any_crate() {
    let project = crate_of_all("goldens-lints");
    let has_clippy = project.cargo(&["clippy", "--version"]).code == Some(0);
    let mut lints = BTreeMap::new();
    for features in ["", "bare,json"] {
        let arguments = ["--workspace", "--message-format=json", "--features", features];
        let ran = if has_clippy {
            // As warnings, so that one does not hide another.
            let lints = ["--", "--cap-lints", "warn", "-W", "clippy::pedantic"];
            project.cargo(&[&["clippy"], &arguments[..], &lints].concat())
        } else {
            project.cargo(&[&["check"], &arguments[..]].concat())
        };
        for message in ran.messages() {
            let message = &message["message"];
            if let (Some(text), Some(lint)) = (message["rendered"].as_str(), message.get("code")) {
                lints.entry(lint["code"].to_string()).or_insert(text.to_owned());
            }
        }
        assert!(ran.code == Some(0) || !lints.is_empty(), "{}", ran.stderr);
    }
    let (names, examples): (Vec<_>, Vec<_>) = lints.into_iter().unzip();
    assert!(names.is_empty(), "{}\none example of each:\n{}", names.join("\n"), examples.concat());
}

/// What a description says is no code to run, and nothing that rustdoc warns of.
#[test]
fn documentation() {
    let project = crate_of_all("goldens-documentation");
    let arguments = ["-p", "goldens-documentation-2024", "--features", "json"];
    let doc = [&["rustdoc", "--quiet"], &arguments[..], &["--", "-D", "warnings", "-A", "nonstandard_style"]]
        .concat();
    assert_eq!(project.cargo(&doc).succeeded().stderr, "");
    let tests = [&["test", "--quiet", "--doc"], &arguments[..]].concat();
    let ran = project.cargo(&tests).succeeded();
    assert!(ran.stdout.contains("running 0 tests"), "{}", ran.stdout);
}

/// A crate that takes in all goldens, as they are generated now.
fn crate_of_all(name: &str) -> Project {
    let project = Project::copy_of("goldens", name);
    let modules: Vec<String> = names().iter().map(|name| module(name).text()).collect();
    project.write("src/goldens.rs", modules.join("\n"));
    project
}
