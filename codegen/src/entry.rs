//! Entries of prompt files that a macro or derive names.
//!
//! In: the folder and the path of the entry, as literals. Out: the program, and a compile error for each mistake.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::deny::Deny;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Loader;
use crate::macros::{manifest_folder, report, track};
use crate::prompt_files::{Compiled, Options, Program, PromptSet, compile};

/// A folder and an entry of it.
pub(crate) struct Entry {
    pub(crate) root: LitStr,
    pub(crate) entry: LitStr,
}

/// What came of an entry.
pub(crate) struct Expanded {
    /// Complete and right if there are no errors.
    pub(crate) program: Program,
    pub(crate) errors: Vec<TokenStream>,
    /// What makes the compiler look again when a file changes.
    pub(crate) tracked: Vec<TokenStream>,
}

impl Entry {
    /// Reads the files the entry reaches, and compiles it.
    ///
    /// # Errors
    /// There is no such folder: a compile error.
    pub(crate) fn compile(&self, deny: &Deny, options: &Options) -> Result<Expanded, TokenStream> {
        let manifest = manifest_folder();
        let mut loader = Loader::new(&manifest);
        let (root, entry) = (self.root.value(), self.entry.value());
        let files = loader.reached_prompt_files(&root, &[&entry]).map_err(|problem| {
            report(&problem.with_help("folders are relative to that of `Cargo.toml`"), self.root.span())
        })?;
        let Compiled { program, mut diagnostics } = compile(&PromptSet::new(files), &entry, options);
        if diagnostics.iter().any(|diagnostic| diagnostic.code == Code::A502)
            && let Ok(all) = Loader::new(manifest).prompt_files(&root)
        {
            // With all files of the folder at hand, the message knows which one may have been meant.
            diagnostics = compile(&PromptSet::new(all), &entry, options).diagnostics;
        }
        deny.raise(&mut diagnostics);
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let errors = errors.map(|error: &Diagnostic| report(error, self.entry.span())).collect();
        Ok(Expanded { program, errors, tracked: loader.found().map(track).collect() })
    }
}
