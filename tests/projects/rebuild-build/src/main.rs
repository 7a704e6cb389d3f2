//! Prints its prompt.

use agentc::Prompt;

agentc::include_generated!();

fn main() {
    println!("{}", first::Inputs {}.render());
}
