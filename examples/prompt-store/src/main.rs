//! A deployment that serves many customers: its prompt files are in the binary, and each customer's own files, which
//! are kept in SQLite, lie over them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agentc::prompt_files::{Arguments, Kit, PromptSet, Refusal, Refusals, Resolvers};
use serde_json::{Value, json};

use store::{Agent, Store};

mod store;
agentc::include_generated!();

/// What is the same for all calls.
struct Deployment {
    set: PromptSet,
    resolvers: Resolvers<'static>,
}

impl Deployment {
    fn new() -> Self {
        let resolvers = Resolvers::new().with("clinic.waiting", |_: Arguments<'_>| Ok(Some("3".to_owned())));
        Self { set: PromptSet::embedded(PROMPTS), resolvers }
    }

    /// The prompt of an agent. What the generated code covers is not compiled again.
    fn prompt(&self, agent: Agent, now: SystemTime) -> Result<String, Refusals> {
        let call = Resolvers::over(&self.resolvers).with_kit(Kit::at(now).with_agent_name(agent.name));
        let set = self.set.overlay(agent.files)?;
        set.render::<front_desk::Values<'_>>(&call, &agent.variables)
    }
}

/// The answer to a test turn, for the author of the files.
fn answer(prompt: Result<String, Refusals>) -> (u16, Value) {
    match prompt {
        Ok(prompt) => (200, json!({ "prompt": prompt })),
        Err(refusals) => (500, json!({ "code": Refusal::CODE, "message": refusals.first().to_string() })),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deployment = Deployment::new();
    let store = Store::open()?;
    let variables = |clinic: &str| [("clinicName".to_owned(), clinic.to_owned())].into();
    let agent = |name: &str, clinic: &str, files: &[(&str, &str)]| Agent {
        name: name.to_owned(),
        files: files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect(),
        variables: variables(clinic),
    };
    let plain = store.add(&agent("Ines", "Fjord Physio", &[]))?;
    let own_hours = store.add(&agent(
        "Ola",
        "Lund Physio",
        &[("hours", "Open on Mondays only.\n\n[[mondays]]"), ("mondays", "Mondays are long.")],
    ))?;
    let wrong = store.add(&agent("Kim", "Voss Physio", &[("hours", "Hello.\nSee [[mondays]] first.")]))?;

    // The clock is the caller's; this one always gives the same day.
    let now = UNIX_EPOCH + Duration::from_secs(1_796_007_900);
    for id in [plain, own_hours, wrong] {
        let (status, body) = answer(deployment.prompt(store.load(id)?, now));
        println!("{status} {body:#}\n");
    }

    // The author mends the file, and the next call serves it.
    store.save(wrong, "hours", b"Hello.\nSee Mondays first.")?;
    let (status, _) = answer(deployment.prompt(store.load(wrong)?, now));
    println!("mended: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn answered(files: &[(&str, &[u8])]) -> (u16, String) {
        let store = Store::open().unwrap();
        let files = files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect();
        let variables = [("clinicName".to_owned(), "Fjord Physio".to_owned())].into();
        let id = store.add(&Agent { name: "Ines".to_owned(), files, variables }).unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(1_796_007_900);
        let (status, body) = answer(Deployment::new().prompt(store.load(id).unwrap(), now));
        (status, body["prompt"].as_str().or(body["message"].as_str()).unwrap().to_owned())
    }

    #[test]
    fn without_stored_files_the_generated_code_serves() {
        let (status, prompt) = answered(&[]);
        assert_eq!(status, 200);
        assert_eq!(
            prompt,
            "Your name is Ines. You are the front desk of Fjord Physio. Today is November 30, 2026.\n\nWe are open \
             from nine to five.\n\nNever give medical advice. 3 callers are waiting."
        );
    }

    #[test]
    fn stored_files_lie_over_the_deployments() {
        let (status, prompt) = answered(&[("hours", b"Closed.\r\n[[mine]]"), ("mine", b"Until May.")]);
        assert_eq!(status, 200);
        assert!(prompt.contains("\n\nClosed.\nUntil May.\n\nNever give"), "{prompt}");
    }

    #[test]
    fn a_mistake_is_shown_with_its_file_and_line() {
        let (status, message) = answered(&[("hours", b"Hello.\nSee [[mondays]] first.")]);
        assert_eq!(status, 500);
        assert!(message.starts_with("hours:2: `[[` stands where no file can be pulled in"), "{message}");
        let (_, message) = answered(&[("kit/rules", b"---\nw: clinic.wating\n---\n{{w}}")]);
        assert!(message.starts_with("kit/rules:2: there is no resolver key `clinic.wating`"), "{message}");
        let (_, message) = answered(&[("hours", b"\xff")]);
        assert!(message.starts_with("hours:1: the file is not UTF-8"), "{message}");
    }
}
