//! The cases of `$AGENTC_CASES/dynamic`, decided and undecided, on one engine: one trial each.

use agentc::lua::Engine;
use agentc_tests::{dynamic, suite};
use libtest_mimic::{Arguments, Trial};

fn main() {
    let engine = Engine::new();
    let trials = match suite::folder("AGENTC_CASES") {
        None => vec![Trial::test("AGENTC_CASES is not set", || Ok(())).with_ignored_flag(true)],
        Some(folder) => match suite::cases(&folder.join("dynamic")) {
            Err(error) => vec![Trial::test("cases", move || Err(error.into()))],
            Ok(cases) => cases.into_iter().map(|case| trial(&engine, case.get())).collect(),
        },
    };
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(engine: &Engine, text: &str) -> Trial {
    match serde_json::from_str::<dynamic::Case>(text) {
        Err(error) => {
            let error = format!("{error} in {text}");
            Trial::test("a case that cannot be read", move || Err(error.into()))
        }
        Ok(case) => {
            let engine = engine.clone();
            Trial::test(case.id.clone(), move || {
                let report = dynamic::run(&engine, &case);
                // Again, in a state that another run has left.
                let again = dynamic::run(&engine, &case);
                if report != again {
                    return Err(format!("first {report:#}\nthen {again:#}").into());
                }
                Ok(dynamic::judge(&case.expect, &report)?)
            })
        }
    }
}
