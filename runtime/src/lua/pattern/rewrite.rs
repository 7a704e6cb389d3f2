//! Building a subject anew with parts of it replaced.

use std::borrow::Cow;
use std::ops::Range;

use super::error::PatternError;
use super::fuel::Fuel;

/// A subject of which parts are replaced, from the first to the last. Nothing
/// is copied before the first replacement.
pub struct Rewrite<'s> {
    subject: &'s [u8],
    output: Option<Vec<u8>>,
    /// How much of the subject is in the output, or replaced there.
    done: usize,
    limit: usize,
}

impl<'s> Rewrite<'s> {
    /// A rewriting of `subject` into at most `limit` bytes. The limit is on
    /// what is built: a subject without replacements is returned as it is.
    #[must_use]
    pub fn new(subject: &'s [u8], limit: usize) -> Self {
        Self { subject, output: None, done: 0, limit }
    }

    /// What has become of the subject.
    ///
    /// # Errors
    /// [`PatternError::OutputTooLong`] or [`PatternError::OutOfFuel`].
    pub fn finish(mut self, fuel: &mut Fuel) -> Result<Cow<'s, [u8]>, PatternError> {
        if self.output.is_none() {
            return Ok(Cow::Borrowed(self.subject));
        }
        let rest = self.subject.get(self.done..).unwrap_or_default();
        self.push(rest, fuel)?;
        Ok(Cow::Owned(self.output.unwrap_or_default()))
    }

    /// Copies what is before `range`, and leaves `range` out; what replaces it
    /// is to be pushed then.
    pub(super) fn begin(&mut self, range: &Range<usize>, fuel: &mut Fuel) -> Result<(), PatternError> {
        let between = self.subject.get(self.done..range.start).unwrap_or_default();
        self.push(between, fuel)?;
        self.done = self.done.max(range.end);
        Ok(())
    }

    /// Appends `bytes` to the output.
    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8], fuel: &mut Fuel) -> Result<(), PatternError> {
        fuel.spend_bytes(bytes.len())?;
        let output = self.output.get_or_insert_with(|| {
            // Mostly about as long as the subject in the end.
            Vec::with_capacity(self.subject.len().min(self.limit))
        });
        if bytes.len() > self.limit.saturating_sub(output.len()) {
            return Err(PatternError::OutputTooLong);
        }
        // Often there is nothing or one character, not worth a copy by length.
        match bytes {
            [] => {}
            [byte] => output.push(*byte),
            _ => output.extend_from_slice(bytes),
        }
        Ok(())
    }
}
