//! Every difference from the peers that is on purpose: its reason, an example, and what it touches.

use super::{Delimiter, Number, Value, ours, ours_to_text, serde_toon_peer, toon_format_peer};

fn object(value: impl Into<Value>) -> Value {
    Value::Object(vec![("k".to_owned(), value.into())])
}

/// Numbers below 1e-6 and from 1e21 on: ECMAScript writes an exponent, and so do we and
/// `serde_toon`; `toon-format` writes all digits. TOON 2 leaves the choice.
#[test]
fn exponents() {
    for (value, short, long) in [(1e21, "1e+21", "1000000000000000000000"), (1e-7, "1e-7", "0.0000001")] {
        let value = Value::from(value);
        assert_eq!(ours_to_text(&value, Delimiter::Comma), short);
        assert_eq!(serde_toon_peer::write(&value, Delimiter::Comma), short);
        assert_eq!(toon_format_peer::write(&value, Delimiter::Comma), long);
    }
}

/// Whole doubles beyond 2^53: ECMAScript fills up the shortest digits with zeros, and so do we
/// and `serde_toon`; `toon-format` writes all digits of the value. They read back alike.
#[test]
fn large_whole_doubles() {
    let value = Value::from(-4.244_942_551_611_743_7e18);
    assert_eq!(ours_to_text(&value, Delimiter::Comma), "-4244942551611743700");
    assert_eq!(serde_toon_peer::write(&value, Delimiter::Comma), "-4244942551611743700");
    assert_eq!(toon_format_peer::write(&value, Delimiter::Comma), "-4244942551611743744");
}

pub fn has_disputed_number(value: &Value) -> bool {
    match value {
        Value::Number(Number::Double(double)) => *double != 0.0 && !(1e-6..9e15).contains(&double.abs()),
        Value::Array(items) => items.iter().any(has_disputed_number),
        Value::Object(entries) => entries.iter().any(|(_, value)| has_disputed_number(value)),
        _ => false,
    }
}

/// `[#2]`, the length of TOON 1: `serde_toon` refuses every line that has it before a colon;
/// for us it is a malformed bracket like any other, so that a line without a colon is a
/// string where `[x` is one too.
#[test]
fn length_markers() {
    for text in ["[#2", "a[#2]"] {
        assert_eq!(ours(text), Ok(text.into()));
        assert!(serde_toon_peer::read(text).is_err());
    }
    for text in ["[x", "a[x]"] {
        assert_eq!(serde_toon_peer::read(text), Ok(text.into()));
    }
}

pub fn has_length_marker(text: &str) -> bool {
    text.contains("[#")
}

/// Doubles halfway between two shortest texts: ECMAScript takes the even digit, and so do we;
/// the others take the upper.
#[test]
fn ties() {
    let value = Value::from(591_703_196_940_365.0 + 0.25);
    assert!(has_tie(&value));
    assert_eq!(ours_to_text(&value, Delimiter::Comma), "591703196940365.2");
    assert_eq!(serde_toon_peer::write(&value, Delimiter::Comma), "591703196940365.3");
    assert_eq!(toon_format_peer::write(&value, Delimiter::Comma), "591703196940365.3");
}

pub fn has_tie(value: &Value) -> bool {
    match value {
        Value::Number(Number::Double(double)) => is_tie(*double),
        Value::Array(items) => items.iter().any(has_tie),
        Value::Object(entries) => entries.iter().any(|(_, value)| has_tie(value)),
        _ => false,
    }
}

/// Whether the exact value has one digit more than its text, and that a 5.
fn is_tie(double: f64) -> bool {
    let exact = format!("{double:.60}");
    let exact = exact.trim_end_matches('0');
    let text = Number::Double(double).to_string();
    text.contains('.') && exact.len() == text.len() + 1 && exact.ends_with('5')
}

/// A string that starts with a byte order mark: it needs quotes where it is the whole
/// document, since readers drop the mark. `serde_toon` quotes it everywhere; we and
/// `toon-format` nowhere else.
#[test]
fn byte_order_marks() {
    let root = Value::from("\u{feff}x");
    let field = object(root.clone());
    let write =
        |write: fn(&Value, Delimiter) -> String| [&root, &field].map(|value| write(value, Delimiter::Comma));
    let (quoted, plain) = ("k: \"\u{feff}x\"", "k: \u{feff}x");
    assert_eq!(write(ours_to_text), ["\"\u{feff}x\"", plain]);
    assert_eq!(write(toon_format_peer::write), ["\"\u{feff}x\"", plain]);
    assert_eq!(write(serde_toon_peer::write), ["\"\u{feff}x\"", quoted]);
    assert_eq!([ours(plain), ours(quoted)], [Ok(field.clone()), Ok(field)]);
}

/// Groups of columns nested deeper than 64: `serde_toon` stops there, we at 128.
#[test]
fn deep_groups() {
    let table = |depth: usize| format!("k[1]{{{}b{}}}:\n  1", "a{".repeat(depth - 1), "}".repeat(depth - 1));
    for (depth, we_read, they_read) in
        [(64, true, true), (65, true, false), (128, true, false), (129, false, false)]
    {
        assert_eq!(ours(&table(depth)).is_ok(), we_read, "{depth}");
        assert_eq!(serde_toon_peer::read(&table(depth)).is_ok(), they_read, "{depth}");
    }
}

/// A number too large for a double: `serde_toon` makes it infinite; we keep the text, so that
/// nothing is lost, as TOON 4 recommends and `toon-format` does.
#[test]
fn numbers_beyond_the_doubles() {
    assert_eq!(ours("k: 1e400"), Ok(object("1e400")));
    assert_eq!(serde_toon_peer::read("k: 1e400"), Ok(object(f64::INFINITY)));
    assert_eq!(toon_format_peer::read("k: 1e400"), Ok(object("1e400")));
}

/// What they read, with our text in the place of each infinity.
pub fn without_infinities(theirs: Value, ours: &Value) -> Value {
    match (theirs, ours) {
        (Value::Number(number), Value::String(text)) if text.parse() == Ok(number.as_f64()) => {
            assert!(number.as_f64().is_infinite());
            ours.clone()
        }
        (Value::Array(theirs), Value::Array(ours)) => Value::Array(
            theirs.into_iter().zip(ours).map(|(theirs, ours)| without_infinities(theirs, ours)).collect(),
        ),
        (Value::Object(theirs), Value::Object(ours)) => {
            let pairs = theirs.into_iter().zip(ours);
            Value::Object(
                pairs.map(|(theirs, ours)| (theirs.0, without_infinities(theirs.1, &ours.1))).collect(),
            )
        }
        (theirs, _) => theirs,
    }
}
