//! What bytes mean where TOON is written (TOON 7).

pub(crate) const QUOTE: u8 = 1; // a string that holds it is quoted
pub(crate) const COMMA: u8 = 2; // the same where the delimiter is the comma
pub(crate) const PIPE: u8 = 4; // the same where it is the pipe
pub(crate) const ESCAPE: u8 = 8; // it is written as two characters
pub(crate) const CODE: u8 = 16; // it is written as six
pub(crate) const NAME: u8 = 32; // a key of such bytes is not quoted
pub(crate) const START: u8 = 64; // unless it starts with it; a string that does so may have to be
pub(crate) const WORD: u8 = 128; // the same of a string of four or five bytes

const BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut control = 0;
    while control < 0x20 {
        table[control] = QUOTE | CODE;
        control += 1;
    }
    table[b'\n' as usize] = QUOTE | ESCAPE;
    table[b'\r' as usize] = QUOTE | ESCAPE;
    table[b'\t' as usize] = QUOTE | ESCAPE;
    table[b'"' as usize] = QUOTE | ESCAPE;
    table[b'\\' as usize] = QUOTE | ESCAPE;
    table[b':' as usize] = QUOTE;
    table[b'[' as usize] = QUOTE;
    table[b']' as usize] = QUOTE;
    table[b'{' as usize] = QUOTE;
    table[b'}' as usize] = QUOTE;
    table[b',' as usize] = COMMA;
    table[b'|' as usize] = PIPE;
    let mut letter = 0;
    while letter < 26 {
        table[(b'a' + letter) as usize] = NAME;
        table[(b'A' + letter) as usize] = NAME;
        letter += 1;
    }
    let mut digit = b'0';
    while digit <= b'9' {
        table[digit as usize] = NAME | START;
        digit += 1;
    }
    table[b'_' as usize] = NAME;
    table[b'.' as usize] = NAME | START;
    // Blanks, comments, dashes, numbers.
    table[b' ' as usize] |= START;
    table[b'#' as usize] |= START;
    table[b'-' as usize] |= START;
    table[b'+' as usize] |= START;
    // `true`, `false`, `null`.
    table[b't' as usize] |= WORD;
    table[b'f' as usize] |= WORD;
    table[b'n' as usize] |= WORD;
    table
};

/// Whether a byte has one of some marks.
#[inline]
pub(crate) fn has(byte: u8, marks: u8) -> bool {
    BYTES[usize::from(byte)] & marks != 0
}
