//! TOON cases as lines of JSON.
//!
//! In: one case, a JSON object on a line. Out: its answer, a JSON object on a line.

use agentc_text::toon::{self, Delimiter, ReadError, ReadOptions, WriteOptions};
use agentc_text::{Number, Value};

/// Answers `{"input":…,"options":{"delimiter":…,"indentSize":…}}` with `{"ok":true,"text":…}`.
#[must_use]
pub fn encode_case(line: &str) -> String {
    answer(encode(line))
}

/// Answers `{"text":…,"options":{"indentSize":…,"strict":…}}` with `{"ok":true,"value":…}`, or with
/// the first error as `{"ok":false,"line":…,"col":…,"message":…}`.
#[must_use]
pub fn decode_case(line: &str) -> String {
    answer(decode(line))
}

type Answer = Vec<(String, Value)>;

fn encode(line: &str) -> Result<Answer, Answer> {
    let case = parse(line)?;
    let input = member(&case, "input").ok_or_else(|| refusal("the case has no `input`"))?;
    let mut options = WriteOptions::default();
    if let Some(size) = indent_size(&case)? {
        options = options.with_indent(size);
    }
    match option(&case, "delimiter") {
        None => {}
        Some(Value::String(text)) if text == "," => {}
        Some(Value::String(text)) if text == "\t" => options = options.with_delimiter(Delimiter::Tab),
        Some(Value::String(text)) if text == "|" => options = options.with_delimiter(Delimiter::Pipe),
        Some(_) => return Err(refusal("`delimiter` is none of \",\", \"\\t\" and \"|\"")),
    }
    let text = toon::to_string_with(input, &options).map_err(|error| refusal(&error.to_string()))?;
    Ok(vec![entry("ok", true), entry("text", text)])
}

fn decode(line: &str) -> Result<Answer, Answer> {
    let case = parse(line)?;
    let Some(Value::String(text)) = member(&case, "text") else {
        return Err(refusal("the case has no `text`, or it is no string"));
    };
    let mut options = ReadOptions::default();
    if let Some(size) = indent_size(&case)? {
        options = options.with_indent(size);
    }
    match option(&case, "strict") {
        None => {}
        Some(Value::Bool(strict)) => options = options.with_strict(*strict),
        Some(_) => return Err(refusal("`strict` is no boolean")),
    }
    match toon::read(text, &options).into_value() {
        Ok(value) => Ok(vec![entry("ok", true), entry("value", as_ecmascript(value))]),
        Err(errors) => Err(errors.first().map_or_else(|| refusal("no error"), |error| failure(text, error))),
    }
}

fn parse(line: &str) -> Result<Value, Answer> {
    serde_json::from_str(line).map_err(|error| refusal(&error.to_string()))
}

fn member<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    let Value::Object(entries) = object else {
        return None;
    };
    entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn option<'v>(case: &'v Value, name: &str) -> Option<&'v Value> {
    member(case, "options").and_then(|options| member(options, name))
}

fn indent_size(case: &Value) -> Result<Option<usize>, Answer> {
    match option(case, "indentSize") {
        None => Ok(None),
        Some(Value::Number(Number::Unsigned(size @ 0..=64))) => Ok(usize::try_from(*size).ok()),
        Some(_) => Err(refusal("`indentSize` is no integer from 0 to 64")),
    }
}

fn entry(key: &str, value: impl Into<Value>) -> (String, Value) {
    (key.to_owned(), value.into())
}

fn refusal(message: &str) -> Answer {
    vec![entry("ok", false), entry("message", message)]
}

fn failure(text: &str, error: &ReadError) -> Answer {
    let before = text.get(..error.span.start).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    // A byte order mark is no column.
    let line = if error.line == 1 { line.trim_start_matches('\u{feff}') } else { line };
    vec![
        entry("ok", false),
        entry("line", error.line as u64),
        entry("col", 1 + line.chars().count() as u64),
        entry("message", error.to_string()),
    ]
}

/// Writes whole doubles as integers, as ECMAScript does.
#[allow(clippy::cast_possible_truncation)] // Exact below 2^53.
fn as_ecmascript(value: Value) -> Value {
    match value {
        Value::Number(Number::Double(double)) if double.fract() == 0.0 && double.abs() < 9.0e15 => {
            Value::from(double as i64)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(as_ecmascript).collect()),
        Value::Object(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, as_ecmascript(value))).collect())
        }
        other => other,
    }
}

fn answer(answer: Result<Answer, Answer>) -> String {
    let answer = Value::Object(answer.unwrap_or_else(|refused| refused));
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"ok\":false,\"message\":\"{error}\"}}"))
}

/// Equality of JSON values: keys in order, numbers by their mathematical value.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(Number::Double(a)), Value::Number(b))
        | (Value::Number(b), Value::Number(Number::Double(a))) => *a == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        _ => a == b,
    }
}
