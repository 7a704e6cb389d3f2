//! The entries of an object while it is read.
//!
//! In: entries, one by one. Out: an object in which no key stands twice.

use std::collections::HashMap;

use super::document::{Entry, Object};

/// The entries of an object while it is read.
#[derive(Default)]
pub(super) struct Fields {
    entries: Vec<Entry>,
    /// Where each key is, once there are too many to look through.
    places: HashMap<String, usize>,
    /// A line was skipped whose key is not known.
    pub incomplete: bool,
}

impl Fields {
    const MANY: usize = 16;

    pub fn with_capacity(count: usize) -> Self {
        Self { entries: Vec::with_capacity(count), ..Self::default() }
    }

    /// Adds an entry. If its key is there already, the entry is given back or, unless `keep_old`,
    /// takes the place of the old one.
    pub fn insert(&mut self, entry: Entry, keep_old: bool) -> Option<Entry> {
        match self.find(&entry.key) {
            Some(_) if keep_old => return Some(entry),
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        None
    }

    /// Adds an entry whose key is known to be new.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn find(&mut self, key: &str) -> Option<&mut Entry> {
        if self.entries.len() < Self::MANY {
            return self.entries.iter_mut().find(|entry| entry.key == key);
        }
        for (at, entry) in self.entries.iter().enumerate().skip(self.places.len()) {
            self.places.insert(entry.key.clone(), at);
        }
        self.places.get(key).and_then(|at| self.entries.get_mut(*at))
    }

    pub fn object(self) -> Object {
        Object { entries: self.entries, table: None, complete: !self.incomplete }
    }
}
