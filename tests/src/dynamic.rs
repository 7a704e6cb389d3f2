//! In: a case of the suite of Lua prompts as a line of JSON. Out: what a run of it reports, as a line of JSON (dynamic
//! prompt specification, section 10).

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use agentc::lua::{Engine, Event, Prompt, RunError, ScriptedModel};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// A case.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Its name; may be left out.
    #[serde(default)]
    pub id: String,
    /// The file.
    pub prompt: String,
    /// The argument string.
    #[serde(default)]
    pub args: String,
    /// What the model answers, in order.
    #[serde(default)]
    pub replies: Vec<String>,
    /// The model's id; any if it is left out.
    pub model: Option<String>,
    /// What has to come out; unknown to the program `cases`.
    #[serde(default)]
    pub expect: Json,
}

/// Answers a case.
#[must_use]
pub fn answer(line: &str) -> String {
    match serde_json::from_str::<Case>(line) {
        Ok(case) => {
            static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::new);
            run(&ENGINE, &case).to_string()
        }
        Err(error) => json!({ "ok": false, "message": format!("not a case: {error}") }).to_string(),
    }
}

/// What a run told while it ran.
#[derive(Default)]
struct Told {
    infer: Vec<String>,
    /// The text of each arm and task; the first is the main walk's.
    arms: Vec<Option<String>>,
}

/// The report of a run.
#[must_use]
pub fn run(engine: &Engine, case: &Case) -> Json {
    match Prompt::parse("prompt.md", &case.prompt) {
        Ok(prompt) => run_prompt(engine, &prompt, case),
        Err(error) => report(Err(error), &Told::default()),
    }
}

/// The report of a run of a prompt that is parsed already.
#[must_use]
pub fn run_prompt(engine: &Engine, prompt: &Prompt, case: &Case) -> Json {
    let told = Arc::new(Mutex::new(Told::default()));
    let shared = Arc::clone(&told);
    let listen = move |event: Event<'_>| {
        let mut told = shared.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::RoundSent { text, .. } => told.infer.push(text.to_owned()),
            Event::TaskStarted { .. } => told.arms.push(None),
            Event::TaskEnded { task, result: Ok(text) } => {
                if let Some(arm) = told.arms.get_mut(task - 1) {
                    *arm = Some(text.to_owned());
                }
            }
            _ => {}
        }
    };
    let model = ScriptedModel::new(case.replies.clone()).with_id(case.model.as_deref().unwrap_or("scripted"));
    let result = engine.run(prompt, case.args.clone()).model(model).on_event(listen).block();
    report(result, &told.lock().unwrap_or_else(PoisonError::into_inner))
}

fn report(result: Result<String, RunError>, told: &Told) -> Json {
    let Told { infer, arms } = told;
    match result {
        Ok(text) => json!({ "ok": true, "result": text, "infer": infer, "arms": arms }),
        Err(error) => json!({
            "ok": false,
            "run_error_kind": error.kind.as_str(),
            "message": error.message,
            "infer": infer,
            "arms": arms,
        }),
    }
}

/// Whether a report is what a case expects; if not, what differs.
///
/// # Errors
/// The first difference.
pub fn judge(expect: &Json, report: &Json) -> Result<(), String> {
    let differs = |what: &str| Err(format!("{what}: expected {expect}\nfound {report:#}"));
    if let Json::String(_) = &expect["result"]
        && expect["result"] != report["result"]
    {
        return differs("result");
    }
    if let Json::Object(error) = &expect["error"] {
        if error.get("run_kind") != report.get("run_error_kind") {
            return differs("run_error_kind");
        }
        let message = report["message"].as_str().unwrap_or_default();
        let parts = error.get("contains").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        if !parts.iter().filter_map(Json::as_str).all(|part| message.contains(part)) {
            return differs("message");
        }
    }
    for list in ["infer", "arms"] {
        if expect.get(list).is_some_and(|expected| *expected != report[list]) {
            return differs(list);
        }
    }
    if expect.get("result").is_none() && expect.get("error").is_none() {
        return Err("the case expects nothing".to_owned());
    }
    Ok(())
}
