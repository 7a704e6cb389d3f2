//! Rust names for the names of a prompt file (Rust surface, section 3).

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};

/// The identifier of a module: characters that an identifier cannot have become `_`.
#[must_use]
pub fn module_name(name: &str) -> String {
    let allowed = |c: char| if unicode_ident::is_xid_continue(c) { c } else { '_' };
    let mut module: String = name.chars().map(allowed).collect();
    if !module.starts_with(|c: char| unicode_ident::is_xid_start(c) || c == '_') {
        module.insert(0, '_');
    }
    module
}

/// The identifier of a field: as written, keywords raw. What cannot be raw gets `_` appended until it is
/// free among its siblings.
pub(super) fn field<'a>(name: &str, siblings: impl Iterator<Item = &'a str> + Clone) -> Ident {
    let span = Span::call_site();
    if !matches!(name, "_" | "self" | "Self" | "super" | "crate") {
        return if is_keyword(name) { Ident::new_raw(name, span) } else { Ident::new(name, span) };
    }
    let mut free = format!("{name}_");
    while siblings.clone().any(|sibling| sibling == free) {
        free.push('_');
    }
    Ident::new(&free, span)
}

/// The identifier of a module, which has no siblings to clash with.
pub(crate) fn identifier(name: &str) -> Ident {
    field(name, std::iter::empty())
}

/// The Pascal case of a name: a new word begins behind `_` and `-`, and in front; nothing else changes.
pub(super) fn pascal(name: &str) -> String {
    let words = name.split(['_', '-']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let mut chars = word.chars();
            let first = chars.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(chars).collect::<String>()
        })
        .collect()
}

/// Names of one namespace, each given out once.
#[derive(Default)]
pub(super) struct Taken(BTreeSet<String>);

impl Taken {
    /// Takes a name in Pascal case: `V` in front of a digit or of nothing, `2`, `3`, … behind a name
    /// that is taken.
    pub(super) fn take(&mut self, pascal: &str) -> Ident {
        let mut name = pascal.to_owned();
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, 'V');
        }
        if name == "Self" {
            name.push('_');
        }
        let mut free = name.clone();
        let mut number = 1;
        while !self.0.insert(free.clone()) {
            number += 1;
            free = format!("{name}{number}");
        }
        Ident::new(&free, Span::call_site())
    }

    /// Keeps a name from being given out.
    pub(super) fn reserve(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }
}

/// Keywords of all editions, reserved ones included, but for those that cannot be raw.
fn is_keyword(name: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
        "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
        "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static",
        "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where",
        "while", "yield",
    ];
    KEYWORDS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_raw_or_get_an_underscore() {
        let written = ["type", "self", "self_", "_", "gen", "Self", "topic", "Match"];
        let names = written.map(|name| field(name, written.into_iter()).to_string());
        assert_eq!(names, ["r#type", "self__", "self_", "__", "r#gen", "Self_", "topic", "Match"]);
    }

    #[test]
    fn pascal_case_keeps_what_is_written() {
        for (name, type_name) in [
            ("user", "User"),
            ("maxTurns", "MaxTurns"),
            ("not-yet_done", "NotYetDone"),
            ("HTTP_code", "HTTPCode"),
            ("a_1b", "A1b"),
            ("_", ""),
        ] {
            assert_eq!(pascal(name), type_name);
        }
    }

    #[test]
    fn a_name_is_given_out_once() {
        let mut taken = Taken::default();
        taken.reserve("Inputs");
        let names = ["User", "User", "Inputs", "1", "", "Self", "User2", "User"]
            .map(|name| taken.take(name).to_string());
        assert_eq!(names, ["User", "User2", "Inputs2", "V1", "V", "Self_", "User22", "User3"]);
    }

    #[test]
    fn modules() {
        assert_eq!(module_name("brief"), "brief");
        assert_eq!(module_name("front-desk"), "front_desk");
        assert_eq!(module_name("9 lives"), "_9_lives");
        assert_eq!(module_name("größe"), "größe");
    }
}
