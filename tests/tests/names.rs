//! Where a module may stand and what it is called: small crates that name prompts in every way.

// All of this is a test.
#![allow(clippy::unwrap_used)]

mod project;

use project::Project;

#[test]
fn import_in_every_place() {
    let project = Project::copy_of("placement", "placement");
    // No name for a repository, which some systems could not check out.
    project.write("agents/grüße an alle.agent", greet("everyone", "Greet, all of you,"));
    let printed = "\
        Greet Ada.\n\
        Greet Ada.\n\
        Kindly greet Ada.\n\
        Greet Ada.\n\
        Greet Ada.\n\
        Greet, all of you, Ada.\n\
        Greet Ada.\n\
        Greet Ada.\n\
        Kindly greet Ada.\n\
        Inline Ada\n\
        Greet Ada.\n\
        Greet Ada.Kindly greet Ada.\n\
        agents/grüße an alle.agent\n";
    assert_eq!(project.run(), printed);
}

#[test]
fn a_renamed_runtime() {
    assert_eq!(Project::copy_of("renamed", "renamed").run(), "Greet Ada.\n");
}

#[test]
fn a_renamed_runtime_and_a_build_script() {
    let project = Project::copy_of("renamed-build", "renamed-build");
    assert_eq!(project.run(), "Greet Ada.\n");
}

/// Paths are from the member's folder, and the runtime is found through the crate that passes it on.
#[test]
fn members_of_a_workspace() {
    let project = Project::copy_of("workspace", "workspace");
    assert_eq!(project.run(), "Share with Ada.\nGreet Ada.\n");
}

#[test]
fn folders_are_modules() {
    let project = Project::copy_of("folders", "folders");
    let printed = "\
        Brief Ada.\n\
        Type a brief to Ada.\n\
        Type to Ada.\n\
        Mail a brief to Ada.\n\
        Be Ada.\n\
        Say hello to Ada.\n\
        agents/mail/out/brief.agent\n";
    assert_eq!(project.run(), printed);
}

/// What a program does not use is no reason for a warning.
#[test]
fn folders_in_a_private_module() {
    let project = Project::copy_of("folders", "folders-private");
    let main = "#![deny(warnings)]\n\nmod prompts {\n    agentc::include_generated!();\n}\n\nfn main() {}\n";
    project.write("src/main.rs", main);
    project.cargo(&["check"]).succeeded();
}

#[test]
fn two_agents_of_one_name() {
    let project = Project::copy_of("folders", "folders-twice");
    project.write("agents/mail/out/second.agent", greet("brief", "Once more brief"));
    let said = project.cargo(&["check"]).failed().stderr;
    for part in [
        "error[A308]: the module of this file would be called `brief`",
        "--> agents/mail/out/second.agent",
        "`agents/mail/out/brief.agent`",
        "agentc::import!(\"…\" as name)",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    assert_eq!(said.matches("error[A").count(), 1, "{said}");
}

/// The folder `mail` and the agent `mail` beside it: it is the agent that can be renamed.
#[test]
fn a_folder_and_an_agent_of_one_name() {
    let project = Project::copy_of("folders", "folders-and-agent");
    project.write("agents/mail.agent", greet("mail", "Mail to"));
    let said = project.cargo(&["check"]).failed().stderr;
    for part in ["error[A308]", "`mail`", "folder", "--> agents/mail.agent"] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    assert_eq!(said.matches("error[A").count(), 1, "{said}");
}

/// Paths are relative to the manifest's folder: one that is not is an error of ours, or works.
#[test]
fn an_absolute_path() {
    let project = Project::copy_of("placement", "placement-absolute");
    let path = project.path("agents/greet.agent");
    let main = format!("agentc::import!({path:?});\n\nfn main() {{}}\n");
    project.write("src/main.rs", main);
    let ran = project.cargo(&["check"]);
    let refused = ran.stderr.contains("[A1") && !ran.stderr.contains("include_bytes");
    assert!(ran.code == Some(0) || refused, "{}", ran.stderr);
}

/// Text that means something to Rust, in a place where it becomes documentation.
#[test]
fn any_character_in_a_description() {
    let project = Project::copy_of("folders", "folders-described");
    project.write("src/main.rs", "agentc::include_generated!();\n\nfn main() {}\n");
    let descriptions = [
        ("cr", "a\\rb"),
        ("crlf", "a\\r\\nb"),
        ("direction", "a \u{202e} b"),
        ("line_separator", "a \u{2028} b \u{85} c \u{feff} d"),
        ("control", "a \\u0000 \\u001b[31m b"),
        ("comment", "! */ /* /// //!"),
        ("quotes", r#"\\ \" # `x"#),
        ("blank", "\\n \\n"),
    ];
    for (name, description) in descriptions {
        let agent = format!("agent: {name}\nmodel: m\ndescription: \"{description}\"\nprompt: hi\n");
        project.write(&format!("agents/{name}.agent"), agent);
    }
    project.cargo(&["check"]).succeeded();
}

/// An agent that greets.
fn greet(name: &str, text: &str) -> String {
    format!(
        "agent: {name}\nmodel: claude-opus-4-7\ninputs[1]{{name,type}}:\n  who,string\n\
         prompt: {text} {{inputs.who}}.\n"
    )
}

/// The derive, in a crate that has nothing in scope and knows the runtime by another name.
#[test]
fn a_derive_needs_nothing_of_the_crate() {
    let project = Project::copy_of("derive-strict", "derive-strict");
    let printed = project.run();
    assert!(printed.starts_with("order 7 true open\nn in c 0.5\n"), "{printed}");
    assert!(printed.ends_with("0 e\n[1]{sku}:\n  e"), "{printed}");
    project.touch("src/main.rs");
    project.cargo(&["clippy", "--quiet"]).succeeded();
    let manifest = std::fs::read_to_string(project.path("Cargo.toml")).unwrap();
    project.edit("Cargo.toml", &manifest.replace("2021", "2024"));
    assert_eq!(project.run(), printed);
}
