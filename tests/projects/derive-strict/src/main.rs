//! A derive where nothing is in scope, everything is linted, and the names of the prelude are the user's.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unsafe_code, unused, clippy::pedantic)]

/// Not the one of the prelude.
#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.extras", crate = ::prompts)]
pub struct Option<'a> {
    sku: &'a str,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.buyer", crate = ::prompts)]
struct String {
    name: ::std::string::String,
    home: Vec,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.buyer.home", crate = ::prompts)]
struct Vec {
    city: ::std::boxed::Box<str>,
    zip: f32,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.lines", crate = ::prompts)]
struct Result {
    sku: ::std::string::String,
    count: usize,
    tags: [&'static str; 2],
    kind: Kind,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.lines.kind", crate = ::prompts)]
enum Kind {
    A,
    #[allow(dead_code)]
    B,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.state", crate = ::prompts)]
enum Some {
    Open,
    #[allow(dead_code)]
    NotYet,
    #[allow(dead_code)]
    #[prompt(rename = "1")]
    One,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.gift", crate = ::prompts)]
struct Gift {
    to: &'static str,
    wrap: Wrap,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.gift.wrap", crate = ::prompts)]
struct Wrap {
    color: &'static str,
}

#[derive(::prompts::Prompt)]
#[prompt(path = "agents/order.agent", crate = ::prompts)]
struct Prompt<'a, T> {
    r#type: T,
    self_: u64,
    rush: bool,
    state: Some,
    buyer: String,
    lines: &'a [Result],
    notes: &'a [T],
    coupon: ::core::option::Option<T>,
    gift: Gift,
    extras: ::std::vec::Vec<Option<'a>>,
}

fn main() {
    let line = Result { sku: ::std::convert::From::from("s"), count: 1, tags: ["t", "u"], kind: Kind::A };
    let prompt = Prompt {
        r#type: "order",
        self_: 7,
        rush: true,
        state: Some::Open,
        buyer: String {
            name: ::std::convert::From::from("n"),
            home: Vec { city: ::std::convert::From::from("c"), zip: 0.5 },
        },
        lines: &[line],
        notes: &["a"],
        coupon: ::core::option::Option::None,
        gift: Gift { to: "g", wrap: Wrap { color: "red" } },
        extras: ::std::vec![Option { sku: "e" }],
    };
    ::std::print!("{}", ::prompts::Prompt::render(&prompt));
}
