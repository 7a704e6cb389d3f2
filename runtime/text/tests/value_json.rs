//! `Value` from JSON and back.

use agentc_text::{Number, Value};

#[test]
fn json_keeps_the_order_of_keys_and_all_of_them() {
    let text = r#"{"b":1,"a":[true,null,-2,18446744073709551615,0.5,"s"],"b":{}}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), text);
    let Value::Object(entries) = &value else { panic!("{value:?}") };
    assert_eq!(entries.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b", "a", "b"]);
}

#[test]
fn numbers_are_as_exact_as_they_can_be() {
    let number = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(number("9223372036854775808"), Value::Number(Number::Unsigned(1 << 63)));
    assert_eq!(number("-9223372036854775808"), Value::Number(Number::Signed(i64::MIN)));
    assert_eq!(number("1.0"), Value::Number(Number::Double(1.0)));
    assert_eq!(serde_json::to_string(&Value::from(f64::NAN)).unwrap(), "null");
}

#[test]
fn kinds_have_names() {
    for (text, kind) in [
        ("null", "null"),
        ("true", "boolean"),
        ("1", "number"),
        ("\"\"", "string"),
        ("[]", "array"),
        ("{}", "object"),
    ] {
        assert_eq!(serde_json::from_str::<Value>(text).unwrap().kind(), kind);
    }
}
