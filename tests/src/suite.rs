//! The shared suites: folders of JSON files with cases, named by an environment variable.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// The folder that a variable names: absolute, or relative to the root of the workspace. None if the
/// variable is unset or empty.
#[must_use]
pub fn folder(variable: &str) -> Option<PathBuf> {
    let value = std::env::var_os(variable).filter(|value| !value.is_empty())?;
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Some(workspace.join(value))
}

/// The cases of all files in a folder, as they are written.
///
/// # Errors
/// The folder or a file in it cannot be read, or is not an array of cases.
pub fn cases(folder: &Path) -> Result<Vec<Box<serde_json::value::RawValue>>, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| at(&error))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(at(&"there are no cases here"));
    }
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| at(&error))?;
        let read: Vec<Box<serde_json::value::RawValue>> =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        cases.extend(read);
    }
    Ok(cases)
}

/// Whether an answer is what a case of the `.agent` suite expects; if not, what differs.
///
/// # Errors
/// The first difference.
pub fn judge(expect: &Json, answer: &Json) -> Result<(), String> {
    let errors: Vec<&Json> = match (&expect["error"], &expect["errors"]) {
        (error @ Json::Object(_), _) => vec![error],
        (_, Json::Array(errors)) => errors.iter().collect(),
        _ => return judge_output(expect, answer),
    };
    if answer["ok"] != Json::Bool(false) {
        return Err(format!("an error is expected: {expect}\nand it answers {answer}"));
    }
    let found = answer["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
    for error in errors {
        let stage = error["stage"].as_str().unwrap_or("compile");
        if answer["stage"] != stage || !found.iter().any(|diagnostic| matches_error(error, diagnostic)) {
            return Err(format!("expected {error}\nfound {answer:#}"));
        }
    }
    Ok(())
}

fn matches_error(error: &Json, diagnostic: &Json) -> bool {
    let text = format!("{} {}", diagnostic["message"], diagnostic["help"]).to_lowercase();
    // Texts are compared as JSON, in which some characters are escaped.
    let mentions = error["mentions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mentioned = mentions.iter().filter_map(Json::as_str).all(|word| {
        let word = Json::from(word.to_lowercase()).to_string();
        text.contains(word.trim_matches('"'))
    });
    let places = std::iter::once(error).chain(error["or"].as_array().into_iter().flatten());
    let mut placed = places.map(|place| {
        place["line"] == diagnostic["line"]
            && place["col"] == diagnostic["col"]
            && error["path"] == diagnostic["path"]
    });
    let suggested = error["suggests"].as_str().is_none_or(|name| text.contains(&name.to_lowercase()));
    mentioned && suggested && placed.any(|placed| placed)
}

fn judge_output(expect: &Json, answer: &Json) -> Result<(), String> {
    let Json::Object(expect) = expect else {
        return Err("the case expects nothing".to_owned());
    };
    for (name, expected) in expect {
        let found = &answer[name];
        let same = match name.as_str() {
            "config" => expected.as_object().is_some_and(|expected| {
                expected.iter().all(|(key, value)| same_number(value, &found[key]) || *value == found[key])
            }),
            "inputSchema" | "outputSchema" | "toolSchemas" => schema(expected) == schema(found),
            _ => expected == found,
        };
        if !same {
            return Err(format!("{name}: expected {expected}\nfound {found}\nin {answer:#}"));
        }
    }
    Ok(())
}

fn same_number(a: &Json, b: &Json) -> bool {
    matches!((a.as_f64(), b.as_f64()), (Some(a), Some(b)) if a == b)
}

/// A schema without what does not count: `required` is a set, and none is the empty one.
fn schema(schema: &Json) -> Json {
    match schema {
        Json::Object(members) => {
            let mut out: serde_json::Map<String, Json> = members
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "$schema" | "additionalProperties" | "required"))
                .map(|(key, value)| (key.clone(), self::schema(value)))
                .collect();
            if members.get("type").is_some_and(|ty| ty == "object") {
                let mut required: Vec<String> = members
                    .get("required")
                    .and_then(Json::as_array)
                    .into_iter()
                    .flatten()
                    .map(ToString::to_string)
                    .collect();
                required.sort();
                out.insert("required".to_owned(), required.into());
            }
            Json::Object(out)
        }
        Json::Array(items) => items.iter().map(self::schema).collect(),
        other => other.clone(),
    }
}
