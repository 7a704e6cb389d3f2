//! A prompt names an input that is not declared; the rest of the program is right.

use agentc::Prompt;

agentc::import!("agents/misspelt.agent");

fn main() {
    let inputs = misspelt::Inputs {
        topic: "rain".to_owned(),
        formal: true,
    };
    println!("{}", inputs.render());
}
