//! Random cases, the same for the same seed.

/// A xorshift generator.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// What to call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Find,
    FindPlain,
    Match,
    Gmatch,
    Gsub,
    Replace,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Case {
    pub function: Function,
    pub subject: Vec<u8>,
    pub pattern: Vec<u8>,
    pub replacement: Vec<u8>,
    pub init: i64,
    pub max: Option<i64>,
}

const SUBJECT: &[u8] = b"aaabbf1 %]()[^-.A\0\xff\n";

/// Single characters, more of those that mean something.
const SPECIAL: &[u8] = b"%%%[[]])(^$*+-?..abf1-z\0\xff";

/// Pieces that make patterns which get somewhere.
const PIECES: &[&[u8]] = &[
    b"a", b"b", b"f", b"1", b".", b"%a", b"%w", b"%s", b"%S", b"%d", b"%A", b"%p", b"%x", b"%c", b"%g",
    b"%l", b"%u", b"%z", b"%%", b"%]", b"%[", b"[ab]", b"[^ab]", b"[%a-]", b"[]a]", b"[^]a]", b"[a-f]",
    b"[%w_]", b"[%]a]", b"[a-%%]", b"[\0-b]", b"[^\xff]", b"[%a1-]", b"[%-a]", b"[^%s]", b"%bab", b"%b()",
    b"%baa", b"%f[a]", b"%f[^a]", b"%f[%w]", b"%f[\0]", b"%f", b"%1", b"%2", b"%0", b"(", b"(", b")", b")",
    b"()", b"(a)", b"(.)", b"(.-)", b"(.*)", b"(%a+)", b"$", b"^", b"\0", b"\xff",
];

const SUFFIXES: &[&[u8]] = &[b"", b"", b"", b"*", b"+", b"-", b"?"];

const REPLACEMENTS: &[&[u8]] = &[b"%0", b"%1", b"%2", b"%9", b"%%", b"x", b"\0", b"%", b"%a", b"-"];

impl Case {
    pub fn random(random: &mut Random) -> Self {
        let function = random.pick(&[
            Function::Find,
            Function::Find,
            Function::FindPlain,
            Function::Match,
            Function::Match,
            Function::Gmatch,
            Function::Gsub,
            Function::Replace,
        ]);
        let mut subject = Vec::new();
        let few = random.below(4) == 0;
        for _ in 0..random.below(if few { 40 } else { 14 }) {
            let letters = if few { &b"ab"[..] } else { SUBJECT };
            subject.push(random.pick(letters));
        }
        let mut replacement = Vec::new();
        for _ in 0..random.below(4) {
            // The faulty ones come last, and are rare so as not to hide others.
            let all = random.below(4) == 0;
            let choice = if all { REPLACEMENTS } else { &REPLACEMENTS[..7] };
            replacement.extend_from_slice(random.pick(choice));
        }
        Self {
            function,
            pattern: pattern(random, &subject),
            subject,
            replacement,
            init: i64::try_from(random.below(24)).expect("small") - 8,
            max: random.pick(&[None, None, None, Some(-1), Some(0), Some(1), Some(2)]),
        }
    }
}

fn pattern(random: &mut Random, subject: &[u8]) -> Vec<u8> {
    let mut pattern = Vec::new();
    if random.below(6) == 0 {
        pattern.push(b'^');
    }
    match random.below(16) {
        // A part of the subject, for plain searches.
        0 => {
            let start = random.below(subject.len() + 1);
            let length = random.below(subject.len() - start + 1);
            pattern.extend_from_slice(&subject[start..start + length]);
        }
        // Many of one kind, for the limits on depth and on captures.
        1 => {
            // With something in front that fails a few times first.
            let ahead = random.pick(&[&b""[..], b"", b"a-", b".-", b"b?.*", b"(a-", b"%w-"]);
            pattern.extend_from_slice(ahead);
            let piece = random.pick(&[&b"a?"[..], b"a-", b"b*", b"()", b"(", b"(a?)", b".?", b"a"]);
            let around = random.pick(&[1, 2, 29, 31, 33, 67, 99, 100, 199, 200, 201]);
            for _ in 0..around + random.below(2) {
                pattern.extend_from_slice(piece);
            }
        }
        // More sets than are kept ready, coming back to an earlier one.
        2 => {
            let sets = [&b"[ab]"[..], b"[^1]", b"[%a1]", b"[a-f]", b"[^b]", b"[b1]", b"[^a]"];
            for _ in 0..random.below(9) {
                pattern.extend_from_slice(random.pick(&sets));
                pattern.extend_from_slice(random.pick(SUFFIXES));
            }
        }
        3..=6 => {
            for _ in 0..random.below(9) {
                pattern.push(random.pick(SPECIAL));
            }
        }
        _ => {
            for _ in 0..=random.below(6) {
                pattern.extend_from_slice(random.pick(PIECES));
                pattern.extend_from_slice(random.pick(SUFFIXES));
            }
        }
    }
    if random.below(8) == 0 {
        pattern.push(b'$');
    }
    pattern
}
