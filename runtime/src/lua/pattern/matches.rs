//! All matches of a pattern, one after the other.

use super::ahead::Ahead;
use super::error::PatternError;
use super::found::Found;
use super::fuel::Fuel;
use super::matcher::{Matcher, Outcome};

/// How far a search has come. It is all that has to be kept to go on later, so
/// a `gmatch` iterator can hold it beside its two strings.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// Where to search next; past the end when there is nothing more.
    next: usize,
    /// Where the match before ended.
    last: Option<usize>,
}

impl Cursor {
    /// The cursor of a search from `init` on.
    #[must_use]
    pub const fn at(init: usize) -> Self {
        Self { next: init, last: None }
    }

    /// The cursor of a search that goes on at `next`, behind a match that ended at `last`.
    #[must_use]
    pub const fn behind(next: usize, last: Option<usize>) -> Self {
        Self { next, last }
    }

    const DONE: Self = Self { next: usize::MAX, last: None };
}

/// What is known of the places where a pattern can match.
enum Lead {
    /// Nothing yet: many searches succeed where they start.
    Unknown,
    /// It is no use to look ahead.
    Useless,
    Known(Ahead),
}

/// Finds the matches of a pattern in a subject.
///
/// Matches do not overlap, and an empty match right at the end of the match
/// before it does not count. An anchored pattern matches at most once, where
/// the search starts. After an error there are no more matches.
pub struct Matches<'a> {
    matcher: Matcher<'a>,
    anchored: bool,
    lead: Lead,
    cursor: Cursor,
}

impl<'a> Matches<'a> {
    #[inline]
    pub(super) fn new(matcher: Matcher<'a>, anchored: bool, cursor: Cursor) -> Self {
        Self { matcher, anchored, lead: Lead::Unknown, cursor }
    }

    /// The next match.
    ///
    /// # Errors
    /// A fault in the part of the pattern that matching reached, or
    /// [`PatternError::OutOfFuel`].
    pub fn next(&mut self, fuel: &mut Fuel) -> Result<Option<&Found>, PatternError> {
        let start = std::mem::replace(&mut self.cursor, Cursor::DONE);
        // The matcher has the fuel for as long as it runs, so that a caller
        // may spend from it between two matches.
        std::mem::swap(&mut self.matcher.fuel, fuel);
        let matched = self.search(start);
        std::mem::swap(&mut self.matcher.fuel, fuel);
        if !matched? {
            return Ok(None);
        }
        let range = &self.matcher.found.range;
        if !self.anchored {
            self.cursor = Cursor {
                // After an empty match the same would be found again, in vain.
                next: range.end + usize::from(range.is_empty()),
                last: Some(range.end),
            };
        }
        Ok(Some(&self.matcher.found))
    }

    fn search(&mut self, start: Cursor) -> Outcome {
        let length = self.matcher.subject.len();
        let mut at = start.next;
        while at <= length {
            let matched = self.matcher.attempt(at)?;
            if matched && start.last != Some(self.matcher.found.range.end) {
                return Ok(true);
            }
            if self.anchored || at == length {
                break;
            }
            at += 1;
            if let Lead::Unknown = self.lead {
                let ahead = Ahead::of(&mut self.matcher, 0)?;
                self.lead = ahead.map_or(Lead::Useless, Lead::Known);
            }
            if let Lead::Known(ahead) = &self.lead {
                let subject = self.matcher.subject;
                match ahead.first(subject, at, length, &mut self.matcher.fuel)? {
                    Some(place) => at = place,
                    None => break,
                }
            }
        }
        Ok(false)
    }
}
