//! A field is left out, optional or not.

agentc::import!("agents/topic.agent");

fn main() {
    let _ = topic::Inputs {
        tone: topic::Tone::Dry,
        rows: None,
    };
    let _ = topic::Inputs {
        topic: "rain".to_owned(),
        tone: topic::Tone::Dry,
    };
}
