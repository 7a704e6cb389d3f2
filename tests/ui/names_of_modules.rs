//! Names behind `as` that no module can have.

agentc::import!("agents/topic.agent" as self);
agentc::import!("agents/topic.agent" as crate);
agentc::import!("agents/topic.agent" as _);
agentc::import!("agents/topic.agent" as 2nd);
agentc::import!("agents/topic.agent" as a::b);

fn main() {}
