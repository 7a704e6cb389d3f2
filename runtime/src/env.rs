//! Where `{env.NAME}` comes from.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

/// An environment: variables by name.
///
/// Maps and closures are environments, and so is [`ProcessEnv`], the one that is used if none is given.
///
/// ```
/// use std::collections::BTreeMap;
/// use agentc::Env;
///
/// let map = BTreeMap::from([("TEAM", "core")]);
/// assert_eq!(map.get("TEAM").copied(), Some("core"));
/// assert_eq!(Env::get(&map, "TEAM").as_deref(), Some("core"));
///
/// let closure = |name: &str| (name == "TEAM").then(|| "core".to_owned());
/// assert_eq!(Env::get(&closure, "TEAM").as_deref(), Some("core"));
/// ```
pub trait Env {
    /// The text of a variable; none if it is unset, which renders as nothing.
    fn get(&self, name: &str) -> Option<Cow<'_, str>>;
}

/// The environment of the process. Text that is not UTF-8 has its bad parts replaced by U+FFFD.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessEnv;

impl Env for ProcessEnv {
    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = std::env::var_os(name)?;
        Some(match text.into_string() {
            Ok(text) => Cow::Owned(text),
            Err(text) => Cow::Owned(text.to_string_lossy().into_owned()),
        })
    }
}

impl<K, V, S> Env for HashMap<K, V, S>
where
    K: std::borrow::Borrow<str> + Eq + std::hash::Hash,
    V: AsRef<str>,
    S: BuildHasher,
{
    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(|text| Cow::Borrowed(text.as_ref()))
    }
}

impl<K, V> Env for BTreeMap<K, V>
where
    K: std::borrow::Borrow<str> + Ord,
    V: AsRef<str>,
{
    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(|text| Cow::Borrowed(text.as_ref()))
    }
}

impl<F: Fn(&str) -> Option<String>> Env for F {
    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self(name).map(Cow::Owned)
    }
}
