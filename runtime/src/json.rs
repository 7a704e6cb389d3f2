//! Any value as compact JSON.
//!
//! In: whatever implements serde's `Serialize`. Out: text, written by `serde_json`.

mod sort;

use serde_core::Serialize;

pub use agentc_text::answer::first_json as first_document;
pub use serde_json::Error;

/// The value as JSON without white space, keys in the order in which they are given.
///
/// NaN and the infinities are `null`; integers keep all their digits.
///
/// ```
/// assert_eq!(agentc::json::to_string(&(1, "a", [true]))?, r#"[1,"a",[true]]"#);
/// # Ok::<(), agentc::json::Error>(())
/// ```
///
/// # Errors
/// A key that JSON cannot have, or a value whose `Serialize` fails.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value)
}

/// The same as [`to_string`] with the keys of every object in the order of their characters, so that
/// equal values have equal texts: the order of Unicode code points. Of a key that is given twice the last
/// value is kept.
///
/// ```
/// let map = std::collections::HashMap::from([("b", 1), ("a", 2), ("c", 3)]);
/// assert_eq!(agentc::json::to_string_sorted(&map)?, r#"{"a":2,"b":1,"c":3}"#);
/// # Ok::<(), agentc::json::Error>(())
/// ```
///
/// # Errors
/// As [`to_string`].
pub fn to_string_sorted<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    // A tree of values would be shorter, but has no place for the digits of an f32 or i128.
    to_string(value).map(|text| sort::sorted(&text))
}
