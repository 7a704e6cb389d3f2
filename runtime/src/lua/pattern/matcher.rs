//! The backtracking matcher.
//!
//! Lua calls its matcher again for a capture, for every repetition that is
//! tried and for an optional character that was there, and allows 200 calls
//! within each other. Which patterns are too complex follows from that, so
//! [`Matcher::nested`] is entered in exactly these places.

use super::error::{Fault, PatternError};
use super::found::{Found, Slot};
use super::fuel::Fuel;
use super::item::Items;

/// How many calls may be within each other.
const MAX_DEPTH: usize = 200;

pub(super) type Outcome = Result<bool, PatternError>;

/// One pattern on one subject, and how far matching it has come.
pub(super) struct Matcher<'a> {
    pub(super) subject: &'a [u8],
    pub(super) items: Items<'a>,
    pub(super) fuel: Fuel,
    /// The match found last, or the one being tried. It stays in its place,
    /// because with all its captures it takes long to move.
    pub(super) found: Found,
    /// How many calls may still be nested.
    depth: usize,
}

impl<'a> Matcher<'a> {
    #[inline]
    pub(super) fn new(subject: &'a [u8], pattern: &'a [u8]) -> Self {
        Self {
            subject,
            items: Items::new(pattern),
            fuel: Fuel::new(0),
            found: Found::plain(0..0),
            depth: MAX_DEPTH,
        }
    }

    /// Whether the pattern matches at `start`.
    #[inline]
    pub(super) fn attempt(&mut self, start: usize) -> Outcome {
        self.found.count = 0;
        self.found.range.start = start;
        self.depth = MAX_DEPTH;
        self.nested(start, 0)
    }

    /// Matches the pattern from `p` on against the subject from `at` on.
    pub(super) fn nested(&mut self, at: usize, p: usize) -> Outcome {
        self.depth = self.depth.checked_sub(1).ok_or(Fault::TooComplex)?;
        let outcome = self.sequence(at, p);
        self.depth += 1;
        outcome
    }

    fn sequence(&mut self, mut at: usize, mut p: usize) -> Outcome {
        loop {
            self.fuel.spend(1)?;
            let Some(first) = self.items.get(p) else {
                self.found.range.end = at;
                return Ok(true);
            };
            match (first, self.items.get(p + 1)) {
                (b'(', Some(b')')) => return self.open(at, Slot::POSITION, p + 2),
                (b'(', _) => return self.open(at, Slot::OPEN, p + 1),
                (b')', _) => return self.close(at, p + 1),
                (b'$', None) => {
                    self.found.range.end = at;
                    return Ok(at == self.subject.len());
                }
                (b'%', Some(b'b')) => match self.balanced(at, p + 2)? {
                    Some(end) => (at, p) = (end, p + 4),
                    None => return Ok(false),
                },
                (b'%', Some(b'f')) => match self.frontier(at, p + 2)? {
                    Some(end) => p = end,
                    None => return Ok(false),
                },
                (b'%', Some(digit @ b'0'..=b'9')) => match self.again(at, digit - b'0')? {
                    Some(end) => (at, p) = (end, p + 2),
                    None => return Ok(false),
                },
                _ => {
                    let (single, next) = self.items.single(p, first, &mut self.fuel)?;
                    let suffix = self.items.get(next);
                    let fits = match self.subject.get(at) {
                        Some(&byte) => self.items.fits(single, byte, &mut self.fuel)?,
                        None => false,
                    };
                    match (suffix, fits) {
                        (Some(b'?' | b'*' | b'-'), false) => p = next + 1,
                        (_, false) => return Ok(false),
                        (Some(b'?'), true) => {
                            if self.nested(at + 1, next + 1)? {
                                return Ok(true);
                            }
                            p = next + 1;
                        }
                        (Some(b'*'), true) => return self.greedy(at, single, 0, next + 1),
                        (Some(b'+'), true) => return self.greedy(at, single, 1, next + 1),
                        (Some(b'-'), true) => return self.lazy(at, single, next + 1),
                        (_, true) => (at, p) = (at + 1, next),
                    }
                }
            }
        }
    }

    /// Begins a capture; the rest of the pattern begins at `p`.
    fn open(&mut self, at: usize, end: usize, p: usize) -> Outcome {
        let found = &mut self.found;
        let slot = found.slots.get_mut(found.count);
        *slot.ok_or(Fault::TooManyCaptures)? = Slot { start: at, end };
        found.count += 1;
        let matched = self.nested(at, p)?;
        if !matched {
            self.found.count -= 1;
        }
        Ok(matched)
    }

    /// Ends the capture opened last, of those still open.
    fn close(&mut self, at: usize, p: usize) -> Outcome {
        let begun = self.found.begun();
        let open = begun.iter().rposition(|slot| slot.end == Slot::OPEN);
        let index = open.ok_or(Fault::InvalidPatternCapture)?;
        self.found.slots[index].end = at;
        let matched = self.nested(at, p)?;
        if !matched {
            self.found.slots[index].end = Slot::OPEN;
        }
        Ok(matched)
    }

    /// Past the text that begins with the byte at `p` and ends with the
    /// balancing byte after it.
    fn balanced(&mut self, at: usize, p: usize) -> Result<Option<usize>, PatternError> {
        let (Some(begin), Some(end)) = (self.items.get(p), self.items.get(p + 1)) else {
            return Err(Fault::MissingBalanceArguments.into());
        };
        if self.subject.get(at) != Some(&begin) {
            return Ok(None);
        }
        let mut inside = 1_usize;
        let close = self.fuel.scan(&self.subject[at + 1..], |seen| {
            seen.iter().position(|&byte| {
                // The same byte for both ends what it began.
                if byte == end {
                    inside -= 1;
                } else if byte == begin {
                    inside += 1;
                }
                inside == 0
            })
        })?;
        Ok(close.map(|index| at + index + 2))
    }

    /// Past the set at `p`, if `at` is where bytes of the set begin. Beyond
    /// either end of the subject there is a NUL.
    fn frontier(&mut self, at: usize, p: usize) -> Result<Option<usize>, PatternError> {
        if self.items.get(p) != Some(b'[') {
            return Err(Fault::MissingFrontierSet.into());
        }
        let (set, next) = self.items.single(p, b'[', &mut self.fuel)?;
        let before = at.checked_sub(1).map_or(0, |before| self.subject[before]);
        let here = self.subject.get(at).copied().unwrap_or(0);
        let begins =
            !self.items.fits(set, before, &mut self.fuel)? && self.items.fits(set, here, &mut self.fuel)?;
        Ok(begins.then_some(next))
    }

    /// Past the text of an earlier capture, if it is here again.
    fn again(&mut self, at: usize, number: u8) -> Result<Option<usize>, PatternError> {
        let begun = self.found.begun();
        let slot = usize::from(number).checked_sub(1).and_then(|i| begun.get(i));
        let Some(slot) = slot.filter(|slot| slot.end != Slot::OPEN) else {
            return Err(Fault::CaptureIndex(number).into());
        };
        if slot.end == Slot::POSITION {
            return Ok(None);
        }
        let text = &self.subject[slot.start..slot.end];
        self.fuel.spend_bytes(text.len())?;
        let matched = self.subject[at..].starts_with(text);
        Ok(matched.then_some(at + text.len()))
    }
}
