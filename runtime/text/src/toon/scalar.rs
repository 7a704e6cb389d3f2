//! Strings and keys as TOON writes them (TOON 7).
//!
//! In: a string. Out: the same, in quotes where it needs them, appended to a `String`. Generated
//! code writes its cells with this too.

use crate::buf::bytes::{CODE, COMMA, ESCAPE, NAME, PIPE, START, WORD, has};
use crate::buf::{Lead, Name, Piece, Plain, Unescaped, all, push_if};
use crate::value::is_number;

/// What separates the values of a list and the cells of a row (TOON 11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`
    #[default]
    Comma,
    /// A tab.
    Tab,
    /// `|`
    Pipe,
}

impl Delimiter {
    /// The character itself.
    #[must_use]
    pub const fn as_char(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Tab => '\t',
            Self::Pipe => '|',
        }
    }

    /// Appends the character.
    #[inline]
    pub(super) fn push_to(self, out: &mut String) {
        // A character that is known is stored, where any other would first be looked at.
        match self {
            Self::Comma => out.push(','),
            Self::Tab => out.push('\t'),
            Self::Pipe => out.push('|'),
        }
    }

    /// The character, before a text.
    pub(super) const fn lead(self) -> Lead {
        match self {
            Self::Comma => Lead::of(b','),
            Self::Tab => Lead::of(b'\t'),
            Self::Pipe => Lead::of(b'|'),
        }
    }

    /// The bytes of a string that is not quoted.
    #[inline]
    pub(super) const fn plain(self) -> Plain {
        match self {
            Self::Comma => Plain::new(b',', COMMA),
            Self::Tab => Plain::new(b'\t', 0), // which is quoted anyway, as a control character
            Self::Pipe => Plain::new(b'|', PIPE),
        }
    }
}

/// Whether a string must be written in quotes where that delimiter is in force (TOON 7.2).
#[must_use]
#[inline]
pub fn needs_quotes(text: &str, delimiter: Delimiter) -> bool {
    has_special_end(text) && has_end_in_quotes(text) || !all(text.as_bytes(), delimiter.plain())
}

/// Whether a string may need quotes because it is empty, or of how it starts or ends.
#[inline]
fn has_special_end(text: &str) -> bool {
    match text.as_bytes() {
        [] | [.., b' '] => true,
        [first, ..] => has(*first, START) || matches!(text.len(), 4 | 5) && has(*first, WORD),
    }
}

/// The same for certain.
fn has_end_in_quotes(text: &str) -> bool {
    match text.as_bytes() {
        [] | [.., b' '] => true,
        [first, ..] => reads_as_something_else(*first, text),
    }
}

/// Whether a string without special characters would be read as a comment, an item, something shorter, or
/// something else than a string, because of how it starts.
fn reads_as_something_else(first: u8, text: &str) -> bool {
    match first {
        b' ' | b'-' | b'#' => true,
        b't' | b'f' | b'n' => matches!(text, "true" | "false" | "null"),
        _ => looks_like_number(text),
    }
}

/// `\+?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`; after a minus, quotes are needed anyway.
fn looks_like_number(text: &str) -> bool {
    let text = text.strip_prefix('+').unwrap_or(text);
    let zeros = text.bytes().take_while(|byte| *byte == b'0').count();
    let digit_follows = text.as_bytes().get(zeros).is_some_and(u8::is_ascii_digit);
    // Leading zeros do not matter, but the last one does where no digit follows.
    let from = if digit_follows { Some(zeros) } else { zeros.checked_sub(1) };
    from.and_then(|from| text.get(from..)).is_some_and(is_number)
}

/// The bytes that [`push_quoted`] appends.
#[must_use]
pub fn quoted_len(text: &str) -> usize {
    let length = 2 + text.len();
    if all(text.as_bytes(), Unescaped) {
        return length;
    }
    let extra = |byte: u8| {
        if has(byte, CODE) { 5 } else { usize::from(has(byte, ESCAPE)) }
    };
    length + text.bytes().map(extra).sum::<usize>()
}

/// Appends a string in quotes, with its escapes (TOON 7.1).
pub fn push_quoted(out: &mut String, text: &str) {
    if !push_if(out, Lead::QUOTE, text, Unescaped) {
        out.push('"');
        push_escaped(out, text);
    }
    out.push('"');
}

/// Appends what stands in quotes.
fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    if all(text.as_bytes(), Unescaped) {
        return out.push_str(text);
    }
    while let Some(at) = rest.bytes().position(|byte| has(byte, ESCAPE | CODE)) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(mark @ ('"' | '\\')) => out.extend(['\\', mark]),
            Some(control) => push_code(out, control),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Appends `\u00xx`.
fn push_code(out: &mut String, control: char) {
    let code = u32::from(control);
    out.push_str("\\u00");
    out.extend([code >> 4, code & 15].iter().filter_map(|digit| char::from_digit(*digit, 16)));
}

/// Appends a string, in quotes if it needs them.
#[inline]
pub fn push_text(out: &mut String, text: &str, delimiter: Delimiter) {
    push_string(out, Lead::NONE, text, delimiter.plain());
}

/// The same with something before it, and with the bytes of strings without quotes.
#[inline]
pub(super) fn push_string(out: &mut String, lead: Lead, text: &str, plain: Plain) {
    if has_special_end(text) || !push_if(out, lead, text, plain) {
        push_other_string(out, lead, text, plain);
    }
}

/// A string that may need quotes, is long, or for which there is no room.
#[inline(never)]
fn push_other_string(out: &mut String, lead: Lead, text: &str, plain: Plain) {
    if has_special_end(text) && has_end_in_quotes(text) || !all(text.as_bytes(), plain) {
        lead.push_to(out);
        push_quoted(out, text);
    } else {
        lead.push_to(out);
        out.push_str(text);
    }
}

/// Appends a key or the name of a column, in quotes unless it is an identifier of ASCII letters,
/// digits, `_` and `.` (TOON 7.3).
#[inline(never)]
pub fn push_key(out: &mut String, key: &str) {
    if !starts_as_name(key) || !push_if(out, Lead::NONE, key, Name) {
        push_other_key(out, key);
    }
}

/// A key that may need quotes, is long, or for which there is no room.
#[inline(never)]
fn push_other_key(out: &mut String, key: &str) {
    if starts_as_name(key) && key.bytes().all(|byte| has(byte, NAME)) {
        out.push_str(key);
    } else {
        push_quoted(out, key);
    }
}

#[inline]
fn starts_as_name(key: &str) -> bool {
    key.as_bytes().first().is_some_and(|first| !has(*first, START))
}

/// A string as a value of a list, a cell or a field, where the comma is the delimiter.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a>(pub &'a str);

impl Piece for Cell<'_> {
    #[inline]
    fn size_hint(&self) -> usize {
        if needs_quotes(self.0, Delimiter::Comma) { quoted_len(self.0) } else { self.0.len() }
    }

    #[inline]
    fn write(&self, out: &mut String) {
        push_text(out, self.0, Delimiter::Comma);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let mut out = String::new();
        push_quoted(&mut out, text);
        out
    }

    #[test]
    fn strings_that_would_be_read_as_something_else_are_quoted() {
        for text in [
            "", " ", " a", "a ", "\ta", "a\t", "true", "false", "null", "-", "-a", "#", "#a", "a:b", "a\"b",
            "a\\b", "a[b", "a]b", "a{b", "a}b", "a,b", "a\nb", "a\u{1}b", "\u{1f}",
        ] {
            assert!(needs_quotes(text, Delimiter::Comma), "{text:?}");
        }
        for text in [
            "a",
            "a b",
            "True",
            "a-b",
            "a#b",
            "a|b",
            "é",
            "🚀",
            "\u{a0}a\u{a0}",
            "\u{7f}",
            "\u{85}",
            "\u{feff}a",
        ] {
            assert!(!needs_quotes(text, Delimiter::Comma), "{text:?}");
        }
    }

    #[test]
    fn strings_that_look_like_numbers_are_quoted() {
        for text in
            ["0", "00", "42", "05", "+1", "+05", "1.5", "00.5", "0e1", "1e6", "1E+6", "2.5e-3", "007e1"]
        {
            assert!(needs_quotes(text, Delimiter::Comma), "{text}");
        }
        for text in
            ["+", "1.", ".5", "0.", "1e", "1e+", "0x1", "1_000", "0-5", "+-5", "1a", "٣", "1.5.2", "++1"]
        {
            assert!(!needs_quotes(text, Delimiter::Comma), "{text}");
        }
    }

    #[test]
    fn only_the_delimiter_in_force_needs_quotes() {
        let quoted_for = |text| {
            [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe].map(|delimiter| needs_quotes(text, delimiter))
        };
        assert_eq!(quoted_for("a,b"), [true, false, false]);
        assert_eq!(quoted_for("a|b"), [false, false, true]);
        assert_eq!(quoted_for("a\tb"), [true, true, true]);
    }

    #[test]
    fn escapes() {
        assert_eq!(
            quoted("a\"\\\n\r\t\u{0}\u{1f}\u{7f}é🚀"),
            "\"a\\\"\\\\\\n\\r\\t\\u0000\\u001f\u{7f}é🚀\""
        );
        for text in ["", "a", "\n", "\u{1}", "é\"", "a\\b\u{2}c"] {
            assert_eq!(quoted_len(text), quoted(text).len(), "{text:?}");
        }
    }

    #[test]
    fn keys_are_plain_only_as_ascii_identifiers() {
        for (key, written) in [
            ("a", "a"),
            ("_a.b2", "_a.b2"),
            ("", "\"\""),
            ("2a", "\"2a\""),
            (".a", "\".a\""),
            ("a-b", "\"a-b\""),
            ("é", "\"é\""),
            ("true", "true"),
            ("a\nb", "\"a\\nb\""),
        ] {
            let mut out = String::new();
            push_key(&mut out, key);
            assert_eq!(out, written);
        }
    }

    #[test]
    fn a_cell_is_as_long_as_it_says() {
        for text in ["", "plain", "a,b", "a|b", "05", "\u{1}\"", "é, é"] {
            let mut out = String::new();
            Cell(text).write(&mut out);
            assert_eq!(out.len(), Cell(text).size_hint(), "{text:?}");
        }
    }
}
