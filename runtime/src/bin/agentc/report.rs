//! In: diagnostics. Out: frames and a count for people, or JSON for programs.

use agentc_codegen::{Diagnostic, Place, frame};
use serde_json::{Map, Value, json};

use crate::Outcome;
use crate::args::Format;

/// The end of a verb that found something wrong, or that checks and found nothing.
pub(crate) fn outcome(diagnostics: &[Diagnostic], format: Format) -> Outcome {
    let ok = !diagnostics.iter().any(Diagnostic::is_error);
    match format {
        Format::Json => Outcome { out: to_json(diagnostics, ok), err: String::new(), ok },
        Format::Text => Outcome { out: String::new(), err: frames(diagnostics), ok },
    }
}

/// Frames, and under them how many there are of each kind.
fn frames(diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&frame(diagnostic, true));
        text.push_str("\n\n");
    }
    let (errors, warnings): (Vec<_>, Vec<_>) =
        diagnostics.iter().partition(|diagnostic| diagnostic.is_error());
    let counts = [counted(errors.len(), "error"), counted(warnings.len(), "warning")];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if let Some(first) = diagnostics.first() {
        text.push_str(&format!("{}; `agentc explain {}` says more\n", counts.join(", "), first.code));
    }
    text
}

pub(crate) fn counted(count: usize, what: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    }
}

fn to_json(diagnostics: &[Diagnostic], ok: bool) -> String {
    let diagnostics: Vec<Value> = diagnostics.iter().map(object).collect();
    line(&json!({"ok": ok, "diagnostics": diagnostics}))
}

/// JSON on a line of its own.
pub(crate) fn line(value: &Value) -> String {
    format!("{value}\n")
}

pub(crate) fn object(diagnostic: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("severity".to_owned(), diagnostic.severity.to_string().into());
    object.insert("code".to_owned(), diagnostic.code.as_str().into());
    object.insert("message".to_owned(), diagnostic.message.as_str().into());
    if let Some(path) = diagnostic.place.path() {
        object.insert("file".to_owned(), path.into());
    }
    if let Some(position) = diagnostic.place.position() {
        object.insert("line".to_owned(), position.line.into());
        object.insert("col".to_owned(), position.col.into());
    }
    if let Place::Value(path) = &diagnostic.place {
        object.insert("path".to_owned(), path.as_str().into());
    }
    if let Some(help) = &diagnostic.help {
        object.insert("help".to_owned(), help.as_str().into());
    }
    object.into()
}
