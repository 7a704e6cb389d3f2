//! Patterns and subjects made to take forever.

use std::time::{Duration, Instant};

use crate::lua::pattern::{Cursor, Fuel, Pattern, PatternError, find_plain};

const STEPS: u64 = 2_000_000;

/// What is not stopped takes years; a step takes nanoseconds, also on a slow and busy machine.
const TIME: Duration = Duration::from_secs(60);

#[test]
fn stops_when_the_fuel_is_used_up() {
    let many_a = "a".repeat(100_000);
    let parens = "(".repeat(1_000_000);
    let long_set = format!("[{}]", "b-c".repeat(50_000));
    let six_sets = "[^b][^c][^d][^e][^f][^g]-".repeat(20) + "[b]";
    for (subject, pattern) in [
        (&many_a, "a*".repeat(30) + "b"),
        (&many_a, "a-".repeat(30) + "b"),
        (&many_a, "a?".repeat(100) + "b"),
        (&many_a, "(a*)".repeat(20) + "b"),
        (&many_a, ".-".repeat(30) + "[b]"),
        (&many_a, "(.-)(.-)%1%2b".to_owned()),
        (&many_a, "(.*)(.*)%1b".to_owned()),
        (&many_a, "(.*).*%1%1%1b".to_owned()),
        (&many_a, ".*.*.*\0".to_owned()),
        (&parens, "%b()".to_owned()),
        (&parens, "%b()%f[a]".to_owned()),
        (&many_a, format!("a*{long_set}*{long_set}a-{long_set}b")),
        (&many_a, six_sets),
    ] {
        let start = Instant::now();
        let mut fuel = Fuel::new(STEPS);
        let found = Pattern::new(pattern.as_bytes()).first(subject.as_bytes(), 0, &mut fuel);
        let shown = &pattern[..pattern.len().min(30)];
        assert_eq!(found.err(), Some(PatternError::OutOfFuel), "{shown}");
        assert_eq!(fuel.left(), 0, "{shown}");
        assert!(start.elapsed() < TIME, "{shown} took {:?}", start.elapsed());
    }
}

#[test]
fn substitution_stops_too() {
    let subject = vec![b'a'; 1_000_000];
    let replacement = b"%1".repeat(100_000);
    let start = Instant::now();
    let mut fuel = Fuel::new(STEPS);
    let pattern = Pattern::new(b"()");
    let done = pattern.substitute(&subject, &replacement, usize::MAX, usize::MAX, &mut fuel);
    assert_eq!(done, Err(PatternError::OutOfFuel));
    // Nothing is built by these, so the limit on the output does not help.
    let pattern = Pattern::new(b"(z*)a");
    let done = pattern.substitute(&subject, &replacement, usize::MAX, 10, &mut Fuel::new(STEPS));
    assert_eq!(done, Err(PatternError::OutOfFuel));
    assert!(start.elapsed() < TIME, "{:?}", start.elapsed());
}

#[test]
fn linear_work_is_counted() {
    let subject = vec![b'a'; 1_000_000];
    assert!(find_plain(&subject, b"ab", 0, &mut Fuel::new(1000)).is_err());
    assert_eq!(find_plain(&subject, b"ab", 0, &mut Fuel::new(100_000)), Ok(None));
    for pattern in ["a*$", "a-b", "^.-b", "[a]*b", "%a+$", "b+", "^a-[^a]"] {
        let pattern = Pattern::unanchored(pattern.as_bytes());
        let found = pattern.first(&subject, 0, &mut Fuel::new(1000));
        assert_eq!(found.err(), Some(PatternError::OutOfFuel), "{pattern:?}");
    }
}

#[test]
fn no_matches_after_an_error() {
    let mut matches = Pattern::new(b"a").matches(b"aaa", Cursor::at(0));
    assert!(matches.next(&mut Fuel::new(0)).is_err());
    let found = matches.next(&mut Fuel::new(STEPS));
    assert!(found.expect("no error").is_none());
}

#[test]
fn every_amount_of_fuel_is_safe() {
    let subject = b"  key_1 = (42) [x] %% \0\xff -- the end  ";
    let pattern = Pattern::new(b"^%s*([%w_]-)%s*=%s*(%b()).-%f[%w](%a+)()%s*.-%1?[^a]*$");
    let enough = (0..10_000).find(|&steps| {
        let mut fuel = Fuel::new(steps);
        !matches!(pattern.first(subject, 0, &mut fuel), Err(PatternError::OutOfFuel))
    });
    assert!(enough.is_some_and(|steps| steps > 20));
}
