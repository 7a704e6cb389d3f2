//! Whether a text is written as it is: a string without the characters for which TOON quotes it, a key
//! with those of names alone (TOON 7.2, 7.3).
//!
//! In: bytes. Out: whether all of them are such bytes.
//!
//! On many short strings this is most of the work of writing, so on x86-64 sixteen bytes are compared at
//! once. Other machines look the bytes up in a table.

use super::bytes::{CODE, ESCAPE, NAME, QUOTE, has};
#[cfg(target_arch = "x86_64")]
use super::sse2;

/// Which bytes a text may have.
pub(crate) trait Allowed: Copy {
    /// Whether it may have this one.
    fn byte(self, byte: u8) -> bool;

    /// Whether it may have all of these.
    #[inline]
    fn blocks<const N: usize>(self, blocks: [[u64; 2]; N]) -> bool {
        blocks.as_flattened().iter().all(|half| half.to_le_bytes().iter().all(|byte| self.byte(*byte)))
    }
}

/// Any bytes.
#[derive(Clone, Copy)]
pub(crate) struct Any;

impl Allowed for Any {
    #[inline]
    fn byte(self, _byte: u8) -> bool {
        true
    }

    #[inline]
    fn blocks<const N: usize>(self, _blocks: [[u64; 2]; N]) -> bool {
        true
    }
}

/// Those of a string without quotes: no control character, none of `"`, `:`, `[`, `]`, `{`, `}`, `\`, and no
/// delimiter.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    /// The marks of the others.
    marks: u8,
    /// Eight times the delimiter.
    #[cfg(target_arch = "x86_64")]
    delimiter: u64,
}

impl Plain {
    /// `mark` is what that delimiter has.
    #[inline]
    pub const fn new(delimiter: u8, mark: u8) -> Self {
        let _ = delimiter;
        Self {
            marks: QUOTE | mark,
            #[cfg(target_arch = "x86_64")]
            delimiter: u64::from_le_bytes([delimiter; 8]),
        }
    }
}

impl Allowed for Plain {
    #[inline]
    fn byte(self, byte: u8) -> bool {
        !has(byte, self.marks)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[allow(unsafe_code)]
    fn blocks<const N: usize>(self, blocks: [[u64; 2]; N]) -> bool {
        // SAFETY: SSE2, which the function needs, is a part of x86-64.
        unsafe { sse2::are_plain(blocks, self.delimiter) }
    }
}

/// Those of a string in quotes without escapes: no control character, `"` or `\`.
#[derive(Clone, Copy)]
pub(crate) struct Unescaped;

impl Allowed for Unescaped {
    #[inline]
    fn byte(self, byte: u8) -> bool {
        !has(byte, ESCAPE | CODE)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[allow(unsafe_code)]
    fn blocks<const N: usize>(self, blocks: [[u64; 2]; N]) -> bool {
        // SAFETY: SSE2, which the function needs, is a part of x86-64.
        unsafe { sse2::are_unescaped(blocks) }
    }
}

/// Those of a key without quotes: ASCII letters, digits, `_` and `.`.
#[derive(Clone, Copy)]
pub(crate) struct Name;

impl Allowed for Name {
    #[inline]
    fn byte(self, byte: u8) -> bool {
        has(byte, NAME)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[allow(unsafe_code)]
    fn blocks<const N: usize>(self, blocks: [[u64; 2]; N]) -> bool {
        // SAFETY: SSE2, which the function needs, is a part of x86-64.
        unsafe { sse2::are_names(blocks) }
    }
}

/// Whether a text has none but these bytes.
#[inline(always)]
pub(crate) fn all(bytes: &[u8], allowed: impl Allowed) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        return allowed.blocks([block(first), block(last)])
            && (bytes.len() <= 32 || bytes.as_chunks().0.iter().all(|bytes| allowed.blocks([block(bytes)])));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return allowed.blocks([two(first, last)]);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return allowed.blocks([twice(first, last)]);
    }
    bytes.iter().all(|byte| allowed.byte(*byte))
}

/// The halves of a block.
#[inline]
pub(crate) fn block(bytes: &[u8; 16]) -> [u64; 2] {
    let whole = u128::from_le_bytes(*bytes);
    [whole as u64, (whole >> 64) as u64]
}

/// A block of eight bytes and eight more.
#[inline]
pub(crate) fn two(first: &[u8; 8], last: &[u8; 8]) -> [u64; 2] {
    [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
}

/// A block of four bytes and four more, twice.
#[inline]
pub(crate) fn twice(first: &[u8; 4], last: &[u8; 4]) -> [u64; 2] {
    [u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32; 2]
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Name, Plain, Unescaped, all};
    use crate::buf::bytes::{COMMA, PIPE};

    #[test]
    fn every_byte_is_found_at_every_place() {
        for (delimiter, mark) in [(b',', COMMA), (b'\t', 0), (b'|', PIPE)] {
            let is_plain = |byte: u8| byte >= 0x20 && !b"\":[]{}\\".contains(&byte) && byte != delimiter;
            finds_all_others(Plain::new(delimiter, mark), is_plain);
        }
        finds_all_others(Unescaped, |byte| byte >= 0x20 && byte != b'"' && byte != b'\\');
        finds_all_others(Name, |byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    }

    fn finds_all_others(allowed: impl Allowed, is_allowed: impl Fn(u8) -> bool) {
        assert!(all(b"", allowed));
        for length in 1..50 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    assert_eq!(all(&bytes, allowed), is_allowed(byte), "{byte} at {at} of {length}");
                }
            }
        }
    }
}
