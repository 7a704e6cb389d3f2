//! Prompt files through emitted code: a crate of generated modules that is really built and run.
//!
//! In: cases that compile. Out: what the code that the emitter writes for each of them says.

use std::fmt::Write as _;
use std::path::Path;

use agentc_codegen::emit::{self, Options};
use agentc_codegen::prompt_files::{Files, Program, PromptSet, compile};

use super::Case;
use crate::emitted::{Answers, PROFILE, read, run, save};

const HARNESS: &str = include_str!("harness.rs");

/// The program of a case, if it compiles: of its files with the stored ones laid over them.
#[must_use]
pub fn program(case: &Case) -> Option<Program> {
    let mut files = Files::new();
    for (path, text) in case.files.iter().chain(&case.overlay) {
        files.insert(path.as_str(), text.as_str()).ok()?;
    }
    let mut options = agentc_codegen::prompt_files::Options::default();
    options.max_bytes = case.limits.max_bytes.unwrap_or(options.max_bytes);
    let compiled = compile(&PromptSet::new(files), &case.entry, &options);
    compiled.is_ok().then_some(compiled.program)
}

/// Builds a crate in `folder` and runs it; the answers by the names of the cases. What it builds is kept in `target` for
/// the next time.
///
/// # Errors
/// A file cannot be written, or the code does not build; then the error is what cargo says.
pub fn answers(
    programs: &[(String, Case, Program)],
    folder: &Path,
    target: &Path,
) -> Result<Answers, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtime = root.join("runtime").display().to_string();
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"prompt-files\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         agentc = {{ path = {runtime:?}, default-features = false, features = [\"kit\"] }}\nserde_json = \"1\"\n\n{PROFILE}"
    );
    let mut modules =
        String::from("//! Generated modules.\n#![deny(warnings, missing_docs, clippy::pedantic)]\n");
    let mut main = String::from("mod harness;\nfn main() {\n");
    for (number, (id, case, program)) in programs.iter().enumerate() {
        let options = Options::default().with_name(format!("m{number}"));
        let module = emit::entry_module(
            program,
            "prompts",
            &options.with_visibility("pub".parse().unwrap_or_default()),
            false,
        );
        modules.push('\n');
        modules += &module.text();
        let kit = case.kit.as_ref().map(|kit| (kit.agent_name.as_deref(), kit.seconds()));
        let (values, tenant) = (json(&case.values)?, json(&case.tenant())?);
        let lifetime = if program.bindings.is_empty() { "" } else { "<'static>" };
        let _ = writeln!(
            main,
            "    harness::run::<prompt_files::m{number}::Values{lifetime}>({id:?}, {values:?}, {tenant:?}, {kit:?});"
        );
    }
    main.push_str("}\n");
    let lock = read(&root.join("Cargo.lock"))?;
    for (file, text) in [
        ("Cargo.toml", manifest.as_str()),
        ("Cargo.lock", &lock),
        ("src/lib.rs", &modules),
        ("src/main.rs", &main),
        ("src/harness.rs", HARNESS),
    ] {
        save(&folder.join(file), text)?;
    }
    run("prompt-files", folder, target)
}

fn json(value: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
