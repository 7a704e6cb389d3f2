//! The trait that renders is not in scope.

agentc::import!("agents/topic.agent");

fn main() {
    let inputs = topic::Inputs {
        topic: "rain".to_owned(),
        tone: topic::Tone::Dry,
        rows: None,
    };
    println!("{}", inputs.render());
}
