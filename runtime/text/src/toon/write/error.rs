//! Why a value could not be written.
//!
//! In: a reason, and the path to it, from the inside out. Out: an error.

use std::fmt;

/// Why a value could not be written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteError {
    /// The path of the value at fault, such as `rows.1.id`; empty for the value as a whole.
    pub path: String,
    /// What is wrong with it.
    pub kind: WriteErrorKind,
}

/// Why a value could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// A key of the map is none that JSON has.
    Key {
        /// What it is, such as "an array".
        found: &'static str,
    },
    /// Arrays and objects, or options and newtypes, are nested too deeply.
    TooDeep {
        /// How deep they may be nested.
        limit: usize,
    },
    /// Its `Serialize` failed.
    Refused {
        /// What it said.
        message: String,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str("the whole value")?;
        } else {
            write!(f, "`{}`", self.path)?;
        }
        match &self.kind {
            WriteErrorKind::Key { found } => {
                write!(f, " has a key that is {found}; a key is a string, a number or a boolean")
            }
            WriteErrorKind::TooDeep { limit } => {
                write!(f, " is nested deeper than {limit} levels")
            }
            WriteErrorKind::Refused { message } => write!(f, " cannot be written: {message}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// A [`WriteError`] on its way out, while its path is not complete. Small, since every value that is
/// written returns a result with it.
#[derive(Debug)]
pub struct Failure(Box<Inside>);

#[derive(Debug)]
struct Inside {
    /// From the innermost to the outermost.
    segments: Vec<String>,
    kind: WriteErrorKind,
}

impl Failure {
    #[cold]
    pub(super) fn new(kind: WriteErrorKind) -> Self {
        Self(Box::new(Inside { segments: Vec::new(), kind }))
    }

    /// The same failure of a value with that key or index.
    #[cold]
    pub(super) fn within(mut self, segment: impl fmt::Display) -> Self {
        self.0.segments.push(segment.to_string());
        self
    }

    pub(super) fn into_error(self) -> WriteError {
        let Inside { mut segments, kind } = *self.0;
        segments.reverse();
        WriteError { path: segments.join("."), kind }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            WriteErrorKind::Refused { message } => f.write_str(message),
            kind => WriteError { path: String::new(), kind: kind.clone() }.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl serde_core::ser::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(WriteErrorKind::Refused { message: message.to_string() })
    }
}
