//! Nothing that can be written makes the reader or the writer panic, overflow the stack, or take
//! more than linear time.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

mod toon_random;

use std::fmt::Write as _;

use agentc_text::Value;
use agentc_text::toon::{
    Kind, MAX_DEPTH, ReadErrorKind, ReadOptions, WriteOptions, read, to_string, unescape, write_value,
};
use toon_random::Random;

/// Reads in every mode; checks that errors are in order and have places inside the text.
fn survive(text: &str) {
    for strict in [true, false] {
        for indent in [0, 1, 2, 4] {
            let document = read(text, &ReadOptions::default().with_indent(indent).with_strict(strict));
            let mut last = 0;
            for error in &document.errors {
                assert!(error.line >= last, "{text:?}: {:?}", document.errors);
                assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
                assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
                assert!(!error.to_string().is_empty());
                last = error.line;
            }
            let _ = document.into_value();
        }
    }
}

#[test]
fn soup() {
    const PIECES: &[&str] = &[
        "a",
        "b",
        "1",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        "\r\n",
        "\r",
        ":",
        ": ",
        "- ",
        "-",
        "[",
        "]",
        "[2]",
        "[2]:",
        "[1:]{a}:",
        "{",
        "}",
        "{a,b}",
        "{a{b,c}}:",
        ",",
        "|",
        "\"",
        "\\",
        "\\u00e9",
        "#",
        "é",
        "🚀",
        "\u{feff}",
        "\u{0}",
        "[]",
        "true",
        "1e999",
        "[99999999999999999999]:",
        "\u{a0}",
    ];
    let mut random = Random(3);
    for _ in 0..4000 {
        let count = random.below(40);
        let text: String = (0..count).map(|_| random.pick(PIECES)).collect();
        survive(&text);
    }
}

#[test]
fn truncated_and_damaged_documents() {
    let mut random = Random(4);
    for _ in 0..60 {
        let text = to_string(&random.value(3)).unwrap();
        for (end, _) in text.char_indices().take(200) {
            survive(&text[..end]);
        }
        survive(&random.damaged(&text));
    }
}

#[test]
fn escapes_of_any_body() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let body = random.string();
        if let Ok(unescaped) = unescape(&body) {
            for (at, _) in unescaped.text.char_indices() {
                assert!(body.is_char_boundary(unescaped.offset(at)), "{body:?}");
            }
        }
    }
}

#[test]
fn deep_nests() {
    let depth = 100_000;
    for text in [
        format!("a[1]{}", "{a".repeat(depth)),
        format!("a[1]{}{}:", "{a".repeat(depth), "}".repeat(depth)),
        "- ".repeat(depth),
        "[1]:".repeat(depth),
        "\"\\".repeat(depth),
    ] {
        survive(&text);
    }
    // One space for each level keeps the text of a nest of 400 small.
    for line in ["a:", "- a:", "- [1]:", "a[1]:", "- a[1]:", "a[1:]{b}:"] {
        let text: String = (0..400).map(|level| format!("{}{line}\n", " ".repeat(level))).collect();
        survive(&text);
    }
}

#[test]
fn nesting_has_a_limit_with_a_place() {
    let text: String = (0..MAX_DEPTH + 10).map(|level| format!("{}a:\n", "  ".repeat(level))).collect();
    let document = read(&format!("{text}b: 1\nc"), &ReadOptions::default());
    let found: Vec<_> = document.errors.iter().map(|error| (error.line, error.kind.clone())).collect();
    assert_eq!(
        found,
        [
            (MAX_DEPTH + 1, ReadErrorKind::TooDeep { limit: MAX_DEPTH }),
            (MAX_DEPTH + 12, ReadErrorKind::MissingColon),
        ]
    );
}

#[test]
fn deep_values_are_written() {
    let depth = 100_000;
    let options = WriteOptions::default().with_indent(0);
    let mut lists = Value::Null;
    let mut objects = Value::Null;
    let mut both = Value::Null;
    for _ in 0..depth {
        lists = Value::Array(vec![lists, Value::Null]);
        objects = Value::Object(vec![("a".to_owned(), objects), ("b".to_owned(), Value::Object(Vec::new()))]);
        both = Value::Array(vec![Value::Object(vec![("a".to_owned(), both)])]);
    }
    for value in [lists, objects, both] {
        let mut text = String::new();
        write_value(&mut text, &value, &options);
        assert!(text.lines().count() > depth);
        take_apart(value);
    }
}

/// Drops a deep value without recursion.
fn take_apart(value: Value) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items),
            Value::Object(entries) => rest.extend(entries.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

#[test]
fn ten_megabytes_on_a_line() {
    let size = 10_000_000;
    for line in [
        format!("a[2]: {}", "some words,".repeat(size / 11)),
        format!("a: \"{}\"", "\\n".repeat(size / 2)),
        "a:".repeat(size / 2),
    ] {
        assert!(read(&line, &ReadOptions::default()).errors.len() < 3);
    }
}

#[test]
fn a_long_line_of_anything() {
    let size = 200_000;
    for piece in ["a", "\"", "\\", " ", "a:", "- ", "é,", "a[2]{b,", "a[1]{b}:\n  1,", "{", "[1]", "\"a\","]
    {
        let line = piece.repeat(size / piece.len());
        assert!(read(&line, &ReadOptions::default()).errors.len() <= line.lines().count() + 1);
    }
}

#[test]
fn a_million_rows() {
    let rows = 1_000_000;
    let table = format!("[{rows}]{{a}}:{}", "\n  1".repeat(rows));
    let document = read(&table, &ReadOptions::default());
    assert_eq!(document.errors, []);
    assert!(matches!(document.root.kind, Kind::Array(array) if array.items.len() == rows));
}

#[test]
fn large_documents_survive_the_round_trip() {
    let rows = 30_000;
    let mut table = format!("a[{rows}]{{id,name}}:\n");
    let mut keyed = format!("a[{rows}:]{{id}}:\n");
    let mut fields = String::new();
    for row in 0..rows {
        writeln!(table, "  {row},b").unwrap();
        writeln!(keyed, "  k{row}: {row}").unwrap();
        writeln!(fields, "k{row}: \"{row}\"").unwrap();
    }
    for text in [table, keyed, fields] {
        let value = read(&text, &ReadOptions::default()).into_value().unwrap();
        assert_eq!(to_string(&value).unwrap(), text.trim_end());
    }
}

#[test]
fn thousands_of_mistakes() {
    for line in ["x\n", "a: 1\n", "  a: 1\na: \"\n", "a[2]: 1\n", "a[1]{b}:\n   1\n", "\tb: 1\na: \\\n"] {
        let document = read(&line.repeat(20_000), &ReadOptions::default());
        assert!(document.errors.len() > 1000 && matches!(document.root.kind, Kind::Object(_)));
    }
}

#[test]
fn wide_objects_in_any_order_are_written_in_time() {
    let width = 20_000;
    let row = |turn: usize| {
        let cells = (0..width).map(|at| (format!("k{}", (at + turn) % width), Value::Null));
        Value::Object(cells.collect())
    };
    let value = Value::Array((0..10).map(|turn| row(turn * 777)).collect());
    assert_eq!(to_string(&value).unwrap().lines().count(), 11);
}
