//! What a set compiles an entry to, at run time.

use std::borrow::Cow;

use agentc_codegen::prompt_files::{self as compiler, Program};
use agentc_codegen::{Code, Diagnostic, Place};

use super::refusal::{Refusal, RefusalKind, Refusals};
use super::resolve;
use super::resolvers::Resolvers;
use super::spec::Binding;
use crate::env::Env;

/// A compiled entry: text and bindings, never values.
#[derive(Clone, Debug)]
pub struct Compiled {
    program: Program,
    warnings: Vec<Warning>,
}

/// Something that is probably not what was meant, for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// What kind it is.
    pub kind: WarningKind,
    /// The path of the file in its set.
    pub file: String,
    /// The line, from 1; none where the file as a whole is meant.
    pub line: Option<u32>,
    /// What is found, in one sentence.
    pub message: String,
}

/// The kinds of warnings (section 5 of the prompt file specification).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A name that its file declares and does not use.
    UnusedDeclaration,
    /// A file whose text is in the prompt more than once.
    IncludedTwice,
}

impl WarningKind {
    /// Its name in the specification, such as `included-twice`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnusedDeclaration => "unused-declaration",
            Self::IncludedTwice => "included-twice",
        }
    }
}

/// `file:line: message`
impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl Compiled {
    pub(super) fn new(compiled: compiler::Compiled) -> Result<Self, Refusals> {
        let mut refusals = Vec::new();
        let mut warnings = Vec::new();
        for diagnostic in &compiled.diagnostics {
            match warning(diagnostic) {
                Some(warning) => warnings.push(warning),
                None => refusals.push(refusal(diagnostic)),
            }
        }
        let mut refusals = refusals.into_iter();
        match refusals.next() {
            Some(first) => Err(Refusals::new(first, refusals.collect())),
            None => Ok(Self { program: compiled.program, warnings }),
        }
    }

    /// The path of the entry.
    #[must_use]
    pub fn entry(&self) -> &str {
        &self.program.entry
    }

    /// The compiled text, with its tokens and `\{{` as they are.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.program.text
    }

    /// The used names, in the order reached.
    pub fn bindings(&self) -> impl Iterator<Item = Binding<'_>> + Send {
        self.program.bindings.iter().map(|binding| {
            let mut view = Binding::new(&binding.name, &binding.key, &binding.file, binding.line);
            view.default = binding.default.as_deref();
            view.with_owned(&binding.arguments)
        })
    }

    /// The paths of the files that are in the text, in the order reached, the entry first.
    pub fn reached(&self) -> impl Iterator<Item = &str> {
        self.program.reached.iter().map(|path| &**path)
    }

    /// What is to be logged.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The prompt with its values, which are those of [`bindings`](Self::bindings) in order; one that is not given is
    /// the empty text. Values go in as they are. One allocation, of the size of the result.
    #[must_use]
    pub fn fill<S: AsRef<str>>(&self, values: &[S]) -> String {
        self.program.fill(values)
    }

    /// Finds every value, as [`Resolve::resolve`](super::Resolve::resolve) does.
    ///
    /// # Errors
    /// The first name without a value.
    pub fn resolve<'a>(
        &'a self,
        resolvers: &Resolvers<'_>,
        tenant: &'a dyn Env,
    ) -> Result<Vec<Cow<'a, str>>, Refusal> {
        resolve::values(self.bindings(), resolvers, tenant)
    }

    /// The same for resolvers that have to be waited for.
    ///
    /// # Errors
    /// The first name without a value.
    pub async fn resolve_async<'a>(
        &'a self,
        resolvers: &Resolvers<'_>,
        tenant: &'a (dyn Env + Sync),
    ) -> Result<Vec<Cow<'a, str>>, Refusal> {
        resolve::values_async(self.bindings(), resolvers, tenant).await
    }

    /// The prompt with the values that are found.
    ///
    /// # Errors
    /// The first name without a value.
    pub fn render(&self, resolvers: &Resolvers<'_>, tenant: &dyn Env) -> Result<String, Refusal> {
        Ok(self.fill(&self.resolve(resolvers, tenant)?))
    }

    /// The bytes it holds on to, about.
    pub(super) fn weight(&self) -> usize {
        let Program { text, segments, bindings, .. } = &self.program;
        text.len() + size_of_val(segments.as_slice()) + bindings.len() * 256 + self.warnings.len() * 256
    }
}

fn warning(diagnostic: &Diagnostic) -> Option<Warning> {
    let kind = match diagnostic.code {
        Code::A951 => WarningKind::UnusedDeclaration,
        Code::A952 => WarningKind::IncludedTwice,
        _ => return None,
    };
    let (file, line) = place(&diagnostic.place);
    Some(Warning { kind, file, line, message: diagnostic.message.clone() })
}

pub(super) fn refusal(diagnostic: &Diagnostic) -> Refusal {
    let kind = match (compiler::kind(diagnostic.code), diagnostic.code) {
        (Some(kind), _) => RefusalKind::ALL.iter().copied().find(|known| known.as_str() == kind),
        (None, Code::A102) => Some(RefusalKind::NotUtf8),
        _ => None,
    };
    let (file, line) = place(&diagnostic.place);
    let message = match &diagnostic.help {
        Some(help) => format!("{}; {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    Refusal { kind: kind.unwrap_or(RefusalKind::Unreadable), file, line, message }
}

fn place(place: &Place) -> (String, Option<u32>) {
    let line = place.position().and_then(|position| u32::try_from(position.line).ok());
    (place.path().unwrap_or_default().to_owned(), line)
}
