//! A match and what it captured.

use std::ops::Range;

use super::error::{Fault, PatternError};

/// How many captures a pattern may have.
pub const MAX_CAPTURES: usize = 32;

/// The value of a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The captured part of the subject.
    Text(Range<usize>),
    /// Where `()` stood, counted from 1.
    Position(usize),
}

/// A capture as the matcher keeps it: two numbers, of which the second may say
/// instead that there is no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Slot {
    /// As an end: not closed yet. No slice is long enough to make it an offset.
    pub(super) const OPEN: usize = usize::MAX;
    /// As an end: a position capture.
    pub(super) const POSITION: usize = usize::MAX - 1;

    pub(super) const UNUSED: Self = Self { start: 0, end: 0 };
}

/// A match.
#[derive(Clone, Debug)]
pub struct Found {
    /// The part of the subject that matched.
    pub range: Range<usize>,
    /// How many of the slots are in use.
    pub(super) count: usize,
    pub(super) slots: [Slot; MAX_CAPTURES],
}

impl Found {
    /// A match without captures.
    pub(super) const fn plain(range: Range<usize>) -> Self {
        Self { range, count: 0, slots: [Slot::UNUSED; MAX_CAPTURES] }
    }

    /// The captures begun so far.
    #[inline]
    pub(super) fn begun(&self) -> &[Slot] {
        &self.slots[..self.count]
    }

    /// How many captures the pattern has on the way it matched.
    #[must_use]
    pub fn captures(&self) -> usize {
        self.count
    }

    /// How many values `match`, `gmatch` and a replacement function get: the
    /// captures, or the whole match if there are none.
    #[must_use]
    pub fn values(&self) -> usize {
        self.count.max(1)
    }

    /// The value with this index, counted from 0; the first is the whole match
    /// if there are no captures.
    ///
    /// # Errors
    /// [`Fault::UnfinishedCapture`] if the pattern did not close it, and
    /// [`Fault::CaptureIndex`] if there is none with this index.
    pub fn value(&self, index: usize) -> Result<Capture, PatternError> {
        let Some(slot) = self.begun().get(index) else {
            if index == 0 {
                return Ok(Capture::Text(self.range.clone()));
            }
            let number = u8::try_from(index + 1).unwrap_or(u8::MAX);
            return Err(Fault::CaptureIndex(number).into());
        };
        match slot.end {
            Slot::OPEN => Err(Fault::UnfinishedCapture.into()),
            Slot::POSITION => Ok(Capture::Position(slot.start + 1)),
            end => Ok(Capture::Text(slot.start..end)),
        }
    }
}
