//! Cases through emitted code that is really built: those of `$AGENTC_CASES/agent`, those of
//! `tests/corpus`, and random agents. One trial each, judged by what the case expects and by what the
//! interpreter and the compiler say.
//!
//! All modules go into one workspace below the target folder, which is built when the first trial needs it.
//! `cargo test -p agentc-tests --test generated clippy` lints it alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use agentc_codegen::ir::Agent;
use agentc_codegen::{Compiled, Diagnostic, Inputs, SourceFile, compile_source, interpret, schema};
use agentc_tests::corpus::{self, Case, Part, visible};
use agentc_tests::diff::diff;
use agentc_tests::emitted::{self, Answers, Program, Rendering};
use agentc_tests::generate::{self, Generated, Random};
use agentc_tests::{agent, suite};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

/// How many random agents there are.
const RANDOM: usize = 60;

fn main() -> Result<(), String> {
    let mut programs = Programs::default();
    let mut checks = Vec::new();
    let mut trials = Vec::new();
    match suite::folder("AGENTC_CASES") {
        None => {
            trials.push(Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true));
        }
        Some(folder) => {
            for case in suite::cases(&folder.join("agent"))? {
                checks.push(suite_case(&case, &mut programs)?);
            }
        }
    }
    for case in corpus::cases()? {
        checks.extend(corpus_case(case, &mut programs)?);
    }
    let mut random = Random::new(1);
    checks.extend((0..RANDOM).map(|number| random_agent(number, &mut random, &mut programs)));
    checks.extend(extra());

    let Programs { list: programs, broken, .. } = programs;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let answers: Built = Arc::new(LazyLock::new(Box::new(move || {
        emitted::answers(&programs, &broken, &target.join("generated"), &target.join("generated-target"))
    })));
    let built = Arc::clone(&answers);
    let builds = Trial::test("the generated code builds", move || match &**built {
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    });
    trials.insert(0, builds);
    let built = Arc::clone(&answers);
    let lints = Trial::test("clippy has nothing to say", move || {
        if built.is_err() {
            return Err("the generated code does not build".into());
        }
        Ok(emitted::clippy(&target.join("generated"), &target.join("generated-target"))?)
    });
    trials.insert(1, lints);
    trials.extend(checks.into_iter().map(|check| check.trial(&answers)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// What the built code says, once a trial asks.
type Built = Arc<LazyLock<Result<Answers, String>, Box<dyn FnOnce() -> Result<Answers, String> + Send>>>;

/// What a trial does with all the answers.
type Judge = Box<dyn FnOnce(&Answers) -> Result<(), String> + Send>;

struct Check {
    name: String,
    judge: Judge,
}

impl Check {
    fn new(name: String, judge: impl FnOnce(&Answers) -> Result<(), String> + Send + 'static) -> Self {
        Self { name, judge: Box::new(judge) }
    }

    fn trial(self, answers: &Built) -> Trial {
        let answers = Arc::clone(answers);
        Trial::test(self.name, move || match &**answers {
            Ok(answers) => (self.judge)(answers).map_err(Failed::from),
            Err(_) => Err("the generated code does not build".into()),
        })
    }
}

/// Every agent once, with all that it is rendered with.
#[derive(Default)]
struct Programs {
    list: Vec<Program>,
    /// Agents with errors: their types are emitted all the same.
    broken: Vec<Agent>,
    numbers: BTreeMap<String, usize>,
}

impl Programs {
    /// Adds a rendering; where its answer will be.
    fn add(&mut self, source: &str, agent: &Agent, inputs: &str, env: &BTreeMap<String, String>) -> Place {
        let number = *self.numbers.entry(source.to_owned()).or_insert_with(|| {
            self.list.push(Program { agent: agent.clone(), runs: Vec::new() });
            self.list.len() - 1
        });
        let rendering = Rendering { inputs: inputs.to_owned(), env: env.clone() };
        let runs = &mut self.list[number].runs;
        runs.push(rendering.clone());
        let run = format!("{number}/{}", runs.len() - 1);
        Place { spec: format!("{number}/spec"), run, agent: agent.clone(), rendering }
    }
}

/// Where the answer for a rendering is, and what it is for.
struct Place {
    spec: String,
    run: String,
    agent: Agent,
    rendering: Rendering,
}

impl Place {
    fn spec<'a>(&self, answers: &'a Answers) -> &'a Json {
        answers.get(&self.spec).unwrap_or(&Json::Null)
    }

    fn run<'a>(&self, answers: &'a Answers) -> &'a Json {
        answers.get(&self.run).unwrap_or(&Json::Null)
    }

    /// Whether the generated code says what the compiler knows, and renders what the interpreter does.
    fn check(&self, answers: &Answers) -> Result<(), String> {
        same("the facts", &self.facts(), self.spec(answers))?;
        let found = self.run(answers);
        let values = serde_json::from_str(&self.rendering.inputs).map_err(|error| error.to_string())?;
        match Inputs::new(values, &self.agent.inputs) {
            Ok(inputs) => {
                let env = |name: &str| self.rendering.env.get(name).cloned();
                let prompt = interpret::prompt(&self.agent, &inputs, &env);
                text("the prompt, against the interpreter", &prompt, &found["prompt"])?;
                let system = interpret::system(&self.agent, &inputs, &env);
                text("the system text, against the interpreter", &system, &found["system"])?;
                let prefix = self.agent.prompt.static_prefix();
                if !prompt.starts_with(prefix) {
                    return Err(format!("the prompt does not begin with {prefix:?}"));
                }
                Ok(())
            }
            Err(problems) => self.problems(&problems, found),
        }
    }

    /// Whether the generated code lists the problems that the compiler finds. Of a misspelt key the
    /// compiler does not say as well that the right one is missing.
    fn problems(&self, problems: &[Diagnostic], found: &Json) -> Result<(), String> {
        let expected: Vec<Json> =
            problems.iter().map(|problem| json!([problem.place.to_string(), problem.message])).collect();
        let listed = found["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let counted: Vec<Json> = listed
            .iter()
            .filter(|problem| {
                let is_missing = problem[1].as_str().is_some_and(|text| text.ends_with(" is missing"));
                expected.contains(problem) || !is_missing
            })
            .cloned()
            .collect();
        same("the problems", &json!(expected), &json!(counted))
    }

    /// What the constant of the module has to say.
    fn facts(&self) -> Json {
        let agent = &self.agent;
        let tools = agent.tools.iter().map(|tool| match &tool.typed {
            None => json!([tool.name, tool.name, null]),
            Some(typed) => json!([tool.name, typed.description, schema::of_fields(&typed.input)]),
        });
        let uses = agent
            .uses
            .iter()
            .map(|used| json!([used.name, used.inputs.as_deref().map(schema::of_parameters)]));
        json!({
            "name": agent.name,
            "model": agent.model,
            "description": agent.description,
            "system": agent.system.is_some(),
            "maxTurns": agent.settings.max_turns,
            "maxContextTokens": agent.settings.max_context_tokens,
            "retries": agent.settings.retries,
            "temperature": agent.settings.temperature,
            "tools": tools.collect::<Vec<_>>(),
            "uses": uses.collect::<Vec<_>>(),
            "inputs": schema::of_parameters(&agent.inputs),
            "outputs": agent.outputs.as_deref().map(schema::of_parameters),
            "staticPrefix": agent.prompt.static_prefix(),
        })
    }
}

/// A case of the shared suite. One whose file is wrong is judged by what the compiler says.
fn suite_case(text: &RawValue, programs: &mut Programs) -> Result<Check, String> {
    #[derive(serde::Deserialize)]
    struct Written {
        inputs: Option<Box<RawValue>>,
    }
    let no_case = |error: serde_json::Error| format!("{error} in {text}");
    let case: agent::Case = serde_json::from_str(text.get()).map_err(no_case)?;
    let written: Written = serde_json::from_str(text.get()).map_err(no_case)?;
    let name = format!("suite/{}", case.id);
    let compiled = compile(&case.agent);
    let answer = agent::run(&case);
    if !compiled.is_ok() {
        programs.broken.push(compiled.agent);
        return Ok(Check::new(name, move |_| suite::judge(&case.expect, &answer)));
    }
    let inputs = written.inputs.as_ref().map_or("{}", |inputs| inputs.get());
    let place = programs.add(&case.agent, &compiled.agent, inputs, &case.env);
    Ok(Check::new(name, move |answers| {
        place.check(answers)?;
        let answer = suite_answer(answer, place.run(answers));
        suite::judge(&case.expect, &answer)
    }))
}

/// The answer of the interpreter with what the generated code renders in its place. That the rest is the
/// same is checked before.
fn suite_answer(mut answer: Json, found: &Json) -> Json {
    for part in ["prompt", "system"] {
        if let Some(text) = found.get(part) {
            answer[part] = text.clone();
        }
    }
    answer
}

/// A case of the corpus; none if its file is wrong, which the test `corpus` judges.
fn corpus_case(case: Case, programs: &mut Programs) -> Result<Option<Check>, String> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated-corpus");
    let compiled = case.compile(&scratch)?;
    if !compiled.is_ok() {
        programs.broken.push(compiled.agent);
        return Ok(None);
    }
    let source = format!("{}{:?}", case.source, case.files);
    let places: Vec<Place> =
        case.runs.iter().map(|run| programs.add(&source, &compiled.agent, run.json(), &run.env)).collect();
    Ok(Some(Check::new(format!("corpus/{}", case.id), move |answers| {
        for (run, place) in case.runs.iter().zip(&places) {
            place.check(answers)?;
            for part in [Part::Prompt, Part::System] {
                if let Some(expected) = run.expected.get(&part) {
                    text(&format!("the {part}"), &expected.text, &place.run(answers)[part.word()])?;
                }
            }
        }
        Ok(())
    })))
}

/// A random agent: the generated code and the interpreter agree, and so do both forms of its prompt.
fn random_agent(number: usize, random: &mut Random, programs: &mut Programs) -> Check {
    let name = format!("random/{number}");
    let Generated { source, twin, inputs } = generate::agent(random);
    let (compiled, twin) = (compile(&source), compile(&twin));
    for compiled in [&compiled, &twin] {
        if let Some(error) = compiled.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            let error = format!("{error}\nin {source}");
            return Check::new(name, move |_| Err(error));
        }
    }
    let env: BTreeMap<String, String> =
        generate::env().into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    let places: Vec<Place> =
        inputs.iter().map(|inputs| programs.add(&source, &compiled.agent, inputs, &env)).collect();
    Check::new(name, move |answers| {
        for place in &places {
            let about = |error| format!("{error}\nwith {}\nin {source}", place.rendering.inputs);
            place.check(answers).map_err(about)?;
            let twin = Place {
                agent: twin.agent.clone(),
                rendering: place.rendering.clone(),
                spec: place.spec.clone(),
                run: place.run.clone(),
            };
            twin.check(answers).map_err(about)?;
        }
        Ok(())
    })
}

/// What `emitted/extra.rs` does: values that JSON cannot hold, results of models, arguments of tools.
fn extra() -> Vec<Check> {
    let problems = |problems: &[(&str, &str)]| json!({ "problems": problems });
    let answers = [
        (
            "not finite",
            Json::from(
                "null\n0: null\n1: null\n2: null\n3: 0\n4: -1.5\n[5]: null,null,null,0,-1.5\nn: null\nm: 0\n\
                 [5]{n}:\n  null\n  null\n  null\n  0\n  -1.5\n[2:]{n}:\n  a: null\n  b: null",
            ),
        ),
        ("output", Json::from("Outputs { answer: \"a\", notes: None, verdict: No }")),
        (
            "output with surplus keys",
            Json::from(
                "Outputs { answer: \"a\", notes: Some([OutputNotesItem { id: 1.0, by: OutputNotesItemBy { name: \"b\" } }]), \
                 verdict: Yes }",
            ),
        ),
        (
            "output with problems",
            problems(&[
                ("answer", "`answer` is missing"),
                ("notes.0.id", "`notes.0.id` must be a number, and is a string"),
                ("notes.0.by.name", "`notes.0.by.name` is missing"),
                ("notes.1", "`notes.1` must be an object, and is null"),
                ("verdict", "`verdict` must be one of `yes`, `no`, and is `maybe`"),
            ]),
        ),
        ("output that is no object", problems(&[("", "the whole value must be an object, and is an array")])),
        ("output that is no JSON", json!({ "syntax": "2:10: trailing comma" })),
        (
            "arguments",
            Json::from(
                "SearchArgs { query: \"q\", kinds: [News, Web], near: SearchArgsNear { town: \"t\" } }",
            ),
        ),
        (
            "arguments with surplus keys",
            problems(&[
                ("more", "`more` is not declared: there is `query`, `kinds`, `near`"),
                ("near.more", "`near.more` is not declared: there is `town`"),
            ]),
        ),
        (
            "arguments with problems",
            problems(&[
                ("query", "`query` is missing"),
                ("kinds.1", "`kinds.1` must be one of `web`, `news`, and is `blog`"),
                ("kinds.2", "`kinds.2` must be one of `web`, `news`, and is a number"),
                ("near.town", "`near.town` is missing"),
            ]),
        ),
    ];
    let check = |(name, expected): (&'static str, Json)| {
        Check::new(format!("values/{name}"), move |answers| {
            let found = answers.get(name).unwrap_or(&Json::Null);
            match expected.as_str() {
                Some(expected) => text(name, expected, found),
                None => same(name, &expected, found),
            }
        })
    };
    answers.into_iter().map(check).collect()
}

fn compile(source: &str) -> Compiled {
    compile_source(&Arc::new(SourceFile::new("case.agent", source)))
}

fn text(what: &str, expected: &str, found: &Json) -> Result<(), String> {
    match found.as_str() {
        Some(found) if found == expected => Ok(()),
        Some(found) => Err(format!(
            "{what} (- expected, + generated code):\n{}",
            diff(&visible::show(expected), &visible::show(found))
        )),
        None => Err(format!("{what}: expected {expected:?}, and the generated code says {found}")),
    }
}

fn same(what: &str, expected: &Json, found: &Json) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!(
        "{what} (- expected, + generated code):\n{}",
        diff(&format!("{expected:#}"), &format!("{found:#}"))
    ))
}
