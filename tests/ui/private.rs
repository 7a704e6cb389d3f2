//! A module without `pub` is private, and what it needs for itself always is.

mod prompts {
    agentc::import!("agents/topic.agent");
}

mod open {
    agentc::import!(pub "agents/topic.agent");
}

fn main() {
    let inputs: prompts::topic::Inputs = todo!();
    let size = open::topic::Inputs::prompt_size(&inputs);
}
