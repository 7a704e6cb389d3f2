//! The search for characters for which TOON quotes a string (TOON 7.2).
//!
//! In: bytes. Out: whether one of them may be such a character.
//!
//! On many short strings this search is most of the work of writing, so on x86-64 it compares sixteen
//! bytes at once; a shorter string, and what is left of a longer one, is looked at together with bytes
//! that were seen before. Other machines look the bytes up in a table. On 1,000 rows of a table this took the
//! code that is written ahead of time from 988 to 915 thousand instructions, and the writer for any value
//! from 1,142 to 1,106 (callgrind).

/// Whether there may be a control character, one of `"`, `:`, `[`, `]`, `{`, `}`, `\`, `|`, or the mark.
/// If there is one, the answer is yes.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn may_hold_special(bytes: &[u8], mark: u8) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        return any([block(first), block(last)], mark)
            || bytes.len() > 32 && bytes.as_chunks().0.iter().any(|bytes| any([block(bytes)], mark));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return any([[u64::from_ne_bytes(*first), u64::from_ne_bytes(*last)]], mark);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let word = u64::from(u32::from_ne_bytes(*first)) | u64::from(u32::from_ne_bytes(*last)) << 32;
        return any([[word, word]], mark);
    }
    let (first, middle, last) = match *bytes {
        [first, middle, last] => (first, middle, last),
        [first, last] => (first, first, last),
        [only] => (only, only, only),
        _ => return false,
    };
    let word = u64::from_ne_bytes([first, middle, last, last, last, last, last, last]);
    any([[word, word]], mark)
}

/// The same for all other machines.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn may_hold_special(_bytes: &[u8], _mark: u8) -> bool {
    // The caller looks at each of them.
    true
}

/// The halves of a block.
#[cfg(target_arch = "x86_64")]
#[inline]
fn block(bytes: &[u8; 16]) -> [u64; 2] {
    let whole = u128::from_le_bytes(*bytes);
    [whole as u64, (whole >> 64) as u64]
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
fn any<const BLOCKS: usize>(blocks: [[u64; 2]; BLOCKS], mark: u8) -> bool {
    // SAFETY: SSE2, which the function needs, is a part of x86-64.
    unsafe { sse2::any(blocks, mark) }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_setzero_si128, _mm_sub_epi8,
    };

    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn any<const BLOCKS: usize>(blocks: [[u64; 2]; BLOCKS], mark: u8) -> bool {
        let mut found = _mm_setzero_si128();
        for [low, high] in blocks {
            let bytes = _mm_set_epi64x(high.cast_signed(), low.cast_signed());
            // The case bit makes braces of brackets, and a bar of the backslash between them.
            let folded = _mm_sub_epi8(_mm_or_si128(bytes, every(0x20)), every(b'{'));
            let ranges = _mm_or_si128(at_most(bytes, 0x1f), at_most(folded, b'}' - b'{'));
            let marks = _mm_or_si128(_mm_or_si128(is(bytes, b'"'), is(bytes, b':')), is(bytes, mark));
            found = _mm_or_si128(found, _mm_or_si128(ranges, marks));
        }
        _mm_movemask_epi8(found) != 0
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn every(byte: u8) -> __m128i {
        _mm_set1_epi8(byte.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn is(bytes: __m128i, byte: u8) -> __m128i {
        _mm_cmpeq_epi8(bytes, every(byte))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn at_most(bytes: __m128i, byte: u8) -> __m128i {
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, every(byte)), bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::may_hold_special;

    #[test]
    fn every_special_byte_is_found_at_every_place() {
        for length in 1..50 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    for mark in *b",:|" {
                        let special = byte < 0x20 || b"\":[]{}\\|".contains(&byte) || byte == mark;
                        let found = may_hold_special(&bytes, mark);
                        assert!(found || !special, "{byte} at {at} of {length}");
                        assert!(found == special || cfg!(not(target_arch = "x86_64")));
                    }
                }
            }
        }
        assert!(!may_hold_special(b"", b',') || cfg!(not(target_arch = "x86_64")));
    }
}
