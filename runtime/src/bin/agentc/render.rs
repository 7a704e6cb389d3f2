//! `agentc render`

use std::collections::BTreeMap;
use std::io::IsTerminal;

use agentc::{Env, ProcessEnv};
use agentc_codegen::ir::Agent;
use agentc_codegen::types::Type;
use agentc_codegen::{Code, Diagnostic, Inputs, Loader, Place, compile_file, interpret};
use agentc_text::Value;
use serde_json::json;

use crate::args::{Format, Part, Render};
use crate::{Outcome, entry, flow, json, report};

pub(crate) fn run(args: &Render) -> Outcome {
    if let Some(root) = &args.root {
        return entry::render(args, root);
    }
    match rendered(args) {
        Err(diagnostics) => report::outcome(&diagnostics, args.format),
        Ok(rendered) => {
            let mut out = match (args.format, args.part) {
                (Format::Json, _) => {
                    report::line(&json!({"ok": true, "prompt": rendered.prompt, "system": rendered.system}))
                }
                (Format::Text, Part::Prompt) => rendered.prompt,
                (Format::Text, Part::System) => rendered.system,
            };
            // A program gets the text as it is; a person gets the shell's prompt on a line of its own.
            if !out.ends_with('\n') && std::io::stdout().is_terminal() {
                out.push('\n');
            }
            Outcome { out, err: String::new(), ok: true }
        }
    }
}

struct Rendered {
    prompt: String,
    system: String,
}

fn rendered(args: &Render) -> Result<Rendered, Vec<Diagnostic>> {
    let mut loader = Loader::new("");
    flow::refuse(&mut loader, &args.file, "this is a Lua prompt, which has no text before it runs")
        .map_err(|diagnostic| vec![diagnostic])?;
    let compiled = compile_file(&mut loader, &args.file).map_err(|diagnostic| vec![diagnostic])?;
    if !compiled.is_ok() {
        return Err(compiled.diagnostics);
    }
    let agent = compiled.agent;
    let values = match &args.inputs {
        Some(path) => {
            let file = json::read(&mut loader, path).map_err(|diagnostic| vec![diagnostic])?;
            json::parse(&file, "the values").map_err(|diagnostic| vec![diagnostic])?
        }
        None => Value::Object(Vec::new()),
    };
    let inputs = Inputs::new(with_set(values, args, &agent)?, &agent.inputs)?;
    let given: BTreeMap<&str, &str> =
        args.env.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let env = |name: &str| match given.get(name) {
        Some(text) => Some((*text).to_owned()),
        None => ProcessEnv.get(name).map(std::borrow::Cow::into_owned),
    };
    Ok(Rendered {
        prompt: interpret::prompt(&agent, &inputs, &env),
        system: interpret::system(&agent, &inputs, &env),
    })
}

/// The values with those of `--set` over them.
fn with_set(values: Value, args: &Render, agent: &Agent) -> Result<Value, Vec<Diagnostic>> {
    let Value::Object(mut entries) = values else {
        return Ok(values);
    };
    let mut diagnostics = Vec::new();
    for (name, text) in &args.set {
        let declared =
            agent.inputs.iter().find(|input| input.field.name == *name).map(|input| &input.field.ty);
        let value = match declared {
            // What is not declared is refused for its name, whatever its value.
            None | Some(Type::String | Type::Enum(_)) => Value::String(text.clone()),
            Some(ty) => match serde_json::from_str(text) {
                Ok(value) => value,
                Err(error) => {
                    let message = format!(
                        "`{name}` is {}, and `{text}` is not JSON: {}",
                        ty.describe(),
                        json::without_place(&error)
                    );
                    diagnostics.push(
                        Diagnostic::new(Code::A326, Place::Value(name.clone()), message)
                            .with_help("write the value of --set as JSON, such as 12, true or [\"a\"]"),
                    );
                    continue;
                }
            },
        };
        entries.retain(|(key, _)| key != name);
        entries.push((name.clone(), value));
    }
    if diagnostics.is_empty() { Ok(Value::Object(entries)) } else { Err(diagnostics) }
}
