//! `agentc render --root`

use std::collections::BTreeMap;

use agentc::prompt_files::{Arguments, Kit, PromptSet, Refusal, Resolvers};
use agentc_codegen::prompt_files::{self as compiler, Options, compile};
use agentc_codegen::{Code, Diagnostic, Loader, Place, SourceFile};
use serde_json::json;

use crate::args::{Format, Render};
use crate::{Outcome, report, set};

pub(crate) fn render(args: &Render, root: &str) -> Outcome {
    let mut loader = Loader::new("");
    match rendered(args, root, &mut loader) {
        Err(diagnostics) => report::outcome(&diagnostics, args.format),
        Ok(Rendered { compiled, rendered, warnings }) => {
            let mut outcome = report::outcome(&warnings, args.format);
            outcome.out = match args.format {
                Format::Text => rendered,
                Format::Json => {
                    let warnings: Vec<_> = warnings.iter().map(report::object).collect();
                    let answer = json!({"ok": true, "compiled": compiled, "rendered": rendered, "diagnostics": warnings});
                    report::line(&answer)
                }
            };
            outcome
        }
    }
}

struct Rendered {
    compiled: String,
    rendered: String,
    warnings: Vec<Diagnostic>,
}

fn rendered(args: &Render, root: &str, loader: &mut Loader) -> Result<Rendered, Vec<Diagnostic>> {
    let overlay = args.overlay.as_deref();
    let files = set::read(loader, root, overlay)?;
    let compiled = compile(&files, &args.file, &Options::default());
    if !compiled.is_ok() {
        return Err(compiled.diagnostics);
    }
    let values: BTreeMap<String, Option<String>> =
        texts(loader, args.values.as_deref()).map_err(|error| vec![error])?;
    let tenant: BTreeMap<String, Option<String>> =
        texts(loader, args.tenant.as_deref()).map_err(|error| vec![error])?;
    let tenant: BTreeMap<String, String> =
        tenant.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    let mut resolvers =
        Resolvers::new().with_kit(Kit::at(args.now.unwrap_or_else(std::time::SystemTime::now)));
    for (key, text) in values {
        resolvers = resolvers.with(key, move |_: Arguments<'_>| Ok(text.clone()));
    }
    let stored = match overlay {
        Some(overlay) => stored(loader, overlay).map_err(|error| vec![error])?,
        None => Vec::new(),
    };
    let filled = fill(root, stored, &args.file, &resolvers, &tenant);
    let rendered = filled.map_err(|refusal| vec![diagnostic(&refusal, root, overlay, loader)])?;
    Ok(Rendered { compiled: compiled.program.text.into_string(), rendered, warnings: compiled.diagnostics })
}

/// What a program that serves the prompt does.
fn fill(
    root: &str,
    stored: Vec<(String, String)>,
    entry: &str,
    resolvers: &Resolvers<'_>,
    tenant: &BTreeMap<String, String>,
) -> Result<String, Refusal> {
    let set = PromptSet::load(root)?.overlay(stored)?;
    let compiled = set.compile(entry).map_err(|refusals| refusals.first().clone())?;
    compiled.render(resolvers, tenant)
}

/// Paths and texts of a folder.
fn stored(loader: &mut Loader, folder: &str) -> Result<Vec<(String, String)>, Diagnostic> {
    let paths = loader.prompt_paths(folder)?.into_iter();
    let read = |path: String| {
        let file = loader.read(&format!("{}/{path}.md", folder.trim_end_matches('/')))?;
        Ok((path, file.text().to_owned()))
    };
    paths.map(read).collect()
}

/// A JSON object of texts; null is nothing.
fn texts(loader: &mut Loader, path: Option<&str>) -> Result<BTreeMap<String, Option<String>>, Diagnostic> {
    let Some(path) = path else { return Ok(BTreeMap::new()) };
    let file = loader.read(path)?;
    serde_json::from_str(file.text()).map_err(|error| {
        let message = format!("this is not a JSON object of texts: {error}");
        Diagnostic::new(Code::A326, Place::File(path.to_owned()), message)
    })
}

/// A refusal with the line it is about.
fn diagnostic(refusal: &Refusal, root: &str, overlay: Option<&str>, loader: &mut Loader) -> Diagnostic {
    let kind = Some(refusal.kind.as_str());
    let code = Code::ALL.iter().copied().find(|code| compiler::kind(*code) == kind).unwrap_or(Code::A101);
    let folders = overlay.into_iter().chain([root]);
    let mut files = folders.map(|folder| format!("{}/{}.md", folder.trim_end_matches('/'), refusal.file));
    let file = files.find(|file| loader.is_file(file)).and_then(|file| loader.read(&file).ok());
    let place = match (file, refusal.line) {
        (Some(file), Some(line)) => {
            let file: std::sync::Arc<SourceFile> = file;
            let span = file.line_content(line as usize);
            Place::Text { file, span }
        }
        _ => Place::File(refusal.file.clone()),
    };
    Diagnostic::new(code, place, refusal.message.clone())
}
