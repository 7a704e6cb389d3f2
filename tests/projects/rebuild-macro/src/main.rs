//! Prints its prompt.

use agentc::Prompt;

agentc::import!("agents/first.agent");

fn main() {
    println!("{}", first::Inputs {}.render());
}
