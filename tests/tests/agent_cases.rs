//! The cases of `$AGENTC_CASES/agent`, through the interpreter: one trial each.

use agentc_tests::{agent, suite};
use libtest_mimic::{Arguments, Trial};

fn main() {
    let trials = match suite::folder("AGENTC_CASES") {
        None => vec![Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true)],
        Some(folder) => match suite::cases(&folder.join("agent")) {
            Err(error) => vec![Trial::test("cases", move || Err(error.into()))],
            Ok(cases) => cases.into_iter().map(|case| trial(case.get())).collect(),
        },
    };
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(text: &str) -> Trial {
    match serde_json::from_str::<agent::Case>(text) {
        Err(error) => {
            let error = format!("{error} in {text}");
            Trial::test("a case that cannot be read", move || Err(error.into()))
        }
        Ok(case) => Trial::test(case.id.clone(), move || Ok(suite::judge(&case.expect, &agent::run(&case))?)),
    }
}
