//! Paths of placeholders, as far as they can be resolved before anything runs (section 6 of the dynamic prompt
//! specification).
//!
//! In: a trimmed path. Out: what it looks up, or the failure it always is.

use super::failure::FailureKind;

/// What a path looks up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The argument string.
    Args,
    /// The entry's item.
    Item,
    /// argv, or what these keys lead to in it.
    Argv {
        /// The segments behind the root; there may be none.
        keys: Vec<String>,
    },
    /// What these keys lead to in `var`.
    Var {
        /// The segments behind the root, at least one.
        keys: Vec<String>,
    },
    /// What these keys lead to in `sys`.
    Sys {
        /// The segments behind the root, at least one.
        keys: Vec<String>,
    },
    /// A Lua global, or what these keys lead to in it. Never called `prose`, which always fails.
    Global {
        /// The name of the global.
        name: String,
        /// The segments behind the name; there may be none.
        keys: Vec<String>,
    },
}

/// Resolves a path as far as it goes.
pub(super) fn resolve(path: &str) -> Result<Target, FailureKind> {
    // Before every look-up, so that a bad segment is the failure even behind a root that fails otherwise.
    if path.split('.').any(|segment| segment.is_empty() || segment.trim() != segment) {
        return Err(FailureKind::EmptySegment);
    }
    let mut segments = path.split('.');
    let root = segments.next().unwrap_or_default();
    let has_keys = root.len() < path.len();
    let keys = || segments.map(str::to_owned).collect();
    match (root, has_keys) {
        ("args" | "item", true) => Err(FailureKind::NotATable),
        ("args", false) => Ok(Target::Args),
        ("item", false) => Ok(Target::Item),
        ("argv", _) => Ok(Target::Argv { keys: keys() }),
        ("var" | "sys", false) => Err(FailureKind::BadPath),
        ("var", true) => Ok(Target::Var { keys: keys() }),
        ("sys", true) => Ok(Target::Sys { keys: keys() }),
        ("prose", _) => Err(FailureKind::Serialize),
        _ => Ok(Target::Global { name: root.to_owned(), keys: keys() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(keys: &[&str]) -> Vec<String> {
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    #[test]
    fn roots() {
        assert_eq!(resolve("args"), Ok(Target::Args));
        assert_eq!(resolve("item"), Ok(Target::Item));
        assert_eq!(resolve("argv"), Ok(Target::Argv { keys: keys(&[]) }));
        assert_eq!(resolve("argv.a b.c"), Ok(Target::Argv { keys: keys(&["a b", "c"]) }));
        assert_eq!(resolve("var.n + 1"), Ok(Target::Var { keys: keys(&["n + 1"]) }));
        assert_eq!(resolve("sys.id"), Ok(Target::Sys { keys: keys(&["id"]) }));
        assert_eq!(resolve("Args.x"), Ok(Target::Global { name: "Args".into(), keys: keys(&["x"]) }));
        assert_eq!(resolve("var x"), Ok(Target::Global { name: "var x".into(), keys: keys(&[]) }));
        assert_eq!(resolve("proses"), Ok(Target::Global { name: "proses".into(), keys: keys(&[]) }));
    }

    #[test]
    fn failures_that_need_no_run() {
        for path in ["", ".", "var.", "var..x", "var. x", "args .x", ".x", "args.", "a.\u{a0}b", "var.\t"] {
            assert_eq!(resolve(path), Err(FailureKind::EmptySegment), "{path:?}");
        }
        assert_eq!(resolve("args.x"), Err(FailureKind::NotATable));
        assert_eq!(resolve("item.x.y"), Err(FailureKind::NotATable));
        assert_eq!(resolve("var"), Err(FailureKind::BadPath));
        assert_eq!(resolve("sys"), Err(FailureKind::BadPath));
        assert_eq!(resolve("prose"), Err(FailureKind::Serialize));
        assert_eq!(resolve("prose.x"), Err(FailureKind::Serialize));
    }
}
