//! Mistakes outside of templates in a source that stands in a Rust file.

agentc::import!(
    r#"
    agent: greeter
    model: claude-opus-4-7
    prompt: indented like the code around it
"# as indented
);

agentc::import!(
    r#"
agent: greeter
inputs[1]{name,type}:
  who,text
  what,string
prompt: |
  Hello,
 and {inputs.what}
"# as greeter
);

fn main() {}
