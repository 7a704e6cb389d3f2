//! Tools that a model calls.

use std::error::Error;
use std::fmt;

use crate::error::ValueError;

/// Why a call of a tool has no result.
///
/// Its text is for the model: sent back as the result of the call, it lets the model call again.
#[derive(Debug)]
#[non_exhaustive]
pub enum ToolError {
    /// There is no tool of that name.
    Unknown {
        /// The name.
        name: String,
        /// The tools there are.
        known: &'static [&'static str],
    },
    /// The arguments are not JSON or do not fit; every problem is listed with its path.
    Arguments(ValueError),
    /// The tool itself failed.
    Failed(Box<dyn Error + Send + Sync>),
}

impl ToolError {
    /// The failure of a tool, from any error or text.
    ///
    /// ```
    /// # use agentc::ToolError;
    /// fn read(path: &str) -> Result<String, ToolError> {
    ///     std::fs::read_to_string(path).map_err(ToolError::failed)
    /// }
    /// # assert!(matches!(read("/nowhere"), Err(ToolError::Failed(_))));
    /// ```
    pub fn failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Failed(error.into())
    }
}

/// What can be sent back to the model as the result of its call; of a tool that failed, the text of its
/// error.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "there is no tool `{name}`; the tools are `{}`", known.join("`, `"))
            }
            Self::Arguments(error) => write!(f, "the arguments do not fit:\n{error}"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unknown { .. } => None,
            Self::Arguments(error) => Some(error),
            Self::Failed(error) => Some(&**error),
        }
    }
}
