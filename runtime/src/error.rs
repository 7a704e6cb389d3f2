//! Errors.

use std::fmt;

/// A string that is no value of a generated enum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownVariant {
    /// The string.
    pub found: String,
    /// The values of the enum.
    pub allowed: &'static [&'static str],
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is none of `{}`", self.found, self.allowed.join("`, `"))
    }
}

impl std::error::Error for UnknownVariant {}

/// Why a text does not hold the values that are declared.
#[cfg(any(feature = "json", feature = "toon"))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValueError {
    /// The text is not JSON, or not TOON: the first thing that is wrong with it.
    Syntax {
        /// What is wrong with it.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        col: usize,
    },
    /// The values do not fit: everything that is wrong with them, in declared order, with its path and
    /// its place in the text.
    Values(Vec<agentc_text::decode::Problem>),
}

#[cfg(any(feature = "json", feature = "toon"))]
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { message, line, col } => write!(f, "{line}:{col}: {message}"),
            Self::Values(problems) => {
                for (index, problem) in problems.iter().enumerate() {
                    f.write_str(if index > 0 { "\n" } else { "" })?;
                    if let Some(agentc_text::Place { line, col }) = problem.place {
                        write!(f, "{line}:{col}: ")?;
                    }
                    problem.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(any(feature = "json", feature = "toon"))]
impl std::error::Error for ValueError {}
