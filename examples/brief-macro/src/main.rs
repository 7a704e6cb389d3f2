//! A prompt compiled where it is named: with sources, without any, and in detail.

use agentc::Prompt;
use brief::{Inputs, SourcesItem};

agentc::import!("agents/brief.agent");

fn main() {
    let source = |title: &str, url: &str| SourcesItem { title: title.to_owned(), url: url.to_owned() };
    let sources = vec![
        source("Tides of the North Sea", "https://example.org/tides"),
        source("Wind over shallow water", "https://example.org/wind"),
    ];
    let audience = "sailors".to_owned();

    let with_sources = Inputs { sources, detailed: false, audience };
    let without = Inputs { sources: Vec::new(), ..with_sources.clone() };
    let in_detail = Inputs { detailed: true, ..with_sources.clone() };
    for (name, inputs) in [("with sources", with_sources), ("without", without), ("in detail", in_detail)] {
        println!("--- {name}, for {}\n{}", Inputs::SPEC.model, inputs.render());
    }
}
