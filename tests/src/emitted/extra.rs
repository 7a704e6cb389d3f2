/// Prints what happens to values that JSON cannot hold, or that are no inputs.
pub fn run() {
    use agentc::Prompt;
    use extra::{Inputs, K, KA, KB, O, Outputs, RowsItem, SearchArgs};

    let every = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, -1.5];
    let inputs = Inputs {
        n: f64::NAN,
        ns: every.to_vec(),
        o: O { n: f64::INFINITY, m: -0.0 },
        rows: every.map(|n| RowsItem { n }).to_vec(),
        k: K { a: KA { n: f64::NAN }, b: KB { n: f64::NEG_INFINITY } },
    };
    harness::answer("not finite", inputs.render().into());

    let outputs = |json: &str| match Outputs::from_json(json) {
        Ok(outputs) => format!("{outputs:?}").into(),
        Err(error) => harness::problems(&error),
    };
    for (id, json) in [
        ("output", r#"{"verdict":"no","answer":"a"}"#),
        (
            "output with surplus keys",
            r#"{"answer":"a","more":null,"verdict":"yes","notes":[{"id":1,"by":{"name":"b","more":1},"more":[]}]}"#,
        ),
        ("output with problems", r#"{"notes":[{"id":"1","by":{}},null],"verdict":"maybe","more":1}"#),
        ("output that is no object", "[]"),
        ("output that is no JSON", "{\n  \"é\": 1,}"),
    ] {
        harness::answer(id, outputs(json));
    }

    let arguments = |json: &str| match SearchArgs::from_json(json) {
        Ok(arguments) => format!("{arguments:?}").into(),
        Err(error) => harness::problems(&error),
    };
    for (id, json) in [
        ("arguments", r#"{"query":"q","kinds":["news","web"],"near":{"town":"t"}}"#),
        (
            "arguments with surplus keys",
            r#"{"query":"q","kinds":[],"near":{"town":"t","more":null},"more":1}"#,
        ),
        ("arguments with problems", r#"{"kinds":["web","blog",1],"near":{}}"#),
    ] {
        harness::answer(id, arguments(json));
    }
}
