//! The kinds of file errors (section 1.6 of the dynamic prompt specification), and how messages show what a file says.

use std::fmt;

use super::failure::preview;
use crate::diagnostic::Code;

/// The kind of an error that keeps a file from running (section 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileErrorKind {
    /// No markers, bad YAML, bad or missing keys.
    Frontmatter,
    /// Titles, heading levels, duplicate names, no `runvil` key.
    Structure,
    /// A Lua block that is not closed.
    Fence,
    /// A Lua block that does not compile.
    Lua,
    /// `runvil` other than 0.
    Version,
}

impl FileErrorKind {
    /// The name that a run reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Frontmatter => "Frontmatter",
            Self::Structure => "Structure",
            Self::Fence => "Fence",
            Self::Lua => "Lua",
            Self::Version => "Version",
        }
    }
}

impl fmt::Display for FileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The kind of file error that a code is about; none for a code that is not about a flow.
#[must_use]
pub fn kind(code: Code) -> Option<FileErrorKind> {
    Some(match code {
        Code::A601
        | Code::A602
        | Code::A603
        | Code::A604
        | Code::A605
        | Code::A606
        | Code::A607
        | Code::A608 => FileErrorKind::Frontmatter,
        Code::A611 | Code::A621 | Code::A622 | Code::A623 | Code::A624 | Code::A625 => {
            FileErrorKind::Structure
        }
        Code::A612 => FileErrorKind::Version,
        Code::A631 => FileErrorKind::Fence,
        Code::A641 => FileErrorKind::Lua,
        _ => return None,
    })
}

/// What a file says, quoted for a message.
pub(super) fn quoted(written: &str) -> String {
    format!("`{}`", preview(written))
}
