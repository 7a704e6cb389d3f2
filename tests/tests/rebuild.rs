//! What cargo builds again when a prompt file changes, by macro, by derive and by build script.
//!
//! Nothing here waits: an edited file gets a time to come, and before cargo is asked whether anything
//! changed every file gets a time long past.

// All of this is a test.
#![allow(clippy::unwrap_used)]

mod project;

use std::path::PathBuf;
use std::time::SystemTime;

use project::{Project, workspace};

/// All ways in.
const WAYS: [&str; 3] = ["rebuild-macro", "rebuild-build", "rebuild-derive"];

#[test]
fn an_edited_prompt_is_built_again() {
    for name in WAYS {
        let project = Project::copy_of(name, &format!("{name}-edited"));
        assert_eq!(project.run(), "First.\n", "{name}");
        project.edit("agents/first.agent", &agent("first", "Edited."));
        assert_eq!(project.run(), "Edited.\n", "{name}");
        project.edit("agents/first.agent", &agent("first", "Edited again."));
        assert_eq!(project.run(), "Edited again.\n", "{name}");
    }
}

/// The file of a sub-agent says what arguments it takes.
#[test]
fn an_edited_sub_agent_is_built_again() {
    for name in WAYS {
        let project = Project::copy_of(name, &format!("{name}-sub-agent"));
        let main = std::fs::read_to_string(project.path("src/main.rs")).unwrap();
        let printed = "first::Inputs::SPEC.uses[0].inputs_schema.unwrap()";
        project.write("src/main.rs", main.replace("first::Inputs {}.render()", printed));
        let user = format!("{}uses[1]: second\n", agent("first", "First."));
        project.write("agents/first.agent", user);
        project.write("agents/second.agent", agent("second", "Second."));
        assert!(!project.run().contains("topic"), "{name}");
        project.settle();
        assert!(is_fresh(&project), "{name}");
        let inputs = "inputs[1]{name,type}:\n  topic,string\n";
        project.edit("agents/second.agent", &(agent("second", "Second.") + inputs));
        assert!(project.run().contains("topic"), "{name}");
    }
}

#[test]
fn nothing_is_built_when_nothing_changed() {
    for name in WAYS {
        let project = Project::copy_of(name, &format!("{name}-unchanged"));
        project.run();
        project.settle();
        assert!(is_fresh(&project), "{name}");
        project.edit("agents/first.agent", &agent("first", "Edited."));
        assert!(!is_fresh(&project), "{name}");
        project.settle();
        assert!(is_fresh(&project), "{name}");
    }
}

/// A macro cannot watch a file that is not there: the program is built again once anything of it is touched.
#[test]
fn a_file_that_is_gone_comes_back() {
    for name in WAYS {
        let project = Project::copy_of(name, &format!("{name}-gone"));
        project.run();
        project.settle();
        project.remove("agents/first.agent");
        project.touch("agents");
        let said = project.cargo(&["build"]).failed().stderr;
        assert!(said.contains("there is no such file") || name == "rebuild-build", "{name}: {said}");
        project.edit("agents/first.agent", &agent("first", "Back."));
        project.touch("src/main.rs");
        assert_eq!(project.run(), "Back.\n", "{name}");
    }
}

/// A struct that stands for an object in the file is checked anew with it.
#[test]
fn nested_structs_follow_the_file() {
    let project = Project::copy_of("rebuild-derive", "rebuild-derive-nested");
    let file = |ty: &str| {
        let inputs = format!("inputs[1]{{name,type}}:\n  rows,\"{{{ty}}}[]\"\n");
        inputs + &agent("first", "{inputs.rows}")
    };
    project.edit("agents/first.agent", &file("title:string"));
    let main = "use agentc::Prompt;\n\
                #[derive(Prompt)]\n#[prompt(path = \"agents/first.agent\")]\n\
                struct First { rows: [Row; 1] }\n\
                #[derive(Prompt)]\n#[prompt(path = \"agents/first.agent\", of = \"inputs.rows\")]\n\
                struct Row { title: &'static str }\n\
                fn main() {\n    println!(\"{}\", First { rows: [Row { title: \"t\" }] }.render());\n}\n";
    project.edit("src/main.rs", main);
    assert_eq!(project.run(), "[1]{title}:\n  t\n");
    project.settle();
    assert!(is_fresh(&project));
    project.edit("agents/first.agent", &file("title:string;url:string"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("the field `url` is missing: agents/first.agent:2"), "{said}");
}

#[test]
fn a_new_prompt_is_noticed() {
    let project = Project::copy_of("rebuild-build", "rebuild-new");
    project.run();
    project.settle();
    project.edit("agents/second.agent", &agent("second", "Second."));
    let main = "use agentc::Prompt;\nagentc::include_generated!();\n\
                fn main() {\n    println!(\"{}\", second::Inputs {}.render());\n}\n";
    project.edit("src/main.rs", main);
    assert_eq!(project.run(), "Second.\n");

    // One in a folder that was not there before, and another beside that.
    project.settle();
    project.edit("agents/deep/er/third.agent", &agent("third", "Third."));
    project.edit("src/main.rs", &main.replace("second::", "deep::er::third::"));
    assert_eq!(project.run(), "Third.\n");
    project.settle();
    project.edit("agents/deep/fourth.agent", &agent("fourth", "Fourth."));
    project.edit("src/main.rs", &main.replace("second::", "deep::fourth::"));
    assert_eq!(project.run(), "Fourth.\n");
}

#[test]
fn a_new_prompt_alone_is_reason_enough() {
    let project = Project::copy_of("rebuild-build", "rebuild-new-alone");
    project.run();
    project.settle();
    project.edit("agents/second.agent", &agent("second", "{inputs.wrong}"));
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("--> agents/second.agent:3:9"), "{said}");
}

#[test]
fn a_deleted_prompt_is_noticed() {
    let project = Project::copy_of("rebuild-build", "rebuild-deleted");
    project.write("agents/second.agent", agent("second", "Second."));
    project.run();
    project.settle();
    assert!(is_fresh(&project));
    project.remove("agents/second.agent");
    project.touch("agents");
    assert!(!is_fresh(&project));
    let generated = std::fs::read_to_string(generated(&project)).unwrap();
    assert!(!generated.contains("Second."), "{generated}");

    project.remove("agents/first.agent");
    project.touch("agents");
    let said = project.cargo(&["build"]).failed().stderr;
    assert!(said.contains("first"), "{said}");
}

#[test]
fn an_error_stops_the_build_until_it_is_mended() {
    let wrong = agent("first", "Hello {inputs.wrong}");
    let frame = "\
         --> agents/first.agent:3:15\n  \
           |\n\
         3 | prompt: Hello {inputs.wrong}\n  \
           |               ^^^^^^^^^^^^^^\n  \
           |\n  \
           = help: ";
    for name in WAYS {
        let project = Project::copy_of(name, &format!("{name}-mended"));
        project.run();
        project.settle();
        project.edit("agents/first.agent", &wrong);
        let said = project.cargo(&["build"]).failed().stderr;
        assert!(said.contains("there is no input `wrong`"), "{name}: {said}");
        assert!(said.contains("A404"), "{name}: {said}");
        let lines: Vec<&str> = said.lines().map(str::trim_start).collect();
        for line in frame.lines() {
            let line = line.trim_start();
            let found = lines.iter().any(|found| found.starts_with(line));
            assert!(found, "{name}: `{line}` is not in\n{said}");
        }
        // The same once more: nothing of it counts as built.
        project.settle();
        let again = project.cargo(&["build"]).failed().stderr;
        assert!(again.contains("A404"), "{name}: {again}");

        project.edit("agents/first.agent", &agent("first", "Mended."));
        assert_eq!(project.run(), "Mended.\n", "{name}");
    }
}

/// A file that is written again is compiled again, even if it is the same.
#[test]
fn the_same_text_is_not_written_again() {
    let project = Project::copy_of("rebuild-build", "rebuild-same");
    project.run();
    let file = generated(&project);
    let past = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let open = std::fs::File::open(&file).unwrap();
    open.set_modified(past).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();

    let same = std::fs::read_to_string(project.path("agents/first.agent")).unwrap();
    project.edit("agents/first.agent", &format!("# A remark.\n{same}"));
    project.cargo(&["build"]).succeeded();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(open.metadata().unwrap().modified().unwrap(), past);

    project.edit("agents/first.agent", &agent("first", "Edited."));
    project.cargo(&["build"]).succeeded();
    assert_ne!(std::fs::read_to_string(&file).unwrap(), text);
}

/// Builds a project; whether there was nothing to do.
fn is_fresh(project: &Project) -> bool {
    let ran = project.cargo(&["build", "--message-format=json"]).succeeded();
    let messages = ran.messages();
    let own = |kind: &'static str| {
        messages.iter().filter(move |message| {
            let target = &message["target"];
            message["reason"] == "compiler-artifact"
                && target["kind"][0] == kind
                && target["src_path"].as_str().is_some_and(|path| path.starts_with("$DIR"))
        })
    };
    assert_eq!(own("bin").count(), 1, "{}", ran.stdout);
    own("bin").all(|artifact| artifact["fresh"] == true)
}

/// The file that the build script writes.
fn generated(project: &Project) -> PathBuf {
    let ran = project.cargo(&["build", "--message-format=json"]).succeeded();
    let messages = ran.messages();
    let folders = messages.iter().filter(|message| {
        message["reason"] == "build-script-executed"
            && message["package_id"].as_str().is_some_and(|package| package.contains("$DIR"))
    });
    let folder = folders.map(|message| message["out_dir"].as_str().unwrap()).next().unwrap();
    let folder = folder.replace("$WORKSPACE", workspace().to_str().unwrap());
    PathBuf::from(folder).join("agentc.rs")
}

/// An agent without inputs.
fn agent(name: &str, prompt: &str) -> String {
    format!("agent: {name}\nmodel: claude-opus-4-7\nprompt: {prompt}\n")
}
