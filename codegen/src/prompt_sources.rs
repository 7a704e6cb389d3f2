//! Folders of prompt files in a build script.
//!
//! In: a folder and its entries. Out: a module for each entry, and the whole folder as a static.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::builder::Tree;
use crate::deny::Deny;
use crate::diagnostic::Diagnostic;
use crate::emit::{self, module_name};
use crate::folder::file_name;
use crate::load::Loader;
use crate::prompt_files::{Compiled, Files, Options, PromptSet, compile, identity};

/// A folder and its entries.
pub(crate) struct Sources<'a> {
    pub(crate) folder: &'a str,
    pub(crate) entries: &'a [String],
    pub(crate) limits: &'a Options,
    pub(crate) deny: &'a Deny,
}

impl Sources<'_> {
    /// Adds the modules to `tree`, and returns the text of the static.
    pub(crate) fn build(
        &self,
        loader: &mut Loader,
        options: &emit::Options,
        tree: &mut Tree,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> String {
        let files = match loader.prompt_files(self.folder) {
            Ok(files) => files,
            Err(problems) => {
                diagnostics.extend(problems);
                return String::new();
            }
        };
        let embedded = self.embedded(&files);
        let set = PromptSet::new(files);
        let mut said: BTreeSet<String> = diagnostics.iter().map(identity).collect();
        for path in self.entries {
            let Compiled { program, diagnostics: mut found } = compile(&set, path, self.limits);
            self.deny.raise(&mut found);
            // Entries share files, and what is wrong with one of these is said once.
            found.retain(|diagnostic| !said.contains(&identity(diagnostic)));
            said.extend(found.iter().map(identity));
            diagnostics.extend(found);
            let entry = emit::prompt_file::Entry { program: &program, root: self.folder };
            let module = emit::prompt_file::module(&entry, options, false);
            let mut folders: Vec<&str> = path.split('/').collect();
            folders.pop();
            tree.insert(&folders, module, diagnostics);
        }
        embedded
    }

    // /// The prompt files of the folder `prompts`: paths and texts.
    // pub static PROMPTS: &[(&str, &str)] = &[
    //     ("front-desk", ::core::include_str!(…)),
    // ];
    fn embedded(&self, files: &Files) -> String {
        let folder = self.folder.trim_end_matches('/');
        let name = module_name(folder.rsplit('/').next().unwrap_or(folder)).to_ascii_uppercase();
        let mut text = format!(
            "\n/// The prompt files of the folder `{folder}`, for `agentc::prompt_files::PromptSet`: paths and texts.\n\
             pub static {name}: &[(&str, &str)] = &[\n"
        );
        for path in files.paths() {
            let file = emit::prompt_file::embedded(&file_name(folder, path)).to_string().replace(' ', "");
            let _ = writeln!(text, "    ({path:?}, {file}),");
        }
        text + "];\n"
    }
}
