//! `agentc expand`

use agentc_codegen::{Loader, compile_file, emit};

use crate::args::{Expand, Format};
use crate::{Outcome, report};

pub(crate) fn run(args: &Expand) -> Outcome {
    match compile_file(&mut Loader::new(""), &args.file) {
        Err(diagnostic) => report::outcome(&[diagnostic], Format::Text),
        Ok(compiled) if !compiled.is_ok() => report::outcome(&compiled.diagnostics, Format::Text),
        Ok(compiled) => {
            let module = emit::module(&compiled.agent, &emit::Options::default());
            Outcome { out: module.text(), err: String::new(), ok: true }
        }
    }
}
