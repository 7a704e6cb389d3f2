//! `tools` and `uses` (agent format, section 4).

use agentc_text::toon::{Array, Entry, Kind, Node};

use super::names::{Names, report_bad_name};
use super::row::{Columns, Row};
use crate::diagnostic::{Code, Sink, quoted};
use crate::ir::{Tool, TypedTool};
use crate::source::Span;
use crate::types::{self, Type, TypeError};

/// A name in `uses`, and where it is written.
pub(crate) struct Use {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Reads `tools`, in either form.
pub(super) fn tools(entry: &Entry, sink: &mut Sink) -> Vec<Tool> {
    let Some(array) = list(entry, sink) else {
        return Vec::new();
    };
    let header = sink.file().line_content(entry.line);
    let Some(columns) = Columns::of(array, &["name", "input"], &["description"], header, sink) else {
        return Vec::new();
    };
    let is_row = |item: &Node| matches!(item.kind, Kind::Object(_));
    let mut readable = array.items.iter().filter(|item| !matches!(item.kind, Kind::Invalid));
    let Some(first) = readable.next() else {
        return Vec::new();
    };
    if let Some(other) = readable.find(|item| is_row(item) != is_row(first)) {
        let diagnostic =
            sink.at(Code::A311, sink.file().line_content(other.line), "names and rows mix in `tools`");
        let help = "write all tools as names, or all with `name` and `input`";
        let first = sink.place(sink.file().line_content(first.line));
        sink.push(diagnostic.with_related(first, "the first tool has the other form").with_help(help));
    }
    let mut names = Names::default();
    let mut tool = |item: &Node| {
        if is_row(item) {
            typed_tool(&Row::new(item, &columns, sink)?, &mut names, sink)
        } else {
            let name = listed_name("tool", item, &mut names, sink)?;
            Some(Tool { name, typed: None, line: item.line })
        }
    };
    array.items.iter().filter_map(&mut tool).collect()
}

fn typed_tool(row: &Row<'_>, names: &mut Names, sink: &mut Sink) -> Option<Tool> {
    let name = row.text("name", sink);
    let written = row.text("input", sink);
    let description = row.text("description", sink);
    let name = name?;
    let admitted = names.admit("tool", name, row.span, sink);
    let input = match types::parse(written?) {
        Ok(Type::Object(fields)) => Ok(fields),
        Ok(other) => {
            Err(TypeError { reason: format!("it is {}", other.describe()), help: None, meant: None })
        }
        Err(error) => Err(error),
    };
    let input = match input {
        Ok(fields) => fields.to_vec(),
        Err(error) => {
            let message = format!(
                "the input of `{name}`, {}, is not an object type: {}",
                quoted(written?),
                error.reason
            );
            let help = error
                .help
                .unwrap_or_else(|| "an object type names the arguments: `{query:string}`".to_owned());
            let diagnostic = sink.at(Code::A309, row.span, message);
            sink.push(diagnostic.with_help(help));
            return None;
        }
    };
    let description = description.unwrap_or(name).to_owned();
    admitted.then(|| Tool {
        name: name.to_owned(),
        typed: Some(TypedTool { input, description }),
        line: row.line,
    })
}

/// Reads `uses`.
pub(super) fn uses(entry: &Entry, sink: &mut Sink) -> Vec<Use> {
    let Some(array) = list(entry, sink) else {
        return Vec::new();
    };
    if array.items.iter().any(|item| matches!(item.kind, Kind::Object(_))) {
        let span = sink.file().line_content(entry.line);
        let diagnostic = sink.at(Code::A305, span, "`uses` is a list of names, not of rows");
        sink.push(diagnostic.with_help("write the names alone: `uses[2]: critic,translator`"));
        return Vec::new();
    }
    let mut names = Names::default();
    let mut used = |item: &Node| {
        let name = listed_name("sub-agent", item, &mut names, sink)?;
        Some(Use { name, span: sink.file().line_content(item.line) })
    };
    array.items.iter().filter_map(&mut used).collect()
}

/// A name as an item of a list.
fn listed_name(what: &str, item: &Node, names: &mut Names, sink: &mut Sink) -> Option<String> {
    let span = sink.file().line_content(item.line);
    match &item.kind {
        Kind::Invalid => None,
        Kind::String(name) => names.admit(what, name, span, sink).then(|| name.clone()),
        _ => {
            let written = sink.file().text()[item.span.clone()].to_owned();
            report_bad_name(what, &written, span, sink);
            None
        }
    }
}

/// Names that are tools and sub-agents at once: the one written second is at fault.
pub(super) fn check_apart(tools: &[Tool], uses: &[Use], sink: &mut Sink) {
    let tools: std::collections::BTreeMap<&str, Span> =
        tools.iter().map(|tool| (tool.name.as_str(), sink.file().line_content(tool.line))).collect();
    for used in uses {
        let Some(&tool) = tools.get(used.name.as_str()) else {
            continue;
        };
        let (first, second) = if tool < used.span { (tool, used.span) } else { (used.span, tool) };
        let message = format!("`{}` is in both `tools` and `uses`", used.name);
        let diagnostic = sink.at(Code::A310, second, message);
        let first = sink.place(first);
        let help = "the model knows tools and sub-agents by their names: rename or remove one";
        sink.push(diagnostic.with_related(first, "it is given here first").with_help(help));
    }
}

/// The list of an entry; says so where it is none.
fn list<'a>(entry: &'a Entry, sink: &mut Sink) -> Option<&'a Array> {
    match &entry.value.kind {
        Kind::Array(array) => Some(array),
        Kind::Invalid => None,
        _ => {
            let span = sink.file().line_content(entry.line);
            let diagnostic = sink.at(Code::A305, span, format!("`{}` is not a list", entry.key));
            let written = sink.file().text()[entry.value.span.clone()].trim().to_owned();
            let mut names: Vec<&str> = written.trim_matches(['[', ']']).split(',').map(str::trim).collect();
            let is_text = matches!(entry.value.kind, Kind::String(_));
            if !is_text || !names.iter().all(|name| types::is_identifier(name)) {
                names = vec!["search"];
            }
            let example = format!("{}[{}]: {}", entry.key, names.len(), names.join(","));
            sink.push(diagnostic.with_help(format!("write a list with its length: `{example}`")));
            None
        }
    }
}
