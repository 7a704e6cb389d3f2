//! Where something stands in a text.
//!
//! In: byte offsets, in order. Out: lines and columns, in one pass over the text.

/// A line and a column of a text, both from 1. A column is a character; a byte order mark is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub col: usize,
}

/// Turns offsets that do not decrease into places.
pub(crate) struct Places<'t> {
    text: &'t str,
    at: usize,
    place: Place,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, place: Place { line: 1, col: 1 } }
    }

    /// The place of a byte; of the end of the text, if there is no such byte.
    pub fn of(&mut self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        for character in self.text.get(self.at..offset).unwrap_or_default().chars() {
            self.place = match character {
                '\n' => Place { line: self.place.line + 1, col: 1 },
                _ => Place { col: self.place.col + 1, ..self.place },
            };
        }
        self.at = self.at.max(offset);
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = "\u{feff}é\r\n\tx";
        let mut places = Places::new(text);
        let found: Vec<_> =
            [0, 3, 5, 6, 7, 8, 99].into_iter().map(|at| places.of(at)).map(|p| (p.line, p.col)).collect();
        assert_eq!(found, [(1, 1), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]);
    }
}
