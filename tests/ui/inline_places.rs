//! Mistakes in sources that stand in a Rust file: the places are those of that file.

mod behind_a_line_break {
    agentc::import!(
        r#"
agent: greeter
model: claude-opus-4-7
inputs[1]{name,type}:
  who,string
prompt: |
  Say hello to {inputs.wrong}.
    — é 日本 👋 {inputs.wrong} and	{inputs.wrong_too}
"# as greeter
    );
}

#[rustfmt::skip]
mod on_the_line_of_the_macro {
    /* é日👋 */ agentc::import!(r##"prompt: Hello {inputs.wrong}
agent: greeter
model: "{{quoted}}"
system: "\"Hello\" {inputs.wrong}"
"## as greeter);

    agentc::import!("prompt: Hello {inputs.wrong}
agent: cooked
model: m
");

    /* é */ mod one { agentc::import!(r"system: {inputs.wrong}
prompt: |
  {inputs.wrong}
agent: raw
model: m
inputs: []"); }
}

fn main() {}
