//! In: a checked agent. Out: the Rust module that a user gets, as tokens for a macro and as the same
//! text for a build script and `agentc expand`.
//!
//! `types` declares the structs and enums, `plan` turns operations into the steps of straight-line
//! code, `write` and `size` print those steps, `spec` states the facts, `decode` reads values.

mod decode;
mod module;
mod names;
mod plan;
mod size;
mod spec;
mod toon;
mod types;
mod write;

use proc_macro2::TokenStream;
use quote::quote;

pub use module::{Module, Options};
#[cfg(feature = "build")]
pub(crate) use names::identifier;
pub use names::module_name;

use crate::ir::{Agent, Template};
use module::{Gate, Item};
use types::Types;

/// The module of an agent. Emitting cannot fail; an agent with errors gets its types all the same.
#[must_use]
pub fn module(agent: &Agent, options: &Options) -> Module {
    let krate = options.krate();
    let types = Types::of(agent, krate);
    let mut items = types.declarations();
    items.push(Item::plain(prompt(agent, krate)));
    items.extend(sizes(agent, krate).map(Item::plain));
    items.extend(types.decoders().into_iter().map(|tokens| Item { gate: Some(Gate::Values), tokens }));
    items.extend(types.from_json().into_iter().map(|tokens| Item { gate: Some(Gate::Json), tokens }));
    Module::new(agent, options, items)
}

// impl ::agentc::Prompt for Inputs {
//     const SPEC: &'static ::agentc::Spec = …;
//     fn render_into_with(&self, out: &mut String, env: &dyn ::agentc::Env) { … }
//     fn system_into_with(&self, out: &mut String, env: &dyn ::agentc::Env) { … }
// }
fn prompt(agent: &Agent, krate: &TokenStream) -> TokenStream {
    let spec = spec::spec(agent, krate);
    let render = write::function("render_into_with", "prompt_size", &agent.prompt, agent, krate);
    let default_system;
    let system = match &agent.system {
        Some(template) => template,
        None => {
            let text = crate::ir::Op::Text(agent.default_system());
            default_system = Template { ops: vec![text] };
            &default_system
        }
    };
    let system = write::function("system_into_with", "system_size", system, agent, krate);
    quote! {
        impl #krate::Prompt for Inputs {
            const SPEC: &'static #krate::Spec = #spec;
            #render
            #system
        }
    }
}

// impl Inputs {
//     /// The bytes of the prompt, with what the environment adds left out.
//     fn prompt_size(&self) -> usize { … }
// }
fn sizes(agent: &Agent, krate: &TokenStream) -> Option<TokenStream> {
    let prompt = size::function("prompt_size", &agent.prompt, agent, krate);
    let system = agent.system.as_ref().and_then(|system| size::function("system_size", system, agent, krate));
    (prompt.is_some() || system.is_some()).then(|| quote! { impl Inputs { #prompt #system } })
}
