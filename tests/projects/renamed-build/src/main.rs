//! The runtime under another name, in a crate where `agentc` means nothing.

#![deny(warnings)]

use prompts::Prompt;

prompts::include_generated!();

fn main() {
    let inputs = greet::Inputs { who: "Ada".to_owned() };
    println!("{}", inputs.render());
}
