//! Keys and scalar values as they are written (TOON 4, 7).
//!
//! In: a token. Out: its value, or what is wrong with it and where.

use std::ops::Range;

use super::document::Kind;
use super::error::ReadErrorKind;
use super::part::Part;
use crate::value::Number;

/// What is wrong with a part of a line, and which part.
#[derive(Debug)]
pub(super) struct Fault {
    pub kind: ReadErrorKind,
    pub at: Range<usize>,
}

impl Fault {
    pub fn new(kind: ReadErrorKind, at: Part<'_>) -> Self {
        Self { kind, at: at.span() }
    }
}

/// Reads a value without spaces around it (TOON 4).
///
/// A token that looks like a number but is too large for a finite double is kept as a string, so
/// that nothing of it is lost.
pub(super) fn scalar(token: Part<'_>) -> Result<Kind, Fault> {
    Ok(match token.text {
        "null" => Kind::Null,
        "true" => Kind::Bool(true),
        "false" => Kind::Bool(false),
        text if text.starts_with('"') => Kind::String(unquote(token)?),
        text => Number::parse(text).map_or_else(|| Kind::String(text.to_owned()), Kind::Number),
    })
}

/// Reads a key without spaces around it; without quotes it is taken literally (TOON 7.4).
pub(super) fn key(token: Part<'_>) -> Result<String, Fault> {
    if token.text.starts_with('"') { unquote(token) } else { Ok(token.text.to_owned()) }
}

/// The length of the quoted token that this part starts with, quotes included.
pub(super) fn quoted_len(part: Part<'_>) -> Option<usize> {
    let mut hidden = false;
    for (at, byte) in part.text.bytes().enumerate().skip(1) {
        match byte {
            _ if hidden => hidden = false,
            b'\\' => hidden = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Whether a token opens a quote and does not close it.
pub(super) fn is_unterminated(token: Part<'_>) -> bool {
    token.text.starts_with('"') && quoted_len(token).is_none()
}

fn unquote(token: Part<'_>) -> Result<String, Fault> {
    let Some(len) = quoted_len(token) else {
        return Err(Fault::new(ReadErrorKind::UnterminatedQuote, token));
    };
    if len < token.text.len() {
        return Err(Fault::new(ReadErrorKind::TextAfterQuote, token.skip(len).trim()));
    }
    let body = token.split(len - 1).0.skip(1);
    if !body.text.contains('\\') {
        return Ok(body.text.to_owned());
    }
    match unescape(body.text) {
        Ok(unescaped) => Ok(unescaped.text),
        Err(BadEscape { escape, at }) => {
            let at = body.start + at..body.start + at + escape.len();
            Err(Fault { kind: ReadErrorKind::InvalidEscape { escape }, at })
        }
    }
}

/// The text of a quoted token and where each of its bytes came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unescaped {
    /// The text.
    pub text: String,
    /// For each run that follows an escape: its offset in the text and in the body.
    runs: Vec<(usize, usize)>,
}

impl Unescaped {
    /// The offset in the body of the byte at `at` in the text; of an escaped character, that of
    /// its backslash.
    #[must_use]
    pub fn offset(&self, at: usize) -> usize {
        let after = self.runs.partition_point(|run| run.0 <= at);
        let (text, body) =
            after.checked_sub(1).and_then(|run| self.runs.get(run)).copied().unwrap_or_default();
        body + (at - text)
    }
}

/// An escape that TOON does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEscape {
    /// The escape as it is written, backslash included.
    pub escape: String,
    /// The offset of its backslash in the body.
    pub at: usize,
}

/// Resolves the escapes of a quoted token (TOON 7.1). `body` is what stands between its quotes.
///
/// # Errors
/// The first backslash that starts none of `\\`, `\"`, `\n`, `\r`, `\t` and `\uXXXX`, the latter
/// with four hexadecimal digits and not a surrogate.
pub fn unescape(body: &str) -> Result<Unescaped, BadEscape> {
    let mut text = String::with_capacity(body.len());
    let mut runs = Vec::new();
    let mut rest = body;
    while let Some((run, escaped)) = rest.split_once('\\') {
        text.push_str(run);
        let at = body.len() - escaped.len() - 1;
        let Some((character, len)) = escape(escaped) else {
            return Err(BadEscape { escape: format!("\\{}", written(escaped)), at });
        };
        text.push(character);
        rest = escaped.get(len..).unwrap_or_default();
        runs.push((text.len(), body.len() - rest.len()));
    }
    text.push_str(rest);
    Ok(Unescaped { text, runs })
}

/// The character of the escape whose backslash stands before `rest`, and its length there.
fn escape(rest: &str) -> Option<(char, usize)> {
    let character = match rest.as_bytes().first()? {
        b'\\' => '\\',
        b'"' => '"',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let digits =
                rest.get(1..5).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
            return Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, 5));
        }
        _ => return None,
    };
    Some((character, 1))
}

/// The part of `rest` that an author would call the escape.
fn written(rest: &str) -> &str {
    let digits = |text: &str| text.bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
    let len = match rest.strip_prefix('u') {
        Some(text) => 1 + digits(text),
        None => rest.chars().next().map_or(0, char::len_utf8),
    };
    rest.get(..len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str) -> Part<'_> {
        Part { text, start: 10 }
    }

    #[test]
    fn unquoted_tokens_have_the_type_they_look_like() {
        assert_eq!(scalar(part("null")).unwrap(), Kind::Null);
        assert_eq!(scalar(part("true")).unwrap(), Kind::Bool(true));
        assert_eq!(scalar(part("-7")).unwrap(), Kind::Number(Number::Signed(-7)));
        for text in ["", "True", "05", "+1", ".5", "a b", "ab\"c", "1e400"] {
            assert_eq!(scalar(part(text)).unwrap(), Kind::String(text.to_owned()));
        }
    }

    #[test]
    fn quoted_tokens_are_strings() {
        assert_eq!(scalar(part(r#""true""#)).unwrap(), Kind::String("true".to_owned()));
        assert_eq!(scalar(part(r#""\"\\\n\u00E9""#)).unwrap(), Kind::String("\"\\\né".to_owned()));
    }

    #[test]
    fn a_fault_has_its_own_place() {
        let fault = |text| scalar(part(text)).map_err(|fault| (fault.kind, fault.at)).unwrap_err();
        assert_eq!(fault("\"a"), (ReadErrorKind::UnterminatedQuote, 10..12));
        assert_eq!(fault("\"a\\\""), (ReadErrorKind::UnterminatedQuote, 10..14));
        assert_eq!(fault("\"a\" b"), (ReadErrorKind::TextAfterQuote, 14..15));
        let escape = |escape: &str| ReadErrorKind::InvalidEscape { escape: escape.to_owned() };
        assert_eq!(fault(r#""é\q""#), (escape("\\q"), 13..15));
        assert_eq!(fault(r#""\é""#), (escape("\\é"), 11..14));
        assert_eq!(fault(r#""\u00z""#), (escape("\\u00"), 11..15));
        assert_eq!(fault(r#""\ud83d""#), (escape("\\ud83d"), 11..17));
    }

    #[test]
    fn every_offset_leads_back_to_the_body() {
        let body = r"ab\n\tcé\u00e9d";
        let unescaped = unescape(body).unwrap();
        assert_eq!(unescaped.text, "ab\n\tcééd");
        let places: Vec<_> = unescaped.text.char_indices().map(|(at, _)| unescaped.offset(at)).collect();
        assert_eq!(places, [0, 1, 2, 4, 6, 7, 9, 15]);
        assert_eq!(unescaped.offset(unescaped.text.len()), body.len());
    }
}
