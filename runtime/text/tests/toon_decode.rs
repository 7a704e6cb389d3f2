//! Documents into types, and the places of what does not fit.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::collections::BTreeMap;

use agentc_text::Value;
use agentc_text::toon::{DecodeErrorKind, ReadErrorKind, from_str};
use serde::Deserialize;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Row<'a> {
    id: u32,
    name: &'a str,
    #[serde(default)]
    note: Option<String>,
}

fn error<'a, T: Deserialize<'a> + std::fmt::Debug>(text: &'a str) -> String {
    from_str::<T>(text).unwrap_err().to_string()
}

#[test]
fn nothing_is_converted() {
    assert_eq!(from_str::<String>("\"5\"").unwrap(), "5");
    for (found, text) in [
        (error::<String>("5"), "1:1: invalid type: integer `5`, expected a string"),
        (error::<u8>("\"5\""), "1:1: invalid type: string \"5\", expected u8"),
        (error::<u8>("5.5"), "1:1: invalid type: floating point `5.5`, expected u8"),
        (error::<u8>("300"), "1:1: invalid value: integer `300`, expected u8"),
        (error::<bool>("1"), "1:1: invalid type: integer `1`, expected a boolean"),
        (error::<bool>("\"true\""), "1:1: invalid type: string \"true\", expected a boolean"),
        (error::<String>("null"), "1:1: invalid type: null, expected a string"),
        (error::<Vec<u8>>("a: 1"), "1:1: invalid type: map, expected a sequence"),
    ] {
        assert_eq!(found.replace("unit value", "null"), text);
    }
    assert_eq!(from_str::<f64>("5").unwrap(), 5.0);
    assert_eq!(from_str::<u128>("340282366920938463463374607431768211455").unwrap(), u128::MAX);
    assert_eq!(from_str::<i128>("-5").unwrap(), -5);
}

#[test]
fn a_typed_error_has_the_place_of_its_value() {
    for (text, message) in [
        ("[2]{id,name}:\n  1,a\n  x,b", "3:3: `1.id`: invalid type: string \"x\", expected u32"),
        (
            "[1]:\n  - id: 1\n    name: 5",
            "3:11: `0.name`: invalid type: integer `5`, expected a borrowed string",
        ),
        // What is missing is missing from its object.
        ("[2]:\n  - id: 1\n    name: a\n  - id: 2", "4:3: `1`: missing field `name`"),
        ("[1]{id}:\n  1", "2:3: `0`: missing field `name`"),
        (
            "[1]{id,name,more}:\n  1,a,2",
            "1:13: `0.more`: unknown field `more`, expected one of `id`, `name`, `note`",
        ),
        (
            "[1]:\n  - name: \"a\\nb\"\n    id: 1",
            "2:11: `0.name`: invalid type: string \"a\\nb\", expected a borrowed string",
        ),
        // Columns are characters, and a byte order mark is none.
        ("\u{feff}[1]{name,id}:\n  é🚀,\"1\"", "2:6: `0.id`: invalid type: string \"1\", expected u32"),
    ] {
        assert_eq!(error::<Vec<Row<'_>>>(text), message);
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    enum Kind {
        Unit,
        Pair(u8, u8),
    }
    assert_eq!(
        error::<BTreeMap<String, Kind>>("a: Unit\nb:\n  Pair[2]: 1,x"),
        "3:14: `b.Pair.1`: invalid type: string \"x\", expected u8"
    );
    assert!(error::<BTreeMap<String, Kind>>("a: Unity").starts_with("1:4: `a`: unknown variant"));
    assert!(error::<Kind>("Unit: 1\nPair[2]: 1,2").starts_with("1:1: invalid length 2"));
    assert!(error::<BTreeMap<u8, u8>>("\"1\": 1\nx: 2").starts_with("2:1: `x`: invalid type: string"));
    assert!(error::<(u8, u8)>("[3]: 1,2,3").starts_with("1:1: invalid length 3"));
}

#[test]
fn an_error_of_syntax_has_the_place_of_its_token() {
    let error = from_str::<Value>("a: 1\nb: \"x\\q\"").unwrap_err();
    assert_eq!((error.place.line, error.place.col, error.path.as_str()), (2, 6, ""));
    assert!(matches!(error.kind, DecodeErrorKind::Syntax(ReadErrorKind::InvalidEscape { .. })));
}

#[test]
fn keys_and_nothing() {
    assert_eq!(from_str::<BTreeMap<i8, bool>>("\"-1\": true").unwrap(), BTreeMap::from([(-1, true)]));
    assert_eq!(from_str::<BTreeMap<bool, char>>("true: x").unwrap(), BTreeMap::from([(true, 'x')]));
    assert_eq!(from_str::<BTreeMap<char, Option<u8>>>("x: null").unwrap(), BTreeMap::from([('x', None)]));
    assert_eq!(from_str::<BTreeMap<String, u8>>("").unwrap(), BTreeMap::new());
    assert_eq!(from_str::<Vec<u8>>("[]").unwrap(), []);
    from_str::<()>("null").unwrap();
}

/// The deepest document there is goes into a type that has no limit.
#[test]
fn deep_documents() {
    let text: String = (0..300).map(|level| format!("{}a:\n", "  ".repeat(level))).collect();
    assert!(matches!(
        from_str::<Value>(&text).unwrap_err().kind,
        DecodeErrorKind::Syntax(ReadErrorKind::TooDeep { .. })
    ));
    let text = format!("k[1]{{{}b{}}}:\n  1", "a{".repeat(127), "}".repeat(127));
    from_str::<Value>(&text).unwrap();
}
