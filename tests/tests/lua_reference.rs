//! `docs/lua-prompts.md`, the page for authors of Lua prompts: every example in it, through the engine.
//!
//! Every heading `###` is a rule, and has examples below it:
//!
//! | block | holds |
//! |---|---|
//! | `markdown` | a prompt; from the title or the first section on, what stands above is supplied |
//! | `markdown file` | a whole file, whatever is in it |
//! | `run` | a run of the prompt above it |
//!
//! A line of a run is a label, a colon and a text, which goes on in lines that are indented by two spaces: `args` is the
//! argument string, `sends` the text of a round and `reply` its answer, `arm` what an arm or a task returned (`arm failed`
//! one that did not), and at the end there is a `result`, or an `error KIND` with its message, the hint behind its first
//! semicolon left out where a `code` of the file follows.
//!
//! The tables of values, limits, substitution kinds and codes are tested too. Control pictures stand for what they
//! picture. With `BLESS=1` the blocks `run` are rewritten with what comes out.

#![allow(clippy::panic, clippy::unwrap_used)] // A test that cannot go on fails.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use agentc::lua::{Engine, Limits, Prompt};
use agentc_codegen::Code;
use agentc_codegen::flow::{self, FailureKind};
use agentc_tests::corpus::visible;
use agentc_tests::diff::diff;
use agentc_tests::dynamic::{Case, run, run_prompt};
use serde_json::Value as Json;

const FRONTMATTER: &str = "---\nname: example\ndescription: An example\nrunvil: 0\n---\n";
const TITLE: &str = "# Example\n";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lua-prompts.md")
}

fn page() -> String {
    std::fs::read_to_string(path()).unwrap()
}

#[test]
fn every_rule_has_examples_that_are_right() {
    let page = page();
    let mut checked = Page::default();
    checked.read(&page);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(), &checked.blessed).unwrap();
    }
    assert!(checked.rules > 80 && checked.runs > checked.rules, "{} rules", checked.rules);
    assert!(checked.wrong.is_empty(), "{}", checked.wrong.join("\n\n"));
}

/// The page while it is read.
#[derive(Default)]
struct Page {
    engine: Engine,
    rules: usize,
    runs: usize,
    /// The heading of the rule, and its runs so far.
    rule: Option<(String, usize)>,
    prompt: Option<String>,
    /// The page with the runs as they are.
    blessed: String,
    wrong: Vec<String>,
}

impl Page {
    fn read(&mut self, page: &str) {
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            self.line(line);
            if line.starts_with('#') {
                self.rule_ends();
                self.rule = line.strip_prefix("### ").map(|heading| (heading.to_owned(), 0));
                self.rules += usize::from(self.rule.is_some());
                self.prompt = None;
            } else if let Some(info) = line.strip_prefix("````").or(line.strip_prefix("```")) {
                let fence = &line[..line.len() - info.len()];
                let block: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
                self.block(info, &block.join("\n"));
                self.line(fence);
            }
        }
        self.rule_ends();
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.blessed, "{line}");
    }

    fn rule_ends(&mut self) {
        if let Some((rule, 0)) = &self.rule {
            self.wrong.push(format!("### {rule}\nno example"));
        }
    }

    fn block(&mut self, info: &str, block: &str) {
        let rule = self.rule.as_ref().map_or("", |(rule, _)| rule).to_owned();
        match info {
            "markdown" => self.prompt = Some(with_head(&visible::read(block).unwrap())),
            "markdown file" => self.prompt = Some(visible::read(block).unwrap() + "\n"),
            "run" => {
                self.runs += 1;
                if let Some((_, runs)) = &mut self.rule {
                    *runs += 1;
                }
                let prompt = self.prompt.clone().unwrap_or_else(|| panic!("{rule}: a run without a prompt"));
                let case = case(prompt, block).unwrap_or_else(|problem| panic!("{rule}: {problem}"));
                let found = transcript(&self.engine, &case);
                if found != block {
                    self.wrong.push(format!("### {rule}\n{}", diff(block, &found)));
                }
                self.line(&found);
                return;
            }
            _ => panic!("{rule}: ```{info}"),
        }
        self.line(block);
    }
}

fn with_head(text: &str) -> String {
    match text {
        text if text.starts_with("# ") => format!("{FRONTMATTER}{text}\n"),
        text if text.starts_with("## ") => format!("{FRONTMATTER}{TITLE}{text}\n"),
        text => format!("{text}\n"),
    }
}

/// What a run is given. What has to come out is compared as a whole, see [`transcript`].
fn case(prompt: String, block: &str) -> Result<Case, String> {
    let mut entries: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("  "), line.split_once(':'), entries.last_mut()) {
            (more, _, Some((_, text))) if more.is_some() || line.is_empty() => {
                text.push('\n');
                text.push_str(more.unwrap_or_default());
            }
            (None, Some((label, text)), _) => {
                entries.push((label, text.strip_prefix(' ').unwrap_or(text).to_owned()))
            }
            _ => return Err(format!("`{line}`")),
        }
    }
    let mut case = Case {
        id: String::new(),
        prompt,
        args: String::new(),
        replies: Vec::new(),
        model: None,
        expect: Json::Null,
    };
    for (label, text) in entries {
        match label {
            "args" => case.args = visible::read(&text)?,
            "reply" => case.replies.push(visible::read(&text)?),
            "sends" | "arm" | "arm failed" | "result" | "code" => {}
            label if label.starts_with("error ") => {}
            label => return Err(format!("`{label}`")),
        }
    }
    Ok(case)
}

/// A run as the page shows it.
fn transcript(engine: &Engine, case: &Case) -> String {
    let mut lines = Transcript(String::new());
    if !case.args.is_empty() {
        lines.add("args", &case.args);
    }
    let (report, code) = match Prompt::parse("prompt.md", &case.prompt) {
        Ok(prompt) => (run_prompt(engine, &prompt, case), None),
        Err(error) => {
            (run(engine, case), error.diagnostics.iter().find(|all| all.is_error()).map(|first| first.code))
        }
    };
    let list = |name: &str| report[name].as_array().unwrap().clone();
    for (round, text) in list("infer").iter().enumerate() {
        lines.add("sends", text.as_str().unwrap());
        if let Some(reply) = case.replies.get(round) {
            lines.add("reply", reply);
        }
    }
    for arm in list("arms") {
        match arm.as_str() {
            Some(text) => lines.add("arm", text),
            None => lines.add("arm failed", ""),
        }
    }
    if report["ok"] == true {
        lines.add("result", report["result"].as_str().unwrap());
        return lines.0;
    }
    let message = report["message"].as_str().unwrap();
    let message = code.and_then(|_| message.split_once("; ")).map_or(message, |(message, _)| message);
    lines.add(&format!("error {}", report["run_error_kind"].as_str().unwrap()), message);
    if let Some(code) = code {
        lines.add("code", &code.to_string());
    }
    lines.0
}

struct Transcript(String);

impl Transcript {
    fn add(&mut self, label: &str, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let shown = visible::show(text);
        // A space at the start would be easy to miss.
        let rest = shown.trim_start_matches(' ');
        let shown = "␠".repeat(shown.len() - rest.len()) + rest;
        let _ = write!(self.0, "{label}: {}", shown.replace('\n', "\n  ").replace("\n  \n", "\n\n"));
        self.0.truncate(self.0.trim_end_matches(' ').len());
    }
}

/// The rows of the table that has this header, without backticks around a cell.
fn table(page: &str, header: &str) -> Vec<Vec<String>> {
    let rows =
        page.lines().skip_while(|line| *line != header).skip(2).take_while(|line| line.starts_with('|'));
    let cell = |cell: &str| {
        let cell = cell.trim();
        let code = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`'));
        code.unwrap_or(cell).trim_matches(' ').to_owned()
    };
    let rows: Vec<Vec<String>> =
        rows.map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect();
    assert!(!rows.is_empty(), "there is no table {header}");
    rows
}

fn result(engine: &Engine, prompt: &str) -> String {
    let prompt = Prompt::parse("prompt.md", &with_head(prompt)).unwrap();
    engine.run(&prompt, "").block().unwrap_or_else(|error| error.to_string())
}

#[test]
fn values_become_text_as_the_table_says() {
    let engine = Engine::new();
    for row in table(&page(), "| Lua | by itself | inside a list |") {
        let [value, alone, inside] = row.as_slice() else { panic!("{row:?}") };
        let fill = |placed: &str| {
            let lua = format!("```lua\nx = {value}\nlist = {{ x }}\n```");
            result(&engine, &format!("## Main\n\n{lua}\n\n{{{{ {placed} }}}}\n\n```lua\nreturn prose\n```"))
        };
        assert_eq!(fill("x"), visible::read(alone).unwrap(), "{value}");
        assert_eq!(fill("list"), *inside, "{value} in a list");
    }
}

#[test]
fn blocks_return_what_the_table_says() {
    let engine = Engine::new();
    for row in table(&page(), "| a block returns | the result |") {
        let [value, text] = row.as_slice() else { panic!("{row:?}") };
        assert_eq!(result(&engine, &format!("## Main\n\n```lua\nreturn {value}\n```")), *text, "{value}");
    }
}

#[test]
fn limits_are_those_of_the_table() {
    let Limits { memory, instructions, busy, time, text, rounds, round, nesting, tasks } = Limits::default();
    let limits = [
        ("memory", memory as u64),
        ("instructions", instructions),
        ("busy", busy.as_secs()),
        ("time", time.as_secs()),
        ("text", text as u64),
        ("rounds", rounds as u64),
        ("round", round as u64),
        ("nesting", nesting as u64),
        ("tasks", tasks as u64),
    ];
    let told: Vec<(String, u64)> = table(&page(), "| limit | default | of what |")
        .into_iter()
        .map(|row| (row[0].clone(), number(&row[1])))
        .collect();
    assert_eq!(told, limits.map(|(name, value)| (name.to_owned(), value)));
}

/// `32 MiB`, `200,000,000`, `600 seconds`.
fn number(cell: &str) -> u64 {
    let (digits, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    let factor = match unit {
        "" | "seconds" => 1,
        "MiB" => 1 << 20,
        unit => panic!("{unit}"),
    };
    digits.replace(',', "").parse::<u64>().unwrap() * factor
}

#[test]
fn every_kind_of_failure_is_raised() {
    let page = page();
    for kind in FailureKind::ALL {
        let heading = format!("\n### `{}`", kind.as_str());
        let rule = page.split_once(&heading).unwrap_or_else(|| panic!("{kind:?}")).1;
        let rule = rule.split("\n### `").next().unwrap();
        assert!(rule.contains(&format!("[{} at byte ", kind.as_str())), "{kind:?}");
    }
}

#[test]
fn every_code_of_a_file_is_told() {
    let told = table(&page(), "| code | what is wrong | kind |");
    let codes = Code::ALL.iter().filter_map(|&code| Some((code, flow::kind(code)?)));
    let codes: Vec<Vec<String>> = codes
        .map(|(code, kind)| [code.as_str(), code.title(), kind.as_str()].map(str::to_owned).into())
        .collect();
    assert_eq!(told, codes);
}
