//! Fields that are missing, surplus or misspelt, and structs that cannot hold any. Whoever uses such a struct
//! is told of nothing else.

use agentc::Prompt;

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent")]
struct Misspelt {
    topik: String,
    tone: Tone,
    rows: Option<Vec<Row>>,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent")]
struct Missing {
    tone: Tone,
    length: u8,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.rows")]
struct Row {
    titel: String,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.tone")]
enum Tone {
    Warm,
    Cold,
    Dry(u8),
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent")]
struct Tuple(String);

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent")]
enum NoStruct {
    Topic,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent")]
union NoStructEither {
    topic: u8,
}

#[derive(Prompt)]
#[prompt(path = "agents/topic.agent", of = "inputs.tone")]
struct NoEnum {
    warm: bool,
}

fn main() {
    let misspelt = Misspelt { topik: String::new(), tone: Tone::Warm, rows: None };
    println!("{}", misspelt.render());
}
