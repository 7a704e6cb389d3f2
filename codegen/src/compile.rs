//! The pipeline: a file in, a checked agent and everything that is to be said of it out.

use std::sync::Arc;

use crate::agent;
use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::ir::{Agent, SubAgent, Template};
use crate::load::Loader;
use crate::source::SourceFile;

/// What came of compiling one agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The agent, complete and right if no diagnostic is an error; otherwise what could be made out of its
    /// declarations, without its templates.
    pub agent: Agent,
    /// Errors and warnings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether the agent can be used.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Compiles a source that has no folder: the files of sub-agents are not looked for (agent format, section 4).
#[must_use]
pub fn compile_source(file: &Arc<SourceFile>) -> Compiled {
    compile(file, None)
}

/// Compiles a file of a folder: each sub-agent must have its file beside it.
///
/// # Errors
/// The file cannot be read, or is not a prompt file.
pub fn compile_file(loader: &mut Loader, path: &str) -> Result<Compiled, Diagnostic> {
    if !path.ends_with(".agent") && loader.is_file(path) {
        let message = "this is not a prompt file, whose name ends in `.agent`";
        return Err(Diagnostic::new(Code::A107, Place::File(path.to_owned()), message));
    }
    let file = loader.read(path)?;
    Ok(compile(&file, Some((loader, path))))
}

fn compile(file: &Arc<SourceFile>, folder: Option<(&mut Loader, &str)>) -> Compiled {
    let mut sink = Sink::new(file);
    let lowered = agent::lower(file.text(), &mut sink);
    let (mut agent, uses) = agent::check(&lowered, &mut sink);
    let mut folder = folder;
    for used in uses {
        let inputs = match &mut folder {
            Some((loader, path)) => match sub_agent(loader, path, &used.name) {
                Ok(inputs) => Some(inputs),
                Err((code, message)) => {
                    let help = format!(
                        "each name in `uses` is an agent in the same folder, in `{}.agent`",
                        used.name
                    );
                    let diagnostic = sink.at(code, used.span, message).with_help(help);
                    sink.push(diagnostic);
                    None
                }
            },
            None => None,
        };
        agent.uses.push(SubAgent { name: used.name, inputs });
    }
    let diagnostics = sink.finish();
    if diagnostics.iter().any(Diagnostic::is_error) {
        // A template of a broken file may refer to what is not there.
        agent.prompt = Template::default();
        agent.system = agent.system.map(|_| Template::default());
    }
    Compiled { agent, diagnostics }
}

/// The inputs of a sub-agent, from the file beside its user's.
fn sub_agent(
    loader: &mut Loader,
    user: &str,
    name: &str,
) -> Result<Vec<crate::ir::Parameter>, (Code, String)> {
    let folder = user.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = if folder.is_empty() { format!("{name}.agent") } else { format!("{folder}/{name}.agent") };
    let file = loader.read(&path).map_err(|error| {
        (Code::A105, format!("the sub-agent `{name}` has no file: {path}: {}", error.message))
    })?;
    let mut sink = Sink::new(&file);
    let lowered = agent::lower(file.text(), &mut sink);
    let header = agent::header(&lowered, &mut sink);
    match header.name {
        Some(found) if found != name => {
            Err((Code::A106, format!("the file of the sub-agent `{name}` says that it is `{found}`: {path}")))
        }
        _ => Ok(header.inputs),
    }
}
