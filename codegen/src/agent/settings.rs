//! The keys that hold one value: texts and numbers (agent format, section 4).

use agentc_text::Number;
use agentc_text::toon::{Entry, Kind};

use super::row::describe;
use crate::diagnostic::{Code, Sink, quoted};

/// The text of a key.
pub(super) fn text<'a>(entry: &'a Entry, sink: &mut Sink) -> Option<&'a str> {
    match &entry.value.kind {
        Kind::String(text) => Some(text),
        Kind::Invalid => None,
        Kind::Null => {
            let message = format!("`{}` must be a string, and this is null", entry.key);
            report(
                entry,
                &message,
                "for the text, write it in quotes: `\"null\"`; what is left out has no line",
                sink,
            );
            None
        }
        Kind::Bool(_) | Kind::Number(_) => {
            let written = written(entry, sink);
            let found = describe(&entry.value.kind);
            let message = format!("`{}` must be a string, and {} is {found}", entry.key, quoted(&written));
            report(entry, &message, &format!("for a text, write it in quotes: `\"{written}\"`"), sink);
            None
        }
        Kind::Object(_) if matches!(entry.key.as_str(), "prompt" | "system") => {
            let message = format!("nothing stands behind the colon of `{}`", entry.key);
            let help = format!("for a text on the lines below, write `{}: |`", entry.key);
            report(entry, &message, &help, sink);
            None
        }
        Kind::Object(object) if object.entries.is_empty() => {
            let message = format!("nothing stands behind the colon of `{}`", entry.key);
            report(entry, &message, "write the text on the line of the key", sink);
            None
        }
        other => {
            let message = format!("`{}` must be a string, and this is {}", entry.key, describe(other));
            report(entry, &message, "write the text on the line of the key", sink);
            None
        }
    }
}

/// A whole number of at least `least`.
pub(super) fn integer(entry: &Entry, least: u64, sink: &mut Sink) -> Option<u64> {
    let range = format!("a whole number, {least} or more");
    let number = number(entry, &range, sink)?;
    let value = whole(number).filter(|&value| value >= least);
    if value.is_none() {
        let is_too_large = number.as_f64() >= TWO_TO_THE_64;
        let range = if is_too_large { format!("at most {}", u64::MAX) } else { range };
        out_of_range(entry, &range, sink);
    }
    value
}

const TWO_TO_THE_64: f64 = 18_446_744_073_709_551_616.0;

/// The number as an integer, however it is written: `1e1` is ten.
fn whole(number: Number) -> Option<u64> {
    match number {
        Number::Unsigned(value) => Some(value),
        Number::Signed(_) => None,
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Checked right here.
        Number::Double(value) => {
            (value.fract() == 0.0 && (0.0..TWO_TO_THE_64).contains(&value)).then_some(value as u64)
        }
    }
}

/// A number from 0 to 1.
pub(super) fn fraction(entry: &Entry, sink: &mut Sink) -> Option<f64> {
    let range = "a number from 0 to 1";
    let value = Some(number(entry, range, sink)?.as_f64()).filter(|value| (0.0..=1.0).contains(value));
    if value.is_none() {
        out_of_range(entry, range, sink);
    }
    value
}

fn number(entry: &Entry, range: &str, sink: &mut Sink) -> Option<Number> {
    match &entry.value.kind {
        Kind::Number(number) => Some(*number),
        Kind::Invalid => None,
        other => {
            let message = format!("`{}` must be {range}, and this is {}", entry.key, describe(other));
            let written = written(entry, sink);
            let help = match written.split_once(" #") {
                Some(_) => "write the comment on a line of its own",
                None => "write a plain number, without quotes or leading zeros, or remove the line",
            };
            report(entry, &message, help, sink);
            None
        }
    }
}

fn out_of_range(entry: &Entry, range: &str, sink: &mut Sink) {
    let message = format!("`{}` must be {range}, and {} is not", entry.key, quoted(&written(entry, sink)));
    report(entry, &message, "write a number in that range, or remove the line", sink);
}

fn written(entry: &Entry, sink: &Sink) -> String {
    sink.file().text()[entry.value.span.clone()].to_owned()
}

fn report(entry: &Entry, message: &str, help: &str, sink: &mut Sink) {
    let span = sink.file().line_content(entry.line);
    let diagnostic = sink.at(Code::A303, span, message).with_help(help);
    sink.push(diagnostic);
}
