//! A library that passes the runtime on, with a prompt of its own.

#![deny(warnings)]

pub use agentc;

agentc::import!(pub "agents/greet.agent");
