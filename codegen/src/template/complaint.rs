//! What is wrong with the syntax of a template, in words.
//!
//! In: a place and what stands there. Out: a diagnostic that says what to write instead.

use crate::diagnostic::{Code, Diagnostic, Place, Sink, quoted};
use crate::source::Span;

/// A `{` without its `}`; `rest` is what follows it.
pub(super) fn unclosed(sink: &Sink, span: Span, rest: &str) -> Diagnostic {
    let diagnostic = sink.at(Code::A402, span, "this `{` has no `}` that closes it");
    if looks_like_tag(rest) {
        return diagnostic.with_help("write the `}` that ends the tag");
    }
    diagnostic.with_help("for a brace in the text, write `{{`").with_fix(span, "{{")
}

/// A `}` on its own; `line` is what stands before it on its line.
pub(super) fn lone(sink: &Sink, span: Span, line: &str) -> Diagnostic {
    let diagnostic = sink.at(Code::A403, span, "this `}` closes nothing");
    if let Some((_, inside)) = line.rsplit_once("{{")
        && looks_like_tag(inside)
        && !inside.contains('}')
    {
        return diagnostic
            .with_help(format!("for a tag, write `{{{inside}}}`: two braces are one in the text"));
    }
    if line.ends_with('}') {
        return diagnostic.with_help("remove it; for a brace in the text behind the tag, write `}}`");
    }
    diagnostic.with_help("for a brace in the text, write `}}`").with_fix(span, "}}")
}

/// Whether a text begins like the content of a tag and not like JSON or code.
fn looks_like_tag(text: &str) -> bool {
    let text = text.trim_start();
    ["inputs.", "env.", "#each", "#if", ":else", "/each", "/if"].iter().any(|start| text.starts_with(start))
}

/// A tag with something in it that is no tag.
pub(super) fn malformed(sink: &Sink, span: Span, content: &str) -> Diagnostic {
    let content = content.trim();
    let message = match content {
        "" => "there is nothing in this tag".to_owned(),
        content => format!("{} is not a tag", quoted(content)),
    };
    let diagnostic = sink.at(Code::A401, span, message);
    let word = content.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    diagnostic.with_help(match word {
        "if" | "each" => format!("write `{{#{content}}}`"),
        "/" => "write `{/if}` or `{/each}`".to_owned(),
        ":elseif" | ":elif" => "write `{:else if inputs.flag}`".to_owned(),
        _ if word.starts_with(['#', ':', '/']) => {
            "the block tags are `{#each inputs.list as item}`, `{#if inputs.flag}`, `{:else if inputs.flag}`, \
             `{:else}`, `{/each}` and `{/if}`"
                .to_owned()
        }
        _ if !content.is_ascii() && content.chars().all(|c| c.is_alphanumeric() || c == '.') => {
            "names are ASCII letters, digits and `_`".to_owned()
        }
        _ => "a tag holds a dotted name, such as `{inputs.topic}`; for braces in the text, write `{{` and `}}`"
            .to_owned(),
    })
}

/// A malformed `#each`.
pub(super) fn malformed_each(sink: &Sink, span: Span, content: &str) -> Diagnostic {
    let words: Vec<&str> = content.split_whitespace().collect();
    let reason = match words.as_slice() {
        ["#each"] => "what it goes over is missing",
        [first, ..] if *first != "#each" => "a space is missing behind `#each`",
        [_, "as", ..] => "what it goes over is missing",
        [_, _] => "`as` and a name are missing",
        [_, _, "as"] => "a name is missing behind `as`",
        words if words.contains(&"in") => "the list comes first, then `as`, then a name",
        words if !words.contains(&"as") => "`as` is missing",
        _ => {
            "behind `as` stands one name, or fields in braces, and one more name for the index if it is wanted"
        }
    };
    malformed_block(sink, span, "#each", content, reason)
        .with_help("write `{#each inputs.list as item}`, or with an index `{#each inputs.list as item, i}`")
}

/// A malformed `#if` or `:else if`; `word` is which.
pub(super) fn malformed_condition(sink: &Sink, span: Span, word: &str, content: &str) -> Diagnostic {
    let condition = content.trim().strip_prefix(word).unwrap_or_default().trim();
    let reason = match condition {
        "" => "its condition is missing",
        condition if condition.contains(['=', '<', '>']) => "there are no comparisons",
        condition if condition.contains(['&', '|']) => "conditions do not combine: nest one `#if` in another",
        condition if condition.starts_with("!!") => "one `!` is the most",
        condition if condition.starts_with("not ") => "a negation is written `!`",
        _ => "its condition is one input, with `!` before it or not",
    };
    malformed_block(sink, span, word, content, reason)
        .with_help(format!("write `{{{word} inputs.flag}}` or `{{{word} !inputs.flag}}`"))
}

fn malformed_block(sink: &Sink, span: Span, word: &str, content: &str, reason: &str) -> Diagnostic {
    let content = content.trim();
    let written = if content == word { String::new() } else { format!(" in {}", quoted(content)) };
    sink.at(Code::A408, span, format!("malformed `{word}`{written}: {reason}"))
}

/// An `:else` or `:else if` out of place.
pub(super) fn misplaced_else(sink: &Sink, span: Span, word: &str, block: Option<(&str, Span)>) -> Diagnostic {
    let blocks = if word == ":else" { "`#if` or `#each`" } else { "`#if`" };
    let Some((name, tag)) = block else {
        let message = format!("`{word}` is not inside an {blocks}");
        return sink.at(Code::A414, span, message).with_help("remove it, or open a block before it");
    };
    let (message, help) = match (word, name) {
        (":else if", "each") => (
            "`:else if` belongs in an `#if`, and the block around it is an `#each`".to_owned(),
            "an `#each` has `{:else}` alone, for a list without elements",
        ),
        (":else if", _) => {
            ("`:else if` cannot follow `:else`".to_owned(), "put every `{:else if …}` before the `{:else}`")
        }
        _ => (
            format!("this `#{name}` has an `:else` already"),
            "a block has one `{:else}` at most, its last part",
        ),
    };
    sink.at(Code::A414, span, message).with_related(sink.place(tag), "the block it is in").with_help(help)
}

/// A closing tag where no block is open.
pub(super) fn nothing_to_close(sink: &Sink, span: Span, name: &str) -> Diagnostic {
    sink.at(Code::A413, span, format!("`/{name}` closes nothing: no block is open here"))
        .with_help(format!("remove it, or open a block with `{{#{name} …}}` before it"))
}

/// A closing tag in a block of the other kind.
pub(super) fn wrong_close(
    sink: &Sink,
    span: Span,
    name: &str,
    open: &str,
    tag: Place,
    closes_outer: bool,
) -> Diagnostic {
    let help = match closes_outer {
        true => format!("write `{{/{open}}}` before it"),
        false => format!("write `{{/{open}}}`"),
    };
    sink.at(Code::A413, span, format!("`/{name}` stands where `/{open}` is expected"))
        .with_related(tag, "the block that is open here")
        .with_help(help)
}

/// A block that is never closed.
pub(super) fn never_closed(sink: &Sink, tag: Span, name: &str) -> Diagnostic {
    sink.at(Code::A412, tag, format!("this `#{name}` is never closed"))
        .with_help(format!("write `{{/{name}}}` where it ends"))
}

/// Text in doubled braces that would be a tag in single ones.
pub(super) fn escaped_tag(sink: &Sink, span: Span, content: &str) -> Diagnostic {
    sink.at(Code::A903, span, format!("`{{{{{content}}}}}` is text: doubled braces are braces"))
        .with_help(format!("for the value, write `{{{content}}}`"))
}
