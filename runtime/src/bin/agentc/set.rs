//! Sets of prompt files: reading them, and `agentc check --root`.

use std::collections::BTreeSet;
use std::sync::Arc;

use agentc_codegen::prompt_files::{Options, PromptSet, compile, identity};
use agentc_codegen::{Code, Diagnostic, Loader, Place};

use crate::args::{Check, Format};
use crate::{Outcome, report};

/// The files of a folder, with those of another laid over them.
pub(crate) fn read(
    loader: &mut Loader,
    root: &str,
    overlay: Option<&str>,
) -> Result<PromptSet, Vec<Diagnostic>> {
    let set = PromptSet::new(loader.prompt_files(root)?);
    match overlay {
        Some(overlay) => Ok(set.overlay(loader.prompt_files(overlay)?)),
        None => Ok(set),
    }
}

/// Checks the entries that are named; else those that nothing pulls in, and then what none of these reaches.
pub(crate) fn check(args: &Check, root: &str) -> Outcome {
    let set = match read(&mut Loader::new(""), root, None) {
        Ok(set) => set,
        Err(diagnostics) => return report::outcome(&diagnostics, args.format),
    };
    let paths = set.paths();
    if paths.is_empty() {
        let message = "there is no `.md` file in this folder or below it";
        let diagnostic = Diagnostic::new(Code::A103, Place::File(root.to_owned()), message);
        return report::outcome(&[diagnostic], args.format);
    }
    let mut checked =
        Checked { set: &set, reached: BTreeSet::new(), said: BTreeSet::new(), diagnostics: Vec::new() };
    if args.paths.is_empty() {
        let pulled: BTreeSet<&str> =
            paths.iter().flat_map(|path| set.references(path)).map(|reference| reference.path).collect();
        let tops = paths.iter().filter(|path| !pulled.contains(*path));
        tops.for_each(|path| checked.entry(path));
        // What is left pulls itself in, such as a ring of files.
        for path in &paths {
            if !checked.reached.contains(*path) {
                checked.entry(path);
            }
        }
    } else {
        args.paths.iter().for_each(|path| checked.entry(path));
    }
    let mut outcome = report::outcome(&checked.diagnostics, args.format);
    if args.format == Format::Text && checked.diagnostics.is_empty() {
        let count = report::counted(checked.reached.len(), "file").unwrap_or_default();
        outcome.out = format!("{count}: no errors\n");
    }
    outcome
}

struct Checked<'a> {
    set: &'a PromptSet,
    reached: BTreeSet<Arc<str>>,
    /// What was said already: entries share files.
    said: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
}

impl Checked<'_> {
    fn entry(&mut self, path: &str) {
        let compiled = compile(self.set, path, &Options::default());
        self.reached.insert(path.into());
        self.reached.extend(compiled.program.reached);
        let mut found = compiled.diagnostics;
        found.retain(|diagnostic| !self.said.contains(&identity(diagnostic)));
        self.said.extend(found.iter().map(identity));
        self.diagnostics.extend(found);
    }
}
