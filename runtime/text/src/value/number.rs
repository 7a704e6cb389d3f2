//! The numbers of JSON and TOON.
//!
//! In: a number token, or a number of Rust. Out: an integer of 64 bits or a double, and its text.

use std::fmt;

use serde_core::ser::{Serialize, Serializer};

use crate::number;

/// A number with all that its source said: an integer of 64 bits, or a double.
///
/// Two numbers are equal when they are of the same variant and value: `1` is not `1.0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer from 0 to 2^64 - 1.
    Unsigned(u64),
    /// A negative integer from -2^63; one that is not negative is written [`Unsigned`](Self::Unsigned).
    Signed(i64),
    /// Any other number. NaN and the infinities are written as `null`.
    Double(f64),
}

impl Number {
    /// Reads a number token of JSON (RFC 8259, section 6; TOON 4).
    ///
    /// Integers of 64 bits are kept exactly, `-0` is 0, and everything else becomes the nearest
    /// double. `None` if the text is no number or its value is too large for a finite double.
    #[must_use]
    pub fn parse(token: &str) -> Option<Self> {
        if !is_number(token) {
            return None;
        }
        if let Ok(value) = token.parse() {
            return Some(Self::Unsigned(value));
        }
        if let Ok(value) = token.parse::<i64>() {
            return Some(Self::from(value));
        }
        // Adding zero turns -0.0 into 0.0 and changes nothing else.
        let value = token.parse::<f64>().ok()? + 0.0;
        value.is_finite().then_some(Self::Double(value))
    }

    /// The nearest double.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // The nearest double is what is asked for.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Unsigned(value) => value as f64,
            Self::Signed(value) => value as f64,
            Self::Double(value) => value,
        }
    }

    /// Appends the number: integers with all their digits, doubles as [`number::push_f64`] does.
    pub fn push_to(self, out: &mut String) {
        match self {
            Self::Unsigned(value) => number::push_integer(out, value),
            Self::Signed(value) => number::push_integer(out, value),
            Self::Double(value) => number::push_f64(out, value),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

/// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
pub(crate) fn is_number(token: &str) -> bool {
    fn digits(bytes: &[u8]) -> Option<&[u8]> {
        let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 { None } else { bytes.get(count..) }
    }
    fn after_integer(bytes: &[u8]) -> Option<&[u8]> {
        match bytes.strip_prefix(b"-").unwrap_or(bytes) {
            [b'0', rest @ ..] => Some(rest),
            bytes => digits(bytes),
        }
    }
    fn after_fraction(bytes: &[u8]) -> Option<&[u8]> {
        match bytes {
            [b'.', rest @ ..] => digits(rest),
            _ => Some(bytes),
        }
    }
    fn after_exponent(bytes: &[u8]) -> Option<&[u8]> {
        match bytes {
            [b'e' | b'E', b'+' | b'-', rest @ ..] | [b'e' | b'E', rest @ ..] => digits(rest),
            _ => Some(bytes),
        }
    }
    let rest = after_integer(token.as_bytes()).and_then(after_fraction).and_then(after_exponent);
    rest.is_some_and(<[u8]>::is_empty)
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self::Unsigned(value)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        u64::try_from(value).map_or(Self::Signed(value), Self::Unsigned)
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self::from(u64::from(value))
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self::from(i64::from(value))
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::Double(value)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Unsigned(value) => serializer.serialize_u64(value),
            Self::Signed(value) => serializer.serialize_i64(value),
            Self::Double(value) => serializer.serialize_f64(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_tokens_follow_the_grammar_of_json() {
        for token in ["0", "-0", "12", "0.5", "-0.5", "1e6", "1E+6", "0e1", "1.50", "-1.5e-3"] {
            assert!(Number::parse(token).is_some(), "{token}");
        }
        for token in
            ["", "-", "+1", ".5", "1.", "05", "-05", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity", "1 "]
        {
            assert!(Number::parse(token).is_none(), "{token}");
        }
    }

    #[test]
    fn integers_of_64_bits_are_exact() {
        assert_eq!(Number::parse("18446744073709551615"), Some(Number::Unsigned(u64::MAX)));
        assert_eq!(Number::parse("-9223372036854775808"), Some(Number::Signed(i64::MIN)));
        assert_eq!(Number::parse("18446744073709551616"), Some(Number::Double(18_446_744_073_709_551_616.0)));
    }

    #[test]
    fn both_zeros_are_written_alike() {
        for token in ["0", "-0", "-0.0", "0e1", "-0e-1"] {
            assert_eq!(Number::parse(token).unwrap().to_string(), "0", "{token}");
        }
        assert_eq!(Number::Double(-0.0).to_string(), "0");
        assert_eq!(Number::parse("-0"), Some(Number::Unsigned(0)));
    }

    #[test]
    fn a_number_beyond_the_doubles_is_none() {
        assert_eq!(Number::parse("1e400"), None);
        assert_eq!(Number::parse(&"9".repeat(400)), None);
        assert_eq!(Number::parse("1e-400"), Some(Number::Double(0.0)));
    }

    #[test]
    fn negative_integers_alone_are_signed() {
        assert_eq!(Number::from(7_i64), Number::Unsigned(7));
        assert_eq!(Number::from(-7_i64), Number::Signed(-7));
        assert_eq!(Number::from(-7_i64).as_f64(), -7.0);
    }
}
