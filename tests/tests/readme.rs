//! The README does what it says: its files, its error and its output, as a stranger would follow it.

#![allow(clippy::panic, clippy::unwrap_used)] // A test that cannot go on fails.

use std::fs;

mod project;

use project::{Project, workspace};

/// The fenced blocks of the README.
fn blocks() -> Vec<String> {
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            is_open = !is_open;
            blocks.extend(is_open.then(String::new));
        } else if let Some(block) = blocks.last_mut().filter(|_| is_open) {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

fn block(start: &str) -> String {
    let found = blocks().into_iter().find(|block| block.starts_with(start));
    found.unwrap_or_else(|| panic!("the README has no block that starts with `{start}`"))
}

#[test]
fn the_first_prompt_is_the_example_s() {
    let example = workspace().join("examples/brief-macro/agents/brief.agent");
    assert_eq!(block("agent: brief"), fs::read_to_string(example).unwrap());
}

#[test]
fn a_stranger_gets_an_error_and_then_a_prompt() {
    let project = Project::new("readme");
    let manifest = "[package]\nname = \"readme\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                    agentc = { path = \"../../../runtime\" }\n\n[workspace]\n";
    project.write("Cargo.toml", manifest);
    project.write("src/main.rs", block("use agentc::Prompt;"));
    let agent = block("agent: greeter");
    project.edit("agents/greeter.agent", &agent);

    let said = project.cargo(&["run", "--quiet"]).failed().stderr;
    let expected = block("error: there is no input `whom`");
    assert!(said.starts_with(&expected), "the README says\n{expected}\nand cargo said\n{said}");

    project.edit("agents/greeter.agent", &agent.replace("inputs.whom", "inputs.who"));
    assert_eq!(project.run(), block("Say hello to Ada."));
}
