//! The text layer of [agentc](https://docs.rs/agentc): how numbers are written, the buffer that
//! generated code writes into, values whose shape is known only at run time, and TOON 4.1 both ways.
//!
//! Most users meet this crate only through `agentc`.

pub mod buf;
pub mod decode;
pub mod number;
pub mod toon;
mod value;

pub use value::{Number, Value};
