//! `import!` in every place, under every name.

#![deny(warnings)]

use agentc::{Prompt, import};

agentc::import!("agents/greet.agent");
agentc::import!(pub "agents/greet.agent" as open);
agentc::import!(pub(crate) "formal/greet.agent" as formal_greet);
agentc::import!("agents/greet.agent" as r#type, deny(warnings),);
agentc::import!("agents/greet.agent" as r#match, crate = crate::runtime);
import!("agents/grüße an alle.agent");

/// The runtime under another path.
mod runtime {
    pub use agentc::*;
}

mod outer {
    pub mod inner {
        agentc::import!(pub(in crate::outer) "agents/greet.agent");
    }

    pub fn render(who: String) -> String {
        agentc::Prompt::render(&inner::greet::Inputs { who })
    }
}

/// Without the prelude, beside types of the same names.
#[no_implicit_prelude]
#[allow(dead_code)]
mod bare {
    pub struct String;
    pub struct Option;
    pub mod core {}
    pub mod std {}

    ::agentc::import!(pub "agents/greet.agent");
}

/// A macro of the user's around that of agentc.
macro_rules! prompt {
    ($path:literal as $name:ident) => {
        agentc::import!($path as $name);
    };
    ($name:ident, $source:expr) => {
        agentc::import!($source as $name);
    };
}
prompt!("formal/greet.agent" as wrapped);
prompt!(
    inline,
    r#"
agent: inline
model: m
inputs[1]{name,type}:
  who,string
prompt: Inline {inputs.who}
"#
);

fn in_a_function(who: String) -> String {
    agentc::import!("agents/greet.agent");
    greet::Inputs { who }.render()
}

fn in_another(who: String) -> String {
    agentc::import!("formal/greet.agent" as local);
    use local::Inputs;
    let again = || {
        agentc::import!("agents/greet.agent");
        greet::Inputs { who: who.clone() }.render()
    };
    [again(), Inputs { who: who.clone() }.render()].concat()
}

fn main() {
    let who = || "Ada".to_owned();
    println!("{}", greet::Inputs { who: who() }.render());
    println!("{}", open::Inputs { who: who() }.render());
    println!("{}", formal_greet::Inputs { who: who() }.render());
    println!("{}", r#type::Inputs { who: who() }.render());
    println!("{}", r#match::Inputs { who: who() }.render());
    println!("{}", everyone::Inputs { who: who() }.render());
    println!("{}", outer::render(who()));
    println!("{}", bare::greet::Inputs { who: who() }.render());
    println!("{}", wrapped::Inputs { who: who() }.render());
    println!("{}", inline::Inputs { who: who() }.render());
    println!("{}", in_a_function(who()));
    println!("{}", in_another(who()));
    println!("{}", everyone::Inputs::SPEC.source);
}
