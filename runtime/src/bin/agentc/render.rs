//! `agentc render`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Read};
use std::sync::Arc;

use agentc::{Env, ProcessEnv};
use agentc_codegen::ir::Agent;
use agentc_codegen::types::Type;
use agentc_codegen::{Code, Diagnostic, Inputs, Loader, Place, SourceFile, Span, compile_file, interpret};
use agentc_text::Value;
use serde_json::json;

use crate::args::{Format, Part, Render};
use crate::{Outcome, entry, report};

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
    let compiled = compile_file(&mut loader, &args.file).map_err(|diagnostic| vec![diagnostic])?;
    if !compiled.is_ok() {
        return Err(compiled.diagnostics);
    }
    let agent = compiled.agent;
    let values = match &args.inputs {
        Some(path) => read_values(&mut loader, path).map_err(|diagnostic| vec![diagnostic])?,
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

fn read_values(loader: &mut Loader, path: &str) -> Result<Value, Diagnostic> {
    let file = if path == "-" { standard_input()? } else { loader.read(path)? };
    serde_json::from_str(file.text()).map_err(|error| {
        let line = file.line(error.line()).range();
        // The column is that of the last byte that was read, which is the one at fault.
        let start = (line.start + error.column().saturating_sub(1)).min(line.end);
        let start = (0..=start).rev().find(|&at| file.text().is_char_boundary(at)).unwrap_or(0);
        let end = file.text()[start..]
            .chars()
            .next()
            .map_or(start, |c| start + c.len_utf8())
            .min(line.end.max(start));
        let message = format!("the values are not JSON: {}", without_place(&error));
        let place = Place::Text { file: Arc::clone(&file), span: Span::new(start..end) };
        Diagnostic::new(Code::A326, place, message)
    })
}

fn standard_input() -> Result<Arc<SourceFile>, Diagnostic> {
    let name = "<standard input>";
    let failed = |message: String| Diagnostic::new(Code::A101, Place::File(name.to_owned()), message);
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| failed(format!("it cannot be read: {error}")))?;
    Loader::decode(name, bytes)
}

fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
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
                        without_place(&error)
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
