//! The pages of `agentc explain`: every example in them is compiled, and must be as wrong or as right as
//! the page says.
//!
//! In a page, a block opened by ```` ```agent A404 ```` is a file with that mistake and no other, and one
//! opened by ```` ```agent ```` is a file with none. A `json` block holds input values for the `agent` block
//! above it, wrong or right in the same way. A `prompts` block is a set of prompt files in the same way: a line
//! `=== path` begins a file, and the first one is the entry. A `flow` block is a Lua prompt. A `text` block is not
//! checked. A block that has fences in it is fenced by four backticks.

#![allow(clippy::panic, clippy::unwrap_used)] // A test that cannot go on fails.

use std::str::FromStr;
use std::sync::Arc;

use agentc_codegen::flow;
use agentc_codegen::ir::Agent;
use agentc_codegen::prompt_files::{Files, MAX_BYTES, MAX_LEVEL, Options, PromptSet, compile};
use agentc_codegen::{Code, Diagnostic, Inputs, MAX_BLOCK_DEPTH, SourceFile, compile_source};
use agentc_text::Value;
use agentc_text::toon::MAX_DEPTH;

/// About Lua, which is compiled when a prompt is run: the tests of the runtime make them.
const ABOUT_LUA: [Code; 1] = [Code::A641];

/// About limits so high that a wrong file has no room on a page; it is outlined in a `text` block, and made
/// in [`limits_are_those_of_the_pages`].
const ABOUT_LIMITS: [Code; 6] = [Code::A215, Code::A217, Code::A415, Code::A504, Code::A505, Code::A608];

/// About values of prompt files, which are found when one is filled: the tests of the runtime make them.
const ABOUT_FILLING: [Code; 2] = [Code::A514, Code::A515];

/// How many lines and columns a page may have: it is read at once, in a terminal.
const MAX_LINES: usize = 36;
const MAX_WIDTH: usize = 80;

/// A fenced block of a page.
struct Block<'a> {
    /// The line of its opening fence, from 1.
    line: usize,
    language: &'a str,
    /// The code it has to give, if it is wrong.
    code: Option<Code>,
    text: String,
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Result<Vec<Block<'_>>, String> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open: Option<(&str, Block<'_>)> = None;
    for (index, line) in page.lines().enumerate() {
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        match open.take() {
            None if fence.len() < 3 => {}
            None => open = Some((fence, opened(index + 1, info)?)),
            Some((opening, block)) if line == opening => blocks.push(block),
            Some((opening, block)) if fence.len() >= opening.len() => {
                return Err(format!("line {}: {line} inside the block of line {}", index + 1, block.line));
            }
            Some((opening, mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some((opening, block));
            }
        }
    }
    match open {
        Some((_, block)) => Err(format!("line {}: this block is never closed", block.line)),
        None => Ok(blocks),
    }
}

fn opened(line: usize, info: &str) -> Result<Block<'_>, String> {
    let (language, code) = match info.split_once(' ') {
        Some((language, code)) => {
            let code = Code::from_str(code).map_err(|error| format!("line {line}: {code}: {error}"))?;
            (language, Some(code))
        }
        None => (info, None),
    };
    match (language, code) {
        ("agent" | "json" | "prompts" | "flow", _) | ("text", None) => {
            Ok(Block { line, language, code, text: String::new() })
        }
        _ => Err(format!("line {line}: ```{info} is no kind of block")),
    }
}

/// What stands behind the fence that opens a block.
fn info(language: &str, code: Option<Code>) -> String {
    code.map_or_else(|| language.to_owned(), |code| format!("{language} {code}"))
}

/// Compiles and checks the examples of a page. What is wrong with it, a line for each.
fn check_examples(blocks: &[Block<'_>]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut agent = None;
    for block in blocks {
        let found = match block.language {
            "agent" => {
                let file = Arc::new(SourceFile::new("example.agent", block.text.as_str()));
                let compiled = compile_source(&file);
                // Values are only checked against a file that is right.
                agent = compiled.diagnostics.is_empty().then_some(compiled.agent);
                compiled.diagnostics.iter().map(describe).collect()
            }
            "json" => values(&block.text, agent.as_ref()),
            "prompts" => prompts(&block.text),
            "flow" => {
                let file = Arc::new(SourceFile::new("example.md", block.text.as_str()));
                flow::parse(&file).diagnostics.iter().map(describe).collect()
            }
            _ => continue,
        };
        if let Some(problem) = judge(block, &found) {
            problems.push(problem);
        }
    }
    problems
}

/// What is said about input values for an agent: codes, each with its message.
fn values(text: &str, agent: Option<&Agent>) -> Vec<(Option<Code>, String)> {
    let values = match serde_json::from_str::<Value>(text) {
        Ok(values) => values,
        Err(error) => return vec![(Some(Code::A326), error.to_string())],
    };
    let Some(agent) = agent else {
        return vec![(None, "there is no right `agent` block above it".to_owned())];
    };
    match Inputs::new(values, &agent.inputs) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics.iter().map(describe).collect(),
    }
}

/// What is said about a set of prompt files, where no other keys are known than the kit's.
fn prompts(text: &str) -> Vec<(Option<Code>, String)> {
    let mut files = Files::new();
    let mut entry = None;
    for file in text.split("=== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap_or((file, ""));
        entry.get_or_insert_with(|| path.to_owned());
        files.insert(path, text).unwrap();
    }
    let mut options = Options::default();
    options.known_keys = Some(std::collections::BTreeSet::new());
    let compiled = compile(&PromptSet::new(files), &entry.unwrap_or_default(), &options);
    compiled.diagnostics.iter().map(describe).collect()
}

fn describe(diagnostic: &Diagnostic) -> (Option<Code>, String) {
    (Some(diagnostic.code), diagnostic.to_string())
}

/// Compares what a block gave with what it has to give: its code and no other, or nothing.
fn judge(block: &Block<'_>, found: &[(Option<Code>, String)]) -> Option<String> {
    let is_right = match block.code {
        Some(code) => !found.is_empty() && found.iter().all(|(found, _)| *found == Some(code)),
        None => found.is_empty(),
    };
    if is_right {
        return None;
    }
    let wanted = block.code.map_or("nothing", Code::as_str);
    let found: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
    let found = if found.is_empty() { "nothing".to_owned() } else { found.join("\n") };
    Some(format!("line {}: expected {wanted} from this block, found {found}", block.line))
}

fn problem(is_one: bool, text: String) -> Vec<String> {
    if is_one { vec![text] } else { Vec::new() }
}

/// Runs a check on every page, and fails with everything it found.
fn for_each_page(check: impl Fn(Code, &'static str) -> Vec<String>) {
    let problems: Vec<String> = Code::ALL
        .iter()
        .flat_map(|&code| {
            check(code, code.explain()).into_iter().map(move |problem| format!("{code}.md: {problem}"))
        })
        .collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn pages_begin_with_their_title() {
    for_each_page(|code, page| {
        let wanted = format!("# {code}: {}", code.title());
        let found = page.lines().next().unwrap_or_default();
        let is_right = found == wanted && page.lines().nth(1) == Some("");
        problem(!is_right, format!("expected `{wanted}` and a blank line, found `{found}`"))
    });
}

#[test]
fn examples_are_as_wrong_or_right_as_they_say() {
    for_each_page(|_, page| match blocks(page) {
        Ok(blocks) => check_examples(&blocks),
        Err(problem) => vec![problem],
    });
}

#[test]
fn pages_have_a_wrong_and_a_right_example() {
    for_each_page(|code, page| {
        let blocks = blocks(page).unwrap_or_default();
        let has =
            |language, code| blocks.iter().any(|block| block.language == language && block.code == code);
        let is_prompt_file = code.as_str().starts_with("A5") || code.as_str().starts_with("A95");
        let language = match code.as_str() {
            _ if is_prompt_file => "prompts",
            code if code.starts_with("A6") => "flow",
            _ => "agent",
        };
        let (wrong, right) = if code.as_str().starts_with("A1") || ABOUT_FILLING.contains(&code) {
            // Files and folders can only be described.
            (("text", None), ("text", None))
        } else if ABOUT_LIMITS.contains(&code) || ABOUT_LUA.contains(&code) {
            (("text", None), (language, None))
        } else if code.as_str().starts_with("A32") {
            (("json", Some(code)), ("json", None))
        } else {
            ((language, Some(code)), (language, None))
        };
        let missing = [wrong, right]
            .into_iter()
            .filter(|&(language, code)| !has(language, code))
            .map(|(language, code)| format!("expected a block ```{}, found none", info(language, code)));
        let foreign =
            blocks.iter().filter(|block| block.code.is_some_and(|other| other != code)).map(|block| {
                let found = info(block.language, block.code);
                format!("line {}: expected a block about {code}, found ```{found}", block.line)
            });
        missing.chain(foreign).collect()
    });
}

#[test]
fn pages_can_be_read_in_a_terminal() {
    for_each_page(|_, page| {
        let lines = page.lines().count();
        let too_long = problem(lines > MAX_LINES, format!("it has {lines} lines"));
        let wide = page.lines().enumerate().filter_map(|(index, line)| {
            let width = line.chars().count();
            (width > MAX_WIDTH).then(|| format!("line {}: {width} columns", index + 1))
        });
        let end = problem(
            !page.ends_with('\n') || page.ends_with("\n\n"),
            "it does not end with one line feed".to_owned(),
        );
        too_long.into_iter().chain(wide).chain(end).collect()
    });
}

#[test]
fn limits_are_those_of_the_pages() {
    let columns = |depth: usize| format!("x[1]{}{}:\n  1\n", "{a".repeat(depth), "}".repeat(depth));
    let blocks = |depth: usize| {
        let (open, close) = ("{#if inputs.on}".repeat(depth), "{/if}".repeat(depth));
        format!("agent: a\nmodel: m\ninputs[1]{{name,type}}:\n  on,boolean\nprompt: {open}{close}\n")
    };
    let mistakes = |count: usize| format!("agent: a\nmodel: m\nprompt: {}\n", "} ".repeat(count));
    for (code, limit) in [(Code::A215, MAX_DEPTH), (Code::A217, 1000), (Code::A415, MAX_BLOCK_DEPTH)] {
        for (size, wanted) in [(limit, false), (limit + 1, true)] {
            let text = match code {
                Code::A215 => columns(size),
                Code::A217 => mistakes(size),
                _ => blocks(size),
            };
            let file = Arc::new(SourceFile::new("example.agent", text));
            let found = compile_source(&file).diagnostics.iter().any(|diagnostic| diagnostic.code == code);
            assert_eq!(found, wanted, "{code} at {size}");
        }
        let words: Vec<&str> = code.explain().split_whitespace().collect();
        assert!(
            words.contains(&limit.to_string().as_str()),
            "{code}.md: expected the limit {limit}, found another or none"
        );
    }
}

#[test]
fn limits_of_prompt_files_are_those_of_the_pages() {
    for (code, limit) in [(Code::A504, MAX_LEVEL as u64), (Code::A505, MAX_BYTES)] {
        for (size, wanted) in [(limit, false), (limit + 1, true)] {
            let mut files = Files::new();
            match code {
                Code::A504 => {
                    for level in 0..size {
                        files.insert(level.to_string(), format!("[[{}]]", level + 1)).unwrap();
                    }
                    files.insert(size.to_string(), "the end").unwrap();
                }
                _ => files.insert("0", "x".repeat(usize::try_from(size).unwrap())).unwrap(),
            }
            let compiled = compile(&PromptSet::new(files), "0", &Options::default());
            let found = compiled.diagnostics.iter().any(|diagnostic| diagnostic.code == code);
            assert_eq!(found, wanted, "{code} at {size}");
        }
        let is_named = code.explain().split([' ', ',', '\n']).any(|word| word == limit.to_string());
        assert!(is_named, "{code}.md: expected the limit {limit}, found another or none");
    }
}

#[test]
fn the_limit_of_frontmatter_is_that_of_the_page() {
    // The map of keys is a level too.
    for (depth, wanted) in [(63, false), (64, true)] {
        let tags = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!("---\nname: n\ndescription: d\nrunvil: 0\ntags: {tags}\n---\n# T\n");
        let found = flow::parse(&Arc::new(SourceFile::new("example.md", text))).diagnostics;
        assert_eq!(found.iter().any(|diagnostic| diagnostic.code == Code::A608), wanted, "{found:?}");
    }
    assert!(Code::A608.explain().contains("at most 64 levels"));
}
