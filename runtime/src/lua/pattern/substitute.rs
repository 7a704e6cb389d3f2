//! `gsub` with a replacement string.

use std::borrow::Cow;

use super::Pattern;
use super::error::{Fault, PatternError};
use super::found::{Capture, Found};
use super::fuel::Fuel;
use super::matches::Cursor;
use super::rewrite::Rewrite;

/// The result of a substitution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substituted<'s> {
    /// The subject itself if nothing matched.
    pub text: Cow<'s, [u8]>,
    /// How many matches were replaced.
    pub count: usize,
}

impl Pattern<'_> {
    /// Replaces the first `max` matches in `subject` with `replacement`, in
    /// which `%0` stands for the match, `%1` to `%9` for captures and `%%` for
    /// a percent sign. At most `limit` bytes are built.
    ///
    /// # Errors
    /// As [`Pattern::first`], a fault in the replacement if there is a match,
    /// or [`PatternError::OutputTooLong`].
    pub fn substitute<'s>(
        &self,
        subject: &'s [u8],
        replacement: &[u8],
        max: usize,
        limit: usize,
        fuel: &mut Fuel,
    ) -> Result<Substituted<'s>, PatternError> {
        let mut matches = self.matches(subject, Cursor::at(0));
        let mut rewrite = Rewrite::new(subject, limit);
        let mut count = 0;
        while count < max {
            let Some(found) = matches.next(fuel)? else {
                break;
            };
            count += 1;
            rewrite.begin(&found.range, fuel)?;
            expand(&mut rewrite, subject, replacement, found, fuel)?;
        }
        let text = rewrite.finish(fuel)?;
        Ok(Substituted { text, count })
    }
}

/// Pushes `replacement` with what its references stand for.
fn expand(
    rewrite: &mut Rewrite<'_>,
    subject: &[u8],
    replacement: &[u8],
    found: &Found,
    fuel: &mut Fuel,
) -> Result<(), PatternError> {
    let mut rest = replacement;
    while let Some(percent) = memchr::memchr(b'%', rest) {
        rewrite.push(&rest[..percent], fuel)?;
        match rest.get(percent + 1) {
            Some(b'%') => rewrite.push(b"%", fuel)?,
            Some(b'0') => rewrite.push(&subject[found.range.clone()], fuel)?,
            Some(digit @ b'1'..=b'9') => match found.value(usize::from(digit - b'1'))? {
                Capture::Text(range) => rewrite.push(&subject[range], fuel)?,
                Capture::Position(place) => rewrite.push(place.to_string().as_bytes(), fuel)?,
            },
            _ => return Err(Fault::InvalidReplacementPercent.into()),
        }
        rest = &rest[percent + 2..];
    }
    rewrite.push(rest, fuel)
}
