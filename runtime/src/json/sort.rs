//! The keys of objects in order.
//!
//! In: compact JSON text, known to be right. Out: the same, every scalar as it was, each object with its
//! keys in the order of their characters. Nothing recurses, however deep the text nests.

/// An entry of an object that is open.
struct Entry {
    key: String,
    /// Where it starts in the output.
    start: usize,
}

pub(super) fn sorted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The entries so far of each object that is open; none for an array.
    let mut open: Vec<Option<Vec<Entry>>> = Vec::new();
    let mut at_key = false;
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        let token = rest.get(..token_len(rest)).unwrap_or(rest);
        rest = rest.get(token.len()..).unwrap_or_default();
        match (first, open.last_mut()) {
            (b'"', Some(Some(entries))) if at_key => {
                entries.push(Entry { key: unescaped(token), start: out.len() });
                out.push_str(token);
                at_key = false;
            }
            // Entries stand side by side until their object is closed.
            (b',', Some(Some(_))) => at_key = true,
            (b'}', _) => {
                let entries = open.pop().flatten().unwrap_or_default();
                close(&mut out, entries);
                out.push('}');
                at_key = false;
            }
            _ => {
                match first {
                    b'{' => open.push(Some(Vec::new())),
                    b'[' => open.push(None),
                    b']' => drop(open.pop()),
                    _ => {}
                }
                at_key = first == b'{';
                out.push_str(token);
            }
        }
    }
    out
}

/// The length of the string, bracket, mark or scalar at the start of a text.
fn token_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'"') => {
            let mut hidden = false;
            let end = bytes.iter().skip(1).position(|&byte| {
                let ends = byte == b'"' && !hidden;
                hidden = byte == b'\\' && !hidden;
                ends
            });
            end.map_or(text.len(), |end| end + 2)
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => 1,
        _ => text.find(['{', '}', '[', ']', ',', ':', '"']).unwrap_or(text.len()),
    }
}

/// Puts the entries at the end of the output in order, with commas; of equal keys, the last stays.
fn close(out: &mut String, entries: Vec<Entry>) {
    let Some(first) = entries.first() else { return };
    let tail = out.split_off(first.start);
    let base = first.start;
    let ends: Vec<usize> = entries.iter().skip(1).map(|next| next.start - base).chain([tail.len()]).collect();
    let mut pieces: Vec<(String, &str)> = entries
        .into_iter()
        .zip(ends)
        .map(|(entry, end)| (entry.key, tail.get(entry.start - base..end).unwrap_or_default()))
        .collect();
    pieces.sort_by(|a, b| a.0.cmp(&b.0));
    let mut pieces = pieces.into_iter().peekable();
    let mut lead = "";
    while let Some((key, piece)) = pieces.next() {
        if pieces.peek().is_some_and(|(next, _)| *next == key) {
            continue;
        }
        out.push_str(lead);
        out.push_str(piece);
        lead = ",";
    }
}

fn unescaped(token: &str) -> String {
    serde_json::from_str(token).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::sorted;

    #[test]
    fn only_keys_move() {
        for (text, expected) in [
            ("{}", "{}"),
            ("[]", "[]"),
            (
                r#"[1,"b,{",{"b":0.10,"a":[{},{"z":1,"y":"\"}"}]},null]"#,
                r#"[1,"b,{",{"a":[{},{"y":"\"}","z":1}],"b":0.10},null]"#,
            ),
            (r#"{"é":1,"z":2,"\n":3,"\u007a":4}"#, r#"{"\n":3,"\u007a":4,"é":1}"#),
        ] {
            assert_eq!(sorted(text), expected);
        }
    }

    #[test]
    fn deep_nests_are_sorted() {
        let text = format!("{}{}", "[{\"a\":".repeat(100_000), "1".to_owned() + &"}]".repeat(100_000));
        assert_eq!(sorted(&text), text);
    }
}
