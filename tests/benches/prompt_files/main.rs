//! What prompt files cost: `cargo bench -p agentc-tests --bench prompt_files`.
//!
//! Each line is the fastest of many runs, and how many times as long as what it is measured against:
//!
//! - `fill` fills a compiled prompt of 4 KB with 12 values, and `render` does it by generated code, a hundred times; a
//!   concatenation written by hand is the measure;
//! - `compile` puts a set of 200 files (400 KB) together and compiles it; checking that the same bytes are UTF-8 and
//!   copying them, file by file, is the measure;
//! - `cache hit` is an overlay of 20 stored files (40 KB) that was compiled before, and `digest` the part of it that
//!   hashes them; hashing the same bytes with SipHash, the standard library's keyed hash, is the measure. A digest that
//!   made it needless to compare the files would be no faster than that: BLAKE3 takes 1.4 times as long.

// A measurement that cannot go on stops.
#![allow(clippy::unwrap_used)]

use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;
use std::time::{Duration, Instant};

use agentc::prompt_files::{PromptFile, PromptSet, Resolve};

agentc::import!(root = "benches/prompt_files/prompts", entry = "values");

fn main() {
    // `cargo test`, and `cargo bench` with `--quick`, run everything once, to see that it runs.
    let has = |wanted| std::env::args().any(|argument| argument == wanted);
    let rounds = if has("--bench") && !has("--quick") { 2_000 } else { 1 };
    fill(rounds);
    compile(rounds);
    cache_hit(rounds);
}

fn fill(rounds: usize) {
    let text = values::Values::SPEC.text;
    assert!((4_000..5_000).contains(&text.len()), "{}", text.len());
    let values: Vec<String> = (0..12).map(|number| format!("value {number}")).collect();
    let literals: Vec<&str> = text.split("{{").map(|part| part.rsplit("}}").next().unwrap_or(part)).collect();
    let by_hand = || {
        let size = literals.iter().map(|text| text.len()).sum::<usize>()
            + values.iter().map(String::len).sum::<usize>();
        let mut out = String::with_capacity(size);
        for (index, literal) in literals.iter().enumerate() {
            out.push_str(literal);
            if let Some(value) = values.get(index) {
                out.push_str(value);
            }
        }
        out
    };
    let compiled = PromptSet::embedded(values::FILES).compile("values").unwrap();
    let generated = values::Values::from_values(values.iter().map(Into::into).collect());
    assert_eq!((by_hand(), by_hand()), (compiled.fill(&values), generated.render()));
    // One takes little longer than the clock can tell.
    let many = |fill: &dyn Fn() -> String| {
        for _ in 0..100 {
            black_box(fill());
        }
    };
    report("fill ×100", rounds, || many(&|| compiled.fill(black_box(&values))), || many(&by_hand));
    report("render ×100", rounds, || many(&|| black_box(&generated).render()), || many(&by_hand));
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
    let (keyed, own) = (RandomState::new(), foldhash::quality::RandomState::default());
    // The stored files are read anew for each call, as from a database, and given away.
    let mut copies: Vec<_> = std::iter::repeat_with(|| stored.clone()).take(rounds).collect();
    let hit = || deployment.overlay(copies.pop().unwrap_or_default()).unwrap().compile("f0").unwrap();
    report("cache hit", rounds, hit, || keyed.hash_one(&stored));
    report("digest", rounds, || own.hash_one(&stored), || keyed.hash_one(&stored));
}

fn report<A, B>(name: &str, rounds: usize, mut ours: impl FnMut() -> A, mut measure: impl FnMut() -> B) {
    let (ours, measure) = (fastest(rounds, &mut ours), fastest(rounds, &mut measure));
    let times = ours.as_secs_f64() / measure.as_secs_f64();
    println!("{name:<11} {ours:>12.3?}  {times:>6.2} times {measure:.3?}");
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
