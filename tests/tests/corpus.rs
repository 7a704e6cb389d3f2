//! The cases of `tests/corpus`, through the interpreter: one trial each. And what holds for every source,
//! those of `$AGENTC_CASES/agent` included.
//!
//! With `BLESS=1` the expected parts are rewritten, and what changed is printed; with a filter, as in
//! `BLESS=1 cargo test -p agentc-tests --test corpus -- 08-rendering`, only those of the cases it names.

mod invariants;

use std::path::Path;

use agentc_tests::corpus::{self, Case};
use agentc_tests::diff::diff;
use agentc_tests::{agent, suite};
use libtest_mimic::{Arguments, Trial};

fn main() -> Result<(), String> {
    let arguments = Arguments::from_args();
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        let filter = arguments.filter.unwrap_or_default();
        return bless(&filter);
    }
    let mut trials = Vec::new();
    let mut sources = Vec::new();
    for case in corpus::cases()? {
        sources.push(source(&case)?);
        trials.push(trial(case));
    }
    if let Some(folder) = suite::folder("AGENTC_CASES") {
        let cases = suite::cases(&folder.join("agent"))?;
        sources.extend(cases.iter().filter_map(|case| serde_json::from_str(case.get()).ok()));
    }
    trials.extend(invariants::trials(sources));
    libtest_mimic::run(&arguments, trials).exit();
}

/// A folder for the files of cases.
fn scratch() -> &'static Path {
    Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/corpus"))
}

fn trial(case: Case) -> Trial {
    Trial::test(case.id.clone(), move || Ok(case.judge(scratch())?))
}

/// A case of the corpus, with its first inputs, as one of the shared suite.
fn source(case: &Case) -> Result<agent::Case, String> {
    let run = &case.runs[0];
    Ok(agent::Case {
        id: case.id.clone(),
        agent: case.source.clone(),
        inputs: run.values()?,
        env: run.env.clone(),
        expect: serde_json::Value::Null,
    })
}

/// Rewrites what is expected, and prints what that changes.
fn bless(filter: &str) -> Result<(), String> {
    for mut file in corpus::files()? {
        let before = file.print();
        for section in &mut file.cases {
            let (case, old) = (Case::read(&file.name, section)?, section.print());
            if !case.id.contains(filter) {
                continue;
            }
            section.pieces = case.blessed(section, scratch())?;
            if section.print() != old {
                println!("{}.md: {}", file.name, section.title);
                let changed = diff(&old, &section.print());
                for line in changed.lines().filter(|line| !line.starts_with(' ')) {
                    println!("  {line}");
                }
            }
        }
        if file.print() != before {
            let path = corpus::folder().join(format!("{}.md", file.name));
            std::fs::write(path, file.print()).map_err(|error| format!("{}.md: {error}", file.name))?;
        }
    }
    Ok(())
}
