//! Prints what generated code says, a line of JSON for each answer: `{"id":…,"answer":…}`.

use std::collections::BTreeMap;

use agentc::{DynPrompt, Prompt, Spec, ValueError};
use serde_json::{Value, json};

/// Renders input values, or lists what is wrong with them.
pub fn run<P: Prompt + 'static>(id: &str, read: Result<P, ValueError>, env: &[(&str, &str)]) {
    render(id, read.map(|prompt| Box::new(prompt) as Box<dyn DynPrompt>), env);
}

fn render(id: &str, read: Result<Box<dyn DynPrompt>, ValueError>, env: &[(&str, &str)]) {
    let prompt = match read {
        Ok(prompt) => prompt,
        Err(error) => return answer(id, problems(&error)),
    };
    let env: BTreeMap<&str, &str> = env.iter().copied().collect();
    // Rendering appends.
    let (mut text, mut system) = ("before".to_owned(), "before".to_owned());
    prompt.render_into_with(&mut text, &env);
    prompt.system_into_with(&mut system, &env);
    answer(id, json!({ "prompt": text.strip_prefix("before"), "system": system.strip_prefix("before") }));
}

/// The paths and messages of problems with values.
pub fn problems(error: &ValueError) -> Value {
    match error {
        ValueError::Values(problems) => {
            let problems = problems.iter().map(|problem| json!([problem.path, problem.to_string()]));
            json!({ "problems": problems.collect::<Vec<_>>() })
        }
        other => json!({ "syntax": other.to_string() }),
    }
}

/// Prints the facts about an agent.
pub fn spec(id: &str, spec: &Spec) {
    let tools = spec.tools.iter().map(|tool| json!([tool.name, tool.description, tool.input_schema]));
    let uses = spec.uses.iter().map(|used| json!([used.name, used.inputs_schema]));
    answer(
        id,
        json!({
            "name": spec.name,
            "model": spec.model,
            "description": spec.description,
            "system": spec.system,
            "maxTurns": spec.settings.max_turns,
            "maxContextTokens": spec.settings.max_context_tokens,
            "retries": spec.settings.retries,
            "temperature": spec.settings.temperature,
            "tools": tools.collect::<Vec<_>>(),
            "uses": uses.collect::<Vec<_>>(),
            "inputs": spec.inputs_schema,
            "outputs": spec.outputs_schema,
            "staticPrefix": spec.static_prefix,
        }),
    );
}

/// Prints an answer.
pub fn answer(id: &str, answer: Value) {
    println!("{}", json!({ "id": id, "answer": answer }));
}
