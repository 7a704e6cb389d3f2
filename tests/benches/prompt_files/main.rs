//! What prompt files cost: `cargo bench -p agentc-tests --bench prompt_files`.
//!
//! Each line is the fastest of many runs, and how many times as long as what it is measured against:
//!
//! - `fill` fills a compiled prompt of 4 KB with 12 values, a hundred times; a concatenation written by hand is the measure;
//! - `compile` puts a set of 200 files (400 KB) together and compiles it; checking that the same bytes are UTF-8 and
//!   copying them, file by file, is the measure;
//! - `cache hit` is an overlay of 20 stored files (40 KB) that was compiled before; hashing the same bytes is the measure.

// A measurement that cannot go on stops.
#![allow(clippy::unwrap_used)]

use std::hash::{BuildHasher, Hash, RandomState};
use std::hint::black_box;
use std::time::{Duration, Instant};

use agentc::prompt_files::PromptSet;

fn main() {
    // `cargo test`, and `cargo bench` with `--quick`, run everything once, to see that it runs.
    let has = |wanted| std::env::args().any(|argument| argument == wanted);
    let rounds = if has("--bench") && !has("--quick") { 2_000 } else { 1 };
    fill(rounds);
    compile(rounds);
    cache_hit(rounds);
}

fn fill(rounds: usize) {
    let literals: Vec<String> =
        (0..13).map(|number| format!("{number:02} {}.\n", "lorem ipsum ".repeat(26))).collect();
    let values: Vec<String> = (0..12).map(|number| format!("value {number}")).collect();
    let mut text = String::from("---\n");
    for number in 0..12 {
        text += &format!("n{number}: tenant.n{number}\n");
    }
    text += "---\n";
    for (number, literal) in literals.iter().enumerate() {
        text += literal;
        if number < 12 {
            text += &format!("{{{{n{number}}}}}");
        }
    }
    let compiled = PromptSet::new([("a", text)]).unwrap().compile("a").unwrap();
    let by_hand = || {
        let size =
            literals.iter().map(String::len).sum::<usize>() + values.iter().map(String::len).sum::<usize>();
        let mut out = String::with_capacity(size);
        for (index, literal) in literals.iter().enumerate() {
            out.push_str(literal);
            if let Some(value) = values.get(index) {
                out.push_str(value);
            }
        }
        out
    };
    assert_eq!(by_hand().trim_end(), compiled.fill(&values));
    // One takes little longer than the clock can tell.
    let many = |fill: &dyn Fn() -> String| {
        for _ in 0..100 {
            black_box(fill());
        }
    };
    report("fill ×100", rounds, || many(&|| compiled.fill(black_box(&values))), || many(&by_hand));
}

fn compile(rounds: usize) {
    let files = files(200);
    let copy = || {
        let copies: Vec<String> = files
            .iter()
            .map(|(_, bytes)| std::str::from_utf8(black_box(bytes)).unwrap().to_owned())
            .collect();
        copies
    };
    let compile = || {
        let set =
            PromptSet::new(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))).unwrap();
        set.compile("f0").unwrap()
    };
    assert!(compile().text().len() > 390_000, "{}", compile().text().len());
    report("compile", rounds, compile, copy);
}

/// Files of 2 KB: the first pulls in all others, and each uses two values and an escape.
fn files(count: usize) -> Vec<(String, Vec<u8>)> {
    let file = |number: usize| {
        let mut text =
            String::from("---\ntitle: A piece\nname: agent.name\nclinic: tenant.clinic\n---\n# {{name}}\n\n");
        text += &"A line of a prompt, with [a link](https://example.org) and `code` in it.\n".repeat(27);
        text += "\nAt {{clinic}}, write \\[[brackets]].\n";
        if number == 0 {
            text += &(1..count).map(|number| format!("[[f{number}]]\n")).collect::<String>();
        }
        (format!("f{number}"), text.into_bytes())
    };
    (0..count).map(file).collect()
}

fn cache_hit(rounds: usize) {
    let stored = files(20);
    let deployment = PromptSet::new(files(200)).unwrap();
    let overlaid = deployment.overlay(stored.clone()).unwrap();
    overlaid.compile("f0").unwrap();
    let hasher = RandomState::new();
    let hash = || {
        let mut state = hasher.build_hasher();
        for (path, bytes) in &stored {
            path.hash(&mut state);
            bytes.hash(&mut state);
        }
        std::hash::Hasher::finish(&state)
    };
    // The stored files are read anew for each call, as from a database, and given away.
    let mut copies: Vec<_> = std::iter::repeat_with(|| stored.clone()).take(rounds).collect();
    let hit = || deployment.overlay(copies.pop().unwrap_or_default()).unwrap().compile("f0").unwrap();
    report("cache hit", rounds, hit, hash);
}

fn report<A, B>(name: &str, rounds: usize, mut ours: impl FnMut() -> A, mut measure: impl FnMut() -> B) {
    let (ours, measure) = (fastest(rounds, &mut ours), fastest(rounds, &mut measure));
    let times = ours.as_secs_f64() / measure.as_secs_f64();
    println!("{name:<10} {ours:>12.3?}  {times:>6.2} times {measure:.3?}");
}

fn fastest<T>(rounds: usize, run: &mut impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        let done = black_box(run());
        let taken = start.elapsed();
        drop(done);
        taken
    };
    (0..rounds).map(time).min().unwrap_or_default()
}
