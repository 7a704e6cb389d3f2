//! Forms that the official fixtures do not show.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

use agentc_text::toon::{Delimiter, WriteOptions, to_string, to_string_with, write_into};
use agentc_text::{Number, Value};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn text(value: &Value) -> String {
    to_string(value).unwrap()
}

#[test]
fn what_comes_first_behind_a_dash_is_four_deeper_than_the_dash() {
    for (value, expected) in [
        (r#"[{"a":{"b":1},"c":2}]"#, "[1]{a{b},c}:\n  1,2"),
        (r#"[{"a":{"b":[]},"c":{"d":[]}}]"#, "[1]:\n  - a:\n      b: []\n    c:\n      d: []"),
        (r#"[{"a":[{"b":[]}]}]"#, "[1]:\n  - a[1]:\n      - b: []"),
        (
            r#"[{"a":{"p":{"x":1},"q":{"x":2}},"b":[]}]"#,
            "[1]:\n  - a[2:]{x}:\n      p: 1\n      q: 2\n    b: []",
        ),
        (r#"[[[1,[]]]]"#, "[1]:\n  - [1]:\n    - [2]:\n      - 1\n      - [0]:"),
        (r#"[{"a":{}},1]"#, "[2]:\n  - a:\n  - 1"),
    ] {
        assert_eq!(text(&json(value)), expected);
    }
}

#[test]
fn an_object_with_a_key_twice_fits_no_table() {
    assert_eq!(text(&json(r#"[{"a":1,"a":2}]"#)), "[1]:\n  - a: 1\n    a: 2");
}

#[test]
fn other_delimiters_and_indentations() {
    let options = WriteOptions::default().with_delimiter(Delimiter::Pipe).with_indent(3);
    let value = json(r#"{"a":[{"x":"1|2","y":"1,2"}],"b":{"c":[null,true]}}"#);
    assert_eq!(
        to_string_with(&value, &options).unwrap(),
        "a[1|]{x|y}:\n   \"1|2\"|1,2\nb:\n   c[2|]: null|true"
    );
}

#[test]
fn text_is_appended() {
    let mut out = "> ".to_owned();
    write_into(&mut out, &json(r#"{"a":1,"b":2}"#), &WriteOptions::default()).unwrap();
    assert_eq!(out, "> a: 1\nb: 2");
}

#[test]
fn numbers_that_are_not_finite_are_null() {
    assert_eq!(text(&Value::from(f64::NAN)), "null");
    assert_eq!(text(&Value::Array(vec![Value::Number(Number::Double(f64::INFINITY))])), "[1]: null");
}

#[test]
fn a_string_that_starts_with_a_byte_order_mark_is_quoted_as_a_document() {
    assert_eq!(text(&Value::from("\u{feff}a")), "\"\u{feff}a\"");
}
