//! `docs/agent.md`, the language reference: every example in it, through the interpreter.
//!
//! An example is a block ```` ```agent ````, a whole file, and the blocks below it:
//!
//! | block | holds |
//! |---|---|
//! | `agent NAME` | a file beside it, for `uses` |
//! | `json inputs` | the values; none is `{}` |
//! | `env` | the environment, `NAME=text` on each line |
//! | `text prompt`, `text system` | the text that is rendered |
//! | `text errors`, `text warnings` | what the compiler says, `line:col CODE message` on each line, or what is wrong with the values, with their path instead of a place |
//! | `json schema WHAT` | the JSON Schema of `inputs`, `outputs` or `tools.NAME` |
//!
//! Errors and warnings that the example does not list fail the test. A second `json inputs` or `env` renders
//! the same file again. Control pictures stand for what they picture, as in the corpus. Every heading `###`
//! is a rule and has an example.
//!
//! With `BLESS=1` the expected blocks are rewritten with what comes out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agentc_codegen::{Compiled, Diagnostic, Inputs, interpret, schema};
use agentc_tests::corpus::{Case, Run, visible};
use agentc_tests::diff::diff;

/// A fenced block of the page.
struct Block {
    /// The line of its opening fence, from 1.
    line: usize,
    info: String,
    /// The lines between the fences.
    shown: String,
}

impl Block {
    /// How a place in the page is printed.
    fn at(&self) -> String {
        format!("docs/agent.md:{}: ```{}", self.line, self.info)
    }

    fn text(&self) -> Result<String, String> {
        visible::read(&self.shown).map_err(|error| format!("{}: {error}", self.at()))
    }

    /// Whether it holds what has to come out.
    fn is_expected(&self) -> bool {
        self.info.starts_with("json schema ")
            || matches!(self.info.as_str(), "text prompt" | "text system" | "text errors" | "text warnings")
    }

    /// The block as it stands in the page, with another content.
    fn written(&self, shown: &str) -> String {
        let lines = if shown.is_empty() { String::new() } else { format!("{shown}\n") };
        format!("```{}\n{lines}```", self.info)
    }
}

/// A piece of the page.
enum Piece {
    Line(String),
    Block(Block),
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/agent.md")
}

fn pieces() -> Result<Vec<Piece>, String> {
    let page = std::fs::read_to_string(path()).map_err(|error| format!("docs/agent.md: {error}"))?;
    let mut pieces = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            pieces.push(Piece::Line(line.to_owned()));
            continue;
        };
        let line = index + 1;
        let mut shown = Vec::new();
        loop {
            match lines.next() {
                Some((_, "```")) => break,
                Some((_, content)) => shown.push(content),
                None => return Err(format!("docs/agent.md:{line}: this block is never closed")),
            }
        }
        pieces.push(Piece::Block(Block { line, info: info.to_owned(), shown: shown.join("\n") }));
    }
    Ok(pieces)
}

/// Runs the examples. In: the blocks of the page. Out: what comes out for each expected block, by its line;
/// and everything that is wrong besides.
#[derive(Default)]
struct Runner {
    found: BTreeMap<usize, String>,
    problems: Vec<String>,
}

impl Runner {
    /// Splits the page into examples and runs each.
    fn page(&mut self, pieces: &[Piece]) {
        let blocks: Vec<&Block> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Block(block) => Some(block),
                Piece::Line(_) => None,
            })
            .collect();
        let is_start = |block: &&Block| block.info == "agent";
        if let Some(block) = blocks.iter().take_while(|block| !is_start(block)).next() {
            self.problems.push(format!("{}: there is no ```agent above it", block.at()));
        }
        let starts: Vec<usize> = (0..blocks.len()).filter(|&index| is_start(&blocks[index])).collect();
        for (place, &start) in starts.iter().enumerate() {
            let end = starts.get(place + 1).copied().unwrap_or(blocks.len());
            if let Err(problem) = self.example(&blocks[start..end]) {
                self.problems.push(problem);
            }
        }
    }

    fn example(&mut self, blocks: &[&Block]) -> Result<(), String> {
        let mut case = Case {
            id: format!("docs-agent-{}", blocks[0].line),
            source: blocks[0].text()? + "\n",
            files: BTreeMap::new(),
            runs: vec![Run::default()],
        };
        for block in blocks {
            if let Some(name) = block.info.strip_prefix("agent ") {
                case.files.insert(name.to_owned(), block.text()? + "\n");
            }
        }
        let scratch = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/reference"));
        let compiled = case.compile(scratch)?;
        let (errors, warnings): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            compiled.diagnostics.iter().partition(|diagnostic| diagnostic.is_error());
        let mut unsaid: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        unsaid.insert("errors", errors.into_iter().map(describe).collect());
        unsaid.insert("warnings", warnings.into_iter().map(describe).collect());

        let mut run = Run::default();
        // Whether something came out since the last values.
        let mut is_rendered = false;
        for block in &blocks[1..] {
            let wrong = |problem: &str| Err(format!("{}: {problem}", block.at()));
            match block.info.as_str() {
                "json inputs" | "env" => {
                    if is_rendered {
                        (run, is_rendered) = (Run::default(), false);
                    }
                    if block.info == "env" {
                        run.env = env(&block.text()?).map_err(|line| format!("{}: `{line}`", block.at()))?;
                    } else {
                        run.inputs = Some(block.text()?);
                        let values =
                            values(&compiled, &run).map_err(|error| format!("{}: {error}", block.at()))?;
                        if let Err(problems) = values {
                            unsaid.entry("errors").or_default().extend(problems);
                        }
                    }
                }
                "text errors" => {
                    self.found.insert(block.line, unsaid.remove("errors").unwrap_or_default().join("\n"));
                }
                "text warnings" => {
                    self.found.insert(block.line, unsaid.remove("warnings").unwrap_or_default().join("\n"));
                }
                "text prompt" | "text system" => {
                    is_rendered = true;
                    let Ok(inputs) = values(&compiled, &run)? else {
                        return wrong("the values do not fit");
                    };
                    if !compiled.is_ok() {
                        let errors = unsaid.remove("errors").unwrap_or_default();
                        return wrong(&format!("there are errors\n{}", errors.join("\n")));
                    }
                    let env = |name: &str| run.env.get(name).cloned();
                    let render =
                        if block.info == "text prompt" { interpret::prompt } else { interpret::system };
                    self.found.insert(block.line, render(&compiled.agent, &inputs, &env));
                }
                info => match info.strip_prefix("json schema ") {
                    Some(what) => {
                        let Some(schema) = schema_of(&compiled, what) else {
                            return wrong("there is none");
                        };
                        self.found.insert(block.line, schema);
                    }
                    None if info.starts_with("agent ") => {}
                    None => return wrong("this is no kind of block"),
                },
            }
        }
        for (kind, lines) in unsaid {
            if !lines.is_empty() {
                let lines = lines.join("\n");
                self.problems.push(format!("{}: {kind} that are not listed\n{lines}", blocks[0].at()));
            }
        }
        Ok(())
    }
}

fn describe(diagnostic: &Diagnostic) -> String {
    let place = match diagnostic.place.position() {
        Some(position) => format!("{}:{}", position.line, position.col),
        None => diagnostic.place.to_string(),
    };
    format!("{place} {} {}", diagnostic.code, diagnostic.message)
}

/// The values of a run; or, line by line, what is wrong with them.
fn values(compiled: &Compiled, run: &Run) -> Result<Result<Inputs, Vec<String>>, String> {
    let inputs = Inputs::new(run.values()?, &compiled.agent.inputs);
    Ok(inputs.map_err(|diagnostics| diagnostics.iter().map(describe).collect()))
}

fn env(text: &str) -> Result<BTreeMap<String, String>, &str> {
    let pair = |line| str::split_once(line, '=').ok_or(line);
    text.lines().map(|line| pair(line).map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

fn schema_of(compiled: &Compiled, what: &str) -> Option<String> {
    let agent = &compiled.agent;
    match what {
        "inputs" => Some(schema::of_parameters(&agent.inputs)),
        "outputs" => agent.outputs.as_deref().map(schema::of_parameters),
        _ => {
            let name = what.strip_prefix("tools.")?;
            let tool = agent.tools.iter().find(|tool| tool.name == name)?;
            tool.typed.as_ref().map(|typed| schema::of_fields(&typed.input))
        }
    }
}

/// Whether an expected block holds what came out; a schema may be laid out in any way.
fn is_as_expected(block: &Block, found: &str) -> Result<bool, String> {
    if block.info.starts_with("json ") {
        // No string in a schema has white space in it.
        return Ok(block.shown.split_whitespace().collect::<String>() == found);
    }
    if found.is_empty() && matches!(block.info.as_str(), "text errors" | "text warnings") {
        return Err(format!("{}: there are none", block.at()));
    }
    Ok(block.text()? == found)
}

#[test]
fn examples_do_what_the_page_says() {
    let pieces = pieces().unwrap_or_else(|error| panic!("{error}"));
    let mut runner = Runner::default();
    runner.page(&pieces);
    let Runner { found, mut problems } = runner;
    let bless = std::env::var_os("BLESS").is_some_and(|bless| bless == "1");
    let mut page = String::new();
    for piece in &pieces {
        match piece {
            Piece::Line(line) => page.push_str(line),
            Piece::Block(block) => {
                let found = found.get(&block.line).filter(|_| block.is_expected());
                let is_right = found.map_or(Ok(true), |found| is_as_expected(block, found));
                match (is_right, found) {
                    (Err(problem), _) => problems.push(problem),
                    (Ok(false), Some(found)) if bless => {
                        page.push_str(&block.written(&visible::show(found)));
                        page.push('\n');
                        continue;
                    }
                    (Ok(false), Some(found)) => {
                        let difference = diff(&block.shown, &visible::show(found));
                        problems.push(format!("{} (- expected, + found):\n{difference}", block.at()));
                    }
                    (Ok(_), _) => {}
                }
                page.push_str(&block.written(&block.shown));
            }
        }
        page.push('\n');
    }
    if bless {
        std::fs::write(path(), page).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_rule_has_an_example() {
    let pieces = pieces().unwrap_or_else(|error| panic!("{error}"));
    let mut rules: Vec<(&str, bool)> = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Line(line) if line.starts_with("### ") => rules.push((line, false)),
            Piece::Block(block) if block.info == "agent" => {
                if let Some((_, has_example)) = rules.last_mut() {
                    *has_example = true;
                }
            }
            _ => {}
        }
    }
    let bare: Vec<&str> =
        rules.iter().filter(|(_, has_example)| !has_example).map(|(rule, _)| *rule).collect();
    assert!(bare.is_empty(), "docs/agent.md: no example below\n{}", bare.join("\n"));
    assert!(rules.len() > 50, "docs/agent.md has {} rules", rules.len());
}
