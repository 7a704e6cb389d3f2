//! The cases of `$AGENTC_CASES/promptfiles`, through the run-time compiler: one trial each.

use std::time::{Duration, Instant};

use agentc_tests::{prompt_files, suite};
use libtest_mimic::{Arguments, Trial};

/// No case may take longer, hostile ones included.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });

fn main() {
    let trials = match suite::folder("AGENTC_CASES") {
        None => vec![Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true)],
        Some(folder) => match suite::cases(&folder.join("promptfiles")) {
            Err(error) => vec![Trial::test("cases", move || Err(error.into()))],
            Ok(cases) => cases.into_iter().map(|case| trial(case.get())).collect(),
        },
    };
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(text: &str) -> Trial {
    match serde_json::from_str::<prompt_files::Case>(text) {
        Err(error) => {
            let error = format!("{error} in {text}");
            Trial::test("a case that cannot be read", move || Err(error.into()))
        }
        Ok(case) => Trial::test(case.id.clone(), move || {
            let start = Instant::now();
            let answer = prompt_files::run(&case);
            let taken = start.elapsed();
            prompt_files::judge(&case.expect, &answer)?;
            if taken > LONGEST {
                return Err(format!("it took {taken:?}").into());
            }
            Ok(())
        }),
    }
}
