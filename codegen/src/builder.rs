//! The build-script entry.
//!
//! In: folders of prompt files. Out: one file of modules in `OUT_DIR`, what cargo has to watch, and
//! frames for everything that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::exit;

use quote::quote;

use crate::compile::compile_file;
use crate::deny::Deny;
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::emit::{self, Module, module_name};
use crate::frame::frame;
use crate::load::Loader;
use crate::prompt_files::Options;
use crate::prompt_sources::Sources;

/// Compiles folders of prompt files from a build script.
///
/// ```no_run
/// // build.rs
/// agentc_codegen::Builder::new().agents("agents").run();
/// ```
///
/// `agentc::include_generated!()` takes in the modules, nested as the folders are.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    agents: Vec<String>,
    prompts: Vec<(String, Vec<String>)>,
    known_keys: Option<BTreeSet<String>>,
    max_bytes: Option<u64>,
    krate: Option<String>,
    serde: bool,
    deny: Vec<String>,
}

impl Builder {
    /// A builder of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds every `.agent` file below a folder, which is relative to that of the crate's manifest.
    #[must_use]
    pub fn agents(mut self, folder: impl Into<String>) -> Self {
        self.agents.push(folder.into());
        self
    }

    /// Adds entries of a folder of prompt files, which is relative to that of the crate's manifest: `kit/rules.md` in it
    /// has the path `kit/rules`. Each entry becomes a module, nested as the folders in its path are. The whole folder is
    /// embedded as a static of the folder's name, `PROMPTS` for `prompts`, for stored files to be laid over.
    ///
    /// ```no_run
    /// // build.rs
    /// agentc_codegen::Builder::new().prompts("prompts", ["front-desk", "mail/reply"]).run();
    /// ```
    #[must_use]
    pub fn prompts<E: Into<String>>(
        mut self,
        folder: impl Into<String>,
        entries: impl IntoIterator<Item = E>,
    ) -> Self {
        self.prompts.push((folder.into(), entries.into_iter().map(Into::into).collect()));
        self
    }

    /// Says which resolver keys the deployment registers, besides `tenant.` keys and those of the kit: another one in
    /// a prompt file is then an error. May be called several times.
    #[must_use]
    pub fn known_keys<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.known_keys.get_or_insert_default().extend(keys.into_iter().map(Into::into));
        self
    }

    /// Sets the most bytes a compiled prompt file may have, 1 MiB otherwise. Stored files are held to the limit of their
    /// `PromptSet`.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: u64) -> Self {
        self.max_bytes = Some(max_bytes);
        self
    }

    /// Names the runtime where it goes by another path than `::agentc`.
    #[must_use]
    pub fn crate_path(mut self, path: impl Into<String>) -> Self {
        self.krate = Some(path.into());
        self
    }

    /// Derives serde's traits for all generated types; the runtime then needs its feature `serde`.
    #[must_use]
    pub fn serde(mut self) -> Self {
        self.serde = true;
        self
    }

    /// Makes errors of warnings: a code such as `A901`, or `warnings` for all of them.
    #[must_use]
    pub fn deny(mut self, warning: impl Into<String>) -> Self {
        self.deny.push(warning.into());
        self
    }

    /// Does the work of a build script: tells cargo what to watch, writes `agentc.rs` in `OUT_DIR` if it
    /// changed, and ends the process with status 1, after frames for all of them, if there are errors.
    pub fn run(self) {
        let folder = |variable: &str| {
            std::env::var_os(variable).map(PathBuf::from).unwrap_or_else(|| {
                eprintln!(
                    "agentc: {variable} is not set: `Builder::run` is for build scripts, which cargo runs"
                );
                exit(1);
            })
        };
        let (root, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
        let mut loader = Loader::new(root);
        let mut diagnostics = Vec::new();
        let text = match self.build(&mut loader, &mut diagnostics) {
            Ok(text) => text,
            Err(message) => {
                eprintln!("agentc: {message}");
                exit(1);
            }
        };
        let folders = self.agents.iter().chain(self.prompts.iter().map(|(folder, _)| folder));
        let watched = folders.map(String::as_str).chain(loader.asked());
        for path in watched {
            println!("cargo::rerun-if-changed={path}");
        }
        let (errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.iter().partition(|diagnostic| diagnostic.is_error());
        for warning in warnings {
            println!("cargo::warning={}", warning.to_string().replace("\n  ", "; "));
        }
        for error in &errors {
            eprintln!("{}\n", frame(error, false));
        }
        if !errors.is_empty() {
            exit(1);
        }
        let file = out.join("agentc.rs");
        // A file that is written again is compiled again, even if it is the same.
        if std::fs::read_to_string(&file).is_ok_and(|before| before == text) {
            return;
        }
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("agentc: {}: {error}", file.display());
            exit(1);
        }
    }

    /// The text of all modules. Mistakes in files go to `diagnostics`; one in the builder is the error.
    fn build(&self, loader: &mut Loader, diagnostics: &mut Vec<Diagnostic>) -> Result<String, String> {
        let mut deny = Deny::default();
        for name in &self.deny {
            deny.add(name)?;
        }
        let mut options = emit::Options::default().with_visibility(quote!(pub)).with_serde(self.serde);
        if let Some(path) = &self.krate {
            let path: syn::Path = syn::parse_str(path)
                .map_err(|_| format!("`crate_path`: `{path}` is not the path of a crate"))?;
            options = options.with_crate(quote!(#path));
        }
        let mut tree = Tree::default();
        for folder in &self.agents {
            let paths = match loader.agents_below(folder) {
                Ok(paths) => paths,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic.with_help("folders are relative to that of `Cargo.toml`"));
                    continue;
                }
            };
            if paths.is_empty() {
                println!("cargo::warning=there is no `.agent` file in `{folder}` or below it");
            }
            for path in paths {
                match compile_file(loader, &path) {
                    Ok(compiled) => {
                        let compiled = deny.apply(compiled);
                        let module = emit::module(&compiled.agent, &options);
                        diagnostics.extend(compiled.diagnostics);
                        let below =
                            path.strip_prefix(folder.as_str()).unwrap_or(&path).trim_start_matches('/');
                        let folders: Vec<&str> = below.split('/').collect();
                        tree.insert(&folders[..folders.len() - 1], module, diagnostics);
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
        }
        let mut text = String::from("// @generated by agentc from the prompt files of this crate.\n");
        let mut limits = Options { known_keys: self.known_keys.clone(), ..Options::default() };
        limits.max_bytes = self.max_bytes.unwrap_or(limits.max_bytes);
        for (folder, entries) in &self.prompts {
            let sources = Sources { folder, entries, limits: &limits, deny: &deny };
            text += &sources.build(loader, &options, &mut tree, diagnostics);
        }
        tree.print(0, &mut text);
        Ok(text)
    }
}

/// Two modules of one name in one place.
fn clash(module: &Module, other: &str) -> Diagnostic {
    let message = format!("the module of this file would be called `{}` like that of {other}", module.name());
    let help = "rename one agent, or import one with `agentc::import!(\"…\" as name)`";
    Diagnostic::new(Code::A308, Place::File(module.source().to_owned()), message).with_help(help)
}

/// Modules, nested as the folders are.
#[derive(Default)]
pub(crate) struct Tree {
    modules: BTreeMap<String, Node>,
}

enum Node {
    Folder(Tree),
    Agent(Box<Module>),
}

impl Tree {
    pub(crate) fn insert(&mut self, folders: &[&str], module: Module, diagnostics: &mut Vec<Diagnostic>) {
        let (name, rest) = match folders {
            [] => (module.name(), None),
            [first, rest @ ..] => (module_name(first), Some(rest)),
        };
        match (self.modules.get_mut(&name), rest) {
            (None, None) => {
                self.modules.insert(name, Node::Agent(Box::new(module)));
            }
            (None, Some(rest)) => {
                let mut tree = Self::default();
                tree.insert(rest, module, diagnostics);
                self.modules.insert(name, Node::Folder(tree));
            }
            (Some(Node::Folder(tree)), Some(rest)) => tree.insert(rest, module, diagnostics),
            (Some(node @ Node::Agent(_)), Some(rest)) => {
                let mut tree = Self::default();
                tree.insert(rest, module, diagnostics);
                if let Node::Agent(agent) = std::mem::replace(node, Node::Folder(tree)) {
                    diagnostics.push(clash(&agent, "a folder of that name"));
                }
            }
            (Some(Node::Folder(_)), None) => diagnostics.push(clash(&module, "a folder of that name")),
            (Some(Node::Agent(other)), None) => {
                diagnostics.push(clash(&module, &format!("`{}`", other.source())));
            }
        }
    }

    fn print(&self, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        for (name, node) in &self.modules {
            match node {
                Node::Agent(module) => {
                    out.push('\n');
                    for line in module.text().lines() {
                        let indent = if line.is_empty() { "" } else { &indent };
                        let _ = writeln!(out, "{indent}{line}");
                    }
                }
                Node::Folder(tree) => {
                    let name = emit::identifier(name);
                    let _ = write!(
                        out,
                        "\n{indent}/// The prompts of the folder `{name}`.\n{indent}pub mod {name} {{"
                    );
                    tree.print(depth + 1, out);
                    let _ = writeln!(out, "{indent}}}");
                }
            }
        }
    }
}
