//! Trying a repetition with more or fewer characters.

use super::ahead::Ahead;
use super::item::Single;
use super::matcher::{Matcher, Outcome};

/// How many vain tries make it worth looking ahead.
const PATIENCE: usize = 3;

impl Matcher<'_> {
    /// As many of `single` as there are, then fewer, but at least `least`. The
    /// caller has seen that there is one.
    pub(super) fn greedy(&mut self, at: usize, single: Single, least: usize, p: usize) -> Outcome {
        let rest = &self.subject[at..];
        let most = self.items.span(single, rest, &mut self.fuel)?;
        let (low, mut high) = (at + least, at + most);
        let mut tries = 0;
        let mut ahead = None;
        loop {
            if self.nested(high, p)? {
                return Ok(true);
            }
            if high <= low {
                return Ok(false);
            }
            high -= 1;
            tries += 1;
            if tries == PATIENCE {
                ahead = Ahead::of(self, p)?;
            }
            if let Some(ahead) = &ahead {
                match ahead.last(self.subject, low, high, &mut self.fuel)? {
                    Some(place) => high = place,
                    None => return Ok(false),
                }
            }
        }
    }

    /// As few of `single` as will do. The caller has seen that there is one.
    pub(super) fn lazy(&mut self, start: usize, single: Single, p: usize) -> Outcome {
        let mut at = start;
        // From the start to here there is nothing but `single`.
        let mut known = start + 1;
        let mut tries = 0;
        let mut ahead = None;
        loop {
            if self.nested(at, p)? {
                return Ok(true);
            }
            tries += 1;
            if tries == PATIENCE {
                ahead = Ahead::of(self, p)?;
            }
            loop {
                if at == known {
                    // Doubling, to look neither byte by byte nor far beyond
                    // the place where the match will end.
                    let rest = &self.subject[at..];
                    let window = &rest[..rest.len().min(known - start)];
                    let more = self.items.span(single, window, &mut self.fuel)?;
                    if more == 0 {
                        return Ok(false);
                    }
                    known += more;
                }
                at += 1;
                let Some(ahead) = &ahead else {
                    break;
                };
                match ahead.first(self.subject, at, known, &mut self.fuel)? {
                    Some(place) => {
                        at = place;
                        break;
                    }
                    None => at = known,
                }
            }
        }
    }
}
