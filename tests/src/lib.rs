//! What the tests of agentc share: the answers of the program `cases`, and reading and judging the cases
//! of a suite.

pub mod agent;
pub mod suite;
pub mod toon;
