//! Random values and documents, the same on every run.
//!
//! In: a seed. Out: values with hostile strings, tables and near-tables, and documents with small
//! damage.

#![allow(dead_code)] // Each test uses its part.

use agentc_text::Value;

/// A generator of random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap()
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A string, ordinary or hostile. None starts with a byte order mark.
    pub fn string(&mut self) -> String {
        const WORDS: &[&str] = &[
            "a",
            "b",
            "name",
            "two words",
            "",
            " ",
            "true",
            "false",
            "null",
            "True",
            "0",
            "05",
            "-1",
            "+1",
            "1e5",
            "1.5",
            ".5",
            "-",
            "- a",
            "#",
            "# a",
            "[]",
            "[2]: a",
            "{a}",
            "a:b",
            "a: b",
            "a,b",
            "a|b",
            "a\tb",
            "\"",
            "\\",
            "\\n",
            "a\nb",
            "\r",
            "é",
            "🚀",
            "\u{a0}",
            "\u{1}",
            "\u{7f}",
            "\u{2028}",
            "x\u{feff}",
            "1e400",
            "0x1",
        ];
        const LETTERS: &[char] = &[
            'a', 'b', '0', '1', '5', ' ', ' ', '-', '+', '.', 'e', 'E', '"', '\\', ':', ',', '|', '\t', '\n',
            '\r', '[', ']', '{', '}', '#', 'é', '🚀', '\u{0}', '\u{1f}', '_', 'u',
        ];
        if self.one_in(2) {
            return (self.pick(WORDS)).to_owned();
        }
        // Longer ones are searched in other ways.
        let len = if self.one_in(4) { self.below(50) } else { self.below(7) };
        (0..len).map(|_| self.pick(LETTERS)).collect()
    }

    fn key(&mut self) -> String {
        const PLAIN: &[&str] = &["a", "b", "c", "id", "name", "x.y", "_z", "k1"];
        if self.one_in(3) { self.string() } else { (self.pick(PLAIN)).to_owned() }
    }

    /// Different keys, at least one if `least` is 1.
    fn keys(&mut self, least: usize, most: usize) -> Vec<String> {
        let count = least + self.below(most);
        let mut keys = Vec::new();
        for _ in 0..count {
            let key = self.key();
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    pub fn scalar(&mut self) -> Value {
        match self.below(10) {
            0 => Value::Null,
            1 => self.one_in(2).into(),
            2 => Value::from(self.next() >> self.below(64)),
            3 => Value::from(self.next().cast_signed() >> self.below(63)),
            4 => Value::from(f64::from(u32::try_from(self.next() >> 40).unwrap()) / 1000.0),
            5 => match f64::from_bits(self.next()) {
                double if double.is_finite() => double.into(),
                _ => Value::from(-0.0),
            },
            _ => self.string().into(),
        }
    }

    /// A value of that depth at most.
    pub fn value(&mut self, depth: usize) -> Value {
        if depth == 0 {
            return self.scalar();
        }
        match self.below(10) {
            0 => self.scalar(),
            1 => {
                let count = self.below(5);
                Value::Array((0..count).map(|_| self.scalar()).collect())
            }
            2 => {
                let count = self.below(4);
                Value::Array((0..count).map(|_| self.value(depth - 1)).collect())
            }
            3 | 4 => Value::Array(self.rows(depth)),
            5 | 6 => {
                let rows = self.rows(depth);
                let keys = self.keys(rows.len(), 2);
                Value::Object(keys.into_iter().zip(rows).collect())
            }
            _ => self.object(depth),
        }
    }

    pub fn object(&mut self, depth: usize) -> Value {
        let keys = self.keys(0, 5);
        Value::Object(keys.into_iter().map(|key| (key, self.value(depth - 1))).collect())
    }

    /// Objects that fit a table, or nearly.
    fn rows(&mut self, depth: usize) -> Vec<Value> {
        let pattern = self.pattern(depth.min(3));
        let count = 1 + self.below(4);
        (0..count).map(|_| self.row(&pattern)).collect()
    }

    fn pattern(&mut self, depth: usize) -> Vec<(String, Value)> {
        let keys = self.keys(1, 4);
        let column = |key| {
            let group = depth > 1 && self.one_in(3);
            (key, if group { Value::Object(self.pattern(depth - 1)) } else { Value::Null })
        };
        keys.into_iter().map(column).collect()
    }

    fn row(&mut self, pattern: &[(String, Value)]) -> Value {
        let mut row: Vec<_> = pattern
            .iter()
            .map(|(key, value)| match value {
                Value::Object(group) => (key.clone(), self.row(group)),
                _ => (key.clone(), self.scalar()),
            })
            .collect();
        if self.one_in(5) {
            let by = self.below(row.len());
            row.rotate_left(by);
        }
        match self.below(25) {
            0 => drop(row.pop()),
            1 => row.iter_mut().take(1).for_each(|(_, value)| *value = Value::Array(Vec::new())),
            2 => row.iter_mut().take(1).for_each(|(_, value)| *value = Value::Object(Vec::new())),
            3 if !row.iter().any(|(key, _)| key == "more") => row.push(("more".to_owned(), Value::Null)),
            _ => {}
        }
        Value::Object(row)
    }

    /// The document with one or a few characters or lines deleted, inserted, doubled or moved.
    pub fn damaged(&mut self, document: &str) -> String {
        let mut document = document.to_owned();
        for _ in 0..=self.below(3) {
            document =
                if self.one_in(2) { self.damaged_line(&document) } else { self.damaged_character(&document) };
        }
        document
    }

    fn damaged_character(&mut self, document: &str) -> String {
        const MARKS: &[char] = &[
            ' ', '"', '\\', ':', ',', '|', '\t', '\n', '[', ']', '{', '}', '-', '#', '0', '1', 'a', '\r',
            'e', '.',
        ];
        let mut text: Vec<char> = document.chars().collect();
        let at = self.below(text.len() + 1);
        match self.below(4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text.insert(at, text[at]),
            2 if at < text.len() => text[at] = self.pick(MARKS),
            _ => text.insert(at, self.pick(MARKS)),
        }
        text.into_iter().collect()
    }

    fn damaged_line(&mut self, document: &str) -> String {
        const LINES: &[&str] = &[
            "",
            "  ",
            "# note",
            "a: 1",
            "  a: 1",
            "- a",
            "  - a",
            "x",
            "  1,2",
            "a[1]: 1",
            "  b[2]{x,y}:",
            "[]",
        ];
        let mut lines: Vec<String> = document.split('\n').map(str::to_owned).collect();
        let at = self.below(lines.len());
        match self.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at].insert_str(0, self.pick(&[" ", "  ", "    ", "\t"])),
            3 => lines[at] = lines[at].trim_start_matches(' ').to_owned(),
            4 => lines[at].push_str(self.pick(&[" ", "  ", ":", ": []", ",", "\r", " x"])),
            _ => lines.insert(at, (self.pick(LINES)).to_owned()),
        }
        lines.join("\n")
    }
}
