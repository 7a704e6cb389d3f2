//! A field is misspelt, in the inputs and in an element of a list.

agentc::import!("agents/topic.agent");

fn main() {
    let _ = topic::RowsItem {
        titel: "Tides".to_owned(),
        url: "https://example.org/tides".to_owned(),
    };
    let _ = topic::Inputs {
        topik: "rain".to_owned(),
        tone: topic::Tone::Dry,
        rows: None,
    };
}
