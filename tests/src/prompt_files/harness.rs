//! Prints what the modules of prompt files say, a line of JSON for each: `{"id":…,"answer":…}`.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agentc::prompt_files::{Arguments, Kit, Resolve, Resolvers};
use serde_json::{Value, json};

/// Fills a prompt with what a case has for it.
pub fn run<P: Resolve<'static>>(id: &str, values: &str, tenant: &str, kit: Option<(Option<&str>, i64)>) {
    let tenant: BTreeMap<String, String> = serde_json::from_str(tenant).unwrap();
    let tenant: &'static BTreeMap<String, String> = Box::leak(Box::new(tenant));
    let spec = P::SPEC;
    let facts = json!([spec.entry, spec.text, format!("{:?}", spec.bindings), spec.reached]);
    let filled = match P::resolve(&resolvers(values, kit), tenant) {
        Ok(values) => {
            // Rendering appends.
            let mut text = String::from("before");
            values.render_into(&mut text);
            let rendered = values.render();
            // A `String` has room for eight bytes at least.
            assert!(rendered.capacity() <= rendered.len().max(8), "one allocation, of the right size");
            json!({"ok": true, "compiled": spec.text, "rendered": text.strip_prefix("before")})
        }
        Err(error) => {
            let error = json!({"kind": error.kind.as_str(), "file": error.file, "line": error.line, "message": error.message});
            json!({"ok": false, "errors": [error]})
        }
    };
    println!("{}", json!({"id": id, "answer": {"facts": facts, "filled": filled}}));
}

fn resolvers(values: &str, kit: Option<(Option<&str>, i64)>) -> Resolvers<'static> {
    let values: BTreeMap<String, Value> = serde_json::from_str(values).unwrap();
    let mut resolvers = Resolvers::new();
    for (key, answers) in values {
        resolvers = resolvers.with(key, move |arguments: Arguments<'_>| match &answers {
            Value::String(text) => Ok(Some(text.clone())),
            Value::Object(failure) => Err(failure["error"].as_str().unwrap().into()),
            Value::Array(answers) => {
                let given: Value =
                    arguments.iter().map(|(name, text)| (name.to_owned(), Value::from(text))).collect();
                let answer = answers.iter().find(|answer| answer["args"] == given);
                answer
                    .map(|answer| answer["value"].as_str().map(str::to_owned))
                    .ok_or_else(|| "no such arguments".into())
            }
            _ => Ok(None),
        });
    }
    let Some((name, seconds)) = kit else { return resolvers };
    let now: SystemTime = UNIX_EPOCH + Duration::from_secs(seconds.unsigned_abs());
    let kit = Kit::at(now);
    resolvers.with_kit(match name {
        Some(name) => kit.with_agent_name(name),
        None => kit,
    })
}
