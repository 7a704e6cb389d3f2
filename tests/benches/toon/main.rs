//! How fast values are written, as a ratio to `serde_json::to_string` on the same typed data.
//!
//! ```sh
//! cargo bench -p agentc-tests --bench toon             # the table, and whether the targets hold
//! cargo bench -p agentc-tests --bench toon -- --quick  # each once or a few times; no targets
//! ```
//! Without `--bench`, as `cargo test` runs it, it is quick too. Every text is checked before time is
//! taken. In each round every engine runs for some milliseconds, one after the other, and what is shown
//! is the median of the ratios within a round: a machine with other work slows all of them alike.
//! Allocations are the business of the test `toon_memory`.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A benchmark that cannot go on fails; it prints.

mod data;

use std::hint::black_box;
use std::time::{Duration, Instant};

use agentc::Prompt as _;
use agentc_text::Value;
use agentc_text::toon::{ReadOptions, read};
use serde::Serialize;

/// A way to write a value.
struct Engine<'d> {
    name: &'static str,
    write: Box<dyn Fn() -> String + 'd>,
    /// The most time it may take, as a ratio to serde_json.
    target: Option<f64>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let quick = has("--quick") || !has("--bench");
    let (rows, config, strings) = (data::rows(), data::config(), data::strings());
    let inputs = data::Rows { rows: &rows };
    let mut missed = 0;
    let mut ahead = engines(&rows, 0.85);
    ahead.push(Engine {
        name: "agentc, ahead of time",
        write: Box::new(|| inputs.render()),
        target: Some(0.5),
    });
    missed += run("1,000 rows", &ahead, quick);
    missed += run("a configuration", &engines(&config, 1.5), quick);
    missed += run("100,000 strings", &engines(&strings, 0.9), quick);
    if missed > 0 && !quick {
        println!("{missed} missed");
        std::process::exit(1);
    }
}

fn engines<T: Serialize>(value: &T, target: f64) -> Vec<Engine<'_>> {
    let engine = |name, target, write| Engine { name, write, target };
    vec![
        engine(
            "serde_json",
            None,
            Box::new(|| serde_json::to_string(value).unwrap()) as Box<dyn Fn() -> String>,
        ),
        engine("agentc", Some(target), Box::new(|| agentc::toon::to_string(value).unwrap())),
        engine("serde_toon", None, Box::new(|| serde_toon::to_string(value).unwrap())),
        engine("toon-format", None, Box::new(|| toon_format::encode_default(value).unwrap())),
    ]
}

/// Prints a table; returns how many targets were missed.
fn run(title: &str, engines: &[Engine<'_>], quick: bool) -> usize {
    check(engines);
    let rounds = if quick { 2 } else { 61 };
    let budget = Duration::from_micros(if quick { 500 } else { 4000 });
    let counts: Vec<u32> = engines.iter().map(|engine| calibrated(engine, budget)).collect();
    let mut ratios = vec![Vec::new(); engines.len()];
    let mut times = vec![Vec::new(); engines.len()];
    for round in 0..rounds {
        let mut taken = vec![0.0; engines.len()];
        for turn in 0..engines.len() {
            let at = (turn + round) % engines.len();
            let start = Instant::now();
            for _ in 0..counts[at] {
                black_box((engines[at].write)());
            }
            taken[at] = start.elapsed().as_secs_f64() / f64::from(counts[at]);
        }
        for (at, time) in taken.iter().enumerate() {
            ratios[at].push(time / taken[0]);
            times[at].push(*time);
        }
    }
    println!("\n{title:24} {:>10} {:>10} {:>8} {:>8}", "bytes", "µs", "ratio", "target");
    let mut missed = 0;
    for (at, engine) in engines.iter().enumerate() {
        let (ratio, time) = (median(&mut ratios[at]), median(&mut times[at]));
        // A moment says nothing about a target.
        let target = engine.target.filter(|_| !quick);
        let miss = target.is_some_and(|target| ratio > target);
        let target = target.map(|target| format!("{target:.2}")).unwrap_or_default();
        missed += usize::from(miss);
        println!(
            "  {:22} {:>10} {:>10.1} {ratio:>8.2} {target:>8}{}",
            engine.name,
            (engine.write)().len(),
            time * 1e6,
            if miss { "  missed" } else { "" }
        );
    }
    missed
}

/// All engines write the same value, and ours what the others do.
fn check(engines: &[Engine<'_>]) {
    let texts: Vec<String> = engines.iter().map(|engine| (engine.write)()).collect();
    let json: Value = serde_json::from_str(&texts[0]).unwrap();
    for (engine, text) in engines.iter().zip(&texts).skip(1) {
        let value = read(text, &ReadOptions::default()).into_value().unwrap();
        assert!(agentc_tests::toon::same(&value, &json), "{}", engine.name);
        if engine.target.is_some() {
            assert_eq!(*text, texts[2], "{} and {}", engine.name, engines[2].name);
        }
    }
}

/// How often an engine can run in a time.
fn calibrated(engine: &Engine<'_>, budget: Duration) -> u32 {
    let start = Instant::now();
    let mut count = 0;
    while count == 0 || start.elapsed() < budget {
        black_box((engine.write)());
        count += 1;
    }
    count
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
