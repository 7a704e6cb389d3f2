//! In: the typed tools of an agent. Out: the traits that implement them, and calling one by name with checked
//! arguments (Rust surface, section 7).

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::module::doc_lines;
use super::names;

/// A tool whose arguments are declared.
pub(super) struct TypedTool {
    pub(super) name: String,
    pub(super) description: String,
    /// The struct of its arguments.
    pub(super) arguments: Ident,
}

/// The items for these tools: none if there are none.
pub(super) fn items(tools: &[TypedTool], krate: &TokenStream) -> Vec<TokenStream> {
    if tools.is_empty() {
        return Vec::new();
    }
    vec![
        tools_trait(tools, krate),
        blocking_trait(tools, krate),
        call(tools, krate, false),
        call(tools, krate, true),
    ]
}

/// What documents a tool: its name, if there is nothing else to say.
fn described(tool: &TypedTool) -> &str {
    if tool.description.trim().is_empty() { &tool.name } else { &tool.description }
}

fn method(tool: &TypedTool, tools: &[TypedTool]) -> Ident {
    names::field(&tool.name, tools.iter().map(|tool| tool.name.as_str()))
}

// pub trait Tools: Sync {
//     fn search(&self, args: SearchArgs) -> impl Future<Output = Result<String, ::agentc::ToolError>> + Send;
// }
fn tools_trait(tools: &[TypedTool], krate: &TokenStream) -> TokenStream {
    let methods = tools.iter().map(|tool| {
        let (method, arguments) = (method(tool, tools), &tool.arguments);
        let docs = doc_lines(described(tool));
        let output = quote!(::core::result::Result<::std::string::String, #krate::ToolError>);
        quote! {
            #(#[doc = #docs])*
            fn #method(
                &self,
                args: #arguments,
            ) -> impl ::core::future::Future<Output = #output> + ::core::marker::Send;
        }
    });
    quote! {
        /// The tools of the agent. An implementation may write its methods as `async fn`.
        pub trait Tools: ::core::marker::Sync { #(#methods)* }
    }
}

// pub trait BlockingTools {
//     fn search(&self, args: SearchArgs) -> Result<String, ::agentc::ToolError>;
// }
fn blocking_trait(tools: &[TypedTool], krate: &TokenStream) -> TokenStream {
    let methods = tools.iter().map(|tool| {
        let (method, arguments) = (method(tool, tools), &tool.arguments);
        let docs = doc_lines(described(tool));
        quote! {
            #(#[doc = #docs])*
            ///
            /// # Errors
            /// The tool failed.
            fn #method(
                &self,
                args: #arguments,
            ) -> ::core::result::Result<::std::string::String, #krate::ToolError>;
        }
    });
    quote! {
        /// The tools of the agent, for programs that wait for each.
        pub trait BlockingTools { #(#methods)* }
    }
}

// pub async fn call_tool(tools: &impl Tools, name: &str, json: &str) -> Result<String, ::agentc::ToolError> {
//     match name {
//         "search" => Tools::search(tools, SearchArgs::from_json(json).map_err(…)?).await,
//         _ => Err(…),
//     }
// }
fn call(tools: &[TypedTool], krate: &TokenStream, blocking: bool) -> TokenStream {
    let known = tools.iter().map(|tool| &tool.name);
    let (head, implementor, wait) = match blocking {
        false => (quote!(pub async fn call_tool), quote!(Tools), quote!(.await)),
        true => (quote!(pub fn call_tool_blocking), quote!(BlockingTools), TokenStream::new()),
    };
    let arms = tools.iter().map(|tool| {
        let (name, method, arguments) = (&tool.name, method(tool, tools), &tool.arguments);
        quote! {
            #name => {
                let args = #arguments::from_json(json).map_err(#krate::ToolError::Arguments)?;
                #implementor::#method(tools, args)#wait
            }
        }
    });
    quote! {
        /// Calls a tool by its name with arguments in JSON, as a model asks for it.
        ///
        /// # Errors
        /// There is no tool of that name, the arguments do not fit, or the tool failed.
        #head(
            tools: &impl #implementor,
            name: &str,
            json: &str,
        ) -> ::core::result::Result<::std::string::String, #krate::ToolError> {
            match name {
                #(#arms)*
                _ => ::core::result::Result::Err(#krate::__private::unknown_tool(name, &[#(#known),*])),
            }
        }
    }
}
