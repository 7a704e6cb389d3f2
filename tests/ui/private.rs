//! A module without `pub` is private.

mod prompts {
    agentc::import!("agents/topic.agent");
}

fn main() {
    let _: Option<prompts::topic::Inputs> = None;
}
