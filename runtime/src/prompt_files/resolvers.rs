//! What answers to resolver keys.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::spec::Arguments;

/// Finds the value of a key. Closures are resolvers.
pub trait Resolver: Send + Sync {
    /// The value for some arguments; none if there is nothing, for which the declaration's default stands in.
    ///
    /// # Errors
    /// The value cannot be found out, or an argument is one that it does not take.
    fn resolve(&self, arguments: Arguments<'_>) -> Result<Option<String>, Failure>;
}

impl<F> Resolver for F
where
    F: Fn(Arguments<'_>) -> Result<Option<String>, Failure> + Send + Sync,
{
    fn resolve(&self, arguments: Arguments<'_>) -> Result<Option<String>, Failure> {
        self(arguments)
    }
}

/// What an [`AsyncResolver`] gives.
pub type Resolution<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, Failure>> + Send + 'a>>;

/// Finds the value of a key where that takes waiting, as for a database. Closures that take the arguments as a map and
/// return a future are such resolvers.
pub trait AsyncResolver: Send + Sync {
    /// As [`Resolver::resolve`].
    fn resolve<'a>(&'a self, arguments: Arguments<'a>) -> Resolution<'a>;
}

impl<F, R> AsyncResolver for F
where
    F: Fn(BTreeMap<String, String>) -> R + Send + Sync,
    R: Future<Output = Result<Option<String>, Failure>> + Send + 'static,
{
    fn resolve<'a>(&'a self, arguments: Arguments<'a>) -> Resolution<'a> {
        Box::pin(self(arguments.iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()))
    }
}

/// Why a resolver has no answer; its reason is shown to the author of the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// A failure for a reason, such as an error.
    #[must_use]
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl From<&str> for Failure {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// Resolvers by key: those of a deployment, or of one call over these.
///
/// ```
/// use agentc::prompt_files::{Arguments, Resolvers};
///
/// let deployment = Resolvers::new()
///     .with("queue.waiting", |_: Arguments<'_>| Ok(Some("3".to_owned())))
///     .with_text("tenant.shop", "the chain"); // for agents that store no `shop` of their own
/// let call = Resolvers::over(&deployment).with_text("caller.number", "555 0100");
/// assert_eq!(call.keys().collect::<Vec<_>>(), ["caller.number", "queue.waiting", "tenant.shop"]);
/// ```
#[derive(Default)]
pub struct Resolvers<'a> {
    registered: BTreeMap<String, Registered<'a>>,
    /// Those that answer where nothing is registered.
    fallbacks: BTreeMap<String, Registered<'a>>,
    below: Option<&'a Resolvers<'a>>,
}

pub(super) enum Registered<'a> {
    Sync(Box<dyn Resolver + 'a>),
    Async(Box<dyn AsyncResolver + 'a>),
}

impl<'a> Resolvers<'a> {
    /// No resolvers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Those of one call, to be asked before those of the deployment.
    #[must_use]
    pub fn over(deployment: &'a Resolvers<'a>) -> Self {
        Self { below: Some(deployment), ..Self::default() }
    }

    /// Registers a resolver; another one of the same key is replaced. A key that is none is never asked for.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, resolver: impl Resolver + 'a) -> Self {
        self.registered.insert(key.into(), Registered::Sync(Box::new(resolver)));
        self
    }

    /// Registers a resolver that has to be waited for: only the asynchronous methods can ask it, the others refuse
    /// the prompt.
    #[must_use]
    pub fn with_async(mut self, key: impl Into<String>, resolver: impl AsyncResolver + 'a) -> Self {
        self.registered.insert(key.into(), Registered::Async(Box::new(resolver)));
        self
    }

    /// Registers a text, for any arguments.
    #[must_use]
    pub fn with_text(self, key: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        self.with(key, move |_: Arguments<'_>| Ok(Some(text.clone())))
    }

    /// Adds a resolver that answers where none is registered for the key.
    #[must_use]
    pub fn with_fallback(mut self, key: impl Into<String>, resolver: impl Resolver + 'a) -> Self {
        self.fallbacks.insert(key.into(), Registered::Sync(Box::new(resolver)));
        self
    }

    /// All keys that are answered, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let mut keys = std::collections::BTreeSet::new();
        let mut layer = Some(self);
        while let Some(resolvers) = layer {
            keys.extend(resolvers.registered.keys().chain(resolvers.fallbacks.keys()).map(String::as_str));
            layer = resolvers.below;
        }
        keys.into_iter()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Registered<'a>> {
        self.find(key, &|layer: &Self, key| layer.registered.get(key))
            .or_else(|| self.find(key, &|layer: &Self, key| layer.fallbacks.get(key)))
    }

    fn find<'s>(
        &'s self,
        key: &str,
        look: &dyn Fn(&'s Self, &str) -> Option<&'s Registered<'a>>,
    ) -> Option<&'s Registered<'a>> {
        look(self, key).or_else(|| self.below.and_then(|below| below.find(key, look)))
    }
}

impl fmt::Debug for Resolvers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Resolvers").field(&self.keys().collect::<Vec<_>>()).finish()
    }
}
