//! Random patterns on random subjects, here and in Lua 5.4.

mod generate;
mod ours;
mod theirs;

use generate::{Case, Random};

/// Compares `rounds` random cases, as many of each function, and returns how
/// many of them had to be left out because they take too many steps.
fn compare(seed: u64, rounds: u32) -> u32 {
    let lua = theirs::Lua::new();
    let mut random = Random::new(seed);
    let mut skipped = 0;
    for round in 0..rounds {
        let case = Case::random(&mut random);
        let Some(ours) = ours::run(&case) else {
            skipped += 1;
            continue;
        };
        let theirs = lua.run(&case);
        assert_eq!(ours, theirs, "seed {seed}, round {round}, {case:?}");
    }
    skipped
}

#[test]
fn agrees_with_lua() {
    let seed = number("PATTERN_SEED").unwrap_or(0x5eed_1e55);
    let rounds = number("PATTERN_ROUNDS").unwrap_or(400_000);
    let rounds = u32::try_from(rounds).expect("number of rounds");
    let skipped = compare(seed, rounds);
    assert!(skipped <= rounds / 100, "{skipped} of {rounds} left out");
}

/// For a longer run than usual, with other seeds.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
