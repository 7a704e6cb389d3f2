//! What the compiler says about a file or a value, in one form for the macro, the build script, the
//! command and editors.

use std::fmt;
use std::sync::Arc;

pub use crate::code::Code;
use crate::source::{Position, SourceFile, Span};

/// One thing the compiler has to say.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What kind of thing it is; a code never changes its meaning.
    pub code: Code,
    /// Whether it makes the file invalid.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// What to do about it.
    pub help: Option<String>,
    /// An edit that a tool can make.
    pub fix: Option<Box<Fix>>,
}

/// How much a [`Diagnostic`] weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// The file or value is invalid.
    Error,
    /// The file is valid and probably not what was meant.
    Warning,
}

/// What a [`Diagnostic`] points at.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Place {
    /// A stretch of a file.
    Text {
        /// The file.
        file: Arc<SourceFile>,
        /// The bytes.
        span: Span,
    },
    /// A file as a whole, by its path: one that cannot be read.
    File(String),
    /// An input value, by its path (`rows.1.id`).
    Value(String),
}

/// Another place that belongs to a [`Diagnostic`], and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// A replacement for some bytes of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// The file.
    pub file: Arc<SourceFile>,
    /// What is replaced.
    pub span: Span,
    /// What stands there instead.
    pub replacement: String,
}

impl Diagnostic {
    /// A diagnostic of the code's own severity.
    #[must_use]
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            place,
            related: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn with_related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }

    /// Adds an edit in the file that the diagnostic is about.
    #[must_use]
    pub fn with_fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        if let Place::Text { file, .. } = &self.place {
            let file = Arc::clone(file);
            self.fix = Some(Box::new(Fix { file, span, replacement: replacement.into() }));
        }
        self
    }

    /// Whether it makes the file or value invalid.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl Place {
    /// The path of the file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Text { file, .. } => Some(file.path()),
            Self::File(path) => Some(path),
            Self::Value(_) => None,
        }
    }

    /// Line and column in the file, if there are any.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Text { file, span } => Some(file.position(span.start as usize)),
            Self::File(_) | Self::Value(_) => None,
        }
    }
}

/// `path:line:col`, `path`, or the path of the value.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { file, span } => {
                let Position { line, col } = file.position(span.start as usize);
                write!(f, "{}:{line}:{col}", file.path())
            }
            Self::File(path) | Self::Value(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// One line, and one more for each related place and the help.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}[{}]: {}", self.place, self.severity, self.code, self.message)?;
        for Related { place, message } in &self.related {
            write!(f, "\n  {place}: {message}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// Collects the diagnostics of one file.
#[derive(Debug)]
pub(crate) struct Sink<'f> {
    file: &'f Arc<SourceFile>,
    errors: Listed,
    warnings: Listed,
}

/// Diagnostics of one severity.
#[derive(Debug, Default)]
struct Listed {
    list: Vec<Diagnostic>,
    /// How many came after the list was full, and where the first of them is.
    more: Option<(usize, Place)>,
}

/// How many diagnostics of one file are listed; a file with more is hardly a prompt.
const MOST: usize = 1_000;

impl Listed {
    fn push(&mut self, diagnostic: Diagnostic) {
        match &mut self.more {
            Some((count, _)) => *count += 1,
            None if self.list.len() == MOST => self.more = Some((1, diagnostic.place)),
            None => self.list.push(diagnostic),
        }
    }

    fn finish(self) -> Vec<Diagnostic> {
        let mut list = self.list;
        if let (Some((count, place)), Some(last)) = (self.more, list.last()) {
            let severity = last.severity;
            let message = format!("{count} more {severity}s are not listed");
            let more =
                Diagnostic::new(Code::A217, place, message).with_help("mend those that are listed first");
            list.push(Diagnostic { severity, ..more });
        }
        list
    }
}

impl<'f> Sink<'f> {
    pub(crate) fn new(file: &'f Arc<SourceFile>) -> Self {
        Self { file, errors: Listed::default(), warnings: Listed::default() }
    }

    pub(crate) fn file(&self) -> &Arc<SourceFile> {
        self.file
    }

    /// A place in the file.
    pub(crate) fn place(&self, span: Span) -> Place {
        Place::Text { file: Arc::clone(self.file), span }
    }

    /// A new diagnostic about a stretch of the file; it counts once it is [pushed](Self::push).
    pub(crate) fn at(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.place(span), message)
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let listed = if diagnostic.is_error() { &mut self.errors } else { &mut self.warnings };
        listed.push(diagnostic);
    }

    /// Whether more errors will only be counted, so that no search for a suggestion is worth it.
    pub(crate) fn is_full(&self) -> bool {
        self.errors.more.is_some()
    }

    /// Pushes a diagnostic that needs nothing but its message.
    pub(crate) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        let diagnostic = self.at(code, span, message);
        self.push(diagnostic);
    }

    /// Everything collected, in the order of the file.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        if self.errors.list.is_empty() && self.warnings.list.is_empty() {
            return Vec::new();
        }
        let mut all = self.errors.finish();
        all.extend(self.warnings.finish());
        // A stable sort: what is said of one place stays in order.
        all.sort_by_key(|diagnostic| match &diagnostic.place {
            Place::Text { span, .. } if diagnostic.code != Code::A217 => span.start,
            Place::Text { .. } => u32::MAX,
            Place::File(_) | Place::Value(_) => 0,
        });
        all
    }
}

/// A piece of what the user wrote, for a message: quoted, and cut where it is long or goes over lines.
pub(crate) fn quoted(written: &str) -> String {
    const LONGEST: usize = 120;
    let line = written.split(['\n', '\r']).next().unwrap_or_default();
    let mut short: String = line.chars().take(LONGEST).collect();
    if short.len() < written.len() {
        short.push('…');
    }
    format!("`{short}`")
}

/// "did you mean `x`?", as the help of a diagnostic about `span`, with the edit that makes it so.
pub(crate) fn did_you_mean(diagnostic: Diagnostic, name: Option<&str>, span: Option<Span>) -> Diagnostic {
    let Some(name) = name else { return diagnostic };
    let diagnostic = diagnostic.with_help(format!("did you mean `{name}`?"));
    match span {
        Some(span) => diagnostic.with_fix(span, name),
        None => diagnostic,
    }
}
