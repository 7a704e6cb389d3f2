//! Our TOON against that of two other crates, on random values and on damaged documents.
//!
//! Where the crates differ from us on purpose, the difference is in [`differences`], with its
//! reason and an example; everything else must be equal.

mod toon_random;

use agentc_tests::toon::same;
use agentc_text::toon::{Delimiter, ReadOptions, WriteOptions, read, to_string};
use agentc_text::{Number, Value};
use toon_random::Random;

const DELIMITERS: [Delimiter; 3] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe];

/// `serde_toon`, strict.
mod serde_toon_peer {
    use super::{Delimiter, Value};
    use serde_toon::{DecodeOptions, ToonOptions};

    pub fn write(value: &Value, delimiter: Delimiter) -> String {
        let delimiter = match delimiter {
            Delimiter::Comma => serde_toon::Delimiter::Comma,
            Delimiter::Tab => serde_toon::Delimiter::Tab,
            Delimiter::Pipe => serde_toon::Delimiter::Pipe,
        };
        serde_toon::to_string_with_options(value, ToonOptions::new().with_delimiter(delimiter))
            .unwrap()
    }

    pub fn read(text: &str) -> Result<Value, String> {
        serde_toon::from_str_with_options(text, DecodeOptions::strict())
            .map_err(|error| error.to_string())
    }
}

/// `toon-format` 0.6.1, strict.
mod toon_format_peer {
    use super::{Delimiter, Value};
    use toon_format::{DecodeOptions, EncodeOptions};

    pub fn write(value: &Value, delimiter: Delimiter) -> String {
        let delimiter = match delimiter {
            Delimiter::Comma => toon_format::Delimiter::Comma,
            Delimiter::Tab => toon_format::Delimiter::Tab,
            Delimiter::Pipe => toon_format::Delimiter::Pipe,
        };
        toon_format::encode(value, &EncodeOptions::new().with_delimiter(delimiter)).unwrap()
    }

    pub fn read(text: &str) -> Result<Value, String> {
        toon_format::decode(text, &DecodeOptions::new()).map_err(|error| error.to_string())
    }
}

fn ours(text: &str) -> Result<Value, String> {
    let document = read(text, &ReadOptions::default());
    document
        .into_value()
        .map_err(|errors| format!("{}: {}", errors[0].line, errors[0]))
}

fn ours_to_text(value: &Value, delimiter: Delimiter) -> String {
    to_string(value, &WriteOptions::default().with_delimiter(delimiter))
}

/// The value with the keys of every object in order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Object(mut entries) => {
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, sorted(value)))
                    .collect(),
            )
        }
        scalar => scalar,
    }
}

#[test]
fn all_three_write_the_same_text_and_read_it_back() {
    let mut random = Random(1);
    for round in 0..6000 {
        let value = random.value(4);
        let delimiter = DELIMITERS[round % 3];
        let text = ours_to_text(&value, delimiter);
        assert_eq!(text, serde_toon_peer::write(&value, delimiter), "{value:?}");
        if !differences::has_disputed_number(&value) {
            assert_eq!(
                text,
                toon_format_peer::write(&value, delimiter),
                "{value:?}"
            );
        }
        for (peer, read) in [
            ("ours", ours(&text)),
            ("serde_toon", serde_toon_peer::read(&text)),
            ("toon-format", toon_format_peer::read(&text)),
        ] {
            let read = read.unwrap_or_else(|error| panic!("{peer}: {error}\n{text}"));
            // The rows of a table have the key order of the first.
            assert!(
                same(&sorted(read.clone()), &sorted(value.clone())),
                "{peer}\n{text}\n{read:?}\n{value:?}"
            );
        }
    }
}

#[test]
fn damaged_documents_are_read_or_refused_alike() {
    let mut random = Random(2);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..30_000 {
        let value = if round % 4 == 0 {
            random.value(4)
        } else {
            random.object(3)
        };
        let text = ours_to_text(&value, DELIMITERS[round % 3]);
        let text = random.damaged(&text);
        if differences::has_length_marker(&text) {
            continue;
        }
        match (ours(&text), serde_toon_peer::read(&text)) {
            (Ok(ours), Ok(theirs)) => {
                let theirs = differences::without_infinities(theirs, &ours);
                assert!(same(&ours, &theirs), "{text:?}\n{ours:?}\n{theirs:?}");
                accepted += 1;
            }
            (Err(_), Err(_)) => refused += 1,
            (ours, theirs) => {
                panic!("{text}\n---\n{text:?}\nours: {ours:?}\nserde_toon: {theirs:?}")
            }
        }
    }
    assert!(
        accepted > 5000 && refused > 5000,
        "{accepted} accepted, {refused} refused"
    );
}

/// Every difference there is on purpose.
mod differences {
    use super::{Delimiter, Number, Value, ours, ours_to_text, serde_toon_peer, toon_format_peer};

    fn object(value: impl Into<Value>) -> Value {
        Value::Object(vec![("k".to_owned(), value.into())])
    }

    /// Numbers below 1e-6 and from 1e21 on: ECMAScript writes an exponent, and so do we and
    /// `serde_toon`; `toon-format` writes all digits. TOON 2 leaves the choice.
    #[test]
    fn exponents() {
        for (value, short, long) in [
            (1e21, "1e+21", "1000000000000000000000"),
            (1e-7, "1e-7", "0.0000001"),
        ] {
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
        assert_eq!(
            ours_to_text(&value, Delimiter::Comma),
            "-4244942551611743700"
        );
        assert_eq!(
            serde_toon_peer::write(&value, Delimiter::Comma),
            "-4244942551611743700"
        );
        assert_eq!(
            toon_format_peer::write(&value, Delimiter::Comma),
            "-4244942551611743744"
        );
    }

    pub fn has_disputed_number(value: &Value) -> bool {
        match value {
            Value::Number(Number::Double(double)) => {
                *double != 0.0 && !(1e-6..9e15).contains(&double.abs())
            }
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
                theirs
                    .into_iter()
                    .zip(ours)
                    .map(|(theirs, ours)| without_infinities(theirs, ours))
                    .collect(),
            ),
            (Value::Object(theirs), Value::Object(ours)) => {
                let pairs = theirs.into_iter().zip(ours);
                Value::Object(
                    pairs
                        .map(|(theirs, ours)| (theirs.0, without_infinities(theirs.1, &ours.1)))
                        .collect(),
                )
            }
            (theirs, _) => theirs,
        }
    }
}
