//! Any value as [TOON](https://github.com/toon-format/spec) 4.1, and back.
//!
//! [`to_string`] writes whatever implements serde's `Serialize`. With the feature `toon`, [`from_str`]
//! reads into whatever implements `Deserialize`.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! let rows = [BTreeMap::from([("id", 1), ("n", 5)]), BTreeMap::from([("id", 2), ("n", 7)])];
//! let text = agentc::toon::to_string(&rows)?;
//! assert_eq!(text, "[2]{id,n}:\n  1,5\n  2,7");
//! # #[cfg(feature = "toon")]
//! assert_eq!(agentc::toon::from_str::<Vec<BTreeMap<String, u32>>>(&text).unwrap()[1]["n"], 7);
//! # Ok::<(), agentc::toon::WriteError>(())
//! ```

pub use agentc_text::toon::{
    Delimiter, MAX_DEPTH, MAX_WRAPPERS, WriteError, WriteErrorKind, WriteOptions, to_string, to_string_with,
    write_into,
};

#[cfg(feature = "toon")]
pub use agentc_text::answer::first_toon as first_document;
#[cfg(feature = "toon")]
pub use agentc_text::toon::{
    DecodeError, DecodeErrorKind, ReadErrorKind, ReadOptions, from_str, from_str_with,
};
