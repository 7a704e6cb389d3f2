//! Numbers as ECMAScript's `Number::toString` writes them (agent format, section 9), and integers
//! with all their digits.
//!
//! In: a number. Out: ASCII text appended to a `String`. Nothing here allocates beyond the output.

use crate::buf::{Lead, push_ascii, push_short};

/// Appends a double: the shortest digits that read back as the same value, plain up to 21 integer
/// digits and down to 0.000001, exponent form beyond; `0` for both zeros, `null` for NaN and infinities.
pub fn push_f64(out: &mut String, value: f64) {
    if let Some(short) = Short::of(value) {
        short.push_to(out);
    } else if let Some(whole) = whole(value) {
        push_integer(out, whole);
    } else if value.is_finite() {
        lay_out(out, zmij::Buffer::new().format_finite(value));
    } else {
        out.push_str("null");
    }
}

/// Appends a single: like [`push_f64`], with the shortest digits that read back as the same `f32`.
pub fn push_f32(out: &mut String, value: f32) {
    // Not all digits of a large whole single are significant.
    if let Some(whole) = whole(value.into()).filter(|whole| whole.unsigned_abs() < 1 << 24) {
        push_integer(out, whole);
    } else if value.is_finite() {
        lay_out(out, zmij::Buffer::new().format_finite(value));
    } else {
        out.push_str("null");
    }
}

/// The same with something before it.
pub(crate) fn push_f64_after(out: &mut String, lead: Lead, value: f64) {
    lead.push_to(out);
    push_f64(out, value);
}

/// The same with something before it.
pub(crate) fn push_f32_after(out: &mut String, lead: Lead, value: f32) {
    lead.push_to(out);
    push_f32(out, value);
}

/// A double as an integer, if it is one, all of whose digits are significant.
#[inline]
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // It is compared.
fn whole(value: f64) -> Option<i64> {
    let whole = value as i64;
    (whole as f64 == value && whole.unsigned_abs() < 1 << 53).then_some(whole)
}

/// A double of few digits, four of them decimals at most. That these can be told without a search for
/// the shortest digits, which costs more, pays for prices and percentages.
struct Short {
    negative: bool,
    whole: u64,
    /// Ten-thousandths.
    decimals: u64,
}

impl Short {
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // It is compared.
    fn of(value: f64) -> Option<Self> {
        let magnitude = value.abs();
        let digits = (magnitude * 1e4 + 0.5) as i64;
        // What is nearest to the quotient of two exact numbers is what these digits are read as, and there is
        // one such text of 15 digits.
        let is_short = digits < 1_000_000_000_000_000 && digits as f64 / 1e4 == magnitude;
        let digits = digits.unsigned_abs();
        is_short.then_some(Self { negative: value < 0.0, whole: digits / 10_000, decimals: digits % 10_000 })
    }

    /// The point and the decimals, and how many characters of them count.
    #[inline]
    fn decimals(&self) -> ([u8; 8], usize) {
        let pairs = (self.decimals / 100) | (self.decimals % 100) << 16;
        // 103 / 1024 is a tenth, and close enough for two digits.
        let tens = ((pairs * 103) >> 10) & 0x000f_000f;
        let digits = tens | (pairs - tens * 10) << 8;
        // The digits count up to the last that is not zero, which is the highest byte of those.
        let length = (64 - digits.leading_zeros() as usize).div_ceil(8);
        let text = u64::from(b'.') | (digits | 0x3030_3030) << 8;
        (text.to_le_bytes(), if length == 0 { 0 } else { 1 + length })
    }

    #[inline]
    fn len(&self) -> usize {
        digits(self.whole) + usize::from(self.negative) + self.decimals().1
    }

    #[inline]
    fn push_to(&self, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        push_integer(out, self.whole);
        let (text, length) = self.decimals();
        push_ascii(out, text, length);
    }
}

/// Appends an integer of any type with all its digits.
pub fn push_integer<I: itoa::Integer>(out: &mut String, value: I) {
    push_integer_after(out, Lead::NONE, value);
}

/// The same with something before it.
#[inline]
pub(crate) fn push_integer_after<I: itoa::Integer>(out: &mut String, lead: Lead, value: I) {
    push_short(out, lead, itoa::Buffer::new().format(value));
}

/// The bytes [`push_f64`] writes for this value.
#[must_use]
pub fn f64_len(value: f64) -> usize {
    if let Some(short) = Short::of(value) {
        return short.len();
    }
    if let Some(whole) = whole(value) {
        return integer_len(whole.unsigned_abs().into(), whole < 0);
    }
    if !value.is_finite() {
        return "null".len();
    }
    let mut length = 0;
    lay_out(&mut length, zmij::Buffer::new().format_finite(value));
    length
}

/// The bytes [`push_f32`] writes for this value.
#[must_use]
pub fn f32_len(value: f32) -> usize {
    if !value.is_finite() {
        return "null".len();
    }
    if value == 0.0 {
        return 1;
    }
    let mut length = 0;
    lay_out(&mut length, zmij::Buffer::new().format_finite(value));
    length
}

/// The bytes an integer takes: its decimal digits and, where negative, a sign.
#[must_use]
#[inline]
pub fn integer_len(magnitude: u128, negative: bool) -> usize {
    let digits = match u64::try_from(magnitude) {
        Ok(magnitude) => digits(magnitude),
        Err(_) => magnitude.ilog10() as usize + 1,
    };
    digits + usize::from(negative)
}

/// The number of decimal digits.
#[inline]
const fn digits(number: u64) -> usize {
    const POWERS: [u64; 20] = {
        let mut powers = [1; 20];
        let mut at = 1;
        while at < 20 {
            powers[at] = powers[at - 1] * 10;
            at += 1;
        }
        powers
    };
    // 1233 / 4096 is the logarithm of two, and close enough for 64 bits. Zero has a digit as one has.
    let bits = 64 - (number | 1).leading_zeros();
    let least = ((bits * 1233) >> 12) as usize;
    least + (number | 1 >= POWERS[least]) as usize
}

/// Where the pieces of a number go: into a text, or into a count of its bytes.
trait Sink {
    fn push(&mut self, text: &str);
}

impl Sink for String {
    fn push(&mut self, text: &str) {
        self.push_str(text);
    }
}

impl Sink for usize {
    fn push(&mut self, text: &str) {
        *self += text.len();
    }
}

/// Rearranges zmij's digits (`-1.5`, `3.0`, `1e21`, `1.5e-7`) into ECMAScript's layout.
fn lay_out(out: &mut impl Sink, shortest: &str) {
    // An exponent has four characters at most.
    let tail = shortest.len().saturating_sub("e-324".len());
    let Some(at) = shortest.bytes().skip(tail).position(|byte| byte == b'e').map(|at| tail + at) else {
        out.push(shortest.strip_suffix(".0").unwrap_or(shortest));
        return;
    };
    let (mantissa, exponent) = (&shortest[..at], &shortest[at + 1..]);
    let magnitude = mantissa.trim_start_matches('-');
    out.push(&mantissa[..mantissa.len() - magnitude.len()]);
    let (head, tail) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let tail = if tail == "0" { "" } else { tail };
    // The value is 0.d1…dk × 10^point, as section 9 puts it; `head` is the one digit d1.
    let point = 1 + exponent.parse::<i32>().unwrap_or_default();
    let count = i32::try_from(1 + tail.len()).unwrap_or(i32::MAX);
    if (count..=21).contains(&point) {
        out.push(head);
        out.push(tail);
        push_zeros(out, point - count);
    } else if (1..=21).contains(&point) {
        let (whole, fraction) = tail.split_at(usize::try_from(point - 1).unwrap_or_default());
        out.push(head);
        out.push(whole);
        out.push(".");
        out.push(fraction);
    } else if (-5..=0).contains(&point) {
        out.push("0.");
        push_zeros(out, -point);
        out.push(head);
        out.push(tail);
    } else {
        out.push(head);
        if !tail.is_empty() {
            out.push(".");
            out.push(tail);
        }
        out.push(if point > 0 { "e+" } else { "e-" });
        out.push(itoa::Buffer::new().format((point - 1).unsigned_abs()));
    }
}

fn push_zeros(out: &mut impl Sink, count: i32) {
    const ZEROS: &str = "000000000000000000000";
    out.push(&ZEROS[..usize::try_from(count).unwrap_or_default()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f64_text(value: f64) -> String {
        let mut out = String::new();
        push_f64(&mut out, value);
        out
    }

    /// The oracle: a crate that writes doubles as JavaScript engines do.
    fn ecmascript(value: f64) -> String {
        ryu_js::Buffer::new().format(value).to_owned()
    }

    #[test]
    fn examples_of_the_specification() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (3.0, "3"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e20, "100000000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (-2.5e30, "-2.5e+30"),
            (0.000_001, "0.000001"),
            (1e-7, "1e-7"),
            (-1.5e-9, "-1.5e-9"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (f64::NAN, "null"),
            (f64::NEG_INFINITY, "null"),
        ] {
            assert_eq!(f64_text(value), text);
        }
    }

    #[test]
    fn every_magnitude_is_laid_out_as_ecmascript_does() {
        for exponent in -330..=309 {
            for mantissa in ["1", "-1", "1.5", "-9.75", "1.2345678901234567", "9.999999999999999"] {
                let value: f64 = format!("{mantissa}e{exponent}").parse().unwrap();
                if value.is_finite() {
                    assert_eq!(f64_text(value), ecmascript(value), "{value:e}");
                }
            }
        }
    }

    #[test]
    fn random_doubles_match_ecmascript_and_their_length_is_known() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200_000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            for value in [f64::from_bits(bits), (bits >> 40) as f64, (bits >> 44) as f64 / -1000.0] {
                if value.is_finite() {
                    let text = f64_text(value);
                    assert_eq!(text, ecmascript(value));
                    assert_eq!(text.len(), f64_len(value), "{text}");
                }
            }
        }
    }

    #[test]
    fn singles_have_their_own_shortest_digits() {
        let mut out = String::new();
        push_f32(&mut out, 0.1);
        push_f32(&mut out, 1e-7);
        assert_eq!(out, "0.11e-7");
        assert_eq!(f32_len(0.1) + f32_len(1e-7), out.len());
    }

    #[test]
    fn integers_keep_every_digit() {
        let mut out = String::new();
        push_integer(&mut out, i128::MIN);
        assert_eq!(out, i128::MIN.to_string());
        assert_eq!(integer_len(i128::MIN.unsigned_abs(), true), out.len());
        assert_eq!(integer_len(0, false), 1);
    }
}
