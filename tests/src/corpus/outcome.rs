//! In: a case. Out: what comes of it, how that differs from what is expected, and the section with the
//! expected parts brought up to date.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use agentc_codegen::ir::Agent;
use agentc_codegen::{
    Compiled, Diagnostic, Inputs, Loader, Place, SourceFile, compile_file, compile_source, interpret, schema,
};
use agentc_text::Value;

use super::format::{Block, Piece, Section};
use super::{Case, Part, Run, visible};
use crate::diff::diff;

/// What came of one run: each part that there is.
pub type Parts = BTreeMap<Part, String>;

impl Case {
    /// Compiles the source; with files beside it from a folder of its own below `scratch`.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn compile(&self, scratch: &Path) -> Result<Compiled, String> {
        if self.files.is_empty() {
            return Ok(compile_source(&Arc::new(SourceFile::new("case.agent", self.source.as_str()))));
        }
        let folder: String =
            self.id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let folder = scratch.join(folder);
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(failed)?;
        for (name, text) in &self.files {
            std::fs::write(folder.join(name), text).map_err(failed)?;
        }
        std::fs::write(folder.join("case.agent"), &self.source).map_err(failed)?;
        compile_file(&mut Loader::new(folder), "case.agent").map_err(|error| error.to_string())
    }

    /// What comes of each run.
    ///
    /// # Errors
    /// The case itself is wrong: its folder cannot be written, or its inputs are not JSON.
    pub fn outcome(&self, scratch: &Path) -> Result<Vec<Parts>, String> {
        let compiled = self.compile(scratch)?;
        let mut outcomes = Vec::new();
        for run in &self.runs {
            outcomes.push(run.outcome(&compiled, outcomes.is_empty())?);
        }
        Ok(outcomes)
    }

    /// Whether everything comes out as expected; if not, the differences.
    ///
    /// # Errors
    /// The differences.
    pub fn judge(&self, scratch: &Path) -> Result<(), String> {
        let mut differences = String::new();
        for (index, (run, parts)) in self.runs.iter().zip(self.outcome(scratch)?).enumerate() {
            for part in Part::ALL {
                let Some(difference) = run.difference(part, &parts) else {
                    continue;
                };
                let which =
                    if self.runs.len() > 1 { format!(" of run {}", index + 1) } else { String::new() };
                let _ = write!(differences, "the {part}{which} (- expected, + found):\n{difference}");
            }
        }
        if differences.is_empty() { Ok(()) } else { Err(differences) }
    }

    /// The section with what comes out now in place of what is expected.
    ///
    /// # Errors
    /// See [`outcome`](Self::outcome).
    pub fn blessed(&self, section: &Section, scratch: &Path) -> Result<Vec<Piece>, String> {
        let outcomes = self.outcome(scratch)?;
        let mut pieces = Vec::new();
        let mut start = 0;
        for (run, mut parts) in self.runs.iter().zip(outcomes) {
            // What is expected is rewritten where it stands, and what is new comes behind it.
            parts.retain(|part, _| run.wants(*part));
            for (index, piece) in section.pieces[start..run.end].iter().enumerate() {
                let place = start + index;
                let part = run.expected.iter().find(|(_, expected)| expected.piece == place);
                match (part, piece) {
                    (Some((part, _)), Piece::Block(Block { info, .. })) => {
                        pieces.extend(parts.remove(part).map(|text| block(info, &text)));
                    }
                    _ => pieces.push(piece.clone()),
                }
            }
            pieces.extend(parts.iter().map(|(part, text)| block(part.word(), text)));
            start = run.end;
        }
        pieces.extend_from_slice(&section.pieces[start..]);
        Ok(pieces)
    }
}

fn block(info: &str, text: &str) -> Piece {
    Piece::Block(Block { info: info.to_owned(), shown: visible::show(text) })
}

impl Run {
    /// Whether a part is compared: diagnostics always, the prompt if nothing else is expected.
    fn wants(&self, part: Part) -> bool {
        part == Part::Diagnostics
            || self.expected.contains_key(&part)
            || (part == Part::Prompt && self.expected.keys().all(|part| *part == Part::Diagnostics))
    }

    fn difference(&self, part: Part, parts: &Parts) -> Option<String> {
        let expected = self.expected.get(&part).map(|expected| &expected.text);
        let found = parts.get(&part);
        if expected == found || !self.wants(part) {
            return None;
        }
        let lines = |text: Option<&String>| text.map(|text| visible::show(text));
        Some(match (lines(expected), lines(found)) {
            (Some(expected), Some(found)) => diff(&expected, &found),
            (None, Some(found)) => diff("", &found) + "(the case has no such block)\n",
            (Some(expected), None) => diff(&expected, "") + "(there is none)\n",
            (None, None) => return None,
        })
    }

    fn outcome(&self, compiled: &Compiled, is_first: bool) -> Result<Parts, String> {
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        if is_first {
            diagnostics.extend_from_slice(&compiled.diagnostics);
        }
        let mut parts = Parts::new();
        if compiled.is_ok() {
            let agent = &compiled.agent;
            let which = self.expected.get(&Part::Facts);
            let which = which.map(|expected| expected.which.as_slice());
            parts.insert(Part::Facts, facts(agent, which.unwrap_or_default()));
            if self.renders() {
                match Inputs::new(self.values()?, &agent.inputs) {
                    Ok(inputs) => {
                        let env = |name: &str| self.env.get(name).cloned();
                        parts.insert(Part::Prompt, interpret::prompt(agent, &inputs, &env));
                        parts.insert(Part::System, interpret::system(agent, &inputs, &env));
                    }
                    Err(problems) => diagnostics.extend(problems),
                }
            }
        }
        if !diagnostics.is_empty() {
            let lines: Vec<String> = diagnostics.iter().map(describe).collect();
            parts.insert(Part::Diagnostics, lines.join("\n"));
        }
        Ok(parts)
    }

    /// Whether anything is rendered: not if all that is asked for are facts.
    #[must_use]
    pub fn renders(&self) -> bool {
        let asks = |part| self.expected.contains_key(&part);
        self.inputs.is_some() || asks(Part::Prompt) || asks(Part::System) || !asks(Part::Facts)
    }

    /// The input values.
    ///
    /// # Errors
    /// They are not JSON.
    pub fn values(&self) -> Result<Value, String> {
        serde_json::from_str(self.json()).map_err(|error| format!("the inputs: {error}"))
    }

    /// The input values as JSON text.
    #[must_use]
    pub fn json(&self) -> &str {
        self.inputs.as_deref().unwrap_or("{}")
    }
}

/// `line:col CODE message`, and below it the help and whatever else belongs to it.
#[must_use]
pub fn describe(diagnostic: &Diagnostic) -> String {
    let place = |place: &Place| match place.position() {
        Some(position) => format!("{}:{}", position.line, position.col),
        None => place.to_string(),
    };
    let mut text = format!("{} {} {}", place(&diagnostic.place), diagnostic.code, diagnostic.message);
    for related in &diagnostic.related {
        let _ = write!(text, "\n  see {} {}", place(&related.place), related.message);
    }
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, "\n  help: {help}");
    }
    if let Some(fix) = &diagnostic.fix {
        let at = fix.file.position(fix.span.start as usize);
        let before = &fix.file.text()[fix.span.range()];
        let _ = write!(text, "\n  fix: `{before}` at {}:{} becomes `{}`", at.line, at.col, fix.replacement);
    }
    text
}

/// One line for each fact, or for each one named.
fn facts(agent: &Agent, which: &[String]) -> String {
    let quoted = |text: &str| format!("{text:?}");
    let settings = &agent.settings;
    let number = |name: &'static str, value: Option<u64>| (name, value.map(|v| v.to_string()));
    let mut facts: Vec<(&str, Option<String>)> = vec![
        ("name", Some(agent.name.clone())),
        ("model", Some(quoted(&agent.model))),
        ("description", agent.description.as_deref().map(quoted)),
        number("maxTurns", settings.max_turns),
        number("maxContextTokens", settings.max_context_tokens),
        number("retries", settings.retries),
        ("temperature", settings.temperature.map(|v| v.to_string())),
        ("inputs", Some(schema::of_parameters(&agent.inputs))),
        ("outputs", agent.outputs.as_deref().map(schema::of_parameters)),
    ];
    for tool in &agent.tools {
        let typed = tool
            .typed
            .as_ref()
            .map(|typed| format!(" {:?} {}", typed.description, schema::of_fields(&typed.input)));
        facts.push(("tool", Some(tool.name.clone() + &typed.unwrap_or_default())));
    }
    for used in &agent.uses {
        let inputs = used.inputs.as_deref().map(|inputs| format!(" {}", schema::of_parameters(inputs)));
        facts.push(("use", Some(used.name.clone() + &inputs.unwrap_or_default())));
    }
    let lines: Vec<String> = facts
        .into_iter()
        .filter(|(name, _)| which.is_empty() || which.iter().any(|wanted| wanted == name))
        .filter_map(|(name, fact)| Some(format!("{name} {}", fact?)))
        .collect();
    lines.join("\n")
}
