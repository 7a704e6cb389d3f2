//! The third language: Markdown files whose prose is filled in while their Lua blocks run (`dynamic-prompts.md`,
//! cited as sections of the dynamic prompt specification).
//!
//! ```text
//! SourceFile -frontmatter: yaml, arguments-> keys    -+
//!            -markdown-> marks -structure: prose-> sections -+-> Flow
//! ```
//!
//! In: the text of one file. Out: the flow, and everything that is to be said of the file. Nothing here executes or
//! compiles Lua: whoever does reports what does not compile as [`Code::A641`](crate::Code::A641).

mod arguments;
mod data;
mod failure;
mod frontmatter;
mod line;
mod markdown;
mod message;
mod path;
mod prose;
mod structure;
mod yaml;

pub use data::{Argument, ArgumentKind, Block, Flow, Reference, Scalar, Section};
pub use failure::{Failure, FailureKind, preview};
pub use message::{FileErrorKind, kind};
pub use path::Target;
pub use prose::{Piece, Placeholder, Prose};

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Sink};
use crate::source::SourceFile;

/// What [`parse`] makes of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The flow, if the file has no error.
    pub flow: Option<Flow>,
    /// Everything there is to say: of the frontmatter and the version first, then of the structure, then of fences,
    /// each in the order of the file. The first error is the one that a run reports (section 1.6); [`kind`] tells
    /// its kind.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file (section 1). An error of the frontmatter hides none of the structure, as far as it is known where the
/// body begins; a file of another version is only told that.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> Parsed {
    let text = file.text();
    let [mut frontmatter, mut structure, mut fences] = [(); 3].map(|()| Sink::new(file));
    let front = frontmatter::read(text, &mut frontmatter);
    if let Some(problem) = front.no_version {
        structure.push(problem);
    }
    let body = front.body.map(|body| {
        let marks = markdown::marks(text, body);
        structure::read(text, body, marks, &mut structure, &mut fences)
    });
    let sinks = [frontmatter, structure, fences];
    let diagnostics: Vec<Diagnostic> = sinks.into_iter().flat_map(Sink::finish).collect();
    let is_right = !diagnostics.iter().any(Diagnostic::is_error);
    let flow = match (front.name, front.description, body) {
        (Some(name), Some(description), Some(body)) if is_right => Some(Flow {
            file: Arc::clone(file),
            name,
            description,
            arguments: front.arguments,
            title: body.title,
            h1: body.h1,
            sections: body.sections,
            roots: body.roots,
        }),
        _ => None,
    };
    Parsed { flow, diagnostics }
}
