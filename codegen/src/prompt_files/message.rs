//! How messages show what a file says, and the kinds of section 7 of the prompt file specification.

use std::fmt::Write as _;

use crate::diagnostic::{Code, Diagnostic};

/// The kind of a refusal or warning, as section 7 (and the table of warnings in section 5) names it; none for a
/// diagnostic that is not about a prompt file's text, such as one about bytes that are not UTF-8.
#[must_use]
pub fn kind(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::A501 => "bad-path",
        Code::A502 => "missing-file",
        Code::A503 => "cycle",
        Code::A504 => "too-deep",
        Code::A505 => "too-large",
        Code::A506 => "stray-brackets",
        Code::A507 => "undeclared-token",
        Code::A508 => "unclosed-frontmatter",
        Code::A509 => "frontmatter",
        Code::A510 => "unknown-field",
        Code::A511 => "duplicate",
        Code::A512 => "conflict",
        Code::A513 => "unknown-resolver",
        Code::A514 => "resolver-failed",
        Code::A515 => "missing-value",
        Code::A951 => "unused-declaration",
        Code::A952 => "included-twice",
        _ => return None,
    })
}

/// What tells a diagnostic from those of other entries of the same set, which share files. A loop is the same one
/// wherever an entry comes into it, though another line closes it.
#[must_use]
pub fn identity(diagnostic: &Diagnostic) -> String {
    match diagnostic.code {
        Code::A503 => diagnostic.message.clone(),
        _ => diagnostic.to_string(),
    }
}

/// What a file says, quoted for a message: cut where it is long, and with control characters spelt out, since a
/// stored file may be meant to upset whoever reads the log.
pub(super) fn quoted(written: &str) -> String {
    const LONGEST: usize = 120;
    let mut out = String::from("`");
    for (count, c) in written.chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        match c {
            '\t' => out.push(c),
            c if c.is_control() => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out.push('`');
    out
}
