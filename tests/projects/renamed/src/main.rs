//! The runtime under another name, in a crate where `agentc` means nothing.

#![deny(warnings)]

use prompts::Prompt;

prompts::import!("agents/greet.agent");

fn main() {
    let inputs = greet::Inputs::from_json(r#"{"who": "Ada"}"#).unwrap();
    println!("{}", inputs.render());
}
