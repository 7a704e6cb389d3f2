//! Compiled entries that are kept, so that an agent's files are compiled once until they change.
//!
//! In: an entry and the stored files. Out: what they compile to, a refusal too. Bounded in number and bytes; what was
//! used longest ago goes first. It is looked up by a fast hash of the stored files, as they are before they are read, and
//! taken only if these are the same to the byte. So no files can pass for others, whatever the hash is worth, and
//! files that were compiled before are neither decoded nor copied again.

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
    slots: BTreeMap<Key, Used>,
    bytes: usize,
    /// Counts look-ups.
    now: u64,
}

/// What a slot is found by. Files that hash alike take each other's places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) stored: u64,
    pub(super) entry: u64,
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

    /// The stored files with this hash that `is_same` takes for the ones at hand, if something is kept that was compiled
    /// from them.
    pub(super) fn stored(&self, hash: u64, is_same: impl FnOnce(&Files) -> bool) -> Stored {
        let first = Key { stored: hash, entry: 0 };
        let slot = self.lock().slots.range(first..).next().map(|(key, used)| (*key, Arc::clone(&used.slot)));
        let (_, slot) = slot.filter(|(key, _)| key.stored == hash)?;
        slot.stored.clone().filter(|files| is_same(files))
    }

    /// What is kept under `key` for this entry and these files, or else what `compile` gives. No lock is held while
    /// compiling, so that one agent's files keep no other waiting; two callers with the same files compile once.
    pub(super) fn get(
        &self,
        key: Key,
        entry: &str,
        stored: &Stored,
        compile: impl FnOnce() -> Outcome,
    ) -> Outcome {
        let slot = match self.find(key).filter(|slot| slot.is_for(entry, stored)) {
            Some(slot) => slot,
            None => self.insert(key, entry, stored),
        };
        let mut is_new = false;
        let outcome = slot.outcome.get_or_init(|| {
            is_new = true;
            compile()
        });
        if is_new {
            self.weigh(key, &slot, outcome);
        }
        outcome.clone()
    }

    fn find(&self, key: Key) -> Option<Arc<Slot>> {
        let mut kept = self.lock();
        kept.now += 1;
        let now = kept.now;
        let used = kept.slots.get_mut(&key)?;
        used.last = now;
        Some(Arc::clone(&used.slot))
    }

    fn insert(&self, key: Key, entry: &str, stored: &Stored) -> Arc<Slot> {
        let slot = Slot { entry: entry.to_owned(), stored: stored.clone(), outcome: OnceLock::new() };
        let mut kept = self.lock();
        // Another thread may have been quicker.
        if let Some(used) = kept.slots.get(&key).filter(|used| used.slot.is_for(entry, stored)) {
            return Arc::clone(&used.slot);
        }
        let bytes = slot.stored.as_ref().map_or(0, |files| files.bytes());
        let slot = Arc::new(slot);
        let used = Used { slot: Arc::clone(&slot), last: kept.now, bytes };
        kept.bytes += bytes;
        let before = kept.slots.insert(key, used);
        kept.bytes -= before.map_or(0, |before| before.bytes);
        kept.shrink(self.limits, key);
        slot
    }

    /// Adds the size of what was compiled.
    fn weigh(&self, key: Key, slot: &Arc<Slot>, outcome: &Outcome) {
        let bytes = match outcome {
            Ok(compiled) => compiled.weight(),
            Err(refusals) => refusals.iter().map(|refusal| refusal.message.len() + 128).sum(),
        };
        let mut kept = self.lock();
        if let Some(used) = kept.slots.get_mut(&key).filter(|used| Arc::ptr_eq(&used.slot, slot)) {
            used.bytes += bytes;
            kept.bytes += bytes;
            kept.shrink(self.limits, key);
        }
    }

    /// Nothing in here can leave it half done, so a thread that died with the lock has left it sound.
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Drops what was used longest ago, until the rest is within the limits; `newest` stays.
    fn shrink(&mut self, limits: Limits, newest: Key) {
        while self.slots.len() > limits.entries || self.bytes > limits.bytes {
            let oldest =
                self.slots.iter().filter(|(key, _)| **key != newest).min_by_key(|(_, used)| used.last);
            let Some(key) = oldest.map(|(key, _)| *key) else { return };
            self.bytes -= self.slots.remove(&key).map_or(0, |used| used.bytes);
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
