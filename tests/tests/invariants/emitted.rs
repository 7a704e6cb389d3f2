//! What holds for the emitted code of every source, those with errors included.

use agentc_codegen::emit;
use agentc_tests::agent::Case;
use proc_macro2::{TokenStream, TokenTree};

use super::{compile, same};

fn module(case: &Case) -> emit::Module {
    emit::module(&compile(&case.agent).agent, &emit::Options::default().with_name("module"))
}

/// The text parses, and each item in it is laid out as prettyplease lays it out.
pub fn laid_out(case: &Case) -> Result<(), String> {
    let text = module(case).text();
    same(&text, &module(case).text())?;
    let file = syn::parse_file(&text).map_err(|error| format!("{error} in {text}"))?;
    let [syn::Item::Mod(syn::ItemMod { content: Some((_, items)), .. })] = file.items.as_slice() else {
        return Err(format!("this is not one module:\n{text}"));
    };
    let mut expected = String::new();
    for item in items {
        match item {
            syn::Item::Macro(syn::ItemMacro { mac, .. }) => {
                let path = &mac.path;
                let path = quote::quote!(#path).to_string().replace(' ', "");
                expected += &format!("    {path}! {{\n");
                let body: syn::File = syn::parse2(mac.tokens.clone()).map_err(|error| error.to_string())?;
                body.items.iter().for_each(|item| print(item, 2, &mut expected));
                expected += "    }\n";
            }
            item => print(item, 1, &mut expected),
        }
    }
    // Between the head of the module and its last line.
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let start = lines.iter().position(|line| *line == "mod module {").ok_or("there is no `mod module {`")?;
    let found = lines[start + 1..lines.len() - 1].join("\n") + "\n";
    same(&expected, &found)
}

fn print(item: &syn::Item, level: usize, out: &mut String) {
    let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item.clone()] };
    for line in prettyplease::unparse(&file).lines().filter(|line| !line.is_empty()) {
        *out += &format!("{}{line}\n", "    ".repeat(level));
    }
}

/// A macro and a build script get the same code.
pub fn tokens_and_text(case: &Case) -> Result<(), String> {
    let module = module(case);
    let text: TokenStream = module.text().parse().map_err(|error| format!("{error}"))?;
    let lines = |tokens: TokenStream| {
        let mut out = String::new();
        flatten(tokens, &mut out);
        out
    };
    same(&lines(module.tokens()), &lines(text))
}

/// Tokens one on each line, without what only layout decides: trailing commas, the form of a string.
fn flatten(tokens: TokenStream, out: &mut String) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                *out += &format!("{:?}\n", group.delimiter());
                flatten(group.stream(), out);
                out.push_str("end\n");
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' && index + 1 == tokens.len() => {}
            // A doc comment is a raw string or not.
            TokenTree::Literal(literal) => match syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                Ok(text) => *out += &format!("{:?}\n", text.value()),
                Err(_) => *out += &format!("{literal}\n"),
            },
            token => *out += &format!("{token}\n"),
        }
    }
}
