//! Why a prompt is refused (section 7 of the prompt file specification).

use std::fmt;
use std::sync::Arc;

/// One reason why a prompt cannot be compiled or filled, for the author of its files.
///
/// Prints as `file:line: message`. A deployment that answers a test turn reports it as HTTP status 500 with the code
/// [`Refusal::CODE`] and this text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// What kind of reason it is.
    pub kind: RefusalKind,
    /// The path of the file in its set.
    pub file: String,
    /// The line in the file as it was written, from 1; none where the file as a whole is meant.
    pub line: Option<u32>,
    /// What is wrong, in one sentence and, behind a semicolon, what to do.
    pub message: String,
}

macro_rules! kinds {
    ($(#[doc = $doc:literal] $name:ident $text:literal,)*) => {
        /// The kinds of refusals.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RefusalKind {
            $(#[doc = $doc] $name,)*
        }

        impl RefusalKind {
            /// Every kind there is.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name in the specification, such as `missing-file`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// A transclusion line or the entry holds no valid path.
    BadPath "bad-path",
    /// A file that is pulled in, or the entry, is not in the set.
    MissingFile "missing-file",
    /// A file pulls itself in, directly or through others.
    Cycle "cycle",
    /// A file would be more than nine levels below the entry.
    TooDeep "too-deep",
    /// The compiled text would be over the limit.
    TooLarge "too-large",
    /// An unescaped `[[` that is no transclusion line.
    StrayBrackets "stray-brackets",
    /// A token that its own file does not declare.
    UndeclaredToken "undeclared-token",
    /// A block that is never closed.
    UnclosedFrontmatter "unclosed-frontmatter",
    /// A line of a block of a wrong shape.
    Frontmatter "frontmatter",
    /// A declaration with a field there is not.
    UnknownField "unknown-field",
    /// A name or field given twice.
    Duplicate "duplicate",
    /// One name with two meanings in one prompt.
    Conflict "conflict",
    /// A key that nobody registered.
    UnknownResolver "unknown-resolver",
    /// A resolver that failed, or that does not take its arguments.
    ResolverFailed "resolver-failed",
    /// A used name without a value or default.
    MissingValue "missing-value",
    /// A file whose bytes are not UTF-8; it does not get into a set.
    NotUtf8 "not-utf8",
    /// A file or folder that cannot be read from disk, or is too large to be.
    Unreadable "unreadable",
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Refusal {
    /// The code by which a serving deployment reports a refusal.
    pub const CODE: &'static str = "compile";
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for Refusal {}

/// Why a prompt is refused: every reason that was found, at least one. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals(Arc<(Refusal, Vec<Refusal>)>);

impl Refusals {
    #[cfg(feature = "prompt-files")]
    pub(super) fn new(first: Refusal, more: Vec<Refusal>) -> Self {
        Self(Arc::new((first, more)))
    }

    /// The first one, in the order in which files are read.
    #[must_use]
    pub fn first(&self) -> &Refusal {
        &self.0.0
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Refusal> {
        std::iter::once(&self.0.0).chain(&self.0.1)
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Self {
        Self(Arc::new((refusal, Vec::new())))
    }
}

/// A line for each of them.
impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)?;
        self.0.1.iter().try_for_each(|refusal| write!(f, "\n{refusal}"))
    }
}

impl std::error::Error for Refusals {}
