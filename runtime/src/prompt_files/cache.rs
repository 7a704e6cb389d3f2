//! Compiled entries that are kept, so that an agent's files are compiled once until they change.
//!
//! In: an entry and the stored files. Out: what they compile to, a refusal too. Bounded in number and bytes; what was
//! used longest ago goes first. An entry is looked up by a keyed hash of the stored files and taken only if they are
//! the same to the byte, so no files can pass for others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use agentc_codegen::prompt_files::Files;

use super::compiled::Compiled;
use super::refusal::Refusals;

/// What an entry compiles to.
pub(super) type Outcome = Result<Arc<Compiled>, Refusals>;

/// The stored files of a set: nothing is stored below it.
pub(super) type Stored = Option<Arc<Files>>;

#[derive(Debug)]
pub(super) struct Cache {
    limits: Limits,
    kept: Mutex<Kept>,
}

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) entries: usize,
    pub(super) bytes: usize,
}

#[derive(Debug, Default)]
struct Kept {
    slots: BTreeMap<u64, Used>,
    bytes: usize,
    /// Counts look-ups.
    now: u64,
}

#[derive(Debug)]
struct Used {
    slot: Arc<Slot>,
    last: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Slot {
    entry: String,
    stored: Stored,
    outcome: OnceLock<Outcome>,
}

impl Cache {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, kept: Mutex::default() }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// What is kept under `hash` for this entry and these files, or else what `compile` gives. No lock is held while
    /// compiling, so that one agent's files keep no other waiting; two callers with the same files compile once.
    pub(super) fn get(
        &self,
        hash: u64,
        entry: &str,
        stored: &Stored,
        compile: impl FnOnce() -> Outcome,
    ) -> Outcome {
        let slot = match self.find(hash).filter(|slot| slot.is_for(entry, stored)) {
            Some(slot) => slot,
            None => self.insert(hash, entry, stored),
        };
        let mut is_new = false;
        let outcome = slot.outcome.get_or_init(|| {
            is_new = true;
            compile()
        });
        if is_new {
            self.weigh(hash, &slot, outcome);
        }
        outcome.clone()
    }

    fn find(&self, hash: u64) -> Option<Arc<Slot>> {
        let mut kept = self.lock();
        kept.now += 1;
        let now = kept.now;
        let used = kept.slots.get_mut(&hash)?;
        used.last = now;
        Some(Arc::clone(&used.slot))
    }

    fn insert(&self, hash: u64, entry: &str, stored: &Stored) -> Arc<Slot> {
        let slot = Slot { entry: entry.to_owned(), stored: stored.clone(), outcome: OnceLock::new() };
        let mut kept = self.lock();
        // Another thread may have been quicker.
        if let Some(used) = kept.slots.get(&hash).filter(|used| used.slot.is_for(entry, stored)) {
            return Arc::clone(&used.slot);
        }
        let bytes = slot.stored.as_ref().map_or(0, |files| files.bytes());
        let slot = Arc::new(slot);
        let used = Used { slot: Arc::clone(&slot), last: kept.now, bytes };
        kept.bytes += bytes;
        let before = kept.slots.insert(hash, used);
        kept.bytes -= before.map_or(0, |before| before.bytes);
        kept.shrink(self.limits, hash);
        slot
    }

    /// Adds the size of what was compiled.
    fn weigh(&self, hash: u64, slot: &Arc<Slot>, outcome: &Outcome) {
        let bytes = match outcome {
            Ok(compiled) => compiled.weight(),
            Err(refusals) => refusals.iter().map(|refusal| refusal.message.len() + 128).sum(),
        };
        let mut kept = self.lock();
        if let Some(used) = kept.slots.get_mut(&hash).filter(|used| Arc::ptr_eq(&used.slot, slot)) {
            used.bytes += bytes;
            kept.bytes += bytes;
            kept.shrink(self.limits, hash);
        }
    }

    /// Nothing in here can leave it half done, so a thread that died with the lock has left it sound.
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Drops what was used longest ago, until the rest is within the limits; `newest` stays.
    fn shrink(&mut self, limits: Limits, newest: u64) {
        while self.slots.len() > limits.entries || self.bytes > limits.bytes {
            let oldest =
                self.slots.iter().filter(|(hash, _)| **hash != newest).min_by_key(|(_, used)| used.last);
            let Some(hash) = oldest.map(|(hash, _)| *hash) else { return };
            self.bytes -= self.slots.remove(&hash).map_or(0, |used| used.bytes);
        }
    }
}

impl Slot {
    fn is_for(&self, entry: &str, stored: &Stored) -> bool {
        self.entry == entry
            && match (&self.stored, stored) {
                (None, None) => true,
                (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one.iter().eq(other.iter()),
                _ => false,
            }
    }
}
