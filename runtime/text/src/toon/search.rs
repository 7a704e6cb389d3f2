//! The search for characters for which a string is quoted (TOON 7.2).
//!
//! In: bytes. Out: whether one of them may be such a character. On many short strings this search is
//! most of the work of writing, so it looks at sixteen bytes at a time; a shorter string, and what is
//! left of a longer one, is looked at together with bytes that were seen before.

use super::scalar::Delimiter;

/// Whether there is a character for which a string is quoted, or a bar, which is taken for one whatever
/// the delimiter.
#[inline]
pub(super) fn has_mark(bytes: &[u8], delimiter: Delimiter) -> bool {
    // Among the others already are the tab, as a control character, and the bar.
    let delimiter = if let Delimiter::Comma = delimiter { b',' } else { b':' };
    if let Some(end) = bytes.last_chunk::<16>() {
        let (blocks, _) = bytes.get(..bytes.len() - 1).unwrap_or_default().as_chunks::<16>();
        return block_has_mark(end, delimiter) || blocks.iter().any(|block| block_has_mark(block, delimiter));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return pair_has_mark([u64::from_ne_bytes(*first), u64::from_ne_bytes(*last)], delimiter);
    }
    let word = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(first), Some(last), _) => {
            u64::from(u32::from_ne_bytes(*first)) | u64::from(u32::from_ne_bytes(*last)) << 32
        }
        (_, _, [a, b, c]) => u64::from_ne_bytes([*a, *b, *c, *a, *a, *a, *a, *a]),
        (_, _, [a, .., b] | [a @ b]) => u64::from_ne_bytes([*a, *b, *a, *a, *a, *a, *a, *a]),
        _ => return false,
    };
    pair_has_mark([word, word], delimiter)
}

#[inline]
fn block_has_mark(block: &[u8; 16], delimiter: u8) -> bool {
    match block.as_chunks::<8>().0 {
        [first, last] => pair_has_mark([u64::from_ne_bytes(*first), u64::from_ne_bytes(*last)], delimiter),
        _ => false,
    }
}

/// Sixteen bytes, compared at once. The case bit makes braces of brackets, and a bar of the backslash
/// between them, so that one range holds them all.
#[cfg(target_arch = "x86_64")]
#[inline]
fn pair_has_mark(words: [u64; 2], delimiter: u8) -> bool {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
        _mm_sub_epi8,
    };
    let every = |byte: u8| _mm_set1_epi8(byte.cast_signed());
    let bytes = _mm_set_epi64x(words[1].cast_signed(), words[0].cast_signed());
    let is = |byte| _mm_cmpeq_epi8(bytes, every(byte));
    let at_most = |bytes, byte| _mm_cmpeq_epi8(_mm_min_epu8(bytes, every(byte)), bytes);
    let folded = _mm_sub_epi8(_mm_or_si128(bytes, every(0x20)), every(b'{'));
    let ranges = _mm_or_si128(at_most(bytes, 0x1f), at_most(folded, b'}' - b'{'));
    let marks = _mm_or_si128(_mm_or_si128(is(b'"'), is(b':')), is(delimiter));
    _mm_movemask_epi8(_mm_or_si128(ranges, marks)) != 0
}

/// The same eight at a time, each in its byte of a word: the highest bit of a byte is set where the test
/// holds. The lowest byte for which one holds is right, and that is enough.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn portable_pair_has_mark(words: [u64; 2], delimiter: u8) -> bool {
    const EVERY: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = EVERY << 7;
    let below = |word: u64, byte: u8| word.wrapping_sub(EVERY * u64::from(byte)) & !word;
    let is = |word: u64, byte: u8| below(word ^ EVERY * u64::from(byte), 1);
    let braces = |word: u64| {
        // No sum goes over into the next byte.
        let folded = word & !HIGHEST | EVERY * 0x20;
        let from = folded + EVERY * u64::from(0x80 - b'{');
        let beyond = folded + EVERY * u64::from(0x80 - (b'}' + 1));
        from & !beyond & !word
    };
    let marks =
        |word: u64| below(word, 0x20) | is(word, b'"') | is(word, b':') | is(word, delimiter) | braces(word);
    (marks(words[0]) | marks(words[1])) & HIGHEST != 0
}

#[cfg(not(target_arch = "x86_64"))]
use portable_pair_has_mark as pair_has_mark;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_at_every_place() {
        for length in 1..50 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
                        let mark = byte < 0x20
                            || b"\":[]{}\\|".contains(&byte)
                            || byte == b',' && delimiter == Delimiter::Comma;
                        assert_eq!(has_mark(&bytes, delimiter), mark, "{byte} at {at} of {length}");
                    }
                }
            }
        }
        assert!(!has_mark(b"", Delimiter::Comma));
    }

    #[test]
    fn both_ways_find_the_same() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100_000 {
            let mut words = [0; 2];
            for word in &mut words {
                bits ^= bits << 13;
                bits ^= bits >> 7;
                bits ^= bits << 17;
                // Mostly letters, so that not everything is a mark.
                *word =
                    if bits % 3 == 0 { bits } else { bits & 0x0707_0707_0707_0707 | 0x6060_6060_6060_6060 };
            }
            let delimiter = if bits & 8 == 0 { b',' } else { b':' };
            assert_eq!(pair_has_mark(words, delimiter), portable_pair_has_mark(words, delimiter));
        }
    }
}
