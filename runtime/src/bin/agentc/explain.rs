//! `agentc explain`

use agentc_codegen::Code;

use crate::Outcome;
use crate::args::Explain;

pub(crate) fn run(args: &Explain) -> Outcome {
    let list = || Code::ALL.iter().map(|code| format!("{code}  {}\n", code.title())).collect::<String>();
    match &args.code {
        None => Outcome { out: list(), err: String::new(), ok: true },
        Some(text) => match text.parse::<Code>() {
            Ok(code) => Outcome { out: code.explain().to_owned(), err: String::new(), ok: true },
            Err(_) => {
                let err = format!("error: there is no code `{text}`\n\nThe codes are:\n{}", list());
                Outcome { out: String::new(), err, ok: false }
            }
        },
    }
}
