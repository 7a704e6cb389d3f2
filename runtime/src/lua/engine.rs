//! The engine: Lua states that wait for runs.

use std::sync::{Arc, Mutex, PoisonError};

use super::limits::Limits;
use super::prompt::Prompt;
use super::run::Run;
use super::vm::Vm;

/// States that are kept while nobody uses them.
const MAX_IDLE: usize = 32;

/// Runs prompts. Cheap to clone and safe to share: every run has a Lua state of its own, taken from those that earlier
/// runs left, and no lock is held while it runs.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

struct Shared {
    limits: Limits,
    idle: Mutex<Vec<Vm>>,
}

impl Engine {
    /// An engine with the default [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An engine whose runs have these limits, unless they set others.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Self(Arc::new(Shared { limits, idle: Mutex::default() }))
    }

    /// A run of a prompt with an argument string (empty if there is none to give). It starts with [`Run::start`] or
    /// [`Run::block`].
    pub fn run(&self, prompt: &Prompt, args: impl Into<String>) -> Run {
        Run::new(self.clone(), prompt.clone(), args.into(), self.0.limits)
    }

    pub(super) fn take(&self) -> mlua::Result<Vm> {
        let idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(Vm::new, Ok)
    }

    pub(super) fn give_back(&self, vm: Vm) {
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE {
            idle.push(vm);
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}
