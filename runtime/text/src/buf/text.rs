//! Texts from bytes.
//!
//! In: bytes. Out: the text that they are, if they are UTF-8. Most are ASCII for the most part, which is seen in a pass
//! that looks for carriage returns as well: these are what remains to be looked for in a text from elsewhere.

use std::string::FromUtf8Error;

/// How many bytes are looked at together.
const BLOCK: usize = 256;

/// The text that bytes are, and how many of its bytes are known to be ASCII without a carriage return.
///
/// # Errors
/// They are not UTF-8.
#[allow(unsafe_code)]
pub fn text(bytes: Vec<u8>) -> Result<(String, usize), FromUtf8Error> {
    let plain = plain(&bytes);
    if bytes.get(plain..).is_none_or(|rest| std::str::from_utf8(rest).is_err()) {
        // For the place of the error.
        return String::from_utf8(bytes).map(|text| (text, 0));
    }
    // SAFETY: the first bytes are ASCII, as `plain` says, and the rest is UTF-8, so that the whole is.
    Ok((unsafe { String::from_utf8_unchecked(bytes) }, plain))
}

/// How many of the first bytes are ASCII without a carriage return, as far as can be told by whole blocks.
#[allow(unsafe_code)]
fn plain(bytes: &[u8]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn wide(bytes: &[u8]) -> usize {
            plain_blocks(bytes)
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: there is AVX2, which is all that the function needs.
            return unsafe { wide(bytes) };
        }
    }
    plain_blocks(bytes)
}

#[inline(always)]
fn plain_blocks(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    match blocks.iter().position(|block| !is_plain(block)) {
        Some(before) => before * BLOCK,
        None if is_plain(rest) => bytes.len(),
        None => bytes.len() - rest.len(),
    }
}

/// There is no branch, so that many bytes are compared at once.
#[inline(always)]
fn is_plain(bytes: &[u8]) -> bool {
    let other = |byte: &u8| (byte & 0x80) | u8::from(*byte == b'\r');
    bytes.iter().fold(0, |any, byte| any | other(byte)) == 0
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, plain, plain_blocks, text};

    #[test]
    fn what_is_not_plain_is_found_wherever_it_is() {
        for length in [0, 1, 31, 32, 33, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 40] {
            let mut bytes = vec![b'a'; length];
            assert_eq!((plain(&bytes), plain_blocks(&bytes)), (length, length));
            for at in 0..length {
                for byte in 0..=255 {
                    bytes[at] = byte;
                    let before = at / BLOCK * BLOCK;
                    let expected = if byte < 0x80 && byte != b'\r' { length } else { before };
                    assert_eq!((plain(&bytes), plain_blocks(&bytes)), (expected, expected), "{byte} at {at}");
                }
                bytes[at] = b'a';
            }
        }
    }

    #[test]
    fn it_is_utf8_where_the_standard_library_says_so() {
        let ends: [&[u8]; 9] = [
            b"",
            b"\n",
            b"\r\n",
            b"\xff",
            b"\xc3",
            "\u{e9}".as_bytes(),
            b"\xa9",
            b"\xe6\x97",
            "日\r".as_bytes(),
        ];
        for before in [0, 1, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            for (one, two) in ends.iter().flat_map(|one| ends.iter().map(move |two| (one, two))) {
                let between = vec![b'x'; BLOCK];
                for bytes in [
                    [&vec![b'x'; before], *one, *two].concat(),
                    [&vec![b'x'; before], *one, &between, *two].concat(),
                ] {
                    let expected = String::from_utf8(bytes.clone());
                    assert_eq!(text(bytes.clone()).map(|(text, _)| text), expected);
                    if let Ok((text, plain)) = text(bytes) {
                        assert!(!text[..plain].contains('\r') && text[..plain].is_ascii());
                    }
                }
            }
        }
    }
}
