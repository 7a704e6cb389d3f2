//! A prompt filled in from structs that the program has anyway: borrowed, nested, with an enum and with a
//! value that may be missing. Nothing is copied to render it.

use agentc::Prompt;

/// All inputs of the file: one field for each, under the same name.
#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent")]
struct Reply<'a> {
    customer: &'a Customer,
    orders: &'a [Order<'a>],
    tone: Tone,
    question: &'a str,
    // `hint?` in the file: an `Option`, or the type itself where there always is one.
    hint: Option<&'a str>,
}

/// A nested object says which part of the file it stands for.
#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent", of = "inputs.customer")]
struct Customer {
    name: String,
    address: Address,
}

#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent", of = "inputs.customer.address")]
struct Address {
    city: String,
    country: String,
}

/// The elements of an array have the path of the array.
#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent", of = "inputs.orders")]
struct Order<'a> {
    title: &'a str,
    // Any integer or float type is a `number`; an integer prints its exact digits.
    cents: u64,
    state: State,
}

/// An enum has a variant for each word of the file: `paid`, `on-its-way`, …
#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent", of = "inputs.orders.state")]
enum State {
    Paid,
    OnItsWay,
    // Where the program has another name for it.
    #[prompt(rename = "sent-back")]
    Returned,
}

#[derive(agentc::Prompt)]
#[prompt(path = "agents/reply.agent", of = "inputs.tone")]
enum Tone {
    Formal,
    Warm,
}

fn main() {
    let customer = Customer {
        name: "Ines".to_owned(),
        address: Address { city: "Porto".to_owned(), country: "PT".to_owned() },
    };
    let orders = [
        Order { title: "Tides", cents: 1_250, state: State::OnItsWay },
        Order { title: "Wind, sand", cents: 900, state: State::Paid },
        Order { title: "Dunes", cents: 2_000, state: State::Returned },
    ];

    let reply = Reply {
        customer: &customer,
        orders: &orders,
        tone: Tone::Warm,
        question: "Where is my book?",
        hint: Some("The post is late this week."),
    };
    println!("--- {} says {}", Reply::SPEC.name, reply.system());
    println!("{}", reply.render());

    let first = Reply { orders: &[], tone: Tone::Formal, hint: None, ..reply };
    println!("--- without orders and hint");
    println!("{}", first.render());
}
