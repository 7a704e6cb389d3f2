//! Types that do not exist, of values that are rendered: one message each and nothing behind them.

use agentc::Prompt;

agentc::import!("agents/unknown_type.agent");

fn main() {
    println!("{}", unknown_type::Inputs::SPEC.name);
}
