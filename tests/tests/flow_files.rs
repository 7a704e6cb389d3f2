//! The files of `$AGENTC_CASES/dynamic`, as far as they can be judged before anything runs: one trial each. And what a
//! prose is cut into, against a plain reading of section 6 of the dynamic prompt specification, for the prose of every
//! case and for random ones.

#![allow(clippy::panic, clippy::unwrap_used)] // A test that cannot go on fails.

mod toon_random;

use std::sync::Arc;

use agentc_codegen::flow::{self, Block, FailureKind, Flow, Piece, Target, parse};
use agentc_codegen::{Diagnostic, SourceFile};
use agentc_tests::suite;
use libtest_mimic::{Arguments, Trial};
use serde::Deserialize;
use toon_random::Random;

#[derive(Deserialize)]
struct Case {
    id: String,
    prompt: String,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    error: Option<Error>,
}

#[derive(Deserialize)]
struct Error {
    run_kind: String,
    contains: Vec<String>,
}

fn main() {
    let mut trials = match suite::folder("AGENTC_CASES") {
        None => vec![Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true)],
        Some(folder) => match suite::cases(&folder.join("dynamic")) {
            Err(error) => vec![Trial::test("cases", move || Err(error.into()))],
            Ok(cases) => cases.into_iter().map(|case| trial(case.get())).collect(),
        },
    };
    trials.push(Trial::test("random prose", || {
        random_prose();
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(text: &str) -> Trial {
    match serde_json::from_str::<Case>(text) {
        Err(error) => {
            let error = format!("{error} in {text}");
            Trial::test("a case that cannot be read", move || Err(error.into()))
        }
        Ok(case) => Trial::test(case.id.clone(), move || Ok(judge(&case)?)),
    }
}

fn judge(case: &Case) -> Result<(), String> {
    let parsed = parse(&Arc::new(SourceFile::new("case.md", case.prompt.as_str())));
    let errors: Vec<&Diagnostic> = parsed.diagnostics.iter().filter(|found| found.is_error()).collect();
    let all = || errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let expected = case.expect.error.as_ref();
    let of_file =
        |error: &&Error| matches!(error.run_kind.as_str(), "Frontmatter" | "Structure" | "Fence" | "Version");
    let Some(expected) = expected.filter(of_file) else {
        let flow = parsed.flow.ok_or_else(|| format!("no error is expected, found\n{}", all()))?;
        for block in blocks(&flow) {
            let prose = flow.text(block.prose.span);
            let (wanted, found) = (cut(prose), shown(block));
            if wanted != found {
                return Err(format!("{prose:?}\nexpected {wanted:?}\nfound    {found:?}"));
            }
        }
        return Ok(());
    };
    let first = errors.first().ok_or("an error is expected, found none")?;
    let kind = flow::kind(first.code).map(|kind| kind.to_string());
    let is_right = kind.as_deref() == Some(&expected.run_kind)
        && expected.contains.iter().all(|part| first.message.contains(part))
        && parsed.flow.is_none();
    if is_right { Ok(()) } else { Err(format!("expected {}, found\n{}", expected.run_kind, all())) }
}

fn blocks(flow: &Flow) -> impl Iterator<Item = &Block> {
    flow.h1.iter().chain(flow.sections.iter().flat_map(|section| &section.blocks))
}

/// What a prose is cut into, in a form that is easily made: texts as they are, placeholders as `offset|path|target`.
fn shown(block: &Block) -> Vec<String> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Placeholder(placeholder) => {
            let of = |root: &str, keys: &[String]| format!("{root}{keys:?}");
            let target = match &placeholder.target {
                Ok(Target::Args) => of("args", &[]),
                Ok(Target::Item) => of("item", &[]),
                Ok(Target::Argv { keys }) => of("argv", keys),
                Ok(Target::Var { keys }) => of("var", keys),
                Ok(Target::Sys { keys }) => of("sys", keys),
                Ok(Target::Global { name, keys }) => of(&format!("global {name}"), keys),
                Err(failure) => failure.to_string(),
            };
            format!("{}|{}|{target}", placeholder.offset, placeholder.path)
        }
    };
    block.prose.pieces.iter().map(piece).collect()
}

/// Section 6 to the letter: one character after the other.
fn cut(prose: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut i = 0;
    while let Some(c) = prose[i..].chars().next() {
        let rest = &prose[i..];
        if c == '\\' && rest[1..].starts_with(['{', '}', '\\']) {
            text.push_str(&rest[1..2]);
            i += 2;
        } else if let Some(inside) = rest.strip_prefix("{{") {
            pieces.extend((!text.is_empty()).then(|| std::mem::take(&mut text)));
            let Some(length) = inside.find("}}") else {
                pieces.push(format!("{i}||unclosed '{{{{' in prose [Unclosed at byte {i}]"));
                return pieces;
            };
            let path = inside[..length].trim();
            pieces.push(format!("{i}|{path}|{}", target(path, i)));
            i += length + 4;
        } else {
            text.push(c);
            i += c.len_utf8();
        }
    }
    pieces.extend((!text.is_empty()).then_some(text));
    pieces
}

/// What a path leads to by the table of section 6, or the text of section 7.
fn target(path: &str, i: usize) -> String {
    let segments: Vec<&str> = path.split('.').collect();
    let padded = |segment: &&str| {
        segment.is_empty()
            || segment.starts_with(char::is_whitespace)
            || segment.ends_with(char::is_whitespace)
    };
    let kind = match segments[0] {
        _ if segments.iter().any(padded) => Some(FailureKind::EmptySegment),
        "args" | "item" if segments.len() > 1 => Some(FailureKind::NotATable),
        "var" | "sys" if segments.len() == 1 => Some(FailureKind::BadPath),
        "prose" => Some(FailureKind::Serialize),
        _ => None,
    };
    if let Some(kind) = kind {
        return format!("{} [{kind} at byte {i}]", kind.message(path));
    }
    let is_root = matches!(segments[0], "args" | "item" | "argv" | "var" | "sys");
    format!("{}{}{:?}", if is_root { "" } else { "global " }, segments[0], &segments[1..])
}

fn random_prose() {
    const PARTS: [&str; 24] = [
        "{",
        "}",
        "\\",
        "{{",
        "}}",
        "{",
        "}",
        "\\",
        ".",
        " ",
        "a",
        "var",
        "args",
        "sys",
        "item",
        "argv",
        "prose",
        "é",
        "日",
        "\u{a0}",
        "\t",
        "{{ ",
        " }}",
        "{{var.a}}",
    ];
    let mut random = Random(6);
    for _ in 0..20_000 {
        let length = random.below(16);
        let prose: String = (0..length).map(|_| random.pick(&PARTS)).collect();
        // A line of its own that is never blank, so that all of it is prose.
        let before = "---\nname: n\ndescription: d\nrunvil: 0\n---\n# T\n\n<x>";
        let file = Arc::new(SourceFile::new("random.md", format!("{before}{prose}|\n\n```lua\n```\n")));
        let parsed = parse(&file);
        let flow = parsed.flow.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
        let block = blocks(&flow).next().unwrap();
        let prose = format!("<x>{prose}|");
        assert_eq!(flow.text(block.prose.span), prose);
        assert_eq!(shown(block), cut(&prose), "{prose:?}");
    }
}
