//! The answer of a model as a struct: decoded from JSON, or refused with a list of what is wrong with it.

use agentc::{Prompt, ValueError};
use referee::{Inputs, OutputVerdict, Outputs};

agentc::import!("agents/referee.agent");

fn main() {
    let inputs = Inputs { question: "What moves the tides?".to_owned(), answer: "The wind".to_owned() };
    println!("--- prompt\n{}", inputs.render());
    // What a provider with structured outputs is given, so that the model answers in this form.
    println!("--- schema\n{}", Inputs::SPEC.outputs_schema.unwrap_or("text"));

    // The key that nobody declared is passed over: models add such.
    let right = r#"{
        "verdict": "half-right",
        "points": 1.5,
        "reasons": [{ "text": "Wind moves water, but not the tides.", "weight": 1 }],
        "mood": "stern"
    }"#;
    let wrong =
        r#"{ "verdict": "almost", "points": "1.5", "reasons": [{ "text": "Wind." }], "advice": null }"#;
    let cut_off = r#"{ "verdict": "wrong", "points": 0, "rea"#;
    // A model that cannot be held to JSON alone puts words around it, or a code fence.
    let chatty = r#"That is not it: {"verdict":"wrong","points":0,"reasons":[]}. Shall I go on?"#;
    for answer in [right, wrong, cut_off, chatty] {
        println!("--- {answer}");
        let document = agentc::json::first_document(answer).unwrap_or(answer);
        match Outputs::from_json(document) {
            Ok(outputs) => report(&outputs),
            // The whole text of the error is made to be sent back to the model.
            Err(error @ ValueError::Syntax { .. }) => println!("not JSON: {error}"),
            Err(error) => println!("{error}"),
        }
    }
}

fn report(outputs: &Outputs) {
    let word = match outputs.verdict {
        OutputVerdict::Right => "yes",
        OutputVerdict::HalfRight => "in part",
        OutputVerdict::Wrong => "no",
    };
    println!("{word}, {} points", outputs.points);
    for reason in &outputs.reasons {
        println!("- {} ({})", reason.text, reason.weight);
    }
    println!("advice: {}", outputs.advice.as_deref().unwrap_or("none"));
    println!("again as JSON: {}", outputs.to_json());
}
