//! Prints its prompt.

use agentc::Prompt;

mod first {
    /// What the prompt is filled in with.
    #[derive(agentc::Prompt)]
    #[prompt(path = "agents/first.agent")]
    pub struct Inputs {}
}

fn main() {
    println!("{}", first::Inputs {}.render());
}
