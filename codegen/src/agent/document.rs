//! In: the structural lines and blocks of an `.agent` file. Out: the agent they describe (agent
//! format, section 4), as far as it can be made out, with everything that is wrong reported.

use std::collections::BTreeSet;

use agentc_text::toon::{self, Document, Entry, Kind, ReadOptions};

use super::fields::{self, Parameters};
use super::lower::Lowered;
use super::tools::{self, Use};
use super::{settings, structure};
use crate::diagnostic::{Code, Sink, did_you_mean, quoted};
use crate::ir::{Agent, Template};
use crate::source::Span;
use crate::suggest;
use crate::template::{self, Scope};
use crate::text::SourceText;
use crate::types::is_identifier;

const KEYS: [&str; 13] = [
    "agent",
    "model",
    "prompt",
    "description",
    "system",
    "inputs",
    "outputs",
    "tools",
    "uses",
    "maxTurns",
    "maxContextTokens",
    "retries",
    "temperature",
];

const REQUIRED: [&str; 3] = ["agent", "model", "prompt"];

/// Checks a file. The agent is complete and right if nothing was reported as an error.
pub(crate) fn check(lowered: &Lowered<'_>, sink: &mut Sink) -> (Agent, Vec<Use>) {
    let mut agent = empty(sink);
    let document = toon::read_lines(lowered.lines.iter().copied(), &ReadOptions::default());
    let Some(entries) = entries(&document, lowered, sink) else {
        return (agent, Vec::new());
    };

    // A line that could not be read may have been the header of the inputs.
    let all_read = matches!(&document.root.kind, Kind::Object(object) if object.complete);
    let mut inputs = Parameters { complete: all_read, ..Parameters::default() };
    let mut uses = Vec::new();
    let mut templates = Vec::new();
    let mut missing: BTreeSet<&str> = REQUIRED.into_iter().collect();
    for entry in entries {
        missing.remove(entry.key.as_str());
        let is_block = lowered.blocks.contains_key(&entry.line);
        match entry.key.as_str() {
            "prompt" | "system" => templates.push(entry),
            key if is_block && KEYS.contains(&key) => report_block(entry, sink),
            "agent" => agent.name = name(entry, sink).unwrap_or_default(),
            "model" => agent.model = model(entry, sink).unwrap_or_default(),
            "description" => agent.description = settings::text(entry, sink).map(str::to_owned),
            "inputs" => inputs = fields::check(entry, "input", sink),
            "outputs" => agent.outputs = Some(fields::check(entry, "output", sink).list),
            "tools" => agent.tools = tools::tools(entry, sink),
            "uses" => uses = tools::uses(entry, sink),
            "maxTurns" => agent.settings.max_turns = settings::integer(entry, 1, sink),
            "maxContextTokens" => agent.settings.max_context_tokens = settings::integer(entry, 0, sink),
            "retries" => agent.settings.retries = settings::integer(entry, 0, sink),
            "temperature" => agent.settings.temperature = settings::fraction(entry, sink),
            _ => {
                let meant = unknown_key(entry, sink);
                missing.retain(|key| Some(*key) != meant);
                inputs.complete &= meant != Some("inputs");
            }
        }
    }
    report_missing(missing, &document, sink);
    tools::check_apart(&agent.tools, &uses, sink);

    // The templates come last: they may stand before the inputs they use.
    let known = inputs.known();
    let scope = Scope { inputs: &known, complete: inputs.complete };
    for entry in templates {
        let Some(text) = template_text(entry, lowered, sink) else {
            continue;
        };
        let nodes = template::parse(&text, sink);
        let template = Template { ops: template::check(&nodes, &scope, sink) };
        if entry.key == "prompt" { agent.prompt = template } else { agent.system = Some(template) }
    }
    agent.inputs = inputs.list;
    (agent, uses)
}

/// What an agent that uses this one has to know of it.
pub(crate) struct Header {
    /// The name, if it can be made out.
    pub(crate) name: Option<String>,
    /// The inputs.
    pub(crate) inputs: Vec<crate::ir::Parameter>,
}

/// Reads the name and the inputs of a file; its errors are its own affair.
pub(crate) fn header(lowered: &Lowered<'_>, sink: &mut Sink) -> Header {
    let document = toon::read_lines(lowered.lines.iter().copied(), &ReadOptions::default());
    let mut header = Header { name: None, inputs: Vec::new() };
    let Kind::Object(object) = &document.root.kind else {
        return header;
    };
    for entry in &object.entries {
        match (entry.key.as_str(), &entry.value.kind) {
            ("agent", Kind::String(name)) => header.name = Some(name.clone()),
            ("inputs", _) => header.inputs = fields::check(entry, "input", sink).list,
            _ => {}
        }
    }
    header
}

fn empty(sink: &Sink) -> Agent {
    Agent {
        name: String::new(),
        model: String::new(),
        description: None,
        inputs: Vec::new(),
        outputs: None,
        tools: Vec::new(),
        uses: Vec::new(),
        settings: crate::ir::Settings::default(),
        prompt: Template::default(),
        system: None,
        source: sink.file().path().to_owned(),
    }
}

/// The keys of the document, with its errors of structure reported.
fn entries<'a>(document: &'a Document, lowered: &Lowered<'_>, sink: &mut Sink) -> Option<&'a [Entry]> {
    let object = match &document.root.kind {
        Kind::Object(object) if object.table.is_none() => Some(object),
        _ => None,
    };
    structure::report(document, lowered, sink);
    if object.is_none() && !matches!(document.root.kind, Kind::Invalid) {
        let diagnostic =
            sink.at(Code::A214, Span { start: 0, end: 0 }, "this is not a document of `key: value` lines");
        sink.push(
            diagnostic
                .with_help("an agent begins with lines such as `agent: brief` and `model: claude-opus-4-7`"),
        );
    }
    object.map(|object| object.entries.as_slice())
}

fn name(entry: &Entry, sink: &mut Sink) -> Option<String> {
    let text = settings::text(entry, sink)?;
    if is_identifier(text) {
        return Some(text.to_owned());
    }
    let span = sink.file().line_content(entry.line);
    let message = format!("`agent` must be a name, and {} is none", quoted(text));
    let diagnostic = sink.at(Code::A304, span, message);
    let help = "a name is ASCII letters, digits and `_`, and does not begin with a digit";
    sink.push(diagnostic.with_help(help));
    None
}

fn model(entry: &Entry, sink: &mut Sink) -> Option<String> {
    let text = settings::text(entry, sink)?;
    if text.is_empty() {
        let span = sink.file().line_content(entry.line);
        let diagnostic = sink.at(Code::A303, span, "`model` must not be empty");
        sink.push(diagnostic.with_help("write the name of a model, such as `model: claude-opus-4-7`"));
    }
    Some(text.to_owned())
}

/// Reports a key that there is not; the key that was meant, if it is like one.
fn unknown_key(entry: &Entry, sink: &mut Sink) -> Option<&'static str> {
    let span = sink.file().line_content(entry.line);
    if let Some(name) = structure::table_without_length(&entry.key) {
        let columns = &entry.key[name.len()..];
        let message = format!("the header of `{name}` does not say how many rows there are");
        let diagnostic = sink.at(Code::A205, span, message);
        sink.push(diagnostic.with_help(format!("write their number, as in `{name}[2]{columns}:`")));
        return KEYS.iter().copied().find(|key| *key == name);
    }
    let meant = suggest::nearest(&entry.key, KEYS);
    let diagnostic = sink.at(Code::A301, span, format!("there is no key {}", quoted(&entry.key)));
    let diagnostic = match meant {
        Some(_) => did_you_mean(diagnostic, meant, Some(Span::new(entry.key_span.clone()))),
        None => {
            diagnostic.with_help(format!("the keys are {}", KEYS.map(|key| format!("`{key}`")).join(", ")))
        }
    };
    sink.push(diagnostic);
    meant
}

/// Only `prompt` and `system` have the block form.
fn report_block(entry: &Entry, sink: &mut Sink) {
    let span = sink.file().line_content(entry.line);
    let diagnostic = sink.at(Code::A213, span, format!("`{}` cannot be a block", entry.key));
    let help = "only `prompt` and `system` have the form `key: |`; write the text on the key's line, in quotes, \
                with `\\n` for a line break";
    sink.push(diagnostic.with_help(help));
}

fn report_missing(mut missing: BTreeSet<&str>, document: &Document, sink: &mut Sink) {
    // A key whose line cannot be read is there, and its line has its error.
    for error in &document.errors {
        let line = &sink.file().text()[error.span.clone()];
        let word = line.trim_start_matches('"').split(|c: char| !c.is_ascii_alphanumeric()).next();
        missing.retain(|key| Some(*key) != word);
    }
    for key in REQUIRED.iter().filter(|key| missing.contains(*key)) {
        let example = match *key {
            "agent" => "`agent: brief`",
            "model" => "`model: claude-opus-4-7`",
            _ => "`prompt: |`, and below it the text, indented by two spaces",
        };
        let message = format!("the key `{key}` is missing");
        let diagnostic = sink.at(Code::A302, Span { start: 0, end: 0 }, message);
        sink.push(diagnostic.with_help(format!("add a line {example}")));
    }
}

/// The text of a template, wherever it is written.
fn template_text(entry: &Entry, lowered: &Lowered<'_>, sink: &mut Sink) -> Option<SourceText> {
    if let Some(block) = lowered.blocks.get(&entry.line) {
        return Some(block.clone());
    }
    let text = settings::text(entry, sink)?;
    let written = &sink.file().text()[entry.value.span.clone()];
    let start = entry.value.span.start;
    let Some(body) = written.strip_prefix('"').and_then(|body| body.strip_suffix('"')) else {
        return Some(SourceText::verbatim(text, start));
    };
    let unescaped = toon::unescape(body).ok()?;
    Some(SourceText::mapped(text, |at| start + 1 + unescaped.offset(at)))
}
