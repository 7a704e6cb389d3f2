//! The text layer of [agentc](https://docs.rs/agentc): how numbers are written, the buffer that
//! generated code writes into, values whose shape is known only at run time, and TOON 4.1 both ways.
//!
//! Most users meet this crate only through `agentc`.

pub mod answer;
pub mod buf;
pub mod decode;
pub mod number;
mod place;
pub mod toon;
mod value;

pub use place::Place;
pub use value::{Number, Value};
