//! In: a case of the `.agent` suite as a line of JSON. Out: what the interpreter makes of it, as a line
//! of JSON (Rust surface, section 9).

use std::collections::BTreeMap;
use std::sync::Arc;

use agentc_codegen::ir::{Agent, Parameter};
use agentc_codegen::{Diagnostic, Inputs, SourceFile, compile_source, interpret, schema};
use agentc_text::Value;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// A case, as far as it is input.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// Its name; may be left out.
    #[serde(default)]
    pub id: String,
    /// The text of the file.
    pub agent: String,
    /// What it is rendered with.
    #[serde(default = "no_inputs")]
    pub inputs: Value,
    /// The complete environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What has to come out; unknown to the program `cases`.
    #[serde(default)]
    pub expect: Json,
}

fn no_inputs() -> Value {
    Value::Object(Vec::new())
}

/// Answers a case.
#[must_use]
pub fn answer(line: &str) -> String {
    let answer = match serde_json::from_str::<Case>(line) {
        Ok(case) => run(&case),
        Err(error) => json!({"ok": false, "message": format!("this is no case: {error}")}),
    };
    answer.to_string()
}

/// Runs a case through the interpreter.
#[must_use]
pub fn run(case: &Case) -> Json {
    let file = Arc::new(SourceFile::new("case.agent", case.agent.as_str()));
    let compiled = compile_source(&file);
    if !compiled.is_ok() {
        let errors = compiled.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        return failure("compile", errors);
    }
    let agent = compiled.agent;
    let inputs = match Inputs::new(case.inputs.clone(), &agent.inputs) {
        Ok(inputs) => inputs,
        Err(diagnostics) => return failure("inputs", diagnostics.iter()),
    };
    let env = |name: &str| case.env.get(name).cloned();
    let mut answer = Map::new();
    answer.insert("ok".into(), true.into());
    answer.insert("prompt".into(), interpret::prompt(&agent, &inputs, &env).into());
    answer.insert("system".into(), interpret::system(&agent, &inputs, &env).into());
    answer.insert("config".into(), config(&agent));
    answer.insert("inputSchema".into(), parse(&schema::of_parameters(&agent.inputs)));
    if let Some(outputs) = &agent.outputs {
        answer.insert("outputSchema".into(), parse(&schema::of_parameters(outputs)));
    }
    let tools = agent.tools.iter().filter_map(|tool| {
        let typed = tool.typed.as_ref()?;
        let input = parse(&schema::of_fields(&typed.input));
        Some((tool.name.clone(), json!({"description": typed.description, "input": input})))
    });
    answer.insert("toolSchemas".into(), Json::Object(tools.collect()));
    Json::Object(answer)
}

fn failure<'a>(stage: &str, diagnostics: impl Iterator<Item = &'a Diagnostic>) -> Json {
    let diagnostics: Vec<Json> = diagnostics.map(diagnostic).collect();
    json!({"ok": false, "stage": stage, "diagnostics": diagnostics})
}

fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let mut members = Map::new();
    if let Some(position) = diagnostic.place.position() {
        members.insert("line".into(), position.line.into());
        members.insert("col".into(), position.col.into());
    }
    if let agentc_codegen::Place::Value(path) = &diagnostic.place {
        members.insert("path".into(), path.clone().into());
    }
    members.insert("code".into(), diagnostic.code.as_str().into());
    members.insert("message".into(), diagnostic.message.clone().into());
    if let Some(help) = &diagnostic.help {
        members.insert("help".into(), help.clone().into());
    }
    Json::Object(members)
}

fn config(agent: &Agent) -> Json {
    let mut config = Map::new();
    config.insert("name".into(), agent.name.clone().into());
    config.insert("model".into(), agent.model.clone().into());
    let mut optional =
        |name: &str, value: Option<Json>| config.extend(value.map(|value| (name.to_owned(), value)));
    let settings = &agent.settings;
    optional("description", agent.description.clone().map(Json::from));
    optional("maxTurns", settings.max_turns.map(Json::from));
    optional("maxContextTokens", settings.max_context_tokens.map(Json::from));
    optional("retries", settings.retries.map(Json::from));
    optional("temperature", settings.temperature.map(Json::from));
    let tools = agent.tools.iter().map(|tool| &tool.name).chain(agent.uses.iter().map(|used| &used.name));
    config.insert("tools".into(), tools.cloned().collect());
    Json::Object(config)
}

fn parse(schema: &str) -> Json {
    serde_json::from_str(schema).unwrap_or(Json::Null)
}

/// The declared inputs of an agent that compiles; for tests that need to know them.
#[must_use]
pub fn declared(agent: &str) -> Option<Vec<Parameter>> {
    let compiled = compile_source(&Arc::new(SourceFile::new("case.agent", agent)));
    compiled.is_ok().then_some(compiled.agent.inputs)
}
