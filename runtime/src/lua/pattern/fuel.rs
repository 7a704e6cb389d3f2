//! The allowance of steps that matching takes from.

use std::fmt;

/// Bytes that a vectorised search or a copy handles in the time of one step.
const BYTES_PER_STEP: usize = 16;

/// Steps left. Every step of matching takes one; running out is an error of
/// its own, and leaves nothing behind for a retry.
#[derive(Debug)]
pub struct Fuel {
    left: u64,
}

/// There are no steps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfFuel;

impl fmt::Display for OutOfFuel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("out of fuel")
    }
}

impl std::error::Error for OutOfFuel {}

impl Fuel {
    /// An allowance of `steps`.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { left: steps }
    }

    /// How many steps are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Takes `steps`.
    ///
    /// # Errors
    /// [`OutOfFuel`] if there are fewer; then none are left.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), OutOfFuel> {
        if let Some(left) = self.left.checked_sub(steps) {
            self.left = left;
            Ok(())
        } else {
            self.left = 0;
            Err(OutOfFuel)
        }
    }

    /// Takes what copying or comparing `bytes` is worth, at least one step.
    #[inline]
    pub(super) fn spend_bytes(&mut self, bytes: usize) -> Result<(), OutOfFuel> {
        self.spend((bytes / BYTES_PER_STEP + 1) as u64)
    }

    /// The index that `search` finds in `bytes`, at one step a byte passed.
    /// It sees no more bytes than there are steps, so it cannot run on.
    #[inline]
    pub(super) fn scan(
        &mut self,
        bytes: &[u8],
        search: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Result<Option<usize>, OutOfFuel> {
        let reach = usize::try_from(self.left).unwrap_or(usize::MAX);
        let window = &bytes[..bytes.len().min(reach)];
        let found = search(window);
        self.spend(found.unwrap_or(window.len()) as u64)?;
        if found.is_none() && window.len() < bytes.len() {
            return Err(OutOfFuel);
        }
        Ok(found)
    }

    /// As [`Fuel::scan`] for a vectorised search, at a step per many bytes.
    #[inline]
    pub(super) fn scan_fast(
        &mut self,
        bytes: &[u8],
        search: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Result<Option<usize>, OutOfFuel> {
        let reach = usize::try_from(self.left).unwrap_or(usize::MAX);
        let window = &bytes[..bytes.len().min(reach.saturating_mul(BYTES_PER_STEP))];
        let found = search(window);
        self.spend_bytes(found.unwrap_or(window.len()))?;
        if found.is_none() && window.len() < bytes.len() {
            return Err(OutOfFuel);
        }
        Ok(found)
    }
}
