//! Our TOON against that of two other crates, on random values and on damaged documents.
//!
//! Where the crates differ from us on purpose, the difference is in [`differences`], with its
//! reason and an example; everything else must be equal.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

mod differences;
mod peers;
#[path = "../toon_random/mod.rs"]
mod toon_random;

use agentc_tests::toon::same;
use agentc_text::toon::{Delimiter, ReadOptions, WriteOptions, read, to_string_with};
use agentc_text::{Number, Value};
use peers::{serde_toon_peer, toon_format_peer};
use toon_random::Random;

const DELIMITERS: [Delimiter; 3] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe];

fn ours(text: &str) -> Result<Value, String> {
    let document = read(text, &ReadOptions::default());
    document.into_value().map_err(|errors| format!("{}: {}", errors[0].line, errors[0]))
}

fn ours_to_text(value: &Value, delimiter: Delimiter) -> String {
    to_string_with(value, &WriteOptions::default().with_delimiter(delimiter)).unwrap()
}

/// The value with the keys of every object in order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Object(mut entries) => {
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().map(|(key, value)| (key, sorted(value))).collect())
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
        if !differences::has_tie(&value) {
            assert_eq!(text, serde_toon_peer::write(&value, delimiter), "{value:?}");
        }
        if !differences::has_disputed_number(&value) && !differences::has_tie(&value) {
            assert_eq!(text, toon_format_peer::write(&value, delimiter), "{value:?}");
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
        let value = if round % 4 == 0 { random.value(4) } else { random.object(3) };
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
    assert!(accepted > 5000 && refused > 5000, "{accepted} accepted, {refused} refused");
}

#[test]
fn the_limit_of_nesting_is_the_same() {
    for depth in [127, 128, 129] {
        let text: String = (0..depth).map(|level| format!("{}a:\n", " ".repeat(2 * level))).collect();
        assert_eq!(ours(&text).is_ok(), serde_toon_peer::read(&text).is_ok(), "{depth}");
        let text = format!("{text}{}b: 1", " ".repeat(2 * depth));
        assert_eq!(ours(&text).is_ok(), depth < 128, "{depth}");
        assert_eq!(serde_toon_peer::read(&text).is_ok(), depth < 128, "{depth}");
    }
}
