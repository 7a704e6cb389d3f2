//! In: a checked agent. Out: the Rust module that a user gets, as tokens for a macro and as the same
//! text for a build script and `agentc expand`.
//!
//! `types` names the structs and enums and `declare` writes them. `plan` turns operations into the steps of
//! straight-line code, with `place` for what they read and `toon` for objects and arrays; `write` and `size`
//! print those steps. `spec` states the facts, `decode` reads values and `json` writes them, `tools` calls
//! tools. `derive` does the same for a user's own struct.

mod declare;
mod decode;
pub(crate) mod derive;
mod json;
mod module;
mod names;
mod place;
mod plan;
pub(crate) mod prompt_file;
mod size;
mod spec;
mod tools;
mod toon;
mod types;
mod write;

use proc_macro2::TokenStream;
use quote::quote;

pub use module::{Module, Options};
#[cfg(feature = "build")]
pub(crate) use names::identifier;
pub use names::module_name;

use crate::ir::{Agent, Op, Template};
use crate::prompt_files::Program;
use module::{Gate, Item};
use plan::Context;
use types::Types;

/// How Rust spells the name of a field among its siblings.
pub(crate) fn field_name<'a>(name: &str, siblings: impl Iterator<Item = &'a str> + Clone) -> String {
    names::field(name, siblings).to_string()
}

/// The module of an agent. Emitting cannot fail; an agent with errors gets its types all the same.
#[must_use]
pub fn module(agent: &Agent, options: &Options) -> Module {
    let krate = options.krate();
    let context = Context { agent, krate, derived: None };
    let types = Types::of(agent, krate, options.serde());
    let mut items = types.declarations();
    let functions = prompt(&context);
    items.push(Item::plain(quote! { impl #krate::Prompt for Inputs { #functions } }));
    items.extend(sizes(&context).map(Item::plain));
    items.extend(types.decoders().into_iter().map(|tokens| Item { gate: Some(Gate::Values), tokens }));
    items.extend(types.toon().into_iter().map(|tokens| Item { gate: Some(Gate::Toon), tokens }));
    items.extend(types.json().into_iter().map(|tokens| Item { gate: Some(Gate::Json), tokens }));
    items.extend(
        tools::items(&types.tools, krate).into_iter().map(|tokens| Item { gate: Some(Gate::Json), tokens }),
    );
    Module::new(agent, options, items)
}

/// The module of an entry of prompt files; `root` is the folder of the set, for messages. With `embedded` the module has
/// the reached files as well. Emitting cannot fail; an entry with errors gets its struct all the same.
#[must_use]
pub fn entry_module(program: &Program, root: &str, options: &Options, embedded: bool) -> Module {
    prompt_file::module(&prompt_file::Entry { program, root }, options, embedded)
}

// const SPEC: &'static ::agentc::Spec = …;
// fn render_into_with(&self, out: &mut String, env: &dyn ::agentc::Env) { … }
// fn system_into_with(&self, out: &mut String, env: &dyn ::agentc::Env) { … }
fn prompt(context: &Context<'_>) -> TokenStream {
    let Context { agent, krate, .. } = context;
    let spec = spec::spec(agent, krate);
    let render = write::function("render_into_with", "prompt_size", &agent.prompt, context);
    let default_system;
    let system = match &agent.system {
        Some(template) => template,
        None => {
            default_system = Template { ops: vec![Op::Text(agent.default_system())] };
            &default_system
        }
    };
    let system = write::function("system_into_with", "system_size", system, context);
    quote! {
        const SPEC: &'static #krate::Spec = #spec;
        #render
        #system
    }
}

// impl Inputs {
//     /// The bytes of the prompt, with what the environment adds left out.
//     fn prompt_size(&self) -> usize { … }
// }
fn sizes(context: &Context<'_>) -> Option<TokenStream> {
    let Context { agent, .. } = context;
    let prompt = size::function("prompt_size", &agent.prompt, context);
    let system = agent.system.as_ref().and_then(|system| size::function("system_size", system, context));
    (prompt.is_some() || system.is_some()).then(|| quote! { impl Inputs { #prompt #system } })
}
