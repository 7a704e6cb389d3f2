//! Comparisons of sixteen bytes at once, on x86-64.
//!
//! A byte is zero in the result of a comparison if it is what was asked for; the smaller of two results is zero
//! if one of them is.

use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
    _mm_set1_epi8, _mm_set1_epi64x, _mm_setzero_si128, _mm_sub_epi8, _mm_subs_epu8, _mm_xor_si128,
};

/// Whether no byte is a control character, one of `"`, `:`, `[`, `]`, `{`, `}`, `\`, or the delimiter, which
/// is given eight times.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn are_plain<const N: usize>(blocks: [[u64; 2]; N], delimiter: u64) -> bool {
    let delimiter = _mm_set1_epi64x(delimiter.cast_signed());
    let mut least = every(0xff);
    for block in blocks {
        let bytes = load(block);
        // The case bit makes braces of brackets; the second one stands two behind the first.
        let folded = _mm_sub_epi8(_mm_or_si128(bytes, every(0x20)), every(b'{'));
        let brackets = _mm_and_si128(folded, every(!2));
        let marks = _mm_min_epu8(_mm_xor_si128(bytes, every(b':')), _mm_xor_si128(bytes, delimiter));
        let marks = _mm_min_epu8(marks, _mm_xor_si128(bytes, every(b'\\')));
        least = _mm_min_epu8(least, _mm_min_epu8(_mm_min_epu8(low(bytes), brackets), marks));
    }
    _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) == 0
}

/// Whether no byte is a control character, `"` or `\`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn are_unescaped<const N: usize>(blocks: [[u64; 2]; N]) -> bool {
    let mut least = every(0xff);
    for block in blocks {
        let bytes = load(block);
        least = _mm_min_epu8(least, _mm_min_epu8(low(bytes), _mm_xor_si128(bytes, every(b'\\'))));
    }
    _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) == 0
}

/// Whether all bytes are ASCII letters, digits, `_` or `.`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn are_names<const N: usize>(blocks: [[u64; 2]; N]) -> bool {
    let mut most = _mm_setzero_si128();
    for block in blocks {
        let bytes = load(block);
        let letter = at_most(_mm_sub_epi8(_mm_or_si128(bytes, every(0x20)), every(b'a')), b'z' - b'a');
        let digit = at_most(_mm_sub_epi8(bytes, every(b'0')), 9);
        let marks = _mm_min_epu8(_mm_xor_si128(bytes, every(b'_')), _mm_xor_si128(bytes, every(b'.')));
        most = _mm_or_si128(most, _mm_min_epu8(_mm_min_epu8(letter, digit), marks));
    }
    _mm_movemask_epi8(_mm_cmpeq_epi8(most, _mm_setzero_si128())) == 0xffff
}

/// Control characters, and the quotation mark, which with one bit turned stands behind them.
#[inline]
#[target_feature(enable = "sse2")]
fn low(bytes: __m128i) -> __m128i {
    at_most(_mm_xor_si128(bytes, every(b'"' ^ 0x20)), 0x20)
}

#[inline]
#[target_feature(enable = "sse2")]
fn load([low, high]: [u64; 2]) -> __m128i {
    _mm_set_epi64x(high.cast_signed(), low.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn every(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn at_most(bytes: __m128i, byte: u8) -> __m128i {
    _mm_subs_epu8(bytes, every(byte))
}
