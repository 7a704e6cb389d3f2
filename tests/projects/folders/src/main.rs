//! Modules nested as the folders are.

#![deny(warnings)]

use agentc::Prompt;

agentc::include_generated!();

fn main() {
    let who = || "Ada".to_owned();
    println!("{}", brief::Inputs { who: who() }.render());
    println!("{}", r#type::brief::Inputs { who: who() }.render());
    println!("{}", r#type::r#type::Inputs { who: who() }.render());
    println!("{}", mail::out::brief::Inputs { who: who() }.render());
    println!("{}", mail::self_::Inputs { who: who() }.render());
    println!("{}", front_desk::hello::Inputs { who: who() }.render());
    println!("{}", mail::out::brief::Inputs::SPEC.source);
}
