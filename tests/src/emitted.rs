//! Agents through emitted code: a workspace of generated crates that is really built and run.
//!
//! In: agents that compile, each with input values, and agents that do not. Out: what the code that the
//! emitter writes for the former says: its constants, and what it renders or does not accept.
//!
//! ```text
//! folder/Cargo.toml         the workspace, with the dependency versions of this one
//! folder/harness            prints what generated types render, `emitted/harness.rs`
//! folder/part0 …            the generated modules, denied every warning
//! folder/broken             the modules of agents with errors, which have to build as well
//! folder/extra              code written by hand against one of them, `emitted/extra.rs`
//! folder/run                calls all of them
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use agentc_codegen::emit;
use agentc_codegen::ir::Agent;
use serde_json::Value as Json;

/// An agent, and what it is rendered with.
#[derive(Clone, Debug)]
pub struct Program {
    /// The checked agent.
    pub agent: Agent,
    /// Input values as JSON, each with its environment.
    pub runs: Vec<Rendering>,
}

/// Input values as JSON, and the environment.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// The input values.
    pub inputs: String,
    /// The variables that are set.
    pub env: BTreeMap<String, String>,
}

/// What the generated code printed: objects by `program/run`, `program/spec` and the names in `extra`.
pub type Answers = BTreeMap<String, Json>;

/// The crates among which the modules are shared out: one takes a compiler long, and many wait for each
/// other's metadata.
const PARTS: usize = 6;

/// The agent of `emitted/extra.rs`.
const EXTRA: &str = include_str!("emitted/extra.agent");

/// Builds a workspace in `folder` and runs it. What it builds is kept in `target` for the next time.
///
/// # Errors
/// A file cannot be written, or the code does not build; then the error is what cargo says.
pub fn answers(
    programs: &[Program],
    broken: &[Agent],
    folder: &Path,
    target: &Path,
) -> Result<Answers, String> {
    write(programs, broken, folder)?;
    run("run", folder, target)
}

/// Builds the program of a workspace and runs it; what it says.
pub(crate) fn run(name: &str, folder: &Path, target: &Path) -> Result<Answers, String> {
    cargo("build", folder, target).map_err(|error| format!("the generated code does not build:\n{error}"))?;
    let program = target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output =
        Command::new(&program).output().map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("the generated code does not run:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8_lossy(&output.stdout).lines().map(answer).collect()
}

/// Whether clippy has nothing to say of the modules of a workspace that [`answers`] wrote, pedantic as it
/// may be.
///
/// # Errors
/// What it says.
pub fn clippy(folder: &Path, target: &Path) -> Result<(), String> {
    cargo("clippy", folder, target)
}

fn cargo(command: &str, folder: &Path, target: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([command, "--offline", "--quiet", "--keep-going", "--color", "never", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn answer(line: &str) -> Result<(String, Json), String> {
    let mut answer: Json =
        serde_json::from_str(line).map_err(|error| format!("the program said {line:?}: {error}"))?;
    let id = answer["id"].as_str().unwrap_or_default().to_owned();
    Ok((id, answer["answer"].take()))
}

fn write(programs: &[Program], broken: &[Agent], folder: &Path) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let lock = read(&root.join("Cargo.lock"))?;
    let runtime = root.join("runtime");
    let mut members = vec![("harness".to_owned(), HARNESS.to_owned())];
    let mut calls = String::new();
    for (number, programs) in shared_out(programs).into_iter().enumerate() {
        let name = format!("part{number}");
        let _ = writeln!(calls, "    {name}::run();");
        members.push((name, part(&programs)));
    }
    members.push(("broken".to_owned(), broken_part(broken)));
    let extra = compiled(EXTRA)?;
    let module = module(&extra, "extra");
    members.push(("extra".to_owned(), format!("{module}\n{EXTRA_CODE}")));
    calls.push_str("    extra::run();\n");

    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    names.push("run");
    let path = runtime.display().to_string();
    let mut workspace = format!(
        "[workspace]\nmembers = {names:?}\nresolver = \"3\"\n\n{PROFILE}\n[workspace.dependencies]\n\
         agentc = {{ path = {path:?}, default-features = false, features = [\"json\"] }}\nserde_json = \"1\"\n"
    );
    let mut run = manifest("run", &[]);
    for (name, code) in &members {
        let _ = writeln!(workspace, "{name} = {{ path = {name:?} }}");
        let _ = writeln!(run, "{name}.workspace = true");
        let other: &[&str] = if name == "harness" { &["serde_json"] } else { &["harness", "serde_json"] };
        save(&folder.join(name).join("Cargo.toml"), &manifest(name, other))?;
        save(&folder.join(name).join("src/lib.rs"), code)?;
    }
    save(&folder.join("Cargo.toml"), &workspace)?;
    save(&folder.join("Cargo.lock"), &lock)?;
    save(&folder.join("run/Cargo.toml"), &run)?;
    save(&folder.join("run/src/main.rs"), &format!("fn main() {{\n{calls}}}\n"))
}

pub(crate) const PROFILE: &str = "[profile.dev]\ndebug = false\nincremental = false\n";

const HARNESS: &str = include_str!("emitted/harness.rs");

const EXTRA_CODE: &str = include_str!("emitted/extra.rs");

fn manifest(name: &str, dependencies: &[&str]) -> String {
    let mut manifest = format!(
        "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nagentc.workspace = true\n"
    );
    for dependency in dependencies {
        let _ = writeln!(manifest, "{dependency}.workspace = true");
    }
    manifest
}

/// Programs with their numbers, in parts of about the same number of lines.
fn shared_out(programs: &[Program]) -> Vec<Vec<(usize, &Program)>> {
    let mut parts = vec![Vec::new(); PARTS];
    for (number, program) in programs.iter().enumerate() {
        parts[number % PARTS].push((number, program));
    }
    parts
}

/// Modules, and a function that runs them.
fn part(programs: &[(usize, &Program)]) -> String {
    let mut code =
        String::from("//! Generated modules.\n#![deny(warnings, missing_docs, clippy::pedantic)]\n\n");
    let mut calls = String::new();
    for (number, program) in programs {
        let name = format!("m{number}");
        code += &module(&program.agent, &name);
        let _ = writeln!(calls, "    harness::spec(\"{number}/spec\", {name}::Inputs::SPEC);");
        for (index, Rendering { inputs, env }) in program.runs.iter().enumerate() {
            let env: Vec<(&String, &String)> = env.iter().collect();
            let _ = writeln!(
                calls,
                "    harness::run(\"{number}/{index}\", {name}::Inputs::from_json({inputs:?}), &{env:?});"
            );
        }
    }
    let _ = writeln!(
        code,
        "/// Prints what the modules say.\n#[allow(clippy::too_many_lines)]\npub fn run() {{\n    use agentc::Prompt;\n{calls}}}"
    );
    code
}

/// The modules of agents with errors: they have nothing to say, but they must not add errors of Rust.
fn broken_part(agents: &[Agent]) -> String {
    let modules = agents.iter().enumerate().map(|(number, agent)| module(agent, &format!("m{number}")));
    format!(
        "//! Generated modules of files with errors.\n#![deny(warnings, missing_docs)]\n\n{}",
        modules.collect::<String>()
    )
}

fn module(agent: &Agent, name: &str) -> String {
    let options = emit::Options::default().with_name(name).with_visibility("pub".parse().unwrap_or_default());
    emit::module(agent, &options).text()
}

fn compiled(source: &str) -> Result<Agent, String> {
    let file = agentc_codegen::SourceFile::new("extra.agent", source);
    let compiled = agentc_codegen::compile_source(&std::sync::Arc::new(file));
    match compiled.diagnostics.first() {
        None => Ok(compiled.agent),
        Some(diagnostic) => Err(diagnostic.to_string()),
    }
}

pub(crate) fn read(path: &PathBuf) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, unless it holds that text: what is written again is compiled again.
pub(crate) fn save(path: &Path, text: &str) -> Result<(), String> {
    if std::fs::read_to_string(path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}
