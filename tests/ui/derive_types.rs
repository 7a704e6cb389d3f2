//! Fields of the wrong type: one error at each, with the line that declares it and what would be accepted.

use agentc::Prompt;

#[derive(Prompt)]
#[prompt(path = "agents/order.agent")]
struct Order {
    r#type: u32,
    self_: String,
    rush: u8,
    state: String,
    buyer: (String, u32),
    lines: Vec<Extra>,
    notes: Vec<u8>,
    coupon: Option<bool>,
    gift: Option<Extra>,
    extras: Extra,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.extras")]
struct Extra {
    sku: char,
}

fn main() {}
