//! The rules of patterns, one table for each.

use crate::lua::pattern::{Capture, Cursor, Fuel, Pattern, PatternError, find_plain};

const STEPS: u64 = 1_000_000;

/// The values of `string.match`, joined with `,`; `-` if there is no match.
fn matched(subject: &str, pattern: &str) -> String {
    let found = Pattern::new(pattern.as_bytes()).first(subject.as_bytes(), 0, &mut Fuel::new(STEPS));
    let values = found.and_then(|found| {
        let Some(found) = found else {
            return Ok(vec!["-".to_owned()]);
        };
        (0..found.values())
            .map(|index| {
                Ok(match found.value(index)? {
                    Capture::Text(range) => subject[range].to_owned(),
                    Capture::Position(place) => place.to_string(),
                })
            })
            .collect()
    });
    values.map_or_else(|error: PatternError| error.to_string(), |v| v.join(","))
}

fn check(table: &[(&str, &str, &str)]) {
    for (subject, pattern, expected) in table {
        assert_eq!(matched(subject, pattern), *expected, "{subject:?} {pattern:?}");
    }
}

#[test]
fn single_characters() {
    check(&[
        ("abc", "b", "b"),
        ("abc", "b.", "bc"),
        ("a.c", "%.", "."),
        ("a\0c", "\0c", "\0c"),
        ("aB1 \t\u{b}_~", "%a+", "aB"),
        ("aB1 \t\u{b}_~", "%s+", " \t\u{b}"),
        ("aB1 \t\u{b}_~", "%p+", "_~"),
        ("aB1 \t\u{b}_~", "%c+", "\t\u{b}"),
        ("aB1 \t\u{b}_~", "%g+", "aB1"),
        ("xyzAf09g", "%x+", "Af09"),
        ("aB1", "%u%d", "B1"),
        ("a-b", "%W", "-"),
        ("a\0", "%z", "\0"),
    ]);
}

#[test]
fn classes_hold_the_right_bytes() {
    let counts = [
        ("a", 52),
        ("c", 33),
        ("d", 10),
        ("g", 94),
        ("l", 26),
        ("p", 32),
        ("s", 6),
        ("u", 26),
        ("w", 62),
        ("x", 22),
        ("z", 1),
    ];
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let count = |pattern: &str| {
        let fuel = &mut Fuel::new(STEPS);
        let pattern = Pattern::new(pattern.as_bytes());
        pattern.substitute(&all, b"", usize::MAX, usize::MAX, fuel).expect("fine").count
    };
    for (letter, expected) in counts {
        assert_eq!(count(&format!("%{letter}")), expected, "%{letter}");
        let complement = format!("%{}", letter.to_uppercase());
        assert_eq!(count(&complement), 256 - expected, "{complement}");
        assert_eq!(count(&format!("[^{complement}]")), expected, "{complement}");
    }
}

#[test]
fn sets() {
    check(&[
        ("xa-", "[a-]+", "a-"),
        ("x]a", "[]a]+", "]a"),
        ("]ab", "[^]a]", "b"),
        ("a^", "[x^]", "^"),
        ("q-z", "[%a-z]+", "q-z"),
        ("m,n", "[l-n,]+", "m,n"),
        ("za", "[z-a]", "-"),
        ("x%]", "[%]]", "]"),
        // The end of a range is not escaped, so the second `%` escapes the `]`.
        ("x]", "[a-%%]", "]"),
        ("b", "[a-%]x]", "-"),
        ("]", "[a-%]x]", "]"),
        ("1 a", "[%d%s]+", "1 "),
    ]);
}

#[test]
fn repetitions() {
    check(&[
        ("aaab", "a*", "aaa"),
        ("baaa", "a*", ""),
        ("aaab", "a-b", "aaab"),
        ("aaab", "a-", ""),
        ("aaab", "a+ab", "aaab"),
        ("ab", "a?b?c?", "ab"),
        ("colour", "colou?r", "colour"),
        ("a**", "a%**", "a**"),
        ("  trim me\t", "^%s*(.-)%s*$", "trim me"),
        ("key = 42", "([%w_]+)%s*=%s*(%d+)", "key,42"),
        ("aaaaaaaaaaaaaaab", "(a-)(b)", "aaaaaaaaaaaaaaa,b"),
        ("xxxxxxxxxx=1=2xxxxxxxxxx", "(.*)=(.*)", "xxxxxxxxxx=1,2xxxxxxxxxx"),
    ]);
}

#[test]
fn anchors() {
    check(&[
        ("ab", "^b", "-"),
        ("ab", "^a", "a"),
        ("a^b", "a^b", "a^b"),
        ("ab", "a$", "-"),
        ("ab", "b$", "b"),
        ("a$b", "a$b", "a$b"),
        ("a$", "a$$", "a$"),
        ("", "^$", ""),
    ]);
}

#[test]
fn captures() {
    check(&[
        ("abc", "()b()", "2,3"),
        ("abc", "(a(b)(c))", "abc,b,c"),
        ("abab", "(ab)%1", "ab"),
        ("aab", "()%1", "-"),
        ("say 'hi' \"x\"", "(['\"])(.-)%1", "',hi"),
        ("a", "(a)?", "-"),
        ("a?", "(a)?", "a"),
    ]);
}

#[test]
fn balance_and_frontier() {
    check(&[
        ("f(a(b)c)d)", "%b()", "(a(b)c)"),
        ("((", "%b()", "-"),
        ("xaxax", "%bxx", "xax"),
        ("THE (quick) fox", "%f[%a]%a+%f[%A]", "THE"),
        ("fox", "x%f[\0]", "x"),
        ("fox", "%f[%z]", ""),
    ]);
}

#[test]
fn faults() {
    let too_many = "()".repeat(33);
    check(&[
        ("a", "%", "malformed pattern (ends with '%')"),
        ("", "[a", "malformed pattern (missing ']')"),
        ("a", "[]", "malformed pattern (missing ']')"),
        ("a", "[^", "malformed pattern (missing ']')"),
        ("a", "[a%]", "malformed pattern (missing ']')"),
        ("a", "[%", "malformed pattern (missing ']')"),
        ("a", "%b", "malformed pattern (missing arguments to '%b')"),
        ("a", "%bx", "malformed pattern (missing arguments to '%b')"),
        ("a", "%fa", "missing '[' after '%f' in pattern"),
        ("a", "(a", "unfinished capture"),
        ("a", ")", "invalid pattern capture"),
        ("a", "%1", "invalid capture index %1"),
        ("a", "%0", "invalid capture index %0"),
        ("aa", "(a%1)", "invalid capture index %1"),
        ("a", &too_many, "too many captures"),
        // Not reached, not noticed.
        ("a", "b[", "-"),
        ("a", "b(a", "-"),
        ("a", "^b%", "-"),
    ]);
}

#[test]
fn depth() {
    let subject = "x".repeat(300);
    let complex = "pattern too complex";
    for (item, most) in [("x?", 199), ("x-", 199), ("(x)", 99), ("x", 300), ("y*", 1000)] {
        // What goes past the captures fails on their number first.
        let limit = if item == "(x)" { 32 } else { most };
        assert!(!matched(&subject, &item.repeat(limit)).contains("too"), "{item}");
        if item == "x?" || item == "x-" {
            assert_eq!(matched(&subject, &item.repeat(most + 1)), complex, "{item}");
        }
    }
    let captures = "(x)".repeat(32);
    assert_eq!(matched(&subject, &(captures.clone() + &"x?".repeat(136))), complex);
    assert_ne!(matched(&subject, &(captures + &"x?".repeat(135))), complex);
}

#[test]
fn matches_one_after_the_other() {
    for (subject, pattern, init, expected) in [
        ("one two", "%a+", 0, vec![(0, 3), (4, 7)]),
        ("abc", "b*", 0, vec![(0, 0), (1, 2), (3, 3)]),
        ("aab", "a*", 1, vec![(1, 2), (3, 3)]),
        ("^a^a", "^a", 0, vec![(0, 2), (2, 4)]),
        ("abc", "", 3, vec![(3, 3)]),
        ("abc", "", 4, vec![]),
    ] {
        let mut fuel = Fuel::new(STEPS);
        let mut matches =
            Pattern::unanchored(pattern.as_bytes()).matches(subject.as_bytes(), Cursor::at(init));
        let mut ranges = Vec::new();
        while let Some(found) = matches.next(&mut fuel).expect("fine") {
            ranges.push((found.range.start, found.range.end));
        }
        assert_eq!(ranges, expected, "{subject:?} {pattern:?}");
    }
}

#[test]
fn substitutions() {
    for (subject, pattern, replacement, max, expected) in [
        ("abc", "", "-", usize::MAX, "-a-b-c- 4"),
        ("abc", "b*", "-", usize::MAX, "-a-c- 3"),
        ("hello world", "o", "0", 1, "hell0 world 1"),
        ("hello", "^", "x", usize::MAX, "xhello 1"),
        ("hello", "(l)(l)", "%2%0%1%%", usize::MAX, "hellll%o 1"),
        ("ab", "()b", "%1", usize::MAX, "a2 1"),
        ("a", "%", "x", 0, "a 0"),
        ("a", "b", "%", usize::MAX, "a 0"),
        ("a", "(a", "x%0", usize::MAX, "xa 1"),
        ("a", "(a", "%1", usize::MAX, "unfinished capture"),
        ("a", "a", "%2", usize::MAX, "invalid capture index %2"),
        ("a", "a", "%", usize::MAX, "invalid use of '%' in replacement string"),
        ("a", "a", "%x", usize::MAX, "invalid use of '%' in replacement string"),
    ] {
        let done = Pattern::new(pattern.as_bytes()).substitute(
            subject.as_bytes(),
            replacement.as_bytes(),
            max,
            100,
            &mut Fuel::new(STEPS),
        );
        let result = match done {
            Ok(done) => format!("{} {}", String::from_utf8_lossy(&done.text), done.count),
            Err(error) => error.to_string(),
        };
        assert_eq!(result, expected, "{subject:?} {pattern:?} {replacement:?}");
    }
}

#[test]
fn output_is_limited() {
    let substitute =
        |limit| Pattern::new(b"a").substitute(b"aab", b"xyz", usize::MAX, limit, &mut Fuel::new(STEPS));
    assert_eq!(substitute(7).expect("fits").text[..], b"xyzxyzb"[..]);
    assert_eq!(substitute(6), Err(PatternError::OutputTooLong));
}

#[test]
fn plain_search() {
    let fuel = &mut Fuel::new(STEPS);
    assert!(!Pattern::new(b"a)]").has_specials());
    assert!(Pattern::new(b"a[").has_specials());
    let found = Pattern::new(b")").find(b"a)", 0, fuel).expect("fine");
    assert_eq!(found.expect("found").range, 1..2);
    assert_eq!(find_plain(b"a.b.", b".", 2, fuel), Ok(Some(3..4)));
    assert_eq!(find_plain(b"abc", b"", 3, fuel), Ok(Some(3..3)));
    assert_eq!(find_plain(b"abc", b"", 4, fuel), Ok(None));
}
