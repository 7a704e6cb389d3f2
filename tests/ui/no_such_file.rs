//! Paths that name no file, or none that can be read.

agentc::import!("agents/topik.agent");
agentc::import!("topic.agent");
agentc::import!("src/../agents");
agentc::import!("");
agentc::import!("agents/latin1.agent");

fn main() {}
