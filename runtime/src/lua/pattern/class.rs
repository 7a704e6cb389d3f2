//! Sets of bytes: the classes of the C locale, and what `[...]` stands for.

use super::error::Fault;

/// A set of bytes, one bit each, so that membership costs the same however
/// the set was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    pub(super) const EMPTY: Self = Self([0; 4]);
    pub(super) const FULL: Self = Self([u64::MAX; 4]);

    #[inline]
    pub(super) const fn contains(&self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 != 0
    }

    pub(super) const fn insert(&mut self, byte: u8) {
        self.0[(byte >> 6) as usize] |= 1 << (byte & 63);
    }

    /// Inserts `low..=high` a word at a time: a range of three characters must
    /// not cost as much as the bytes it spans.
    fn insert_range(&mut self, low: u8, high: u8) {
        if low > high {
            return;
        }
        let (first, last) = (low >> 6, high >> 6);
        for word in first..=last {
            let from = if word == first { low & 63 } else { 0 };
            let to = if word == last { high & 63 } else { 63 };
            self.0[usize::from(word)] |= (u64::MAX >> (63 - to)) & (u64::MAX << from);
        }
    }

    pub(super) fn insert_all(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    const fn complement(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }

    /// The one member, if there is just one.
    pub(super) fn only(&self) -> Option<u8> {
        if self.0.iter().map(|word| word.count_ones()).sum::<u32>() != 1 {
            return None;
        }
        let word = self.0.iter().position(|&word| word != 0)?;
        u8::try_from(word * 64 + self.0[word].trailing_zeros() as usize).ok()
    }
}

/// The classes by letter, from `A` to `z`; a letter without a class has an
/// empty set, which no class has.
static CLASSES: [ByteSet; 58] = classes();

/// The set that `%` followed by `letter` stands for, if it is a class.
#[inline]
pub(super) fn class(letter: u8) -> Option<&'static ByteSet> {
    let set = CLASSES.get(usize::from(letter.checked_sub(b'A')?))?;
    (*set != ByteSet::EMPTY).then_some(set)
}

const fn classes() -> [ByteSet; 58] {
    let mut sets = [ByteSet::EMPTY; 58];
    let letters = b"acdglpsuwxz";
    let mut index = 0;
    while index < letters.len() {
        let letter = letters[index];
        let mut set = ByteSet::EMPTY;
        let mut byte = 0;
        loop {
            if belongs(byte, letter) {
                set.insert(byte);
            }
            if byte == u8::MAX {
                break;
            }
            byte += 1;
        }
        sets[(letter - b'A') as usize] = set;
        sets[(letter.to_ascii_uppercase() - b'A') as usize] = set.complement();
        index += 1;
    }
    sets
}

const fn belongs(byte: u8, letter: u8) -> bool {
    match letter {
        b'a' => byte.is_ascii_alphabetic(),
        b'c' => byte.is_ascii_control(),
        b'd' => byte.is_ascii_digit(),
        b'g' => byte.is_ascii_graphic(),
        b'l' => byte.is_ascii_lowercase(),
        b'p' => byte.is_ascii_punctuation(),
        // Unlike `is_ascii_whitespace`, C counts the vertical tab.
        b's' => matches!(byte, 9..=13 | 32),
        b'u' => byte.is_ascii_uppercase(),
        b'w' => byte.is_ascii_alphanumeric(),
        b'x' => byte.is_ascii_hexdigit(),
        // Not in the manual any more, but still understood.
        b'z' => byte == 0,
        _ => false,
    }
}

/// Where the set that opens at `start` ends: just past its `]`. A `]` that
/// comes first and the character after a `%` do not close it.
pub(super) fn set_end(pattern: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start + 1;
    if pattern.get(at) == Some(&b'^') {
        at += 1;
    }
    let mut first = true;
    loop {
        match pattern.get(at) {
            None => return Err(Fault::MissingBracket),
            Some(b']') if !first => return Ok(at + 1),
            Some(b'%') => at += 2,
            Some(_) => at += 1,
        }
        first = false;
    }
}

/// The members of the set written in `set`, from `[` to `]`.
///
/// The end of a range is taken as it is, even a `%`, although that `%` hid a
/// `]` from [`set_end`]: so `[a-%%]` has an escape left over just before its
/// `]`, and contains that `]`.
pub(super) fn set_members(set: &[u8]) -> ByteSet {
    let close = set.len() - 1;
    let negated = set.get(1) == Some(&b'^');
    let mut members = ByteSet::EMPTY;
    let mut at = if negated { 2 } else { 1 };
    while at < close {
        match set[at] {
            b'%' => {
                let escaped = set[at + 1];
                match class(escaped) {
                    Some(class) => members.insert_all(class),
                    None => members.insert(escaped),
                }
                at += 2;
            }
            low if set[at + 1] == b'-' && at + 2 < close => {
                members.insert_range(low, set[at + 2]);
                at += 3;
            }
            byte => {
                members.insert(byte);
                at += 1;
            }
        }
    }
    if negated { members.complement() } else { members }
}
