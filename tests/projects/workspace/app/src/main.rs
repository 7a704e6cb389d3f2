//! A program that knows the runtime through a library only, and prompts outside of its own folder.

#![deny(warnings)]

use kit::agentc::Prompt;

kit::agentc::import!("../prompts/shared.agent");

fn main() {
    let who = "Ada".to_owned();
    println!("{}", shared::Inputs { who: who.clone() }.render());
    println!("{}", kit::greet::Inputs { who }.render());
}
