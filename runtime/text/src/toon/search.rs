//! The search for characters for which a string is quoted (TOON 7.2).
//!
//! In: bytes. Out: whether one of them may be such a character. On many short strings this search is
//! most of the work of writing, so it looks at sixteen bytes at a time, in a form that compilers turn into
//! vector instructions; what is left over is looked at together with bytes that were seen before.

use super::scalar::Delimiter;

const BLOCK: usize = 16;
const HALF: usize = BLOCK / 2;
const QUARTER: usize = HALF / 2;

/// Whether there may be a character that makes quotes necessary. A bar is taken for one, whatever the
/// delimiter.
#[inline]
pub(super) fn has_mark(bytes: &[u8], delimiter: Delimiter) -> bool {
    // Among the others already are the tab, as a control character, and the bar.
    let delimiter = if let Delimiter::Comma = delimiter { b',' } else { b':' };
    if let (Some(first), Some(last)) = (bytes.first_chunk::<HALF>(), bytes.last_chunk::<HALF>()) {
        let (blocks, _) = bytes.as_chunks::<BLOCK>();
        match bytes.last_chunk::<BLOCK>() {
            None => block(&joined(first, last), delimiter),
            Some(end) => blocks.iter().any(|bytes| block(bytes, delimiter)) | block(end, delimiter),
        }
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<QUARTER>(), bytes.last_chunk::<QUARTER>()) {
        let half = joined(first, last);
        block(&joined(&half, &half), delimiter)
    } else {
        bytes.iter().any(|byte| is_mark(*byte, delimiter))
    }
}

/// Two parts of a block.
#[inline]
fn joined<const PART: usize, const BOTH: usize>(first: &[u8; PART], last: &[u8; PART]) -> [u8; BOTH] {
    let mut both = [0; BOTH];
    for (to, from) in both.iter_mut().zip(first.iter().chain(last)) {
        *to = *from;
    }
    both
}

#[inline]
fn block(bytes: &[u8; BLOCK], delimiter: u8) -> bool {
    bytes.map(|byte| u8::from(is_mark(byte, delimiter))) != [0; BLOCK]
}

#[inline]
fn is_mark(byte: u8, delimiter: u8) -> bool {
    // The case bit makes braces of brackets, and a bar of the backslash between them.
    let braces = (byte | 0x20).wrapping_sub(b'{') <= b'}' - b'{';
    (byte < 0x20) | braces | (byte == b'"') | (byte == b':') | (byte == delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_at_every_place() {
        for length in 1..70 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
                        let found = has_mark(&bytes, delimiter);
                        let mark = byte < 0x20
                            || b"\":[]{}\\|".contains(&byte)
                            || byte == b',' && delimiter == Delimiter::Comma;
                        assert_eq!(found, mark, "{byte} at {at} of {length}");
                    }
                }
            }
        }
    }
}
