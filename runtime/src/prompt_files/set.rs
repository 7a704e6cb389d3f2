//! Sets of prompt files at run time.

use std::hash::BuildHasher;
use std::sync::Arc;

use agentc_codegen::prompt_files::{self as compiler, Files, MAX_BYTES, Options};
use agentc_codegen::{Diagnostic, Loader};
use foldhash::quality::RandomState;

use super::cache::{Cache, Key, Limits, Stored};
use super::compiled::{Compiled, refusal};
use super::file::{PromptFile, Resolve};
use super::refusal::{Refusal, Refusals};
use super::resolve;
use super::resolvers::Resolvers;
use crate::env::Env;

/// A deployment's prompt files, with an agent's stored files laid over them or not (sections 1 and 8 of the prompt file
/// specification).
///
/// Cheap to clone and safe to share between threads. What a set compiles is kept by it and by all sets laid over it, in
/// one cache that is bounded; compiling one agent's files keeps no other waiting. Stored files can reach nothing but
/// files of the set and registered keys.
///
/// ```
/// use agentc::prompt_files::{PromptSet, Resolvers};
///
/// let deployment = PromptSet::embedded(&[
///     ("front-desk", "You are the front desk.\n\n[[hours]]"),
///     ("hours", "Open from nine."),
/// ]);
/// let stored = deployment.overlay([("hours", "---\nopens: tenant.opens\n---\nOpen from {{opens}}.")])?;
/// let prompt = stored.compile("front-desk")?;
/// assert_eq!(prompt.text(), "You are the front desk.\n\nOpen from {{opens}}.");
///
/// let tenant = std::collections::BTreeMap::from([("opens", "ten")]);
/// assert_eq!(prompt.render(&Resolvers::new(), &tenant)?, "You are the front desk.\n\nOpen from ten.");
///
/// let wrong = deployment.overlay([("hours", "Open on [[holidays]].")])?;
/// let refused = wrong.compile("front-desk").map(|_| ()).unwrap_err();
/// assert!(refused.to_string().starts_with("hours:1: `[[` stands where no file can be pulled in"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PromptSet {
    deployment: Arc<Deployment>,
    merged: compiler::PromptSet,
    stored: Stored,
    /// Of the stored files, as they came.
    hash: u64,
}

#[derive(Debug)]
struct Deployment {
    cache: Cache,
    max_bytes: u64,
    /// It has another key in each process, so that nobody can make up files that displace others in the cache.
    hasher: RandomState,
}

impl PromptSet {
    /// A set of files in the binary, such as those that a build script embeds: paths and texts.
    #[must_use]
    pub fn embedded(files: &[(&str, &str)]) -> Self {
        let mut set = Files::new();
        for (path, text) in files {
            // A text is UTF-8, and what is in a binary is not too large.
            let _ = set.insert(*path, *text);
        }
        Self::of(set)
    }

    /// A set of files that come from elsewhere: paths and bytes.
    ///
    /// # Errors
    /// The bytes of a file are not UTF-8, or it is larger than 256 MiB.
    pub fn new<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Result<Self, Refusal>
    where
        P: AsRef<str>,
        B: Into<Vec<u8>>,
    {
        read(files).map(Self::of)
    }

    /// The `.md` files of a folder: `kit/rules.md` has the path `kit/rules`. Links are not followed out of it.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read or is not UTF-8.
    pub fn load(folder: impl AsRef<std::path::Path>) -> Result<Self, Refusal> {
        let mut loader = Loader::new(folder.as_ref());
        let mut files = Files::new();
        let refused = |diagnostic: Diagnostic| refusal(&diagnostic);
        for path in loader.prompt_paths("").map_err(refused)? {
            let file = loader.read(&format!("{path}.md")).map_err(refused)?;
            // Messages call it by its path in the set, as they do with files from anywhere else.
            files.insert_file(path.as_str(), &path, &file);
        }
        Ok(Self::of(files))
    }

    fn of(files: Files) -> Self {
        let deployment = Deployment {
            cache: Cache::new(Limits { entries: 1_024, bytes: 64 * 1024 * 1024 }),
            max_bytes: MAX_BYTES,
            hasher: RandomState::default(),
        };
        Self {
            deployment: Arc::new(deployment),
            merged: compiler::PromptSet::new(files),
            stored: None,
            hash: 0,
        }
    }

    /// Sets the most bytes a compiled text may have, 1 MiB otherwise. Begins a new cache.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        let limits = self.deployment.cache.limits();
        self.with(max_bytes, limits)
    }

    /// Sets how much is kept of what was compiled: that many entries, 1 024 otherwise, and about that many bytes, 64 MiB
    /// otherwise. Begins a new cache.
    #[must_use]
    pub fn with_cache(self, entries: usize, bytes: usize) -> Self {
        let max_bytes = self.deployment.max_bytes;
        self.with(max_bytes, Limits { entries, bytes })
    }

    fn with(mut self, max_bytes: u64, limits: Limits) -> Self {
        let hasher = self.deployment.hasher.clone();
        self.deployment = Arc::new(Deployment { cache: Cache::new(limits), max_bytes, hasher });
        self
    }

    /// The deployment's files with an agent's stored files laid over them, in place of any that lay over them before:
    /// one of the same path replaces the whole file, any other is added. Copies no file of the deployment.
    ///
    /// # Errors
    /// The bytes of a file are not UTF-8, or it is larger than 256 MiB.
    pub fn overlay<P, B>(&self, stored: impl IntoIterator<Item = (P, B)>) -> Result<Self, Refusal>
    where
        P: AsRef<str>,
        B: Into<Vec<u8>>,
    {
        let Deployment { cache, hasher, .. } = &*self.deployment;
        let files: Vec<(P, Vec<u8>)> = stored.into_iter().map(|(path, bytes)| (path, bytes.into())).collect();
        let sorted = sorted(&files);
        let hash = hasher.hash_one(&sorted);
        let is_same = |kept: &Files| kept.are_read_from(sorted.iter().copied());
        let stored = match cache.stored(hash, is_same) {
            Some(kept) => kept,
            None => Arc::new(read(files)?),
        };
        Ok(Self {
            deployment: Arc::clone(&self.deployment),
            merged: self.merged.bottom().overlay(Arc::clone(&stored)),
            stored: Some(stored),
            hash,
        })
    }

    /// Compiles an entry, or takes what is kept of it. Which files it reaches is in the result.
    ///
    /// # Errors
    /// Everything that is wrong with the files the entry reaches (section 7).
    pub fn compile(&self, entry: &str) -> Result<Arc<Compiled>, Refusals> {
        let Deployment { cache, max_bytes, hasher } = &*self.deployment;
        let key = Key { stored: self.hash, entry: hasher.hash_one(entry) };
        cache.get(key, entry, &self.stored, || {
            let mut options = Options::default();
            options.max_bytes = *max_bytes;
            Compiled::new(compiler::compile(&self.merged, entry, &options)).map(Arc::new)
        })
    }

    /// Whether a stored file is among those that an entry was compiled from ahead of time. If none is, the generated
    /// code is what this set would compile.
    #[must_use]
    pub fn touches<P: PromptFile>(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| P::SPEC.reached.iter().any(|path| stored.contains(path)))
    }

    /// The prompt of an entry that was compiled ahead of time from the deployment's files: by the generated code where
    /// no stored file [touches](Self::touches) it, else by compiling the set.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile); the first name without a value.
    pub fn render<'a, P: Resolve<'a>>(
        &self,
        resolvers: &Resolvers<'_>,
        tenant: &'a dyn Env,
    ) -> Result<String, Refusals> {
        if self.touches::<P>() {
            return Ok(self.compile(P::SPEC.entry)?.render(resolvers, tenant)?);
        }
        Ok(P::resolve(resolvers, tenant)?.render())
    }

    /// The same for resolvers that have to be waited for.
    ///
    /// # Errors
    /// As for [`render`](Self::render).
    pub async fn render_async<'a, P: Resolve<'a>>(
        &self,
        resolvers: &Resolvers<'_>,
        tenant: &'a (dyn Env + Sync),
    ) -> Result<String, Refusals> {
        if self.touches::<P>() {
            let compiled = self.compile(P::SPEC.entry)?;
            let values = compiled.resolve_async(resolvers, tenant).await?;
            return Ok(compiled.fill(&values));
        }
        // Not through `resolve_async`: the compiler could not see that the whole can be sent.
        let values = resolve::values_async(P::SPEC.bindings.iter().copied(), resolvers, tenant).await?;
        Ok(P::from_values(values).render())
    }
}

/// The files in order of their paths, as the set that is made of them has them.
fn sorted<P: AsRef<str>>(files: &[(P, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    let mut sorted: Vec<_> = files.iter().map(|(path, bytes)| (path.as_ref(), bytes.as_slice())).collect();
    sorted.sort_by_key(|(path, _)| *path);
    sorted
}

fn read<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Result<Files, Refusal>
where
    P: AsRef<str>,
    B: Into<Vec<u8>>,
{
    let files = files.into_iter().map(|(path, bytes)| (Arc::<str>::from(path.as_ref()), bytes));
    Files::read(files).map_err(|diagnostic| refusal(&diagnostic))
}
