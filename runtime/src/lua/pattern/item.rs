//! What stands for one character of the subject in a pattern.

use super::class::{ByteSet, class, set_end, set_members};
use super::error::{Fault, PatternError};
use super::fuel::Fuel;

/// How many sets of a pattern are kept ready. Few patterns have more, and in
/// those the sets are built again as they come by.
const KEPT: usize = 4;

/// A pattern item that matches one character.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    /// `.`
    Any,
    /// A plain or an escaped character.
    Byte(u8),
    /// `%a` and the like.
    Class(&'static ByteSet),
    /// `[...]` opening at `start`, last seen in `place`.
    Set { start: usize, place: usize },
}

#[derive(Clone, Copy)]
struct Built {
    start: usize,
    /// Just past the `]`; no set ends at 0, so that means unused.
    end: usize,
    members: ByteSet,
}

/// The items of a pattern, with the sets built last.
pub(super) struct Items<'p> {
    pub(super) pattern: &'p [u8],
    built: [Built; KEPT],
    oldest: usize,
}

impl<'p> Items<'p> {
    pub(super) fn new(pattern: &'p [u8]) -> Self {
        let unused = Built { start: 0, end: 0, members: ByteSet::EMPTY };
        Self { pattern, built: [unused; KEPT], oldest: 0 }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u8> {
        self.pattern.get(at).copied()
    }

    /// The item whose first character, at `at`, is `first`, and where what
    /// follows it begins.
    #[inline]
    pub(super) fn single(
        &mut self,
        at: usize,
        first: u8,
        fuel: &mut Fuel,
    ) -> Result<(Single, usize), PatternError> {
        match first {
            b'.' => Ok((Single::Any, at + 1)),
            b'%' => {
                let letter = self.get(at + 1).ok_or(Fault::EndsWithPercent)?;
                let single = class(letter).map_or(Single::Byte(letter), Single::Class);
                Ok((single, at + 2))
            }
            b'[' => {
                let place = self.place(at, fuel)?;
                let single = Single::Set { start: at, place };
                Ok((single, self.built[place].end))
            }
            byte => Ok((Single::Byte(byte), at + 1)),
        }
    }

    /// Whether `byte` is one that `single` stands for.
    #[inline]
    pub(super) fn fits(&mut self, single: Single, byte: u8, fuel: &mut Fuel) -> Result<bool, PatternError> {
        Ok(match single {
            Single::Any => true,
            Single::Byte(wanted) => wanted == byte,
            Single::Class(class) => class.contains(byte),
            Single::Set { start, place } => self.members(start, place, fuel)?.contains(byte),
        })
    }

    /// How many of `bytes` in a row `single` stands for.
    pub(super) fn span(
        &mut self,
        single: Single,
        bytes: &[u8],
        fuel: &mut Fuel,
    ) -> Result<usize, PatternError> {
        let set = match single {
            Single::Any => return Ok(bytes.len()),
            Single::Byte(wanted) => {
                let end = fuel.scan(bytes, |seen| seen.iter().position(|&b| b != wanted))?;
                return Ok(end.unwrap_or(bytes.len()));
            }
            Single::Class(class) => class,
            Single::Set { start, place } => self.members(start, place, fuel)?,
        };
        let end = fuel.scan(bytes, |seen| seen.iter().position(|&b| !set.contains(b)))?;
        Ok(end.unwrap_or(bytes.len()))
    }

    /// Adds the bytes that `single` stands for to `union`.
    pub(super) fn union_into(
        &mut self,
        single: Single,
        union: &mut ByteSet,
        fuel: &mut Fuel,
    ) -> Result<(), PatternError> {
        match single {
            Single::Any => *union = ByteSet::FULL,
            Single::Byte(byte) => union.insert(byte),
            Single::Class(class) => union.insert_all(class),
            Single::Set { start, place } => union.insert_all(self.members(start, place, fuel)?),
        }
        Ok(())
    }

    /// The members of the set opening at `start`, which was kept in `place`
    /// but may have had to make room since.
    #[inline]
    fn members(&mut self, start: usize, place: usize, fuel: &mut Fuel) -> Result<&ByteSet, PatternError> {
        let kept = self.built[place];
        let place = if kept.start == start && kept.end != 0 { place } else { self.place(start, fuel)? };
        Ok(&self.built[place].members)
    }

    /// Where the set opening at `start` is kept, after building it if need be.
    #[inline]
    fn place(&mut self, start: usize, fuel: &mut Fuel) -> Result<usize, PatternError> {
        let kept = |built: &Built| built.start == start && built.end != 0;
        match self.built.iter().position(kept) {
            Some(place) => Ok(place),
            None => self.build(start, fuel),
        }
    }

    #[cold]
    fn build(&mut self, start: usize, fuel: &mut Fuel) -> Result<usize, PatternError> {
        let end = set_end(self.pattern, start);
        let read = end.unwrap_or(self.pattern.len()) - start;
        fuel.spend(read as u64)?;
        let end = end?;
        let place = self.oldest;
        self.oldest = (place + 1) % KEPT;
        self.built[place] = Built { start, end, members: set_members(&self.pattern[start..end]) };
        Ok(place)
    }
}
