//! The command `agentc`: the compiler for people who write prompts.
//!
//! Each verb is a module that turns its arguments into an [`Outcome`]; this one prints it. Exit status: 0
//! where all is well, 1 where a file or value is wrong, 2 where the command line is.

mod args;
mod check;
mod entry;
mod expand;
mod explain;
mod flow;
mod graph;
mod json;
mod progress;
mod render;
mod replies;
mod report;
mod run;
mod set;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Verb};

/// What a verb has to say.
struct Outcome {
    /// For standard output.
    out: String,
    /// For standard error, styled for a terminal.
    err: String,
    ok: bool,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().verb {
        Verb::Check(args) => check::run(&args),
        Verb::Render(args) => render::run(&args),
        Verb::Run(args) => run::run(&args),
        Verb::Expand(args) => expand::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Graph(args) => graph::run(&args),
    };
    anstream::eprint!("{}", outcome.err);
    // Whoever reads the output may stop before its end.
    let written = std::io::stdout().lock().write_all(outcome.out.as_bytes());
    if outcome.ok && written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
