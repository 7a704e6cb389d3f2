//! `cases KIND`: answers each line of standard input, a case as JSON, with a line of JSON, in order.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use agentc_tests::{agent, dynamic, prompt_files, toon};

/// Turns a case into its answer.
type Answer = fn(&str) -> String;

fn main() -> ExitCode {
    let kinds: [(&str, Answer); 5] = [
        ("agent", agent::answer),
        ("dynamic", dynamic::answer),
        ("promptfiles", prompt_files::answer),
        ("toon-encode", toon::encode_case),
        ("toon-decode", toon::decode_case),
    ];
    let kind = std::env::args().nth(1).unwrap_or_default();
    let Some((_, answer)) = kinds.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
        eprintln!("usage: cases KIND, where KIND is one of {}", names.join(", "));
        return ExitCode::from(2);
    };
    let mut out = std::io::stdout().lock();
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => {}
            Err(error) => {
                eprintln!("cases: {error}");
                return ExitCode::FAILURE;
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        if writeln!(out, "{}", answer(line.trim_end_matches(['\n', '\r'])))
            .and_then(|()| out.flush())
            .is_err()
        {
            // Whoever asked has gone.
            return ExitCode::FAILURE;
        }
    }
}
