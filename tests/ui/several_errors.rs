//! Many mistakes in one file: one message each, and none about the code that uses its types.

use agentc::Prompt;

agentc::import!("agents/several.agent");

fn main() {
    let row = several::RowsItem {
        title: "Tides".to_owned(),
        url: "https://example.org/tides".to_owned(),
    };
    let inputs = several::Inputs {
        topic: "rain".to_owned(),
        count: 2.0,
        rows: vec![row],
    };
    println!("{} {}", several::Inputs::SPEC.name, inputs.render());
}
