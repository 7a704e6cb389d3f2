//! What generated types can do.

use std::borrow::Cow;
use std::future::Future;

use super::refusal::Refusal;
use super::resolve;
use super::resolvers::Resolvers;
use super::spec::FileSpec;
use crate::env::Env;

/// The values of a prompt that was compiled ahead of time, ready to be rendered. Implemented by generated code, and by
/// `#[derive(agentc::Prompt)]` with `root` and `entry`.
///
/// Rendering cannot fail, copies text and values as they are, and makes one allocation, of the size of the result.
pub trait PromptFile {
    /// What is known of the entry besides.
    const SPEC: &'static FileSpec;

    /// Appends the prompt to `out`.
    fn render_into(&self, out: &mut String);

    /// The prompt.
    #[must_use]
    fn render(&self) -> String {
        let mut out = String::new();
        self.render_into(&mut out);
        out
    }
}

/// Values that can be found by their keys. Implemented by the generated `Values`.
pub trait Resolve<'a>: PromptFile + Sized {
    /// The values in the order of [`FileSpec::bindings`]; one that is not given is the empty text.
    #[must_use]
    fn from_values(values: Vec<Cow<'a, str>>) -> Self;

    /// Finds every value: keys that begin with `tenant.` among the agent's own variables first, then all with the
    /// resolvers (section 6 of the prompt file specification).
    ///
    /// # Errors
    /// The first name without a value: its key is unknown, its resolver fails, or there is neither value nor default.
    fn resolve(resolvers: &Resolvers<'_>, tenant: &'a dyn Env) -> Result<Self, Refusal> {
        resolve::values(Self::SPEC.bindings.iter().copied(), resolvers, tenant).map(Self::from_values)
    }

    /// The same for resolvers that have to be waited for; they are asked one after the other.
    ///
    /// # Errors
    /// As for [`resolve`](Self::resolve).
    fn resolve_async(
        resolvers: &Resolvers<'_>,
        tenant: &'a (dyn Env + Sync),
    ) -> impl Future<Output = Result<Self, Refusal>> + Send {
        async move {
            let values =
                resolve::values_async(Self::SPEC.bindings.iter().copied(), resolvers, tenant).await?;
            Ok(Self::from_values(values))
        }
    }
}
