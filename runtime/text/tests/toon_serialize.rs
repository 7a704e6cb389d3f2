//! Whatever serde has, as TOON.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::collections::BTreeMap;
use std::fmt;

use agentc_text::Value;
use agentc_text::toon::{
    Delimiter, MAX_DEPTH, MAX_WRAPPERS, ReadOptions, WriteErrorKind, WriteOptions, from_str, read, to_string,
    to_string_with, write_into, write_value,
};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

fn text<T: Serialize + ?Sized>(value: &T) -> String {
    to_string(value).unwrap()
}

#[derive(Serialize)]
struct Unit;
#[derive(Serialize)]
struct Newtype(u8);
#[derive(Serialize)]
struct Pair(i8, &'static str);

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(Option<u8>),
    Tuple(u8, f32),
    Struct { a: u8, b: &'static [u8] },
}

#[test]
fn scalars() {
    assert_eq!(text(&()), "null");
    assert_eq!(text(&Unit), "null");
    assert_eq!(text(&None::<u8>), "null");
    assert_eq!(text(&Some(Newtype(7))), "7");
    assert_eq!(text(&true), "true");
    assert_eq!(text(&i128::MIN), i128::MIN.to_string());
    assert_eq!(text(&u128::MAX), u128::MAX.to_string());
    assert_eq!(text(&0.1_f32), "0.1");
    assert_eq!(text(&[f64::NAN, f64::INFINITY, -0.0]), "[3]: null,null,0");
    assert_eq!(text(&f32::NEG_INFINITY), "null");
    assert_eq!(text(&':'), "\":\"");
    assert_eq!(text("true"), "\"true\"");
    assert_eq!(text("\u{feff}a"), "\"\u{feff}a\"");
}

#[test]
fn shapes_of_enums() {
    let shapes = [
        Shape::Unit,
        Shape::Newtype(None),
        Shape::Newtype(Some(1)),
        Shape::Tuple(1, 0.5),
        Shape::Struct { a: 1, b: &[2, 3] },
    ];
    assert_eq!(
        text(&shapes),
        "[5]:\n  - Unit\n  - Newtype: null\n  - Newtype: 1\n  - Tuple[2]: 1,0.5\n  - Struct:\n      a: 1\n      b[2]: 2,3"
    );
    assert_eq!(text(&[Shape::Newtype(Some(1)), Shape::Newtype(None)]), "[2]{Newtype}:\n  1\n  null");
}

#[test]
fn tuples_and_bytes() {
    struct Bytes(&'static [u8]);
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }
    assert_eq!(text(&Pair(-1, "a,b")), "[2]: -1,\"a,b\"");
    assert_eq!(text(&(1, [2], "x")), "[3]:\n  - 1\n  - [1]: 2\n  - x");
    assert_eq!(text(&Bytes(&[0, 255])), "[2]: 0,255");
    assert_eq!(text(&Bytes(&[])), "[]");
    assert_eq!(text(&BTreeMap::from([("b", Bytes(&[1]))])), "b[1]: 1");
}

#[test]
fn keys_are_those_of_json() {
    assert_eq!(text(&BTreeMap::from([(-1, 'a'), (2, 'b')])), "\"-1\": a\n\"2\": b");
    assert_eq!(text(&BTreeMap::from([(false, 1), (true, 2)])), "false: 1\ntrue: 2");
    assert_eq!(text(&BTreeMap::from([('x', 1), ('é', 2)])), "x: 1\n\"é\": 2");
    assert_eq!(text(&BTreeMap::from([(i128::MAX, 1)])), format!("\"{}\": 1", i128::MAX));
    struct Floats;
    impl Serialize for Floats {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry(&1.0, &Newtype(1))?;
            map.serialize_entry(&0.25_f32, &Some(2))?;
            map.serialize_entry(&Some(Shape::Unit), &3)?;
            map.end()
        }
    }
    assert_eq!(text(&Floats), "\"1.0\": 1\n\"0.25\": 2\nUnit: 3");
    let json: Value = serde_json::from_str(&serde_json::to_string(&Floats).unwrap()).unwrap();
    assert_eq!(text(&json), text(&Floats));
}

#[test]
fn flattened_and_skipped_fields_fit_a_table_if_they_are_there() {
    #[derive(Serialize)]
    struct Row {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u8>,
    }
    let row = |note, more: &[(&'static str, u8)]| Row { id: 1, note, more: more.iter().copied().collect() };
    assert_eq!(text(&[row(None, &[("x", 1)]), row(None, &[("x", 2)])]), "[2]{id,x}:\n  1,1\n  1,2");
    assert_eq!(text(&[row(None, &[]), row(Some("n"), &[])]), "[2]:\n  - id: 1\n  - id: 1\n    note: n");
}

#[test]
fn what_is_written_by_display_is_a_string() {
    struct Shown(&'static str);
    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }
    assert_eq!(text(&[Shown("12"), Shown("a"), Shown("12:30")]), "[3]: \"12\",a,\"12:30\"");
    struct Broken;
    impl fmt::Display for Broken {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }
    assert!(matches!(to_string(&Broken).unwrap_err().kind, WriteErrorKind::Refused { .. }));
}

#[test]
fn lengths_need_not_be_known_or_true() {
    struct Said(Option<usize>, u8);
    impl Serialize for Said {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(self.0)?;
            for number in 0..self.1 {
                seq.serialize_element(&BTreeMap::from([("n", number)]))?;
            }
            seq.end()
        }
    }
    for said in [None, Some(0), Some(1), Some(3), Some(12), Some(usize::MAX)] {
        assert_eq!(text(&Said(said, 3)), "[3]{n}:\n  0\n  1\n  2");
        assert_eq!(text(&Said(said, 0)), "[]");
        let many = BTreeMap::from([("a", Said(said, 11)), ("b", Said(said, 1))]);
        assert!(text(&many).starts_with("a[11]{n}:\n  0\n"));
        assert!(text(&many).ends_with("\n  10\nb[1]{n}:\n  0"));
    }
}

#[test]
fn rows_may_have_their_keys_in_any_order() {
    let value: Value = serde_json::from_str(
        r#"[{"a":1,"g":{"x":2,"y":3}},{"g":{"y":5,"x":"4,"},"a":6},{"g":{"x":7,"y":8},"a":9}]"#,
    )
    .unwrap();
    assert_eq!(text(&value), "[3]{a,g{x,y}}:\n  1,2,3\n  6,\"4,\",5\n  9,7,8");
    let value: Value = serde_json::from_str(
        r#"[{"a":1,"g":{"x":2,"y":3}},{"g":{"y":5,"x":"4,"},"a":6},{"g":{"y":1},"a":2}]"#,
    )
    .unwrap();
    assert_eq!(
        text(&value),
        "[3]:\n  - a: 1\n    g:\n      x: 2\n      y: 3\n  - g:\n      y: 5\n      x: \"4,\"\n    a: 6\n  - g:\n      y: 1\n    a: 2"
    );
}

#[test]
fn an_error_says_where() {
    let error = |value: &dyn Fn() -> Result<String, agentc_text::toon::WriteError>| value().unwrap_err();
    struct Refuses;
    impl Serialize for Refuses {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let rows =
        BTreeMap::from([("rows", vec![BTreeMap::from([(1, None)]), BTreeMap::from([(7, Some(Refuses))])])]);
    let refused = error(&|| to_string(&rows));
    assert_eq!(refused.path, "rows.1.7");
    assert_eq!(refused.to_string(), "`rows.1.7` cannot be written: not today");
    let keys = BTreeMap::from([("a", (1, BTreeMap::from([([1], 2)])))]);
    let key = error(&|| to_string(&keys));
    assert_eq!((key.path.as_str(), key.kind), ("a.1", WriteErrorKind::Key { found: "an array" }));
    #[derive(Serialize)]
    enum Variant {
        Tuple(u8, Refuses),
        Struct { field: Refuses },
        Newtype(Refuses),
    }
    for (value, path) in [
        (Variant::Tuple(1, Refuses), "Tuple.1"),
        (Variant::Struct { field: Refuses }, "Struct.field"),
        (Variant::Newtype(Refuses), "Newtype"),
    ] {
        assert_eq!(to_string(&value).unwrap_err().path, path);
    }
    let mut out = "kept".to_owned();
    write_into(&mut out, &rows, &WriteOptions::default()).unwrap_err();
    assert_eq!(out, "kept");
}

/// Nothing that refers to itself ends the stack.
#[test]
fn recursion_has_a_limit() {
    struct Cycle;
    impl Serialize for Cycle {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry("next", self)?;
            map.end()
        }
    }
    struct Wrapped;
    impl Serialize for Wrapped {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_some(self)
        }
    }
    let error = to_string(&Cycle).unwrap_err();
    assert_eq!(error.kind, WriteErrorKind::TooDeep { limit: MAX_DEPTH });
    assert_eq!(error.path, vec!["next"; MAX_DEPTH].join("."));
    assert_eq!(to_string(&Wrapped).unwrap_err().kind, WriteErrorKind::TooDeep { limit: MAX_WRAPPERS });

    let nest =
        |depth: usize| (0..depth).fold(Value::Null, |value, _| Value::Object(vec![("a".to_owned(), value)]));
    let deepest = to_string(&nest(MAX_DEPTH)).unwrap();
    assert_eq!(read(&deepest, &ReadOptions::default()).errors, []);
    assert!(to_string(&nest(MAX_DEPTH + 1)).is_err());
}

#[test]
fn options_go_through() {
    let rows = [BTreeMap::from([("a", "1|2"), ("b", "x")])];
    let options = WriteOptions::default().with_delimiter(Delimiter::Pipe).with_indent(4);
    assert_eq!(to_string_with(&rows, &options).unwrap(), "[1|]{a|b}:\n    \"1|2\"|x");
    let mut out = "> ".to_owned();
    write_into(&mut out, &rows, &WriteOptions::default()).unwrap();
    write_value(&mut out, &Value::from("\u{feff}"), &WriteOptions::default());
    assert_eq!(out, "> [1]{a,b}:\n  1|2,x\"\u{feff}\"");
}

#[test]
fn typed_values_come_back() {
    #[derive(Debug, PartialEq, Serialize, serde::Deserialize)]
    enum Kind {
        Unit,
        Newtype(i128),
        Tuple(u8, char),
        Struct { on: bool },
    }
    #[derive(Debug, PartialEq, Serialize, serde::Deserialize)]
    struct Row {
        id: u64,
        kind: Kind,
        note: Option<String>,
        sizes: BTreeMap<i32, f32>,
    }
    let rows: Vec<Row> =
        [Kind::Unit, Kind::Newtype(i128::MIN), Kind::Tuple(1, '\n'), Kind::Struct { on: true }]
            .into_iter()
            .enumerate()
            .map(|(id, kind)| Row {
                id: id as u64,
                kind,
                note: (id % 2 == 0).then(|| format!("n: {id}")),
                sizes: [(-1, 0.1), (5, 1e-9)].into(),
            })
            .collect();
    assert_eq!(from_str::<Vec<Row>>(&text(&rows)).unwrap(), rows);
}
