//! `agentc expand`

use agentc_codegen::prompt_files::{Options, compile};
use agentc_codegen::{Loader, compile_file, emit};

use crate::args::{Expand, Format};
use crate::{Outcome, flow, report, set};

pub(crate) fn run(args: &Expand) -> Outcome {
    if let Some(root) = &args.root {
        return entry(&args.file, root);
    }
    let mut loader = Loader::new("");
    let message = "this is a Lua prompt, and these are not compiled ahead of time yet";
    if let Err(diagnostic) = flow::refuse(&mut loader, &args.file, message) {
        return report::outcome(&[diagnostic], Format::Text);
    }
    match compile_file(&mut loader, &args.file) {
        Err(diagnostic) => report::outcome(&[diagnostic], Format::Text),
        Ok(compiled) if !compiled.is_ok() => report::outcome(&compiled.diagnostics, Format::Text),
        Ok(compiled) => {
            let module = emit::module(&compiled.agent, &emit::Options::default());
            Outcome { out: module.text(), err: String::new(), ok: true }
        }
    }
}

fn entry(entry: &str, root: &str) -> Outcome {
    let set = match set::read(&mut Loader::new(""), root, None) {
        Ok(set) => set,
        Err(diagnostics) => return report::outcome(&diagnostics, Format::Text),
    };
    let compiled = compile(&set, entry, &Options::default());
    if !compiled.is_ok() {
        return report::outcome(&compiled.diagnostics, Format::Text);
    }
    let module = emit::entry_module(&compiled.program, root, &emit::Options::default(), true);
    Outcome { out: module.text(), err: String::new(), ok: true }
}
