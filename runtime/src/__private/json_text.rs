//! Strings in JSON.

use agentc_text::buf::Piece;

/// A string as JSON writes it: in quotes, with `"`, `\\` and the characters below U+0020 escaped.
#[derive(Clone, Copy, Debug)]
pub struct JsonText<'a>(pub &'a str);

impl Piece for JsonText<'_> {
    fn size_hint(&self) -> usize {
        2 + self.0.bytes().map(|byte| escape(byte).map_or(1, |escape| escape.len())).sum::<usize>()
    }

    fn write(&self, out: &mut String) {
        out.push('"');
        let mut rest = self.0;
        while let Some((at, escape)) =
            rest.bytes().enumerate().find_map(|(at, byte)| Some((at, escape(byte)?)))
        {
            out.push_str(&rest[..at]);
            out.push_str(escape);
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push('"');
    }
}

/// The escape of a byte, which is then a character of its own, if it needs one.
fn escape(byte: u8) -> Option<&'static str> {
    /// Of the characters below U+0020, six bytes each.
    const CONTROLS: &str = "\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\u0008\\u0009\\u000a\\u000b\\u000c\\u000d\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f";
    Some(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        0..0x20 => {
            let at = usize::from(byte) * 6;
            &CONTROLS[at..at + 6]
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_reads_back_what_was_written() {
        let all: String = (0..0x80).map(char::from).chain("é👋\u{2028}".chars()).collect();
        for text in ["", "plain", "\"", "a\\b", &all] {
            let mut out = String::new();
            JsonText(text).write(&mut out);
            assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
            assert_eq!(out.len(), JsonText(text).size_hint());
        }
    }
}
