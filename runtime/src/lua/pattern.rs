//! Lua 5.4 string patterns, with every step of matching counted.
//!
//! Lua's own matcher runs inside one C call, where an instruction hook cannot
//! stop it, and some patterns need time exponential in the subject. This one
//! gives the same results and the same error messages, byte for byte, but takes
//! its steps from a [`Fuel`] and ends with [`PatternError::OutOfFuel`] once
//! they are gone.
//!
//! Offsets are 0-based byte offsets throughout; only a position capture counts
//! from 1, because its number is what the script sees.
//!
//! | Lua                              | here                                  |
//! |----------------------------------|---------------------------------------|
//! | `string.find(s, p, init)`        | [`Pattern::find`]                     |
//! | `string.find(s, p, init, true)`  | [`find_plain`]                        |
//! | `string.match`                   | [`Pattern::first`]                    |
//! | `string.gmatch`                  | [`Pattern::unanchored`] + [`Matches`] |
//! | `string.gsub`, string            | [`Pattern::substitute`]               |
//! | `string.gsub`, table or function | [`Matches`]                           |

mod ahead;
mod class;
mod error;
mod found;
mod fuel;
mod item;
mod matcher;
mod matches;
mod repeat;
mod rewrite;
mod substitute;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use error::PatternError;
pub use found::{Capture, Found};
pub use fuel::{Fuel, OutOfFuel};
pub use matches::{Cursor, Matches};

use matcher::Matcher;

/// A pattern as the script wrote it. Making one costs nothing and cannot fail:
/// Lua finds faults only when matching reaches them, and so does this.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'p> {
    whole: &'p [u8],
    anchored: bool,
}

impl<'p> Pattern<'p> {
    /// A pattern in which a leading `^` is an anchor (`find`, `match`, `gsub`).
    #[must_use]
    pub fn new(pattern: &'p [u8]) -> Self {
        Self { whole: pattern, anchored: pattern.first() == Some(&b'^') }
    }

    /// A pattern in which a leading `^` is a plain character (`gmatch`).
    #[must_use]
    pub fn unanchored(pattern: &'p [u8]) -> Self {
        Self { whole: pattern, anchored: false }
    }

    /// Whether `find` has to match instead of looking for the bytes as they
    /// are. `)` and `]` do not count: `find("a)", ")")` is a plain search.
    #[must_use]
    pub fn has_specials(&self) -> bool {
        self.whole.iter().any(|byte| b"^$*+?.([%-".contains(byte))
    }

    /// What `string.find` finds: as [`Pattern::first`], except that a pattern
    /// without special characters is looked for as it is.
    ///
    /// # Errors
    /// Those of [`Pattern::first`].
    pub fn find(&self, subject: &[u8], init: usize, fuel: &mut Fuel) -> Result<Option<Found>, PatternError> {
        fuel.spend_bytes(self.whole.len())?;
        if self.has_specials() {
            return self.first(subject, init, fuel);
        }
        let range = find_plain(subject, self.whole, init, fuel)?;
        Ok(range.map(Found::plain))
    }

    /// The first match at `init` or after it: what `string.match` finds.
    /// Nothing is found, and no fault noticed, if `init` is past the end.
    ///
    /// # Errors
    /// A fault in the part of the pattern that matching reached, or
    /// [`PatternError::OutOfFuel`].
    pub fn first(&self, subject: &[u8], init: usize, fuel: &mut Fuel) -> Result<Option<Found>, PatternError> {
        let mut matches = self.matches(subject, Cursor::at(init));
        Ok(matches.next(fuel)?.cloned())
    }

    /// All matches from `cursor` on.
    #[inline]
    #[must_use]
    pub fn matches<'a>(&self, subject: &'a [u8], cursor: Cursor) -> Matches<'a>
    where
        'p: 'a,
    {
        Matches::new(Matcher::new(subject, self.body()), self.anchored, cursor)
    }

    /// The pattern without its anchor.
    fn body(&self) -> &'p [u8] {
        &self.whole[usize::from(self.anchored)..]
    }
}

/// Where `needle` first occurs in `subject` at `init` or after it, in time
/// linear in their lengths.
///
/// # Errors
/// [`OutOfFuel`] if the occurrence is not within the reach of `fuel`.
pub fn find_plain(
    subject: &[u8],
    needle: &[u8],
    init: usize,
    fuel: &mut Fuel,
) -> Result<Option<Range<usize>>, OutOfFuel> {
    // What prepares the search looks at every byte of the needle.
    fuel.spend(needle.len() as u64)?;
    let Some(rest) = subject.get(init..) else {
        return Ok(None);
    };
    let found = fuel.scan_fast(rest, |window| match needle {
        [byte] => memchr::memchr(*byte, window),
        _ => memchr::memmem::find(window, needle),
    })?;
    Ok(found.map(|at| init + at..init + at + needle.len()))
}
