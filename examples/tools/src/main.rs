//! The tools of an agent, implemented in Rust and called as a model asks for them: by name, with arguments in
//! JSON. The arguments are checked before a tool sees them.

use std::cell::Cell;

use agentc::{Prompt, ToolError};
use clerk::{BlockingTools, FindArgs, FindArgsLanguage, Inputs, ReserveArgs, call_tool_blocking};

agentc::import!("agents/clerk.agent");

struct Shop {
    /// Titles and their languages.
    books: Vec<(&'static str, FindArgsLanguage)>,
    /// Copies of each that are left.
    copies: Cell<f64>,
}

/// One method for each tool of the file. A program that must not wait implements `clerk::Tools` instead, whose
/// methods are `async fn`, and calls `clerk::call_tool`.
impl BlockingTools for Shop {
    fn find(&self, args: FindArgs) -> Result<String, ToolError> {
        let is_meant = |title: &str| args.words.iter().all(|word| title.contains(word.as_str()));
        let found: Vec<&str> = self
            .books
            .iter()
            .filter(|(title, language)| *language == args.language && is_meant(title))
            .map(|(title, _)| *title)
            .collect();
        Ok(if found.is_empty() { "nothing found".to_owned() } else { found.join("\n") })
    }

    fn reserve(&self, args: ReserveArgs) -> Result<String, ToolError> {
        let left = self.copies.get() - args.copies;
        if left < 0.0 {
            // Any error, or a text for the model to read.
            return Err(ToolError::failed(format!("only {} copies are left", self.copies.get())));
        }
        self.copies.set(left);
        Ok(format!("{} of {} put aside for {}", args.copies, args.title, args.customer.name))
    }
}

fn main() {
    println!("--- what the model is offered");
    for tool in Inputs::SPEC.tools {
        println!("{}: {}\n  {}", tool.name, tool.description, tool.input_schema.unwrap_or("{}"));
    }

    let shop = Shop {
        books: vec![
            ("Tides", FindArgsLanguage::En),
            ("Wind", FindArgsLanguage::En),
            ("Wind", FindArgsLanguage::De),
        ],
        copies: Cell::new(3.0),
    };
    let calls = [
        ("find", r#"{"words":["Wind"],"language":"en"}"#),
        ("reserve", r#"{"title":"Wind","copies":2,"customer":{"name":"Ines","phone":"555 0100"}}"#),
        // The name of no tool.
        ("reserv", "{}"),
        // Arguments that do not fit: every problem is listed, with its path.
        ("find", r#"{"words":["Wind",7],"language":"fr","limit":5}"#),
        ("reserve", r#"{"title":"Wind","copies":"2","customer":{"name":"Ines"}}"#),
        // Arguments that are not JSON.
        ("find", r#"{"words":["Wind"]"#),
        // A call that fits, and a tool that fails.
        ("reserve", r#"{"title":"Wind","copies":2,"customer":{"name":"Ines","phone":"555 0100"}}"#),
    ];
    for (name, arguments) in calls {
        println!("--- {name} {arguments}");
        match call_tool_blocking(&shop, name, arguments) {
            Ok(result) => println!("{result}"),
            // An error is text for the model too: sent back as the result, it lets it try again.
            Err(error) => println!("{}: {error}", kind(&error)),
        }
    }
}

/// The three kinds of errors are told apart by the program, which may want to log some of them.
fn kind(error: &ToolError) -> &'static str {
    match error {
        ToolError::Unknown { .. } => "no such tool",
        ToolError::Arguments(_) => "arguments",
        ToolError::Failed(_) => "failed",
        _ => "error",
    }
}
