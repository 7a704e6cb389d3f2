//! Prompt files in users' crates, by build script and by macro: what is generated, what is said, what is built again.

// All of this is a test.
#![allow(clippy::unwrap_used)]

mod project;

use project::Project;

const MANIFEST: &str = "[package]\nname = \"NAME\"\nedition = \"2024\"\n\n[dependencies]\n\
    agentc = { path = \"../../../runtime\", features = [\"prompt-files\"] }\n\n[build-dependencies]\n\
    agentc-codegen = { path = \"../../../codegen\" }\n\n[workspace]\n";

const BUILD: &str = "fn main() {\n    agentc_codegen::Builder::new()\n        \
    .prompts(\"prompts\", [\"desk\", \"mail/desk\"]).known_keys([\"a.b\"]).run();\n}\n";

const MAIN: &str = "#![deny(warnings)]
use agentc::prompt_files::{PromptFile, PromptSet};
agentc::include_generated!();
fn main() {
    println!(\"{}\", desk::Values { x: \"x\".into() }.render());
    println!(\"{}\", mail::desk::Values {}.render());
    let set = PromptSet::embedded(PROMPTS).overlay([(\"kit/rules\", \"Stored.\")]).unwrap();
    println!(\"{}\", set.compile(\"desk\").unwrap().text());
    println!(\"{}\", PROMPTS.iter().map(|(path, _)| *path).collect::<Vec<_>>().join(\" \"));
}
";

fn project(name: &str, main: &str) -> Project {
    let project = Project::new(name);
    project.write("Cargo.toml", MANIFEST.replace("NAME", name));
    project.write("src/main.rs", main);
    project.write("prompts/desk.md", "---\r\nx: a.b\r\n---\r\nDesk {{x}}.\r\n[[kit/rules]]\r\n");
    project.write("prompts/kit/rules.md", "Rules.\n");
    project.write("prompts/mail/desk.md", "Mail.\n[[kit/rules]]\n");
    project.write("prompts/notes.txt", "[[no prompt file");
    project.write("prompts/.hidden.md", b"\xff");
    project
}

#[test]
fn a_build_script_makes_modules_and_embeds_the_folder() {
    let project = project("prompts-build", MAIN);
    project.write("build.rs", BUILD);
    let rest = "Mail.\nRules.\nDesk {{x}}.\nStored.\ndesk kit/rules mail/desk\n";
    assert_eq!(project.run(), format!("Desk x.\nRules.\n{rest}"));
    project.settle();
    project.edit("prompts/kit/rules.md", "Edited.\n");
    assert!(project.run().starts_with("Desk x.\nEdited.\nMail.\nEdited.\n"));

    // A file that nothing reaches is one for stored files to reach.
    project.settle();
    project.edit("prompts/later/new.md", "New.");
    assert!(project.run().ends_with("desk kit/rules later/new mail/desk\n"));
}

#[test]
fn a_build_says_everything_that_is_wrong_at_once_and_once() {
    let project = project("prompts-wrong", MAIN);
    project.write("build.rs", BUILD);
    project.write("prompts/desk.md", "---\nx: a.c\n---\n{{x}}\n[[kit/rules]]\n");
    project.write("prompts/kit/rules.md", "One [[x]].\n{{y}}\n[[desk]]\n");
    let said = project.cargo(&["build"]).failed().stderr;
    for (count, message) in [
        (1, " --> prompts/kit/rules.md:1:5"),
        (1, " --> prompts/kit/rules.md:2:1"),
        // It closes a loop, which for the other entry is closed elsewhere: one loop.
        (1, " --> prompts/kit/rules.md:3:1"),
        (0, " --> prompts/desk.md:5:1"),
        (1, "these files pull each other in"),
        (1, "there is no resolver key `a.c`"),
    ] {
        assert_eq!(said.matches(message).count(), count, "{message} in {said}");
    }
}

#[test]
fn a_build_warns() {
    let project = project("prompts-warned", MAIN);
    project.write("build.rs", BUILD);
    project.write("prompts/kit/rules.md", "---\nz: a.b\n---\nRules.\n");
    let said = project.cargo(&["build"]).succeeded().stderr;
    let warning = "prompts/kit/rules.md:2:1: warning[A951]: `z` is declared, and this file does not use it";
    assert_eq!(said.matches(warning).count(), 1, "{said}");
    project.edit("build.rs", &BUILD.replace(".run()", ".deny(\"warnings\").run()"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("error[A951]: `z` is declared"), "{said}");
    project.edit("build.rs", &BUILD.replace(".run()", ".max_bytes(10).run()"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("the prompt would be larger than the limit of 10 bytes"), "{said}");
}

#[test]
fn a_macro_embeds_and_watches_what_the_entry_reaches() {
    let main = "#![deny(warnings)]
use agentc::prompt_files::{PromptFile, PromptSet};
agentc::import!(root = \"prompts\", entry = \"desk\", known_keys(\"a.b\"), deny(warnings));
fn main() {
    println!(\"{}\", desk::Values { x: \"x\".into() }.render());
    let set = PromptSet::embedded(desk::FILES).overlay([(\"desk\", \"[[kit/rules]]\")]).unwrap();
    println!(\"{}\", set.compile(\"desk\").unwrap().text());
}
";
    let project = project("prompts-macro", main);
    assert_eq!(project.run(), "Desk x.\nRules.\nRules.\n");
    project.settle();
    project.edit("prompts/kit/rules.md", "Edited.\n");
    assert_eq!(project.run(), "Desk x.\nEdited.\nEdited.\n");

    project.edit("prompts/kit/rules.md", "Edited.\n[[dsek]]\n{{x}}");
    let said = project.cargo(&["build"]).failed().stderr;
    assert_eq!(said.matches("error: ").count(), 3, "two mistakes and the end: {said}");
    assert!(said.contains("the name `x` is not declared in this file [A507]"), "{said}");
    assert!(said.contains("there is no file `dsek` in the set [A502]"), "{said}");
    assert!(said.contains("did you mean `desk`?"), "{said}");

    project.edit("prompts/kit/rules.md", "Mended.\n");
    project.edit(
        "src/main.rs",
        &main.replacen("deny(warnings)", "max_bytes = 10", 2).replacen("max_bytes = 10", "deny(warnings)", 1),
    );
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("the prompt would be larger than the limit of 10 bytes [A505]"), "{said}");
    project.edit("src/main.rs", &main.replace("entry = \"desk\"", "entry = \"dask\""));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("there is no file `dask`, which is to be the entry"), "{said}");
    project.edit("src/main.rs", &main.replace("x: \"x\"", "y: \"x\""));
    assert!(project.cargo(&["build"]).failed().stderr.contains("has no field named `y`"));
}

#[test]
fn a_derive_is_checked_against_the_names_used() {
    let main = "use agentc::prompt_files::PromptFile;
#[derive(agentc::Prompt)]
#[prompt(root = \"prompts\", entry = \"desk\")]
struct Desk { FIELD: TYPE }
fn main() {
    println!(\"{}\", Desk { FIELD: VALUE }.render());
}
";
    let main = |field: &str, ty: &str, value: &str| {
        main.replace("FIELD", field).replace("TYPE", ty).replace("VALUE", value)
    };
    let project = project("prompts-derive", &main("x", "std::rc::Rc<str>", "\"x\".into()"));
    assert_eq!(project.run(), "Desk x.\nRules.\n");
    project.edit("src/main.rs", &main("y", "String", "\"x\".into()"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("`values` has no `y`"), "{said}");
    project.edit("src/main.rs", &main("x", "u8", "1"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("prompts/desk.md") || said.contains("`u8`"), "{said}");
    let sound = main("x", "String", "\"x\".into()");
    let with = |options: &str| sound.replace("entry = \"desk\"", &format!("entry = \"desk\", {options}"));
    project.edit("src/main.rs", &with("known_keys(\"a.c\"), max_bytes = 1_000"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("there is no resolver key `a.b` [A513]"), "{said}");
    project.edit("src/main.rs", &with("known_keys(\"a.b\"), max_bytes = 10"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("the prompt would be larger than the limit of 10 bytes [A505]"), "{said}");
    project.edit("src/main.rs", &with("known_keys(\"a.b\"), max_bytes = 1_000"));
    assert_eq!(project.run(), "Desk x.\nRules.\n");
}
