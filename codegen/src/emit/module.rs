//! In: the items of a module. Out: the module as tokens and, with the feature `build`, as formatted text.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::names::{identifier, module_name};
use crate::ir::Agent;

/// How a module is emitted.
#[derive(Clone, Debug)]
pub struct Options {
    name: Option<String>,
    visibility: TokenStream,
    krate: TokenStream,
    serde: bool,
}

impl Default for Options {
    /// A private module of the agent's name, for a crate that knows the runtime as `agentc`.
    fn default() -> Self {
        Self { name: None, visibility: TokenStream::new(), krate: quote!(::agentc), serde: false }
    }
}

impl Options {
    /// Gives the module another name than the agent's.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the visibility of the module, such as `pub`.
    #[must_use]
    pub fn with_visibility(mut self, visibility: TokenStream) -> Self {
        self.visibility = visibility;
        self
    }

    /// Sets the path by which the module names the runtime.
    #[must_use]
    pub fn with_crate(mut self, krate: TokenStream) -> Self {
        self.krate = krate;
        self
    }

    /// Derives serde's traits for the types of the module; the runtime then needs its feature `serde`.
    #[must_use]
    pub fn with_serde(mut self, serde: bool) -> Self {
        self.serde = serde;
        self
    }

    /// The path of serde, as its derives want it: in a string, where `$crate` has no meaning.
    pub(super) fn serde(&self) -> Option<String> {
        let krate = self.krate.to_string().replace(' ', "");
        let krate = if krate.contains('$') { "::agentc" } else { &krate };
        self.serde.then(|| format!("{krate}::__private::serde"))
    }

    pub(super) fn krate(&self) -> &TokenStream {
        &self.krate
    }
}

/// The Rust module of an agent.
#[derive(Clone, Debug)]
pub struct Module {
    name: Ident,
    source: String,
    /// What prints it.
    command: String,
    docs: Vec<String>,
    options: Options,
    items: Vec<Item>,
}

/// An item of a module.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) gate: Option<Gate>,
    pub(super) tokens: TokenStream,
}

impl Item {
    pub(super) fn plain(tokens: TokenStream) -> Self {
        Self { gate: None, tokens }
    }
}

/// A feature of the runtime without which an item is not wanted. Generated code cannot ask for the
/// features of its dependency, so it hands such items to a macro that knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// Reading values in any format.
    Values,
    /// Reading values from JSON.
    Json,
    /// Reading values from TOON.
    Toon,
}

impl Gate {
    fn macro_name(self) -> &'static str {
        match self {
            Self::Values => "if_values",
            Self::Json => "if_json",
            Self::Toon => "if_toon",
        }
    }
}

impl Module {
    pub(super) fn new(agent: &Agent, options: &Options, items: Vec<Item>) -> Self {
        let file_stem =
            || agent.source.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or("agent");
        // An agent whose name could not be read goes by that of its file.
        let own_name = if agent.name.is_empty() { file_stem() } else { &agent.name };
        let name = module_name(options.name.as_deref().unwrap_or(own_name));
        let described = agent.description.clone().filter(|description| !description.trim().is_empty());
        let described = described.unwrap_or_else(|| format!("The agent `{}`.", agent.name));
        Self {
            name: identifier(&name),
            source: agent.source.clone(),
            command: format!("agentc expand {}", agent.source),
            docs: vec![described, format!("Generated from `{}`.", agent.source)],
            options: options.clone(),
            items,
        }
    }

    /// Sets the command line that prints the module.
    pub(super) fn with_command(mut self, command: String) -> Self {
        self.command = command;
        self
    }

    /// The name of the module, without `r#`.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.name.to_string();
        name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
    }

    /// The file it was generated from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    // /// Summarize sources for an audience, optionally in detail.
    // ///
    // /// Generated from `agents/brief.agent`.
    // #[allow(…)]
    // pub mod brief { … }
    /// The module as tokens.
    #[must_use]
    pub fn tokens(&self) -> TokenStream {
        let Self { name, options: Options { visibility, krate, .. }, .. } = self;
        let items = self.runs().into_iter().map(|(gate, items)| match gate {
            None => quote!(#(#items)*),
            Some(gate) => {
                let gate = quote::format_ident!("{}", gate.macro_name());
                quote!(#krate::__private::#gate! { #(#items)* })
            }
        });
        let attributes = self.attributes();
        quote! {
            #attributes
            #visibility mod #name { #(#items)* }
        }
    }

    /// What the file says may trip some lints of clippy's pedantic group and of rustdoc: these and no others.
    fn attributes(&self) -> TokenStream {
        let docs = self.doc_lines();
        quote! {
            #(#[doc = #docs])*
            #[allow(
                dead_code,
                non_camel_case_types,
                non_snake_case,
                clippy::collapsible_else_if,
                clippy::collapsible_if,
                clippy::doc_lazy_continuation,
                clippy::doc_link_with_quotes,
                clippy::doc_markdown,
                clippy::doc_suspicious_footnotes,
                clippy::if_not_else,
                clippy::if_same_then_else,
                clippy::ifs_same_cond,
                clippy::iter_not_returning_iterator,
                clippy::pub_underscore_fields,
                clippy::redundant_closure_for_method_calls,
                clippy::same_functions_in_if_condition,
                clippy::should_implement_trait,
                clippy::similar_names,
                clippy::single_char_add_str,
                clippy::struct_excessive_bools,
                clippy::struct_field_names,
                clippy::too_many_lines,
                clippy::unreadable_literal,
                clippy::unused_self,
                clippy::wrong_self_convention,
                rustdoc::bare_urls,
                rustdoc::broken_intra_doc_links,
                rustdoc::invalid_html_tags,
            )]
        }
    }

    fn doc_lines(&self) -> Vec<String> {
        self.docs
            .iter()
            .flat_map(|paragraph| [vec![String::new()], doc_lines(paragraph)].concat())
            .skip(1)
            .collect()
    }

    /// Items that follow each other behind one gate.
    fn runs(&self) -> Vec<(Option<Gate>, Vec<&TokenStream>)> {
        let mut runs: Vec<(Option<Gate>, Vec<&TokenStream>)> = Vec::new();
        for item in &self.items {
            match runs.last_mut() {
                Some((gate, run)) if *gate == item.gate => run.push(&item.tokens),
                _ => runs.push((item.gate, vec![&item.tokens])),
            }
        }
        runs
    }
}

/// A text of the user's as documentation, line by line.
pub(super) fn doc_lines(text: &str) -> Vec<String> {
    let spaced = |line: String| if line.is_empty() { line } else { format!(" {line}") };
    text.split(['\n', '\r']).map(doc_line).map(spaced).collect()
}

/// A line of a description as documentation: nothing in it is code, which `cargo test` would try to run, and
/// nothing a character that Rust does not want in a comment.
fn doc_line(line: &str) -> String {
    let is_plain =
        |c: &char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain: String = line.chars().map(|c| if is_plain(&c) { c } else { ' ' }).collect();
    // Code is fenced, or indented by several spaces.
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").replace("```", "\\`\\`\\`").replace("~~~", "\\~\\~\\~")
}

#[cfg(feature = "build")]
mod text {
    use super::{Module, TokenStream, quote};

    impl Module {
        /// The module as formatted text: the same items as [`tokens`](Module::tokens), the body of
        /// each gate laid out like any other code.
        #[must_use]
        pub fn text(&self) -> String {
            let Self { options, name, .. } = self;
            let (visibility, attributes) = (&options.visibility, self.attributes());
            let krate = path_text(&options.krate);
            let head = format(quote!(#attributes #visibility mod #name {}));
            let Self { source, command, .. } = self;
            let mut out = format!("// @generated by agentc from {source}; print it with `{command}`.\n");
            out += head.trim_end().strip_suffix('}').unwrap_or(&head);
            out.push('\n');
            for (index, (gate, items)) in self.runs().into_iter().enumerate() {
                if index > 0 {
                    out.push('\n');
                }
                let items: Vec<String> = items.into_iter().map(|item| format(item.clone())).collect();
                let body = items.join("\n");
                match gate {
                    None => indent(&body, 1, &mut out),
                    Some(gate) => {
                        out.push_str(&format!("    {krate}::__private::{}! {{\n", gate.macro_name()));
                        indent(&body, 2, &mut out);
                        out.push_str("    }\n");
                    }
                }
            }
            out.push_str("}\n");
            out
        }
    }

    fn format(tokens: TokenStream) -> String {
        match syn::parse2(tokens.clone()) {
            Ok(file) => prettyplease::unparse(&file),
            // Unreachable for what this crate emits; the code is right either way, only not laid out.
            Err(_) => tokens.to_string(),
        }
    }

    fn path_text(path: &TokenStream) -> String {
        path.to_string().replace(' ', "")
    }

    /// No literal in generated code goes over a line, so indenting lines changes none.
    fn indent(body: &str, levels: usize, out: &mut String) {
        for line in body.lines() {
            if !line.is_empty() {
                out.push_str(&"    ".repeat(levels));
                out.push_str(line);
            }
            out.push('\n');
        }
    }
}
