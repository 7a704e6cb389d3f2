//! In: the text of a template. Out: stretches of text and tags, in order, and the braces that are
//! neither (agent format, section 6, rules 1 to 5).

use std::ops::Range;

/// A stretch of a template.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Text without escapes, as it is.
    Text(&'a str),
    /// `{{` or `}}`, standing for one of them.
    Brace { brace: &'static str, at: usize },
    /// `{…}`, with its braces.
    Tag(Range<usize>),
    /// `{` without its `}`.
    Unclosed(usize),
    /// `}` on its own.
    Lone(usize),
}

/// Cuts a template into tokens.
pub(super) fn scan(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut closes = Closes::of(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let token = if rest.starts_with("{{") {
            at += 2;
            Token::Brace { brace: "{", at: at - 2 }
        } else if rest.starts_with("}}") {
            at += 2;
            Token::Brace { brace: "}", at: at - 2 }
        } else if rest.starts_with('{') {
            match closes.of_brace_at(at) {
                Some(close) => {
                    let tag = at..close + 1;
                    at = tag.end;
                    Token::Tag(tag)
                }
                None => {
                    at += 1;
                    Token::Unclosed(at - 1)
                }
            }
        } else if rest.starts_with('}') {
            at += 1;
            Token::Lone(at - 1)
        } else {
            let length = rest.find(['{', '}']).unwrap_or(rest.len());
            at += length;
            Token::Text(&rest[..length])
        };
        Some(token)
    })
}

/// For every `{`, the `}` that balances it: found for all of them in one pass, since searching from
/// each would take quadratic time on a text of open braces.
struct Closes {
    /// The open braces in order, each with the place of its close.
    pairs: Vec<(usize, Option<usize>)>,
    next: usize,
}

impl Closes {
    fn of(text: &str) -> Self {
        let mut pairs: Vec<(usize, Option<usize>)> = Vec::new();
        let mut open = Vec::new();
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'{' {
                open.push(pairs.len());
                pairs.push((at, None));
            } else if byte == b'}'
                && let Some(pair) = open.pop().and_then(|index| pairs.get_mut(index))
            {
                pair.1 = Some(at);
            }
        }
        Self { pairs, next: 0 }
    }

    /// Asked for braces from left to right.
    fn of_brace_at(&mut self, at: usize) -> Option<usize> {
        while let Some(&(open, close)) = self.pairs.get(self.next) {
            self.next += 1;
            if open == at {
                return close;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Token::{Lone, Tag, Text, Unclosed};
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        scan(text).collect()
    }

    #[test]
    fn escapes_come_before_tags() {
        let open = |at| Token::Brace { brace: "{", at };
        let close = |at| Token::Brace { brace: "}", at };
        assert_eq!(tokens("{{{x}}}"), [open(0), Tag(2..5), close(5)]);
        assert_eq!(tokens("{x}}}"), [Tag(0..3), close(3)]);
        assert_eq!(tokens("{x}}"), [Tag(0..3), Lone(3)]);
        assert_eq!(tokens("{{x}"), [open(0), Text("x"), Lone(3)]);
    }

    #[test]
    fn a_tag_ends_at_the_brace_that_balances_it() {
        assert_eq!(tokens("a{#each r as {a, b}}b"), [Text("a"), Tag(1..20), Text("b")]);
        assert_eq!(tokens("{a{{b}}}"), [Tag(0..8)]);
    }

    #[test]
    fn scanning_goes_on_after_a_brace_that_is_never_closed() {
        assert_eq!(tokens("{a {b}"), [Unclosed(0), Text("a "), Tag(3..6)]);
        assert_eq!(tokens("{{{"), [Token::Brace { brace: "{", at: 0 }, Unclosed(2)]);
    }

    #[test]
    fn many_open_braces_take_linear_time() {
        assert_eq!(
            scan(&"{ ".repeat(1_000_000)).filter(|token| matches!(token, Unclosed(_))).count(),
            1_000_000
        );
    }
}
