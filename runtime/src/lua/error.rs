//! How a run fails (sections 1.6 and 8 of the dynamic prompt specification).

use std::fmt;

use agentc_codegen::Diagnostic;
use agentc_codegen::flow::{self, FileErrorKind};

use super::limits::{Limit, Limits};

/// Why a file does not parse or a run did not end with a text. Prints its message, with the place in front where there
/// is one (`greet.md:12:1: …`).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunError {
    /// What kind of failure it is.
    pub kind: RunErrorKind,
    /// What happened, and what to do.
    pub message: String,
    /// The limit, where the kind is [`Limit`](RunErrorKind::Limit).
    pub limit: Option<Limit>,
    /// Everything that is wrong with a file, where it does not parse; the first is the one that `message` tells.
    pub diagnostics: Vec<Diagnostic>,
}

/// The kinds of [`RunError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// The frontmatter is missing or wrong.
    Frontmatter,
    /// Titles, heading levels or names of sections are wrong, or `runvil` is missing.
    Structure,
    /// A Lua block is not closed.
    Fence,
    /// `runvil` is another version.
    Version,
    /// Lua that does not compile, or a failure that no block caught.
    Lua,
    /// A failure in the H1 body that no block caught.
    RequirementsUnmet,
    /// The model did not answer, and no block caught that.
    Completion,
    /// A limit was reached.
    Limit,
    /// The run was cancelled from outside.
    Cancelled,
}

impl RunErrorKind {
    /// Its name in the specification.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Frontmatter => "Frontmatter",
            Self::Structure => "Structure",
            Self::Fence => "Fence",
            Self::Version => "Version",
            Self::Lua => "Lua",
            Self::RequirementsUnmet => "RequirementsUnmet",
            Self::Completion => "Completion",
            Self::Limit => "Limit",
            Self::Cancelled => "Cancelled",
        }
    }
}

impl fmt::Display for RunErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl RunError {
    pub(super) fn new(kind: RunErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), limit: None, diagnostics: Vec::new() }
    }

    pub(super) fn limit(limit: Limit, limits: &Limits) -> Self {
        Self { limit: Some(limit), ..Self::new(RunErrorKind::Limit, limit.message(limits)) }
    }

    pub(super) fn cancelled() -> Self {
        Self::new(RunErrorKind::Cancelled, "the run was cancelled")
    }

    /// Of a file; `diagnostics` has an error.
    pub(super) fn file(diagnostics: Vec<Diagnostic>) -> Self {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        let kind = first
            .and_then(|first| flow::kind(first.code))
            .map_or(RunErrorKind::Structure, RunErrorKind::from);
        let message = first.map_or_else(String::new, |first| {
            let help = first.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            format!("{}: {}{help}", first.place, first.message)
        });
        Self { diagnostics, ..Self::new(kind, message) }
    }
}

impl From<FileErrorKind> for RunErrorKind {
    fn from(kind: FileErrorKind) -> Self {
        match kind {
            FileErrorKind::Frontmatter => Self::Frontmatter,
            FileErrorKind::Structure => Self::Structure,
            FileErrorKind::Fence => Self::Fence,
            FileErrorKind::Lua => Self::Lua,
            FileErrorKind::Version => Self::Version,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RunError {}
