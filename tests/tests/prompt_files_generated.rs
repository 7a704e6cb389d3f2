//! Prompt files through emitted code that is really built: the cases of `$AGENTC_CASES/promptfiles` and random sets. One
//! trial each, judged by what the case expects and by what the run-time compiler says.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use agentc::prompt_files::PromptSet;
use agentc_codegen::prompt_files::Program;
use agentc_tests::generate::Random;
use agentc_tests::prompt_files::{self, Case, emitted, random};
use agentc_tests::suite;
use libtest_mimic::{Arguments, Trial};
use serde_json::{Value as Json, json};

/// How many random sets there are.
const RANDOM: usize = 150;

fn main() -> Result<(), String> {
    let mut trials = Vec::new();
    let mut cases = Vec::new();
    match suite::folder("AGENTC_CASES") {
        None => trials.push(Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true)),
        Some(folder) => {
            for case in suite::cases(&folder.join("promptfiles"))? {
                cases.push(serde_json::from_str::<Case>(case.get()).map_err(|error| error.to_string())?);
            }
        }
    }
    let mut seed = Random::new(7);
    cases.extend((0..RANDOM).map(|number| random::case(number, &mut seed)));

    let programs: Vec<(String, Case, Program)> = cases
        .iter()
        .filter_map(|case| Some((case.id.clone(), case.clone(), emitted::program(case)?)))
        .collect();
    let compiling: BTreeMap<String, bool> = cases.iter().map(|case| (case.id.clone(), false)).collect();
    let compiling: BTreeMap<String, bool> =
        compiling.into_iter().chain(programs.iter().map(|(id, ..)| (id.clone(), true))).collect();
    let random = programs.iter().filter(|(id, ..)| id.starts_with("random/")).count();
    trials.push(Trial::test("most random sets compile", move || {
        if random > RANDOM / 2 { Ok(()) } else { Err(format!("{random} of {RANDOM} do").into()) }
    }));

    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let built: Built = Arc::new(LazyLock::new(Box::new(move || {
        emitted::answers(&programs, &target.join("prompt-files"), &target.join("prompt-files-target"))
    })));
    for case in cases {
        let compiles = compiling.get(&case.id).copied().unwrap_or_default();
        let built = Arc::clone(&built);
        trials.push(Trial::test(case.id.clone(), move || Ok(check(&case, compiles, &built)?)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

type Answers = Result<BTreeMap<String, Json>, String>;

/// What the built code says, once a trial asks.
type Built = Arc<LazyLock<Answers, Box<dyn FnOnce() -> Answers + Send>>>;

fn check(case: &Case, compiles: bool, built: &Built) -> Result<(), String> {
    let interpreted = prompt_files::run(case);
    if !compiles {
        // It is refused by the same code, before any is generated.
        return match case.expect.is_null() {
            true => Ok(()),
            false => prompt_files::judge(&case.expect, &interpreted),
        };
    }
    let answers = (***built).as_ref().map_err(Clone::clone)?;
    let answer = answers.get(&case.id).ok_or("the generated code does not know it")?;
    same("the facts", &facts(case)?, &answer["facts"])?;
    // Warnings are for the build; everything else has to be the same.
    let mut found = answer["filled"].clone();
    if let Some(warnings) = interpreted.get("warnings") {
        found["warnings"] = warnings.clone();
    }
    same("what is filled", &interpreted, &found)?;
    if case.expect.is_null() { Ok(()) } else { prompt_files::judge(&case.expect, &found) }
}

fn facts(case: &Case) -> Result<Json, String> {
    let set = PromptSet::new(case.files.clone()).map_err(|error| error.to_string())?;
    let set = set.overlay(case.overlay.clone()).map_err(|error| error.to_string())?;
    let compiled = set.compile(&case.entry).map_err(|error| error.to_string())?;
    let bindings: Vec<_> = compiled.bindings().collect();
    let reached: Vec<&str> = compiled.reached().collect();
    Ok(json!([compiled.entry(), compiled.text(), format!("{bindings:?}"), reached]))
}

fn same(what: &str, expected: &Json, found: &Json) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:#}\nfound {found:#}")) }
}
