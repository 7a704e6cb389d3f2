//! What code that is emitted for a type writes, and what the writer for any value writes, is the same to the
//! byte: for random values of every form that a declared type can take, with hostile strings and odd
//! numbers. (The test `generated` does the same for random types, through the interpreter.)

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

mod toon_random;

use agentc::Prompt;
use agentc::toon::{WriteOptions, from_str, to_string, write_into};
use agentc_text::Value;
use agentc_text::toon::write_value;
use serde::{Deserialize, Serialize};
use toon_random::Random;

agentc::import!("golden/tables.agent" as tables, serde);

/// A value that a JSON Schema describes.
fn valid(schema: &serde_json::Value, random: &mut Random) -> serde_json::Value {
    match schema["type"].as_str().unwrap() {
        "object" => {
            let required = schema["required"].as_array().unwrap();
            let fields = schema["properties"].as_object().unwrap().iter();
            let given = fields
                .filter(|(name, _)| required.iter().any(|needed| needed == *name) || random.one_in(2))
                .collect::<Vec<_>>();
            given.into_iter().map(|(name, schema)| (name.clone(), valid(schema, random))).collect()
        }
        "array" => {
            let count = random.below(4);
            (0..count).map(|_| valid(&schema["items"], random)).collect()
        }
        "boolean" => random.one_in(2).into(),
        "number" => match random.below(4) {
            0 => random.below(100).into(),
            1 => (random.below(1_000_000) as f64 / -100.0).into(),
            2 => (f64::from_bits(random.next()) * 1.0).into(),
            _ => (random.next() as f64 / 1e12).into(),
        },
        _ => match schema["enum"].as_array() {
            Some(values) => values[random.below(values.len())].clone(),
            None => random.string().into(),
        },
    }
}

fn written<T: Serialize>(value: &T) -> String {
    to_string(value).unwrap()
}

fn given<T: Serialize>(value: Option<&T>) -> String {
    value.map(written).unwrap_or_default()
}

#[test]
fn both_writers_write_the_same() {
    let schema: serde_json::Value = serde_json::from_str(tables::Inputs::SPEC.inputs_schema).unwrap();
    let mut random = Random(7);
    for _ in 0..2000 {
        let json = valid(&schema, &mut random);
        // What is not finite is null in JSON, and no number.
        let Ok(inputs) = tables::Inputs::deserialize(&json) else { continue };
        let mut expected = [
            written(&inputs.point),
            written(&inputs.names),
            written(&inputs.counts),
            written(&inputs.rows),
            written(&inputs.places),
            written(&inputs.orders),
            written(&inputs.weather),
            written(&inputs.nested),
            written(&inputs.nested.by),
            written(&inputs.lists),
            given(inputs.maybe.as_ref()),
            given(inputs.perhaps.as_ref()),
        ]
        .join("\n");
        for (index, order) in inputs.orders.iter().enumerate() {
            let parts = [written(order), written(&order.tags), written(&order.lines)].join("\n");
            expected += &format!("\n{index}: {parts}");
        }
        let text = inputs.render();
        assert_eq!(text.trim_end_matches('\n'), expected.trim_end_matches('\n'), "{json}");
    }
}

/// A value is the same text whether it is walked over or serialized, and comes back as it was.
#[test]
fn values_of_any_shape_go_both_ways() {
    let mut random = Random(8);
    for _ in 0..4000 {
        let value = random.value(5);
        let mut walked = String::new();
        write_value(&mut walked, &value, &WriteOptions::default());
        let mut serialized = String::new();
        write_into(&mut serialized, &value, &WriteOptions::default()).unwrap();
        assert_eq!(walked, serialized);
        // Rows have their keys in the order of the first, so what comes back is compared as it is written.
        let back: Value = from_str(&walked).unwrap();
        assert_eq!(written(&back), walked, "{value:?}");
    }
}
