//! How often rendering allocates, and how much: once, about the size of the text.

// All of this is a test.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use agentc::Prompt;
use allocation_counter::{AllocationInfo, measure};

agentc::import!("golden/brief.agent");
agentc::import!("golden/empty.agent");
agentc::import!("golden/environment.agent");
agentc::import!("golden/static.agent");
agentc::import!("golden/tables.agent");
agentc::import!("golden/types.agent");

/// Renders, and says what that took.
fn rendered(prompt: &impl Prompt) -> (String, AllocationInfo) {
    let mut text = String::new();
    let counted = measure(|| text = prompt.render());
    (text, counted)
}

/// Every prompt makes one allocation, within a tenth of its text, and none into a buffer with room.
fn allocate_once<P: Prompt>(prompts: impl IntoIterator<Item = (String, P)>) {
    let problems: Vec<String> =
        prompts.into_iter().filter_map(|(name, prompt)| problem(&name, &prompt)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn problem(name: &str, prompt: &impl Prompt) -> Option<String> {
    let (text, counted) = rendered(prompt);
    let (length, size) = (text.len(), usize::try_from(counted.bytes_total).unwrap());
    let mut buffer = String::with_capacity(2 * length);
    let into = measure(|| prompt.render_into(&mut buffer));
    assert_eq!(buffer, text, "{name}");
    if counted.count_total != 1 || !(length..=length + length / 10).contains(&size) {
        let count = counted.count_total;
        return Some(format!("{name}: {count} allocations, of {size} bytes together, for {length}"));
    }
    (into.count_total != 0).then(|| format!("{name}: {into:?} where there is room"))
}

fn brief(sources: usize) -> brief::Inputs {
    let source = |number: usize| brief::SourcesItem {
        title: format!("The {number}th of many sources"),
        url: format!("https://example.org/sources/{number}"),
    };
    brief::Inputs {
        sources: (0..sources).map(source).collect(),
        detailed: sources > 0,
        audience: "sailors".to_owned(),
    }
}

#[test]
fn the_brief() {
    allocate_once([0, 1, 10, 1000].map(|sources| (format!("{sources} sources"), brief(sources))));
}

#[test]
fn a_text_that_is_always_the_same() {
    allocate_once([("static".to_owned(), r#static::Inputs {})]);
}

#[test]
fn no_text() {
    let prompt = empty::Inputs { unused: "unused".to_owned() };
    let (text, counted) = rendered(&prompt);
    assert_eq!((text.as_str(), counted.count_total), ("", 0));
    assert_eq!(measure(|| drop(prompt.system())).count_total, 0);
}

#[test]
fn the_system_text() {
    for (text, counted) in [system(&brief(0)), system(&r#static::Inputs {})] {
        assert_eq!(counted.count_total, 1, "{text}");
        assert_eq!(counted.bytes_total, text.len() as u64, "{text}");
    }
}

fn system(prompt: &impl Prompt) -> (String, AllocationInfo) {
    let mut text = String::new();
    let counted = measure(|| text = prompt.system());
    (text, counted)
}

#[test]
fn scalars() {
    let numbers = [
        0.0,
        -0.0,
        7.0,
        -12.0,
        1e15,
        1e20,
        1e21,
        0.5,
        0.1,
        -2.75,
        19.99,
        0.1 + 0.2,
        1e-7,
        1.5e300,
        f64::MAX,
        f64::NAN,
        f64::NEG_INFINITY,
    ];
    allocate_once(numbers.map(|number| (format!("{number} a few times"), every_type(number, None))));
    allocate_once(numbers.map(|number| (format!("{number} many times"), every_type(number, Some(1000)))));
}

/// Every type but those that are written as TOON; with a list, the optional inputs are there too.
fn every_type(number: f64, list: Option<usize>) -> types::Inputs {
    let length = list.unwrap_or_default();
    let word = || "word".to_owned();
    let person = |_| types::PeopleItem {
        name: word(),
        age: number,
        active: length > 0,
        mood: types::PeopleItemMood::Good,
    };
    let home = types::Home { street: word(), at: types::HomeAt { lat: number, lng: number } };
    let home_or_none = list
        .map(|_| types::HomeOrNone { street: word(), at: types::HomeOrNoneAt { lat: number, lng: number } });
    let person_or_none = |_| types::PeopleOrNoneItem { name: word(), mood: types::PeopleOrNoneItemMood::Bad };
    types::Inputs {
        text: word(),
        count: number,
        flag: false,
        tone: types::Tone::Warm,
        home,
        texts: vec![word(); length],
        counts: vec![number; length],
        flags: vec![true; length],
        tones: vec![types::TonesItem::Dry; length],
        people: (0..length).map(person).collect(),
        text_or_none: list.map(|_| word()),
        count_or_none: list.map(|_| number),
        flag_or_none: list.map(|_| false),
        tone_or_none: list.map(|_| types::ToneOrNone::Dry),
        home_or_none,
        texts_or_none: list.map(|length| vec![word(); length]),
        counts_or_none: list.map(|length| vec![number; length]),
        flags_or_none: list.map(|length| vec![false; length]),
        tones_or_none: list.map(|length| vec![types::TonesOrNoneItem::Warm; length]),
        people_or_none: list.map(|length| (0..length).map(person_or_none).collect()),
    }
}

#[test]
fn tables() {
    allocate_once(
        [0, 1, 10, 1000]
            .map(|rows| (format!("tables of {rows} rows"), every_table(rows, "a word", |row| row as f64))),
    );
}

/// Prices and the like: two digits behind the point.
#[test]
fn tables_of_short_fractions() {
    let price = |row| row as f64 / 100.0 + 0.01;
    allocate_once([("prices".to_owned(), every_table(1000, "a word", price))]);
}

/// Texts in quotes, which have to be looked at to know their size, but for the escapes in them.
#[test]
fn tables_of_quoted_texts() {
    let table = every_table(1000, "a word, and one more", |row| row as f64);
    allocate_once([("quoted".to_owned(), table)]);
}

#[test]
fn tables_of_escaped_texts() {
    let (text, counted) = rendered(&every_table(1000, "\"\n\t\u{1}", |row| row as f64));
    assert!(counted.count_total <= 2, "{counted:?} for {} bytes", text.len());
}

fn every_table(rows: usize, text: &str, number: impl Fn(usize) -> f64) -> tables::Inputs {
    let text = || text.to_owned();
    let row = |row| tables::RowsItem {
        id: number(row),
        title: text(),
        done: row % 2 == 0,
        state: tables::RowsItemState::Shut,
    };
    let place = |row| tables::PlacesItem {
        id: number(row),
        at: tables::PlacesItemAt { x: number(row), y: number(row + 1) },
        note: text(),
    };
    let line = |row| tables::OrdersItemLinesItem { sku: text(), count: number(row) };
    let order = |row| tables::OrdersItem {
        id: number(row),
        tags: vec![text(); row % 4],
        at: tables::OrdersItemAt { x: number(row), y: number(row) },
        lines: (0..row % 5).map(line).collect(),
    };
    let list = |row| tables::ListsItem {
        by: tables::ListsItemBy {
            p: tables::ListsItemByP { a: number(row) },
            q: tables::ListsItemByQ { a: number(row) },
        },
        tags: vec![text(); row % 3],
    };
    let maybe = |row| tables::MaybeItem { id: number(row), title: text() };
    tables::Inputs {
        point: tables::Point { x: number(1), y: number(2) },
        names: vec![text(); rows],
        counts: (0..rows).map(&number).collect(),
        rows: (0..rows).map(row).collect(),
        places: (0..rows).map(place).collect(),
        orders: (0..rows).map(order).collect(),
        weather: tables::Weather {
            north: tables::WeatherNorth { t: number(3), sky: text() },
            south: tables::WeatherSouth { sky: text(), t: number(4) },
        },
        nested: tables::Nested {
            title: text(),
            by: tables::NestedBy {
                p: tables::NestedByP { a: number(5), b: text() },
                q: tables::NestedByQ { a: number(6), b: text() },
            },
            deep: tables::NestedDeep { deeper: tables::NestedDeepDeeper { tags: vec![text(); rows] } },
        },
        lists: (0..rows).map(list).collect(),
        maybe: (rows > 1).then(|| (0..rows).map(maybe).collect()),
        perhaps: (rows > 1).then(|| tables::Perhaps { x: number(7), tags: Vec::new() }),
    }
}

/// What the environment adds is not known beforehand; it is there once, or a few times, or everywhere.
#[test]
fn the_environment() {
    let variable = "a variable of some length ".repeat(20);
    let mut problems = Vec::new();
    for words in [0, 1, 10, 1000] {
        for set in [vec![], vec!["HOME"], vec!["HOME", "LANG", "ON", "NAME"]] {
            let env: BTreeMap<&str, &str> = set.iter().map(|name| (*name, &*variable)).collect();
            let prompt = environment::Inputs { words: vec!["word".to_owned(); words], on: true, name: None };
            let mut text = String::new();
            let count = measure(|| text = prompt.render_with(&env)).count_total;
            let what = format!("{words} words, {set:?} set, {} bytes", text.len());
            if count > 2 {
                problems.push(format!("{what}: {count} allocations"));
            }
            assert!(measure(|| drop(prompt.system_with(&env))).count_total <= 2, "{what}");

            let mut buffer = String::with_capacity(text.len());
            let counted = measure(|| prompt.render_into_with(&mut buffer, &env));
            assert_eq!(counted.count_total, 0, "{what}");
            assert_eq!(buffer, text);
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
