//! What holds for the emitted code of every source, those with errors included.

use agentc_codegen::emit;
use agentc_tests::agent::Case;

use super::{compile, same};

/// The text is the tokens, each item laid out as prettyplease does; laid out again it stays as it is.
pub fn laid_out(case: &Case) -> Result<(), String> {
    let module = emit::module(&compile(&case.agent).agent, &emit::Options::default().with_name("module"));
    let text = module.text();
    // Between the head of the module and its last line.
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let start = lines.iter().position(|line| *line == "mod module {").ok_or("there is no `mod module {`")?;
    let body = lines[start + 1..lines.len() - 1].join("\n") + "\n";

    let no_rust = |error: syn::Error| format!("{error}: this is no Rust:\n{text}");
    same(&body, &lay_out(syn::parse2(module.tokens()).map_err(no_rust)?)?)?;
    same(&body, &lay_out(syn::parse_file(&text).map_err(no_rust)?)?)
}

/// The items of the one module in a file, without empty lines.
fn lay_out(file: syn::File) -> Result<String, String> {
    let [syn::Item::Mod(syn::ItemMod { content: Some((_, items)), .. })] = file.items.as_slice() else {
        return Err("this is not one module".to_owned());
    };
    let mut out = String::new();
    for item in items {
        match item {
            // The body of a macro is items behind a feature.
            syn::Item::Macro(syn::ItemMacro { mac, .. }) => {
                let path = &mac.path;
                let path = quote::quote!(#path).to_string().replace(' ', "");
                out += &format!("    {path}! {{\n");
                let body: syn::File = syn::parse2(mac.tokens.clone()).map_err(|error| error.to_string())?;
                body.items.iter().for_each(|item| print(item, 2, &mut out));
                out += "    }\n";
            }
            item => print(item, 1, &mut out),
        }
    }
    Ok(out)
}

fn print(item: &syn::Item, level: usize, out: &mut String) {
    let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item.clone()] };
    for line in prettyplease::unparse(&file).lines().filter(|line| !line.is_empty()) {
        *out += &format!("{}{line}\n", "    ".repeat(level));
    }
}
