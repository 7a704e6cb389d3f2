//! How a corpus file writes characters that nobody can see.
//!
//! In: text of a file. Out: the characters it stands for; and back.
//!
//! A control picture stands for what it pictures: `␉` a tab, `␍` a CR, `␠` a space, `␊` a line feed, and so
//! on. `⟨FEFF⟩` stands for the character of that number. All other text is itself.

use std::fmt::Write as _;

const FIRST_PICTURE: u32 = 0x2400;
const SPACE: char = '␠';
const DELETE: char = '␡';
const LINE_FEED: char = '␊';

/// The text that a block stands for.
///
/// # Errors
/// A `⟨` that does not begin a number, or the number of no character.
pub fn read(shown: &str) -> Result<String, String> {
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown.chars();
    while let Some(c) = rest.next() {
        text.push(match c {
            SPACE => ' ',
            DELETE => '\u{7f}',
            '\u{2400}'..='\u{241f}' => char::from_u32(u32::from(c) - FIRST_PICTURE).unwrap_or_default(),
            '⟨' => {
                let number: String = rest.by_ref().take_while(|&c| c != '⟩').collect();
                u32::from_str_radix(&number, 16)
                    .ok()
                    .and_then(char::from_u32)
                    .ok_or_else(|| format!("`⟨{number}⟩` is not the number of a character"))?
            }
            c => c,
        });
    }
    Ok(text)
}

/// A text as a block shows it: the inverse of [`read`].
#[must_use]
pub fn show(text: &str) -> String {
    // An empty line at the end would be easy to miss.
    let (text, end) = match text.strip_suffix('\n') {
        Some(text) => (text, LINE_FEED.to_string()),
        None => (text, String::new()),
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n") + &end
}

fn line(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    let seen = line.trim_end_matches(' ');
    for c in seen.chars() {
        match c {
            '\0'..='\u{1f}' => {
                shown.extend(char::from_u32(FIRST_PICTURE + u32::from(c)));
            }
            '\u{7f}' => shown.push(DELETE),
            c if is_hidden(c) => {
                let _ = write!(shown, "⟨{:04X}⟩", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    shown.extend(std::iter::repeat_n(SPACE, line.len() - seen.len()));
    shown
}

/// Characters without a picture that look like nothing, or like something else; and those that are used
/// for showing.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}' | '\u{2400}'..='\u{2421}' | '\u{3000}' | '\u{feff}' | '⟨' | '⟩')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_again() {
        for (text, shown) in [
            ("", ""),
            ("a b\n  c", "a b\n  c"),
            ("a \n b  ", "a␠\n b␠␠"),
            ("a\n", "a␊"),
            ("\n\n", "\n␊"),
            ("\ta\r\u{0}\u{7f}", "␉a␍␀␡"),
            ("\u{feff}␊⟨", "⟨FEFF⟩⟨240A⟩⟨27E8⟩"),
            ("é 日 🚀", "é 日 🚀"),
        ] {
            assert_eq!(show(text), shown);
            assert_eq!(read(shown).unwrap(), text);
        }
        assert!(read("⟨x⟩").is_err());
    }
}
