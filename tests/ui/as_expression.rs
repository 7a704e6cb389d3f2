//! A prompt is a module and not a value.

fn main() {
    let _ = agentc::import!("agents/topic.agent");
}
