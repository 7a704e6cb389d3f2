//! A text of which stretches are copied.
//!
//! In: a text, and where its stretches are. Out: each of them, without asking again whether it is between characters:
//! that is known since the whole was made, and nothing can change it.

use std::ops::Range;

use super::append::{Lead, push_short};

/// A text, and stretches of it that each have something with them.
#[derive(Clone, Debug)]
pub struct Parts<T> {
    text: String,
    /// All of them are stretches of the text that begin and end between two characters.
    parts: Vec<(Range<u32>, T)>,
}

impl<T> Parts<T> {
    /// These stretches of a text, in any order; none if one of them is not in it, or cuts through a character.
    #[must_use]
    pub fn new(text: String, parts: Vec<(Range<u32>, T)>) -> Option<Self> {
        let is_stretch = |(range, _): &(Range<u32>, T)| text.get(wide(range)).is_some();
        parts.iter().all(is_stretch).then_some(Self { text, parts })
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The whole text, without the stretches.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.text.len() + size_of_val(self.parts.as_slice())
    }

    /// The stretches, each with what it has with it.
    #[inline]
    #[allow(unsafe_code)]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> {
        self.parts.iter().map(|(range, with)| {
            // SAFETY: `new` has looked at every range, and neither they nor the text have changed.
            let part = unsafe { self.text.get_unchecked(wide(range)) };
            (part, with)
        })
    }

    /// Appends the stretches, each with the text that belongs behind it. Short ones, as most are, cost no call.
    #[inline]
    pub fn write<'v>(&self, out: &mut String, behind: impl Fn(&T) -> Option<&'v str>) {
        for (part, with) in self.iter() {
            out.push_str(part);
            if let Some(text) = behind(with) {
                push_short(out, Lead::NONE, text);
            }
        }
    }
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self { text: String::new(), parts: Vec::new() }
    }
}

fn wide(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

#[cfg(test)]
mod tests {
    use super::Parts;

    #[test]
    fn stretches_come_as_they_are() {
        let parts = Parts::new("aéb日".into(), vec![(0..3, 'x'), (3..3, 'y'), (1..7, 'z'), (7..7, '!')]);
        let parts = parts.unwrap();
        let all: Vec<_> = parts.iter().map(|(part, with)| (part, *with)).collect();
        assert_eq!(all, [("aé", 'x'), ("", 'y'), ("éb日", 'z'), ("", '!')]);
        assert_eq!((parts.as_str(), parts.iter().len()), ("aéb日", 4));
        let long = "long ".repeat(10);
        let mut out = String::from("> ");
        parts.write(&mut out, |with| match with {
            'x' => Some("1"),
            'z' => Some(&long),
            _ => None,
        });
        assert_eq!(out, format!("> aé1éb日{long}"));
        assert_eq!(parts.into_string(), "aéb日");
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges)]
    fn no_other_range_is_taken() {
        for range in [0..2, 2..3, 2..2, 5..7, 6..6, 0..8, 8..8, 3..1, u32::MAX..0, 0..u32::MAX] {
            assert!(Parts::new("aéb日".into(), vec![(0..1, ()), (range.clone(), ())]).is_none(), "{range:?}");
        }
    }
}
