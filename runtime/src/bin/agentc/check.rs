//! `agentc check`

use std::collections::BTreeSet;
use std::path::Path;

use agentc_codegen::{Code, Diagnostic, Loader, Place, compile_file};

use crate::args::{Check, Format};
use crate::{Outcome, flow, report, set};

pub(crate) fn run(args: &Check) -> Outcome {
    if let Some(root) = &args.root {
        return set::check(args, root);
    }
    let mut loader = Loader::new("");
    let mut diagnostics = Vec::new();
    let mut files = BTreeSet::new();
    for path in &args.paths {
        match files_of(&mut loader, path) {
            Ok(found) => files.extend(found),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    for file in &files {
        if flow::is_candidate(&loader, file) {
            diagnostics.extend(flow::check(&mut loader, file));
            continue;
        }
        match compile_file(&mut loader, file) {
            Ok(compiled) => diagnostics.extend(compiled.diagnostics),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    let mut outcome = report::outcome(&diagnostics, args.format);
    if args.format == Format::Text && diagnostics.is_empty() {
        let count = report::counted(files.len(), "file").unwrap_or_default();
        outcome.out = format!("{count}: no errors\n");
    }
    outcome
}

/// A file, or all prompt files of a folder: those of agents, and those that run.
fn files_of(loader: &mut Loader, path: &str) -> Result<Vec<String>, Diagnostic> {
    if !Path::new(path).is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let folder = match path.trim_end_matches('/') {
        "" => "/",
        folder => folder,
    };
    let mut files = loader.agents_below(folder)?;
    files.extend(flow::below(loader, folder)?);
    if files.is_empty() {
        let message = "there is no `.agent` file and no Lua prompt in this folder or below it";
        return Err(Diagnostic::new(Code::A103, Place::File(path.to_owned()), message));
    }
    Ok(files)
}
