//! Looking ahead: which bytes the rest of a pattern can begin with.

use super::class::ByteSet;
use super::error::PatternError;
use super::fuel::{Fuel, OutOfFuel};
use super::matcher::Matcher;

/// How many items to look at. What comes later hardly ever helps.
const REACH: usize = 16;

/// Where the rest of a pattern has a chance to match; everywhere else it
/// fails, so there is no need to try.
pub(super) struct Ahead {
    bytes: ByteSet,
    /// The one member of `bytes`, if there is just one.
    only: Option<u8>,
    /// Whether the end of the subject is such a place.
    at_end: bool,
}

impl Ahead {
    /// Looks at the pattern from `p` on; `None` if trying everywhere is as good.
    ///
    /// To be called only after the pattern from `p` on has been tried without
    /// an error in the present state of `matcher`, at whatever place. That
    /// attempt went by all items looked at here, and so has shown that there
    /// is no fault in them, nor a limit that they go over: no error is missed
    /// by not trying.
    pub(super) fn of(matcher: &mut Matcher<'_>, mut p: usize) -> Result<Option<Self>, PatternError> {
        let mut bytes = ByteSet::EMPTY;
        for _ in 0..REACH {
            matcher.fuel.spend(1)?;
            let Some(first) = matcher.items.get(p) else {
                return Ok(None);
            };
            match (first, matcher.items.get(p + 1)) {
                (b'(', Some(b')')) => p += 2,
                (b'(' | b')', _) => p += 1,
                (b'$', None) => return Ok(Self::new(bytes, true)),
                (b'%', Some(b'f' | b'0'..=b'9')) => return Ok(None),
                (b'%', Some(b'b')) => {
                    let Some(&[bracket, _]) = matcher.items.pattern.get(p + 2..p + 4) else {
                        return Ok(None);
                    };
                    bytes.insert(bracket);
                    return Ok(Self::new(bytes, false));
                }
                _ => {
                    let fuel = &mut matcher.fuel;
                    let (single, next) = matcher.items.single(p, first, fuel)?;
                    matcher.items.union_into(single, &mut bytes, fuel)?;
                    if !matches!(matcher.items.get(next), Some(b'?' | b'*' | b'-')) {
                        return Ok(Self::new(bytes, false));
                    }
                    p = next + 1;
                }
            }
        }
        Ok(None)
    }

    fn new(bytes: ByteSet, at_end: bool) -> Option<Self> {
        let only = bytes.only().filter(|_| !at_end);
        (bytes != ByteSet::FULL).then_some(Self { bytes, only, at_end })
    }

    /// The first place from `low` to `high`, both included.
    pub(super) fn first(
        &self,
        subject: &[u8],
        low: usize,
        high: usize,
        fuel: &mut Fuel,
    ) -> Result<Option<usize>, OutOfFuel> {
        let places = &subject[low..subject.len().min(high + 1)];
        let index = match self.only {
            Some(byte) => fuel.scan_fast(places, |seen| memchr::memchr(byte, seen))?,
            None => fuel.scan(places, |seen| seen.iter().position(|&byte| self.bytes.contains(byte)))?,
        };
        let end = (self.at_end && high == subject.len()).then_some(high);
        Ok(index.map(|index| low + index).or(end))
    }

    /// The last place from `low` to `high`, both included.
    pub(super) fn last(
        &self,
        subject: &[u8],
        low: usize,
        high: usize,
        fuel: &mut Fuel,
    ) -> Result<Option<usize>, OutOfFuel> {
        if self.at_end && high == subject.len() {
            return Ok(Some(high));
        }
        let places = &subject[low..subject.len().min(high + 1)];
        // Backwards, so what `Fuel::scan` would do has to be done here.
        let index = match self.only {
            Some(byte) => memchr::memrchr(byte, places),
            None => places.iter().rposition(|&byte| self.bytes.contains(byte)),
        };
        let passed = places.len() - index.unwrap_or(0);
        match self.only {
            Some(_) => fuel.spend_bytes(passed)?,
            None => fuel.spend(passed as u64)?,
        }
        Ok(index.map(|index| low + index))
    }
}
