//! What models send: results and arguments from JSON and TOON, and the places of what does not fit.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

use agentc::{ValueError, json, toon};

agentc::import!(
    r#"
agent: report
model: claude-opus-4-7
prompt: Report.
outputs[2]{name,type}:
  title,string
  sources,"{url:string;kind:web|book;at:{page:number}}[]"
tools[1]{name,input}:
  search,"{query:string;limits:number[]}"
"# as report
);

fn places(error: ValueError) -> Vec<(String, usize, usize)> {
    let ValueError::Values(problems) = error else { panic!("{error}") };
    let place = |problem: agentc::Problem| {
        let place = problem.place.unwrap();
        (problem.path, place.line, place.col)
    };
    problems.into_iter().map(place).collect()
}

fn found(places: &[(&str, usize, usize)]) -> Vec<(String, usize, usize)> {
    places.iter().map(|(path, line, col)| ((*path).to_owned(), *line, *col)).collect()
}

#[test]
fn both_formats_hold_the_same() {
    let json = r#"{"title": "t", "more": null, "sources": [{"url": "u", "kind": "web", "at": {"page": 1}}]}"#;
    let toon = "title: t\nsources[1]{url,kind,at{page}}:\n  u,web,1\nmore: null";
    assert_eq!(report::Outputs::from_json(json).unwrap(), report::Outputs::from_toon(toon).unwrap());
    let arguments = report::SearchArgs::from_toon("query: \"5\"\nlimits[2]: 1,2.5").unwrap();
    assert_eq!((arguments.query.as_str(), arguments.limits.as_slice()), ("5", [1.0, 2.5].as_slice()));
}

#[test]
fn every_problem_of_json_has_its_place() {
    let text = "{\n  \"sources\": [\n    {\"url\": \"é\\\"}\", \"kind\": \"tv\", \"at\": {}},\n    {\"kind\": \"web\", \"url\": 1, \"url\": \"u\",\n     \"at\": {\"page\": \"1\"}}, 7\n  ]\n}";
    let error = report::Outputs::from_json(text).unwrap_err();
    assert!(error.to_string().starts_with("1:1: `title` is missing\n3:29: `sources.0.kind` must be one of"));
    assert_eq!(
        places(error),
        found(&[
            ("title", 1, 1),
            ("sources.0.kind", 3, 29),
            ("sources.0.at.page", 3, 41),
            ("sources.1.url", 4, 31),
            ("sources.1.url", 4, 28),
            ("sources.1.at.page", 5, 21),
            ("sources.2", 5, 28),
        ])
    );
    let surplus =
        report::SearchArgs::from_json("{\"query\":\"q\",\n\"limits\":[1,null], \"x\": 1}").unwrap_err();
    assert_eq!(places(surplus), found(&[("x", 2, 20), ("limits.1", 2, 13)]));
    assert_eq!(places(report::Outputs::from_json(" []").unwrap_err()), found(&[("", 1, 2)]));
}

#[test]
fn every_problem_of_toon_has_its_place() {
    let text = "sources[2]{url,kind,at{page}}:\n  é,web,x\n  1,tv,2\ntitle: 5";
    assert_eq!(
        places(report::Outputs::from_toon(text).unwrap_err()),
        found(&[
            ("title", 4, 8),
            ("sources.0.at.page", 2, 9),
            ("sources.1.url", 3, 3),
            ("sources.1.kind", 3, 5)
        ])
    );
    let text = "query: q\nextra:\n  a: 1";
    assert_eq!(
        places(report::SearchArgs::from_toon(text).unwrap_err()),
        found(&[("extra", 2, 1), ("limits", 1, 1)])
    );
    let Err(ValueError::Syntax { line, col, .. }) = report::Outputs::from_toon("title: t\nx: \"\\q\"") else {
        panic!("an escape that there is not");
    };
    assert_eq!((line, col), (2, 5));
}

/// Many problems take one walk over the text.
#[test]
fn ten_thousand_problems_are_found_in_time() {
    let rows = 10_000;
    let text = format!("{{\"title\":\"t\",\"sources\":[{}]}}", vec!["\n{\"url\":1}"; rows].join(","));
    let places = places(report::Outputs::from_json(&text).unwrap_err());
    assert_eq!(places.len(), 3 * rows);
    assert!(places.iter().enumerate().all(|(at, (_, line, _))| *line == at / 3 + 2));
}

#[test]
fn the_document_in_an_answer() {
    let answer = "Here you are:\n\n```toon\ntitle: t\nsources: []\n```\nAnything else?";
    assert_eq!(report::Outputs::from_toon(toon::first_document(answer).unwrap()).unwrap().title, "t");
    let answer = "Sure! {\"title\": \"t\", \"sources\": []} That is all.";
    assert_eq!(report::Outputs::from_json(json::first_document(answer).unwrap()).unwrap().title, "t");
    // What is damaged is not mended.
    let answer = "```json\n{\"title\": \"t\", \"sources\": [\n```";
    let damaged = report::Outputs::from_json(json::first_document(answer).unwrap()).unwrap_err();
    assert!(matches!(damaged, ValueError::Syntax { .. }));
}

#[test]
fn json_is_compact_and_can_be_sorted() {
    #[derive(serde::Serialize)]
    struct Row {
        b: f32,
        a: i128,
    }
    let row = Row { b: 0.1, a: i128::MIN };
    assert_eq!(json::to_string(&row).unwrap(), format!("{{\"b\":0.1,\"a\":{}}}", i128::MIN));
    assert_eq!(json::to_string_sorted(&[row]).unwrap(), format!("[{{\"a\":{},\"b\":0.1}}]", i128::MIN));
    assert!(json::to_string(&std::collections::BTreeMap::from([([1], 1)])).is_err());
}

/// No text makes reading panic or end the stack.
#[test]
fn hostile_texts() {
    let deep = 100_000;
    for text in [
        "[".repeat(deep),
        "{\"a\":".repeat(deep),
        "- ".repeat(deep),
        "\"\\u".to_owned(),
        "\"\\".to_owned(),
        "a: \"\\u12".to_owned(),
        format!("a[1]{}", "{a".repeat(deep)),
        (0..400).map(|level| format!("{}a:\n", "  ".repeat(level))).collect(),
        "```toon\n".repeat(1000),
        "`".repeat(deep),
    ] {
        assert!(report::Outputs::from_json(&text).is_err());
        assert!(report::Outputs::from_toon(&text).is_err());
        assert!(toon::from_str::<Vec<u8>>(&text).is_err());
        let _ = (toon::first_document(&text), json::first_document(&text));
    }
}
