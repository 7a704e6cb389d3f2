//! JSON Schemas, judged by a crate made for them: they are of draft 2020-12, and let through exactly the
//! values that `from_json` takes.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use agentc::Prompt;
use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

agentc::import!("agents/order.agent");
agentc::import!("golden/tools.agent");

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "{schema}");
    jsonschema::options().with_draft(Draft::Draft202012).build(&schema).unwrap()
}

fn order() -> Value {
    json!({
        "type": "t", "self": 1, "rush": false, "state": "1",
        "buyer": {"name": "n", "home": {"city": "c", "zip": -2.5}},
        "lines": [{"sku": "s", "count": 1, "tags": ["x"], "kind": "a"}],
        "notes": [],
        "coupon": "c", "gift": {"to": "t", "wrap": {"color": "r"}}, "extras": [{"sku": "e"}],
    })
}

/// A value with what is at a path changed, or removed.
fn with(path: &str, change: Option<Value>) -> Value {
    let mut value = order();
    let (parent, key) = path.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap();
    match change {
        Some(change) => parent[key] = change,
        None => {
            parent.as_object_mut().unwrap().remove(key);
        }
    }
    value
}

#[test]
fn inputs_are_let_through_by_both_or_by_neither() {
    let validator = validator(order::Inputs::SPEC.inputs_schema);
    let mut values = vec![order(), json!([]), json!(null), json!({})];
    for path in [
        "/type",
        "/self",
        "/rush",
        "/state",
        "/buyer",
        "/buyer/name",
        "/buyer/home/zip",
        "/lines",
        "/notes",
        "/coupon",
        "/gift",
        "/gift/wrap/color",
        "/extras",
    ] {
        values.push(with(path, None));
        for other in [json!(null), json!("x"), json!("open"), json!(1e3), json!(true), json!([]), json!({})] {
            values.push(with(path, Some(other)));
        }
    }
    values.extend([with("/more", Some(json!(1))), with("/buyer/more", Some(json!(null)))]);
    values.push(with("/lines", Some(json!([{"sku": "s", "count": 1, "tags": [1], "kind": "a"}]))));
    values.push(with("/lines", Some(json!([{"sku": "s", "count": 1, "tags": [], "kind": "c"}]))));
    let mut taken = 0;
    for value in values {
        let decoded = order::Inputs::from_json(&value.to_string());
        assert_eq!(validator.is_valid(&value), decoded.is_ok(), "{value}: {decoded:?}");
        taken += usize::from(decoded.is_ok());
    }
    assert!(taken > 10, "{taken}");
}

#[test]
fn outputs_and_tools() {
    let spec = tools::Inputs::SPEC;
    let outputs = validator(spec.outputs_schema.unwrap());
    let value = json!({"answer": "a", "sources": [{"title": "t", "url": "u"}]});
    assert!(outputs.is_valid(&value) && tools::Outputs::from_json(&value.to_string()).is_ok());
    for tool in spec.tools {
        validator(tool.input_schema.unwrap());
    }
}
