//! `agentc run --replies`: a JSON array of strings.

use std::ops::Range;
use std::sync::Arc;

use agentc_codegen::{Code, Diagnostic, Loader, Place, SourceFile, Span};
use serde_core::de::IgnoredAny;
use serde_json::{Deserializer, Value};

use crate::json;

/// How many misfits are told.
const LISTED: usize = 100;

pub(crate) fn read(loader: &mut Loader, path: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
    let file = json::read(loader, path).map_err(|diagnostic| vec![diagnostic])?;
    let value = json::parse(&file, "the replies").map_err(|diagnostic| vec![diagnostic])?;
    let wrong = |span: Range<usize>, message: String| {
        let place = Place::Text { file: Arc::clone(&file), span: Span::new(span) };
        Diagnostic::new(Code::A322, place, message)
            .with_help("write the replies as an array of strings, such as [\"Yes.\", \"No.\"]")
    };
    let Value::Array(elements) = value else {
        let start = skip_space(file.text(), 0);
        let message = format!("the replies are {}, not an array of strings", describe(&value));
        return Err(vec![wrong(start..file.text().trim_end().len(), message)]);
    };
    if elements.iter().all(Value::is_string) {
        let text = |element| if let Value::String(text) = element { Some(text) } else { None };
        return Ok(elements.into_iter().filter_map(text).collect());
    }
    let misfits = elements.iter().zip(places(&file)).filter(|(element, _)| !element.is_string());
    let told =
        |(element, span)| wrong(span, format!("a reply is a string, and this is {}", describe(element)));
    Err(misfits.take(LISTED).map(told).collect())
}

/// Where the elements of an array stand, in a file that is JSON.
fn places(file: &SourceFile) -> impl Iterator<Item = Range<usize>> {
    let text = file.text();
    // Behind the opening bracket; from then on behind a comma.
    let mut at = skip_space(text, 0) + 1;
    std::iter::from_fn(move || {
        let start = skip_space(text, at);
        let mut stream = Deserializer::from_str(text.get(start..)?).into_iter::<IgnoredAny>();
        stream.next()?.ok()?;
        let end = start + stream.byte_offset();
        at = skip_space(text, end) + 1;
        Some(start..end)
    })
}

fn skip_space(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len()
}

fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
