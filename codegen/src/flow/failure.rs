//! Failures of substitution (section 7 of the dynamic prompt specification).
//!
//! In: a kind, and the path of the placeholder that fails. Out: the exact text of the failure.

use std::fmt::{self, Write as _};

/// The ten ways in which a placeholder can fail (section 7); a stable classification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// `{{` without `}}` behind it.
    Unclosed,
    /// A segment of the path is empty, or has white space at an end.
    EmptySegment,
    /// `var` or `sys` without a key.
    BadPath,
    /// No global of this name.
    UnknownNamespace,
    /// A key behind `args` or `item`.
    NotATable,
    /// The path leads to nothing.
    MissingKey,
    /// The path leads to null.
    NullValue,
    /// No item is seeded.
    NilItem,
    /// The argument string is not JSON.
    NilArgv,
    /// The global is not JSON data.
    Serialize,
}

impl FailureKind {
    /// Every kind, in the order of section 7.
    pub const ALL: [Self; 10] = [
        Self::Unclosed,
        Self::EmptySegment,
        Self::BadPath,
        Self::UnknownNamespace,
        Self::NotATable,
        Self::MissingKey,
        Self::NullValue,
        Self::NilItem,
        Self::NilArgv,
        Self::Serialize,
    ];

    /// The name that messages give it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unclosed => "Unclosed",
            Self::EmptySegment => "EmptySegment",
            Self::BadPath => "BadPath",
            Self::UnknownNamespace => "UnknownNamespace",
            Self::NotATable => "NotATable",
            Self::MissingKey => "MissingKey",
            Self::NullValue => "NullValue",
            Self::NilItem => "NilItem",
            Self::NilArgv => "NilArgv",
            Self::Serialize => "Serialize",
        }
    }

    /// The message about a placeholder with this (trimmed) path. The root or global that some messages name is
    /// the path's first segment.
    #[must_use]
    pub fn message(self, path: &str) -> String {
        let root = path.split('.').next().unwrap_or_default();
        let (path, name) = (preview(path), preview(root));
        match self {
            Self::Unclosed => "unclosed '{{' in prose".to_owned(),
            Self::EmptySegment => format!("empty or padded path segment in {{{{ {path} }}}}"),
            Self::BadPath => format!("bad path: {{{{ {path} }}}}"),
            Self::UnknownNamespace => {
                format!("unknown namespace or global '{name}' in {{{{ {path} }}}}")
            }
            Self::NotATable => format!("{name} is a string, not a table"),
            Self::MissingKey | Self::NullValue => format!("missing {{{{ {path} }}}}"),
            Self::NilItem => "{{ item }} is nil (not inside a fanout arm)".to_owned(),
            Self::NilArgv => format!("{{{{ {path} }}}} is nil (the args string is not JSON)"),
            Self::Serialize => format!("global '{name}' in {{{{ {path} }}}} is not JSON data"),
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A placeholder that fails. Its `Display` is the full text of section 7, such as
/// `missing {{ var.x }} [MissingKey at byte 42]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// How it fails.
    pub kind: FailureKind,
    /// The byte of the placeholder's `{{` in the pending prose as written.
    pub offset: usize,
    /// The message, without kind and offset.
    pub message: String,
}

impl Failure {
    /// The failure of the placeholder with this (trimmed) path at this byte of the pending prose.
    #[must_use]
    pub fn new(kind: FailureKind, path: &str, offset: usize) -> Self {
        Self { kind, offset, message: kind.message(path) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{} at byte {}]", self.message, self.kind, self.offset)
    }
}

impl std::error::Error for Failure {}

/// A path or name as messages show it: its first 80 characters, with control characters spelt out (section 7.1).
#[must_use]
pub fn preview(path: &str) -> String {
    const LONGEST: usize = 80;
    let mut chars = path.chars();
    let mut out = String::new();
    for c in chars.by_ref().take(LONGEST) {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:04x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    if chars.next().is_some() {
        out.push_str("...");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_the_specification() {
        let of = |kind, path| Failure::new(kind, path, 9).to_string();
        for (kind, path, text) in [
            (FailureKind::Unclosed, "", "unclosed '{{' in prose [Unclosed at byte 9]"),
            (
                FailureKind::EmptySegment,
                "",
                "empty or padded path segment in {{  }} [EmptySegment at byte 9]",
            ),
            (FailureKind::BadPath, "sys", "bad path: {{ sys }} [BadPath at byte 9]"),
            (
                FailureKind::UnknownNamespace,
                "a.b",
                "unknown namespace or global 'a' in {{ a.b }} [UnknownNamespace at byte 9]",
            ),
            (FailureKind::NotATable, "item.x.y", "item is a string, not a table [NotATable at byte 9]"),
            (FailureKind::MissingKey, "var.x", "missing {{ var.x }} [MissingKey at byte 9]"),
            (FailureKind::NullValue, "var.x", "missing {{ var.x }} [NullValue at byte 9]"),
            (FailureKind::NilItem, "item", "{{ item }} is nil (not inside a fanout arm) [NilItem at byte 9]"),
            (
                FailureKind::NilArgv,
                "argv.q",
                "{{ argv.q }} is nil (the args string is not JSON) [NilArgv at byte 9]",
            ),
            (FailureKind::Serialize, "f.x", "global 'f' in {{ f.x }} is not JSON data [Serialize at byte 9]"),
        ] {
            assert_eq!(of(kind, path), text);
        }
    }

    #[test]
    fn previews_are_cut_before_they_are_escaped() {
        assert_eq!(preview("a\nb\rc\td\u{1b}e\u{7f}f\u{85}"), "a\\nb\\rc\\td\\u{001b}e\\u{007f}f\\u{0085}");
        assert_eq!(preview(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(preview(&"\n".repeat(81)), "\\n".repeat(80) + "...");
    }
}
