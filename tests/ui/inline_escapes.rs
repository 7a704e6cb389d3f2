//! A prompt as an ordinary string literal: only without escapes.

agentc::import!("agent: hi\nmodel: m\nprompt: hello\n" as one);

agentc::import!(
    "agent: hi
model: m
prompt: say \"hello\"
" as two
);

fn main() {}
