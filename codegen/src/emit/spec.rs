//! In: an agent. Out: the constant that states what a runtime wants to know of it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ir::Agent;
use crate::schema;

// &::agentc::Spec::new("brief", "claude-opus-4-7", "agents/brief.agent")
//     .with_description("Summarize sources for an audience, optionally in detail.")
//     .with_inputs_schema("{…}")
//     …
pub(super) fn spec(agent: &Agent, krate: &TokenStream) -> TokenStream {
    let Agent { name, model, source, settings, .. } = agent;
    let mut calls = TokenStream::new();
    if let Some(description) = &agent.description {
        calls.extend(quote!(.with_description(#description)));
    }
    if agent.system.is_some() {
        calls.extend(quote!(.with_system()));
    }
    let inputs = raw(&schema::of_parameters(&agent.inputs));
    calls.extend(quote!(.with_inputs_schema(#inputs)));
    if let Some(outputs) = &agent.outputs {
        let outputs = raw(&schema::of_parameters(outputs));
        calls.extend(quote!(.with_outputs_schema(#outputs)));
    }
    if !agent.tools.is_empty() {
        let tools = agent.tools.iter().map(|tool| {
            let name = &tool.name;
            match &tool.typed {
                None => quote!(#krate::ToolSpec::named(#name)),
                Some(typed) => {
                    let (description, schema) = (&typed.description, raw(&schema::of_fields(&typed.input)));
                    quote!(#krate::ToolSpec::typed(#name, #description, #schema))
                }
            }
        });
        calls.extend(quote!(.with_tools(&[#(#tools),*])));
    }
    if !agent.uses.is_empty() {
        let uses = agent.uses.iter().map(|used| {
            let name = &used.name;
            match &used.inputs {
                None => quote!(#krate::AgentSpec::named(#name)),
                Some(inputs) => {
                    let schema = raw(&schema::of_parameters(inputs));
                    quote!(#krate::AgentSpec::typed(#name, #schema))
                }
            }
        });
        calls.extend(quote!(.with_uses(&[#(#uses),*])));
    }
    for (method, value) in [
        ("with_max_turns", settings.max_turns),
        ("with_max_context_tokens", settings.max_context_tokens),
        ("with_retries", settings.retries),
    ] {
        if let Some(value) = value {
            let (method, value) = (quote::format_ident!("{method}"), Literal::u64_unsuffixed(value));
            calls.extend(quote!(.#method(#value)));
        }
    }
    if let Some(temperature) = settings.temperature {
        let temperature = Literal::f64_unsuffixed(temperature);
        calls.extend(quote!(.with_temperature(#temperature)));
    }
    let prefix = agent.prompt.static_prefix();
    if !prefix.is_empty() {
        calls.extend(quote!(.with_static_prefix(#prefix)));
    }
    quote!(&#krate::Spec::new(#name, #model, #source) #calls)
}

/// A schema as a raw string literal, which shows it as it is; nothing in one can end the literal.
fn raw(schema: &str) -> Literal {
    format!("r#\"{schema}\"#").parse().unwrap_or_else(|_| Literal::string(schema))
}
