//! All goldens in a crate that forbids everything, with names of its own where generated code has some.

#![cfg_attr(not(doc), deny(warnings, missing_docs, unsafe_code, unused))]
#![cfg_attr(feature = "bare", no_implicit_prelude)]

// Macros reach into the modules that follow.
macro_rules! mine {
    ($($name:ident)*) => { $(#[allow(unused_macros)] macro_rules! $name { () => {}; })* };
}
mine! { if_json if_values concat env format include_bytes matches vec write }

/// Not that of the standard library.
pub struct String;
/// Not that of the standard library.
pub struct Vec;
/// Not that of the standard library.
pub enum Option {
    /// Not that of the prelude.
    Some,
    /// Not that of the prelude.
    None,
}
/// Not that of the standard library.
pub enum Result {
    /// Not that of the prelude.
    Ok,
    /// Not that of the prelude.
    Err,
}
/// Not that of the runtime.
pub trait Prompt {}
/// Not that of the runtime.
pub trait Env {}
/// Not that of the runtime.
pub struct Spec;
/// Not the crate.
pub mod agentc {}
/// Not the crate.
pub mod core {}
/// Not the crate.
pub mod std {}

pub use Option::{None, Some};
pub use Result::{Err, Ok};

// The test writes this file.
::core::include!("goldens.rs");
