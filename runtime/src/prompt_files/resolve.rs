//! From bindings to values (section 6 of the prompt file specification).
//!
//! In: the used names of a prompt, resolvers, and the variables of an agent. Out: their values in order, or why one of
//! them has none.

use std::borrow::Cow;

use super::refusal::{Refusal, RefusalKind};
use super::resolvers::{Failure, Registered, Resolvers};
use super::spec::Binding;
use crate::env::Env;

/// The values of all bindings, in order.
pub(super) fn values<'v>(
    bindings: impl Iterator<Item = Binding<'v>>,
    resolvers: &Resolvers<'_>,
    tenant: &'v dyn Env,
) -> Result<Vec<Cow<'v, str>>, Refusal> {
    let value = |binding: Binding<'v>| match source(&binding, resolvers, tenant)? {
        Source::Tenant(text) => Ok(text),
        Source::Nothing => given(&binding, None),
        Source::Resolver(Registered::Sync(resolver)) => answer(&binding, resolver.resolve(binding.arguments)),
        Source::Resolver(Registered::Async(_)) => {
            let reason =
                "its resolver has to be waited for, and the prompt is filled by a method that does not wait";
            answer(&binding, Err(reason.into()))
        }
    };
    bindings.map(value).collect()
}

/// The same for resolvers that have to be waited for, one after the other.
pub(super) async fn values_async<'v>(
    bindings: impl Iterator<Item = Binding<'v>> + Send,
    resolvers: &Resolvers<'_>,
    tenant: &'v (dyn Env + Sync),
) -> Result<Vec<Cow<'v, str>>, Refusal> {
    let mut values = Vec::new();
    for binding in bindings {
        values.push(match source(&binding, resolvers, tenant)? {
            Source::Tenant(text) => text,
            Source::Nothing => given(&binding, None)?,
            Source::Resolver(Registered::Sync(resolver)) => {
                answer(&binding, resolver.resolve(binding.arguments))?
            }
            Source::Resolver(Registered::Async(resolver)) => {
                answer(&binding, resolver.resolve(binding.arguments).await)?
            }
        });
    }
    Ok(values)
}

/// Where a value comes from.
enum Source<'v, 'r, 'a> {
    Tenant(Cow<'v, str>),
    Resolver(&'r Registered<'a>),
    Nothing,
}

fn source<'v, 'r, 'a>(
    binding: &Binding<'v>,
    resolvers: &'r Resolvers<'a>,
    tenant: &'v dyn Env,
) -> Result<Source<'v, 'r, 'a>, Refusal> {
    let variable = binding.key.strip_prefix("tenant.");
    if let Some(text) = variable.and_then(|name| tenant.get(name)) {
        return Ok(Source::Tenant(text));
    }
    match (resolvers.get(binding.key), variable) {
        (Some(registered), _) => Ok(Source::Resolver(registered)),
        (None, Some(_)) => Ok(Source::Nothing),
        (None, None) => {
            let message = format!(
                "there is no resolver key `{}`, to which `{}` is bound; use a key that the deployment registers",
                binding.key, binding.name
            );
            Err(refusal(RefusalKind::UnknownResolver, binding, message))
        }
    }
}

fn answer<'v>(
    binding: &Binding<'v>,
    answer: Result<Option<String>, Failure>,
) -> Result<Cow<'v, str>, Refusal> {
    match answer {
        Ok(value) => given(binding, value),
        Err(failure) => {
            let message = format!("the value of `{}` cannot be found: {failure}", binding.key);
            Err(refusal(RefusalKind::ResolverFailed, binding, message))
        }
    }
}

/// A value, or the default that stands in for it.
fn given<'v>(binding: &Binding<'v>, value: Option<String>) -> Result<Cow<'v, str>, Refusal> {
    match (value, binding.default) {
        (Some(value), _) => Ok(Cow::Owned(value)),
        (None, Some(default)) => Ok(Cow::Borrowed(default)),
        (None, None) => {
            let message = format!(
                "`{}` has no value, and `{}` is bound to it; set one, or give the declaration a `default`",
                binding.key, binding.name
            );
            Err(refusal(RefusalKind::MissingValue, binding, message))
        }
    }
}

fn refusal(kind: RefusalKind, binding: &Binding<'_>, message: String) -> Refusal {
    Refusal { kind, file: binding.file.to_owned(), line: Some(binding.line), message }
}
