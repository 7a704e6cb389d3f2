//! Two agents of one name in one place, and a module of the same name.

agentc::import!("agents/topic.agent");
agentc::import!("agents/topic.agent");

mod joins {}
agentc::import!("agents/joins.agent");

fn main() {}
