//! Rules, hostile input, and the comparison with Lua's own matcher.

mod differential;
mod hostile;
mod rules;
