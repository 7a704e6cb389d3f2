//! Renders each line of `values.jsonl`, and prints the text as Rust writes it.

use agentc::Prompt;

agentc::include_generated!();

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::fs::read_to_string("values.jsonl")?.lines() {
        println!("{:?}", tables::Inputs::from_json(line)?.render());
    }
    Ok(())
}
