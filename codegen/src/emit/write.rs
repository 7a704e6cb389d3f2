//! In: steps. Out: the function that appends them to a string.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::plan::{Context, Plan, Step, env_name, plan};
use super::size;
use crate::ir::Template;
use agentc_text::buf::MAX_RUN;

// fn render_into_with(&self, out: &mut String, env: &dyn ::agentc::Env) {
//     let mut out = ::agentc::__private::Buf::append(out, self.prompt_size());
//     out.piece(("Write a brief for ", &*self.audience, ".\n"));
//     …
// }
pub(super) fn function(name: &str, size: &str, template: &Template, context: &Context<'_>) -> TokenStream {
    let krate = context.krate;
    let name = format_ident!("{name}");
    let Plan { steps, env } = plan(template, context);
    let (out, body) = match steps.as_slice() {
        [] => (format_ident!("_out"), TokenStream::new()),
        [Step::Text(text)] => (format_ident!("out"), quote!(out.push_str(#text);)),
        steps => {
            let statements = statements(steps, krate);
            let size = if has_size_method(&env, context) {
                let size = format_ident!("{size}");
                quote!(self.#size())
            } else {
                let size = size::body(steps, krate);
                quote!({ #size })
            };
            let buffer = quote!(let mut out = #krate::__private::Buf::append(out, #size););
            (format_ident!("out"), quote!(#buffer #statements))
        }
    };
    let lookups = env.iter().enumerate().map(|(index, name)| {
        let variable = env_name(index);
        quote!(let #variable = #krate::Env::get(env, #name);)
    });
    let env = if env.is_empty() { format_ident!("_env") } else { format_ident!("env") };
    quote! {
        fn #name(&self, #out: &mut ::std::string::String, #env: &dyn #krate::Env) {
            #(#lookups)*
            #body
        }
    }
}

/// Whether the size is a method of its own: not where it needs the environment, and not on a user's own
/// struct, which must not get methods that the user did not write.
pub(super) fn has_size_method(env: &[String], context: &Context<'_>) -> bool {
    env.is_empty() && context.derived.is_none()
}

pub(super) fn statements(steps: &[Step], krate: &TokenStream) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut run: Vec<TokenStream> = Vec::new();
    for step in steps {
        match step {
            Step::Text(text) => run.push(quote!(#text)),
            Step::Piece(piece) => run.push(piece.clone()),
            Step::Local { text, .. } => run.push(text.clone()),
            Step::Each { .. } | Step::If { .. } | Step::Code(_) => {
                tokens.extend(pieces(&std::mem::take(&mut run)));
                tokens.extend(block(step, krate));
            }
        }
    }
    tokens.extend(pieces(&run));
    tokens
}

// out.piece((i, ". ", &*item.title, "\n"));
fn pieces(run: &[TokenStream]) -> TokenStream {
    let piece = |run: &[TokenStream]| match run {
        [piece] => quote!(out.piece(#piece);),
        pieces => quote!(out.piece((#(#pieces),*));),
    };
    run.chunks(MAX_RUN).map(piece).collect()
}

fn block(step: &Step, krate: &TokenStream) -> TokenStream {
    match step {
        Step::Text(_) | Step::Piece(_) | Step::Local { .. } => TokenStream::new(),
        Step::Code(code) => code.clone(),
        Step::Each { list, slice, item, index, lead, body } => {
            let statements = statements(body, krate);
            let head = for_head(list, slice, item.as_ref(), index.as_ref(), krate);
            match lead {
                None => quote!(#head { #statements }),
                Some([first, next]) => quote! {
                    let mut lead = #first;
                    #head {
                        out.piece(lead);
                        #statements
                        lead = #next;
                    }
                },
            }
        }
        Step::If { arms, otherwise } => if_else(arms, otherwise, |steps| statements(steps, krate)),
    }
}

/// The head of a `for`, without what is not used.
pub(super) fn for_head(
    list: &TokenStream,
    slice: &TokenStream,
    item: Option<&Ident>,
    index: Option<&Ident>,
    krate: &TokenStream,
) -> TokenStream {
    match (item, index) {
        (Some(item), Some(index)) => {
            quote!(for (#index, #item) in #krate::__private::enumerate(#list))
        }
        (Some(item), None) => quote!(for #item in #list),
        (None, Some(index)) => quote!(for #index in 0..#slice.len()),
        (None, None) => quote!(for _ in #list),
    }
}

/// `if … { … } else if … { … } else { … }`
pub(super) fn if_else(
    arms: &[(TokenStream, Vec<Step>)],
    otherwise: &[Step],
    statements: impl Fn(&[Step]) -> TokenStream,
) -> TokenStream {
    let arms = arms.iter().enumerate().map(|(index, (condition, body))| {
        let keyword = if index == 0 { quote!(if) } else { quote!(else if) };
        let body = statements(body);
        quote!(#keyword #condition { #body })
    });
    let last = if otherwise.is_empty() {
        TokenStream::new()
    } else {
        let body = statements(otherwise);
        quote!(else { #body })
    };
    quote!(#(#arms)* #last)
}
