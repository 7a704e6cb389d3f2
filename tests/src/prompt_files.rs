//! In: a case of the suite of prompt files as a line of JSON. Out: what the run-time compiler makes of it, as a line of
//! JSON (prompt file specification, section 9).

pub mod emitted;
pub mod random;

use std::collections::BTreeMap;
use std::time::SystemTime;

use agentc::prompt_files::{Arguments, Failure, Kit, PromptSet, Refusal, Resolvers, Warning};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// A case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    /// Its name; may be left out.
    #[serde(default)]
    pub id: String,
    /// The deployment's files.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The stored ones.
    #[serde(default)]
    pub overlay: BTreeMap<String, String>,
    /// The file that is compiled.
    pub entry: String,
    /// What the deployment registered.
    #[serde(default)]
    pub values: BTreeMap<String, Json>,
    /// The agent's variables.
    #[serde(default)]
    pub tenant: BTreeMap<String, Option<String>>,
    /// What the kit answers from, if it is there.
    pub kit: Option<KitCase>,
    /// Other limits.
    #[serde(default)]
    pub limits: LimitsCase,
    /// What has to come out; unknown to the program `cases`.
    #[serde(default)]
    pub expect: Json,
}

/// What the kit answers from.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KitCase {
    agent_name: Option<String>,
    now: String,
}

/// Other limits.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LimitsCase {
    /// Of the compiled text.
    pub max_bytes: Option<u64>,
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

/// Runs a case through the run-time compiler.
#[must_use]
pub fn run(case: &Case) -> Json {
    match rendered(case) {
        Ok(answer) => answer,
        Err(errors) => refused(&errors),
    }
}

/// The answer of a refusal.
#[must_use]
pub fn refused(errors: &[Refusal]) -> Json {
    let errors = errors.iter().map(|error| {
        json!({"file": error.file, "line": error.line, "kind": error.kind.as_str(), "message": error.message})
    });
    json!({"ok": false, "errors": errors.collect::<Json>()})
}

fn rendered(case: &Case) -> Result<Json, Vec<Refusal>> {
    let set = PromptSet::new(case.files.clone()).map_err(|error| vec![error])?;
    let set = match case.limits.max_bytes {
        Some(bytes) => set.with_max_bytes(bytes),
        None => set,
    };
    let set = match case.overlay.is_empty() {
        true => set,
        false => set.overlay(case.overlay.clone()).map_err(|error| vec![error])?,
    };
    let compiled =
        set.compile(&case.entry).map_err(|refusals| refusals.iter().cloned().collect::<Vec<_>>())?;
    let rendered = compiled.render(&case.resolvers(), &case.tenant()).map_err(|error| vec![error])?;
    let warnings: Vec<Json> = compiled.warnings().iter().map(warning).collect();
    Ok(json!({"ok": true, "compiled": compiled.text(), "rendered": rendered, "warnings": warnings}))
}

fn warning(warning: &Warning) -> Json {
    let mut members = serde_json::Map::new();
    members.insert("kind".into(), warning.kind.as_str().into());
    members.insert("file".into(), warning.file.clone().into());
    if let Some(line) = warning.line {
        members.insert("line".into(), line.into());
    }
    members.insert("message".into(), warning.message.clone().into());
    Json::Object(members)
}

impl KitCase {
    /// The instant, in seconds since 1970.
    #[must_use]
    pub fn seconds(&self) -> i64 {
        self.now.parse().unwrap_or(jiff::Timestamp::UNIX_EPOCH).as_second()
    }
}

impl Case {
    /// What answers to keys.
    #[must_use]
    pub fn resolvers(&self) -> Resolvers<'static> {
        let mut resolvers = Resolvers::new();
        for (key, answers) in self.values.clone() {
            resolvers = resolvers.with(key, move |arguments: Arguments<'_>| resolve(&answers, arguments));
        }
        match &self.kit {
            None => resolvers,
            Some(KitCase { agent_name, now }) => {
                let now: jiff::Timestamp = now.parse().unwrap_or(jiff::Timestamp::UNIX_EPOCH);
                let kit = Kit::at(SystemTime::from(now));
                resolvers.with_kit(match agent_name {
                    Some(name) => kit.with_agent_name(name),
                    None => kit,
                })
            }
        }
    }

    /// The agent's variables.
    #[must_use]
    pub fn tenant(&self) -> BTreeMap<String, String> {
        let variables = self.tenant.iter();
        variables.filter_map(|(name, text)| Some((name.clone(), text.clone()?))).collect()
    }
}

/// What a resolver of a case says: a text, nothing, a failure, or one of several by equal arguments.
fn resolve(answers: &Json, arguments: Arguments<'_>) -> Result<Option<String>, Failure> {
    match answers {
        Json::Null => Ok(None),
        Json::String(text) => Ok(Some(text.clone())),
        Json::Object(failure) => Err(failure.get("error").and_then(Json::as_str).unwrap_or("fails").into()),
        Json::Array(answers) => {
            let given: Json =
                arguments.iter().map(|(name, text)| (name.to_owned(), Json::from(text))).collect();
            let answer = answers.iter().find(|answer| answer["args"] == given);
            answer
                .map(|answer| answer["value"].as_str().map(str::to_owned))
                .ok_or_else(|| "no such arguments".into())
        }
        Json::Bool(_) | Json::Number(_) => Err("no case".into()),
    }
}

/// Whether an answer is what a case expects; if not, what differs.
///
/// # Errors
/// The first difference.
pub fn judge(expect: &Json, answer: &Json) -> Result<(), String> {
    let differs = |what: &str| Err(format!("{what}: expected {expect}\nfound {answer}"));
    if let Json::Object(error) = &expect["error"] {
        let found = &answer["errors"][0];
        let message = found["message"].as_str().unwrap_or_default();
        let mentions = error["mentions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_said = mentions.iter().filter_map(Json::as_str).all(|word| message.contains(word));
        let same = ["kind", "file", "line"].iter().all(|&member| error[member] == found[member]);
        return if same && is_said { Ok(()) } else { differs("the error") };
    }
    for member in ["compiled", "rendered"] {
        if expect[member] != answer[member] {
            return differs(member);
        }
    }
    let warnings = |of: &Json| {
        let all = of["warnings"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut all: Vec<String> = all
            .iter()
            .map(|warning| format!("{} {} {}", warning["kind"], warning["file"], warning["line"]))
            .collect();
        all.sort();
        all
    };
    if warnings(expect) == warnings(answer) { Ok(()) } else { differs("the warnings") }
}
