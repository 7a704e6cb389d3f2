//! Attributes that say nothing, too much, or what is not there.

use agentc::Prompt;

#[derive(Prompt)]
struct NoPath {
    topic: String,
}

#[derive(Prompt)]
#[prompt(paths = "agents/topic.agent")]
struct NoOption {
    topic: String,
}

#[derive(Prompt)]
#[prompt(path)]
struct NoValue {
    topic: String,
}

#[derive(Prompt)]
#[prompt = "agents/topic.agent"]
struct NoList {
    topic: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topik.agent")]
struct NoFile {
    topic: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/misspelt.agent")]
struct BrokenFile {
    topic: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/joins.agent", deny(warnings))]
struct Denied {
    on: bool,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", deny(A404))]
struct DeniesAnError {
    topic: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "rows")]
struct NoRoot {
    title: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs")]
struct AllInputs {
    title: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.rowz")]
struct NoInput {
    title: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.rows.titel")]
struct NoField {
    title: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.topic")]
struct NoObject {
    title: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.tone")]
enum Renamed {
    #[prompt(rename = "hot")]
    Warm,
    #[prompt(name = "dry")]
    Dry,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.tone")]
enum Twice {
    Warm,
    #[prompt(rename = "warm")]
    Dry,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.tone")]
enum TooFew {
    Warm,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", known_keys("a.b"))]
struct NoEntry {
    topic: String,
}

fn main() {}
