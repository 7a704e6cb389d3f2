//! `docs/prompt-files.md`, the page for authors: every example in it, through the run-time compiler.
//!
//! Every heading `###` is a rule, and has an example below it: the blocks up to the next heading.
//!
//! | block | holds |
//! |---|---|
//! | `markdown PATH` | a file; the first one is the entry |
//! | `markdown PATH stored` | a stored file |
//! | `json keys` | what the deployment has for resolver keys, texts or null |
//! | `json tenant` | the agent's variables |
//! | `text prompt` | the text that is rendered |
//! | `text refused` | what the author is told, up to the first semicolon of each line |
//! | `text warnings` | what is logged |
//!
//! The kit is there, with an agent called Ines on the 30th of November 2026 at 15:05 UTC. Control pictures stand for what
//! they picture. Warnings that are not listed fail the test.

#![allow(clippy::panic, clippy::unwrap_used)] // A test that cannot go on fails.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use agentc::prompt_files::{Arguments, Kit, PromptSet, Resolvers};
use agentc_tests::corpus::visible;
use agentc_tests::diff::diff;

type Texts = BTreeMap<String, Option<String>>;

/// The blocks below one heading.
#[derive(Default)]
struct Example {
    heading: String,
    entry: Option<String>,
    files: BTreeMap<String, String>,
    stored: BTreeMap<String, String>,
    keys: Texts,
    tenant: Texts,
    expected: BTreeMap<String, String>,
}

#[test]
fn every_rule_has_an_example_that_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/prompt-files.md");
    let page = std::fs::read_to_string(page).unwrap();
    let examples = examples(&page);
    assert!(examples.len() > 20, "{} rules", examples.len());
    let wrong: Vec<String> = examples.iter().filter_map(|example| example.check().err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("### ") {
            examples.push(Example { heading: heading.to_owned(), ..Example::default() });
        } else if line.starts_with("## ") {
            // What is not below a rule is no example.
            examples.push(Example::default());
        } else if let Some(info) = line.strip_prefix("````").or(line.strip_prefix("```")) {
            let fence = &line[..line.len() - info.len()];
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
            if let Some(example) = examples.last_mut() {
                example.add(info, &block.join("\n"));
            }
        }
    }
    examples.retain(|example| !example.heading.is_empty());
    examples
}

impl Example {
    fn add(&mut self, info: &str, block: &str) {
        let text = visible::read(block).unwrap();
        match info.split(' ').collect::<Vec<_>>().as_slice() {
            ["markdown", path, "stored"] => {
                self.stored.insert((*path).to_owned(), text);
            }
            ["markdown", path] => {
                self.entry.get_or_insert_with(|| (*path).to_owned());
                self.files.insert((*path).to_owned(), text);
            }
            ["json", "keys"] => self.keys = serde_json::from_str(&text).unwrap(),
            ["json", "tenant"] => self.tenant = serde_json::from_str(&text).unwrap(),
            ["text", kind @ ("prompt" | "refused" | "warnings")] => {
                self.expected.insert((*kind).to_owned(), text);
            }
            _ => panic!("{}: ```{info}", self.heading),
        }
    }

    fn check(&self) -> Result<(), String> {
        let found = self.found();
        let show = |all: &BTreeMap<String, String>| {
            let all = all.iter();
            all.map(|(kind, text)| format!("{kind}:\n{}\n", visible::show(text))).collect::<String>()
        };
        if self.expected.is_empty() || found != self.expected {
            return Err(format!("### {}\n{}", self.heading, diff(&show(&self.expected), &show(&found))));
        }
        Ok(())
    }

    fn found(&self) -> BTreeMap<String, String> {
        let set = PromptSet::new(self.files.clone()).unwrap().overlay(self.stored.clone()).unwrap();
        let mut found = BTreeMap::new();
        let mut refused = |text: String| {
            let lines: Vec<&str> =
                text.lines().map(|line| line.split_once("; ").map_or(line, |(line, _)| line)).collect();
            found.insert("refused".to_owned(), lines.join("\n"));
        };
        let compiled = match set.compile(self.entry.as_deref().unwrap_or_default()) {
            Ok(compiled) => compiled,
            Err(refusals) => {
                refused(refusals.to_string());
                return found;
            }
        };
        let kit = Kit::at(UNIX_EPOCH + Duration::from_secs(1_796_051_100)).with_agent_name("Ines");
        let mut resolvers = Resolvers::new().with_kit(kit);
        for (key, text) in self.keys.clone() {
            resolvers = resolvers.with(key, move |_: Arguments<'_>| Ok(text.clone()));
        }
        let tenant: BTreeMap<&str, &str> =
            self.tenant.iter().filter_map(|(name, text)| Some((name.as_str(), text.as_deref()?))).collect();
        match compiled.render(&resolvers, &tenant) {
            Ok(prompt) => {
                found.insert("prompt".to_owned(), prompt);
            }
            Err(refusal) => refused(refusal.to_string()),
        }
        let warnings: Vec<String> = compiled.warnings().iter().map(ToString::to_string).collect();
        if !warnings.is_empty() {
            found.insert("warnings".to_owned(), warnings.join("\n"));
        }
        found
    }
}
