//! What code that is emitted for a type writes, and what the writer for any value writes, is the same to the
//! byte, whichever way the code came: by `import!`, by a build script, or by the derive for structs that borrow
//! and that own. For random values of every form that a declared type can take, with hostile strings and odd
//! numbers. (The test `generated` does the same for random types, through the interpreter.)

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

mod own;
#[path = "../project/mod.rs"]
mod project;
#[path = "../toon_random/mod.rs"]
mod toon_random;

use agentc::Prompt;
use agentc::toon::{WriteOptions, from_str, to_string, write_into};
use agentc_text::Value;
use agentc_text::toon::write_value;
use own::{Borrowed, Owned};
use project::Project;
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

/// Random values, as JSON too.
fn inputs(count: usize, random: &mut Random) -> Vec<(serde_json::Value, tables::Inputs)> {
    let schema: serde_json::Value = serde_json::from_str(tables::Inputs::SPEC.inputs_schema).unwrap();
    let values = (0..count).map(|_| valid(&schema, random));
    // What is not finite is null in JSON, and no number.
    values.filter_map(|json| tables::Inputs::deserialize(&json).ok().map(|inputs| (json, inputs))).collect()
}

/// What the template prints, by the writer for any value.
fn expected(inputs: &tables::Inputs) -> String {
    let mut parts = vec![
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
    ];
    for (index, order) in inputs.orders.iter().enumerate() {
        parts.push(format!("{index}: {}", written(order)));
        parts.extend([written(&order.tags), written(&order.lines)]);
    }
    parts.join("\n")
}

/// The last line may be empty, and the file ends without line feeds then.
fn assert_same(text: &str, expected: &str, json: &serde_json::Value) {
    assert_eq!(text.trim_end_matches('\n'), expected.trim_end_matches('\n'), "{json}");
}

#[test]
fn imported_code_and_own_structs() {
    for (json, inputs) in inputs(2000, &mut Random(7)) {
        let expected = expected(&inputs);
        assert_same(&inputs.render(), &expected, &json);
        assert_same(&borrowed(&inputs), &expected, &json);
        assert_same(&owned(&inputs), &expected, &json);
    }
}

/// What a struct that borrows all it can prints.
fn borrowed(inputs: &tables::Inputs) -> String {
    let rows: Vec<_> = inputs.rows.iter().map(own::row::<Borrowed>).collect();
    let places: Vec<_> = inputs.places.iter().map(own::place::<Borrowed>).collect();
    let lines: Vec<Vec<_>> =
        inputs.orders.iter().map(|order| order.lines.iter().map(own::line::<Borrowed>).collect()).collect();
    let orders: Vec<_> = inputs
        .orders
        .iter()
        .zip(&lines)
        .map(|(order, lines)| own::order::<Borrowed, _>(order, lines.as_slice()))
        .collect();
    let lists: Vec<_> = inputs.lists.iter().map(own::item::<Borrowed>).collect();
    let maybe: Option<Vec<_>> =
        inputs.maybe.as_ref().map(|maybe| maybe.iter().map(own::maybe::<Borrowed>).collect());
    let own = own::Own {
        point: own::point(&inputs.point.x, &inputs.point.y),
        names: inputs.names.as_slice(),
        counts: inputs.counts.as_slice(),
        rows: rows.as_slice(),
        places: places.as_slice(),
        orders: orders.as_slice(),
        weather: own::weather::<Borrowed>(&inputs.weather),
        nested: own::nested::<Borrowed>(&inputs.nested),
        lists: lists.as_slice(),
        maybe: maybe.as_deref(),
        perhaps: inputs.perhaps.as_ref().map(own::perhaps::<Borrowed>),
    };
    own.render()
}

/// What one that borrows nothing prints.
fn owned(inputs: &tables::Inputs) -> String {
    let lines = |order: &tables::OrdersItem| order.lines.iter().map(own::line::<Owned>).collect::<Vec<_>>();
    let own = own::Own {
        point: own::point(inputs.point.x, inputs.point.y),
        names: inputs.names.clone(),
        counts: inputs.counts.clone(),
        rows: inputs.rows.iter().map(own::row::<Owned>).collect::<Vec<_>>(),
        places: inputs.places.iter().map(own::place::<Owned>).collect::<Vec<_>>(),
        orders: inputs
            .orders
            .iter()
            .map(|order| own::order::<Owned, _>(order, lines(order)))
            .collect::<Vec<_>>(),
        weather: own::weather::<Owned>(&inputs.weather),
        nested: own::nested::<Owned>(&inputs.nested),
        lists: inputs.lists.iter().map(own::item::<Owned>).collect::<Vec<_>>(),
        maybe: inputs.maybe.as_ref().map(|maybe| maybe.iter().map(own::maybe::<Owned>).collect::<Vec<_>>()),
        perhaps: inputs.perhaps.as_ref().map(own::perhaps::<Owned>),
    };
    own.render()
}

/// The same values, which a crate with a build script reads from a file.
#[test]
fn code_of_a_build_script() {
    let values = inputs(500, &mut Random(9));
    let project = Project::copy_of("toon-build", "toon-build");
    project.write("agents/tables.agent", include_str!("../../golden/tables.agent"));
    let lines: Vec<String> = values.iter().map(|(json, _)| json.to_string()).collect();
    project.write("values.jsonl", lines.join("\n"));
    let printed = project.run();
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(printed.len(), values.len());
    for (text, (json, inputs)) in printed.into_iter().zip(&values) {
        // That what is imported prints the same is tested above; it has the same line feeds at its end.
        assert_eq!(text, format!("{:?}", inputs.render()), "{json}");
        assert_same(&inputs.render(), &expected(inputs), json);
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
