//! A prompt driven by Lua: it asks a model about several options at a time and then for a recommendation. The model here
//! gives scripted replies; anything that implements `agentc::lua::Model` can stand in its place.

use agentc::lua::{Engine, Event, Limits, Prompt, RunErrorKind, ScriptedModel};

const COMPARE: &str = include_str!("../flows/compare.md");

/// What somebody could store in place of a prompt.
const HOSTILE: &str = "---
name: hostile
description: Catches whatever is thrown at it
runvil: 0
---

# Hostile

## Main

```lua
while true do
  pcall(function() while true do end end)
end
```
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = Engine::new();
    let prompt = Prompt::parse("flows/compare.md", COMPARE)?;
    let model = ScriptedModel::new([
        "It needs no server.",
        "It scales to many writers.",
        "Take SQLite until several machines must write.",
    ]);
    let args = r#"{"question":"Which database?","options":"SQLite, PostgreSQL"}"#;
    let listen = |event: Event<'_>| match event {
        Event::RoundSent { task, text, .. } => println!("task {task} asks: {text}\n"),
        Event::RoundEnded { task, reply: Ok(reply), .. } => println!("task {task} hears: {reply}\n"),
        _ => {}
    };
    let text = engine.run(&prompt, args).model(model).on_event(listen).block()?;
    println!("result: {text}\n");

    // The same engine, and a prompt that nobody should trust.
    let hostile = Prompt::parse("flows/hostile.md", HOSTILE)?;
    let limits = Limits { instructions: 1_000_000, ..Limits::default() };
    match engine.run(&hostile, "").limits(limits).block() {
        Err(error) if error.kind == RunErrorKind::Limit => println!("stopped: {error}"),
        other => return Err(format!("it was not stopped: {other:?}").into()),
    }
    Ok(())
}
