//! How much memory arms take while all of them wait for the model: `cargo bench -p agentc-tests --bench lua_memory`.
//!
//! Everything that a run allocates is counted, Lua's memory too: what is in use when every arm waits, and the most that
//! was in use until then, for each arm; what a run with one arm takes is taken off. The counts are the same on every
//! machine.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // A benchmark that cannot go on fails; it prints.

mod models;
#[allow(dead_code)] // The other prompts are timed alone.
mod prompts;

use std::task::{Context, Waker};

use agentc::lua::Engine;
use allocation_counter::{AllocationInfo, measure};
use models::Together;

/// Bytes that an arm may take while it waits.
const TARGET: f64 = 20_000.0;

fn main() {
    // Clocks and timers make something of their own once.
    waiting(1);
    let one = waiting(1);
    println!("{:26} {:>12} {:>12} {:>12}", "all waiting", "bytes an arm", "at most", "target");
    let mut missed = 0;
    for arms in [250, 500, 1_000, 2_000] {
        let info = waiting(arms);
        let others = (arms - 1) as f64;
        let live = (info.bytes_current - one.bytes_current) as f64 / others;
        let most = (info.bytes_max - one.bytes_max) as f64 / others;
        let miss = live > TARGET || most > TARGET;
        missed += usize::from(miss);
        let end = if miss { "  missed" } else { "" };
        println!("  {:24} {live:>12.0} {most:>12.0} {TARGET:>12}{end}", format!("{arms} arms"));
    }
    if missed > 0 {
        std::process::exit(1);
    }
}

/// What a new engine and its run take until all arms wait.
fn waiting(arms: usize) -> AllocationInfo {
    let prompt = prompts::fanout();
    let engine = Engine::new();
    let mut run = None;
    let info = measure(|| {
        // The main walk waits too; no round is ever answered.
        let model = Together::new(arms + 1);
        let mut started = Box::pin(engine.run(&prompt, arms.to_string()).model(model).start());
        let polled = started.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(polled.is_pending(), "{polled:?}");
        run = Some(started);
    });
    drop(run);
    info
}
