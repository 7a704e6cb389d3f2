//! `import!` where no module can stand, and without the trait that renders.

agentc::import!("agents/topic.agent");

struct Agents {
    agentc::import!("agents/topic.agent");
}

fn main() {
    let prompt = agentc::import!("agents/topic.agent");
    let text = topic::Inputs {
        topic: "rain".to_owned(),
        tone: topic::Tone::Dry,
        rows: None,
    }
    .render();
}
