//! Values of another type than the declared one, and a variant that the enum does not have.

agentc::import!("agents/topic.agent");

fn main() {
    let _ = topic::Inputs {
        topic: "rain",
        tone: topic::Tone::Wet,
        rows: vec![],
    };
    let _ = topic::Inputs {
        topic: 4.to_string(),
        tone: "dry",
        rows: None,
    };
}
