//! What the tests of agentc share: the answers of the program `cases`, and reading and judging the cases
//! of a suite.

pub mod agent;
pub mod corpus;
pub mod diff;
pub mod dynamic;
pub mod emitted;
pub mod generate;
pub mod prompt_files;
pub mod suite;
pub mod toon;
