//! In: steps. Out: the function that adds up what they will write, so that one allocation is enough.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::plan::{Context, Plan, Step, plan};
use super::write::{for_head, has_size_method, if_else};
use crate::ir::Template;
use agentc_text::buf::MAX_RUN;

// fn prompt_size(&self) -> usize {
//     let mut size = 19;
//     size += ::agentc::__private::size(&*self.audience);
//     …
//     size
// }
pub(super) fn function(name: &str, template: &Template, context: &Context<'_>) -> Option<TokenStream> {
    let Plan { steps, env } = plan(template, context);
    if matches!(steps.as_slice(), [] | [Step::Text(_)]) || !has_size_method(&env, context) {
        return None;
    }
    let name = format_ident!("{name}");
    let body = body(&steps, context.krate);
    Some(quote! {
        fn #name(&self) -> usize { #body }
    })
}

/// The statements and the expression that add up the size.
pub(super) fn body(steps: &[Step], krate: &TokenStream) -> TokenStream {
    let statements = statements(steps, krate);
    let base = literal(text_size(steps));
    if statements.is_empty() {
        return quote!(#base);
    }
    quote! {
        let mut size: usize = #base;
        #statements
        size
    }
}

fn statements(steps: &[Step], krate: &TokenStream) -> TokenStream {
    let pieces: Vec<&TokenStream> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Piece(piece) => Some(piece),
            _ => None,
        })
        .collect();
    let sums = pieces.chunks(MAX_RUN).map(|run| match run {
        [piece] => quote!(size += #krate::__private::size(#piece);),
        pieces => quote!(size += #krate::__private::size((#(#pieces),*));),
    });
    let blocks = steps.iter().map(|step| block(step, krate));
    quote!(#(#sums)* #(#blocks)*)
}

fn block(step: &Step, krate: &TokenStream) -> TokenStream {
    match step {
        Step::Text(_) | Step::Piece(_) | Step::Local { .. } | Step::Code(_) => TokenStream::new(),
        Step::Each { list, slice, item, index, lead, body } => {
            let text = match text_size(body) + lead.map_or(0, |[first, _]| first.len()) {
                0 => TokenStream::new(),
                1 => quote!(size += #slice.len();),
                text => {
                    let text = literal(text);
                    quote!(size += #text * #slice.len();)
                }
            };
            let inner = statements(body, krate);
            let each = if inner.is_empty() {
                TokenStream::new()
            } else {
                let head = for_head(list, slice, item.as_ref(), index.as_ref(), krate);
                quote!(#head { #inner })
            };
            quote!(#text #each)
        }
        Step::If { arms, otherwise } => if_else(arms, otherwise, |steps| {
            let inner = statements(steps, krate);
            match text_size(steps) {
                0 => inner,
                text => {
                    let text = literal(text);
                    quote!(size += #text; #inner)
                }
            }
        }),
    }
}

/// The bytes of the text directly among some steps.
fn text_size(steps: &[Step]) -> usize {
    let size = |step: &Step| match step {
        Step::Text(text) => text.len(),
        Step::Local { size, .. } => *size,
        _ => 0,
    };
    steps.iter().map(size).sum()
}

fn literal(number: usize) -> proc_macro2::Literal {
    proc_macro2::Literal::usize_unsuffixed(number)
}
