//! What `import!` cannot read.

agentc::import!();
agentc::import!(agents / topic.agent);
agentc::import!(concat!("agents/", "topic.agent"));
agentc::import!(b"agents/topic.agent");
agentc::import!('t');
agentc::import!("agents/topic.agent" as);
agentc::import!("agents/topic.agent" as "topic");
agentc::import!("agents/topic.agent" as one two);
agentc::import!("agents/topic.agent" topic);
agentc::import!("agents/topic.agent", "agents/joins.agent");
agentc::import!("agents/topic.agent", pub);
agentc::import!("agents/topic.agent", max_tokens = 5);
agentc::import!("agents/topic.agent", deny);
agentc::import!("agents/topic.agent", deny("A902"));
agentc::import!("agents/topic.agent", crate);
agentc::import!("agents/topic.agent", crate = "agentc");
agentc::import!("agents/topic.agent"; deny(warnings));

fn main() {}
