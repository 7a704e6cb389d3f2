//! Errors of TOON documents: one for each mistake, in its place, with the facts in its message.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

use agentc_text::toon::{ReadOptions, read};

/// `line:column message` of each error; columns count characters.
fn errors(text: &str) -> Vec<String> {
    let document = read(text, &ReadOptions::default());
    let place = |error: &agentc_text::toon::ReadError| {
        let before = &text[..error.span.start];
        let line = before.rsplit('\n').next().unwrap().trim_start_matches('\u{feff}');
        format!("{}:{} {error}", error.line, 1 + line.chars().count())
    };
    document.errors.iter().map(place).collect()
}

/// Checks the places of all errors, and that each message has its part.
#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let found = errors(text);
    assert_eq!(found.len(), expected.len(), "{text:?}: {found:#?}");
    for (found, (place, part)) in found.iter().zip(expected) {
        assert!(
            found.starts_with(&format!("{place} ")) && found.contains(part),
            "{text:?}: {found}, not {place} {part}"
        );
    }
}

#[test]
fn too_few_is_reported_at_the_last_member_and_inline_at_the_header() {
    check("a: 1\nt[3]{x}:\n  1\n  2\nb: 2", &[("4:3", "expected 3 rows as the header says, found 2")]);
    check("l[2]:\n  - a", &[("2:3", "expected 2 items as the header says, found 1")]);
    check("m[2:]{x}:\n  a: 1", &[("2:3", "expected 2 entries as the header says, found 1")]);
    check("  # a comment\nv[2]: a", &[("2:1", "expected 2 values as the header says, found 1")]);
    check("t[1]{x}:\nb: 2", &[("1:1", "expected 1 row as the header says, found 0")]);
    check("l[1]:", &[("1:1", "expected 1 item as the header says, found 0")]);
}

#[test]
fn too_many_is_reported_once_at_the_first_surplus_member() {
    check("t[1]{x}:\n  1\n  2\n  3\n", &[("3:3", "expected 1 row as the header says, found 3")]);
    check("l[0]:\n  - a\n  - b", &[("2:3", "expected 0 items as the header says, found 2")]);
    check("m[1:]{x}:\n  a: 1\n  b: 2", &[("3:3", "expected 1 entry as the header says, found 2")]);
    check("v[1]: a,b", &[("1:1", "expected 1 value as the header says, found 2")]);
}

#[test]
fn members_that_are_not_indented_are_one_mistake() {
    check("t[2]{x,y}:\n1,2\n3,4\nb: 1", &[("1:1", "found 0: indent them below the header")]);
    check("l[2]:\n- a\n- b\nb: 1", &[("1:1", "found 0: indent them below the header")]);
    check("o[2]:\n  - [1]:\n  - x", &[("2:3", "expected 1 item as the header says, found 0")]);
}

#[test]
fn rows_have_as_many_cells_as_there_are_columns() {
    check("t[2]{x,y}:\n  1\n  1,2,3", &[("2:3", "expected 2 cells"), ("3:3", "found 3")]);
    check("t[1]{x,y{a,b}}:\n  1,2", &[("2:3", "expected 3 cells, one for each column, found 2")]);
    check("m[1:]{x}:\n  a:", &[("2:3", "expected 1 cell, one for each column, found 0")]);
}

#[test]
fn a_line_that_is_no_member_is_reported_with_those_like_it() {
    check("l[2]:\n  a\n  b\nc: 1", &[("2:3", "starts with `- `")]);
    check("l[2]:\n  - a\n  b: 1\n    c\n  - d\n", &[("3:3", "starts with `- `")]);
    check("t[2]{x,y}:\n  a: 1\n  b: 2\nc: 1", &[("2:3", "a row of cells")]);
    check("t[3]{x,y}:\n  1,2\n  http://a,b\n  3,4", &[("3:3", "in quotes")]);
    check("m[2:]{x}:\n  a: 1\n  5\n  b: 2", &[("3:3", "no colon")]);
    check("tools:\n  - a\n  - b\nc: 1", &[("2:3", "give the list a header")]);
}

#[test]
fn bad_indentation_is_one_mistake_for_lines_alike() {
    check("t[2]{x}:\n\t1\n\t2\na: 1", &[("2:1", "tab")]);
    check("a:\n  \tb: 1", &[("2:3", "tab")]);
    check("a:\n   b: 1\n   c: 2\n  d: 3", &[("2:4", "indented by 3: indent by 2 spaces")]);
    check("a:\n   b: 1\n  c: 2\n   d: 3", &[("2:4", "indented by 3"), ("4:4", "indented by 3")]);
    check("a:\n    b: 1\n    c: 2", &[("2:5", "expected an indentation of 2 spaces, found 4")]);
    check("a:\n    b: 1\n  c: 2", &[("2:5", "expected an indentation of 2 spaces, found 4")]);
    check("model: m\n\tstray: 1", &[("2:1", "tab")]);
    check("t[2]{x}:\n  1\n     2", &[("3:6", "indented by 5")]);
}

#[test]
fn the_first_line_stands_at_the_margin() {
    check(" a: 1\nb: 2", &[("1:2", "indented")]);
    check("\u{feff}  a: 1\n  b:\n    c: 1\nd: 2", &[("1:3", "indented")]);
    check("# note\n\n  a: 1", &[("3:3", "indented")]);
    check("\ta: 1", &[("1:1", "tab")]);
}

#[test]
fn a_run_of_stray_lines_is_one_mistake() {
    check("a: 1\n  b: 2\n  c: 3\n    d: 4\ne: 5", &[("2:3", "deeper than anything open")]);
    check("a: 1\n  b: 2\ne: 5\n  f: 6", &[("2:3", "deeper"), ("4:3", "deeper")]);
    check("t[2]{x}:\n  1\n    2\nb: 1", &[("3:5", "deeper")]);
    check("l[1]:\n  -\n    a: 1", &[("3:5", "deeper")]);
    check("prompt: |-\n  Hello\n", &[("2:3", "deeper")]);
}

#[test]
fn a_line_without_a_colon_takes_its_block_along() {
    check("a: 1\nsome words\n  b: 1\n  c\nd: 1\nmore words", &[("2:1", "colon"), ("6:1", "colon")]);
    check("say \"a: 1", &[("1:1", "closing `\"`")][..0]); // a scalar is a document
    check("a: 1\nsay \"a: 1", &[("2:1", "no colon outside quotes")]);
}

#[test]
fn a_malformed_header_takes_its_rows_along() {
    let rows = "\n  1,2\n  3\nb: 1";
    for (header, part) in [
        ("t[-1]{x,y}:", "found `[-1]`"),
        ("t[]{x,y}:", "found `[]`"),
        ("t[02]{x,y}:", "found `[02]`"),
        ("t[2|:]{x|y}:", "found `[2|:]`"),
        ("t[99999999999999999999]{x,y}:", "found `[99999999999999999999]`"),
        ("t[2{x,y}:", "a `]` to close"),
        ("t [2]{x,y}:", "a space"),
        ("t[2] {x,y}:", "found ` {x,y}`"),
        ("t[2]x:", "found `x`"),
        ("t[2]{}:", "each with a name"),
        ("t[2]{x,}:", "each with a name"),
        ("t[2]{x,y:", "braces closed"),
        ("t[2]{x|y}:", "the delimiter in the brackets"),
        ("t[2:]:", "found none"),
        ("t[2]{x,y}: 1,2", "on the lines below"),
        ("t[2]{x,y}", "`:` at the end"),
        ("t[2]{x,x}:", "`x` is given twice"),
        ("[2]{x,y}:", "a key before `[`"),
    ] {
        check(&format!("a: 1\n{header}{rows}"), &[("2:1", part)]);
    }
    check(
        "l[2]:\n  - [2]{x}:\n    1\n    2\n  - [-1]:\n    - a\n",
        &[("2:3", "a table without a key"), ("5:3", "[-1]")],
    );
    check("l[1]:\n  - t[x]:\n      - a\n    b: 1\n", &[("2:3", "[x]")]);
}

#[test]
fn quotes_and_escapes() {
    check("a: \"b\nc: 1", &[("1:1", "closing `\"`")]);
    check("\"a: 1\nc: 1", &[("1:1", "closing `\"`")]);
    check("a: \"b\" c", &[("1:1", "after the closing `\"`")]);
    check("\"a\" b: 1", &[("1:1", "after the closing `\"`")]);
    check("é: 1\n  # note\na: \"\\q\"", &[("3:1", "`\\q`")]);
    check("a: \"\\ud83d\\ude00\"", &[("1:1", "`\\ud83d`")]);
    check("t[1]{x,y}:\n  \"a,b", &[("2:3", "closing `\"`")]);
    check("t[1]{x,y}:\n  \"\\1\",\"\\2\"", &[("2:3", "`\\1`"), ("2:3", "`\\2`")]);
    check("v[3]: a,\"b,c", &[("1:1", "closing `\"`")]);
}

#[test]
fn blank_lines_are_errors_only_inside_lists_and_tables() {
    check("t[2]{x}:\n\n  1\n\n  2\n\nb: 1", &[("4:1", "blank line")]);
    check("l[2]:\n  - a\n\n  # note\n\n  - b", &[("3:1", "blank line")]);
    check("l[1]:\n  - a: 1\n\n    b: 1", &[("3:1", "blank line")]);
    check("a:\n  b: 1\n\n  c: 1\n", &[]);
}

#[test]
fn a_key_stands_once_in_an_object() {
    check("a: 1\n\"a\": 2\na:\n  b: \"\n", &[("2:1", "`a`"), ("3:1", "`a`"), ("4:3", "closing")]);
    check("l[1]:\n  - a: 1\n    a: 2", &[("3:5", "`a`")]);
    check("m[2:]{x}:\n  a: 1\n  a: 2", &[("3:3", "`a`")]);
    let many: String = (0..100).map(|at| format!("k{}: 1\n", at % 60)).collect();
    assert_eq!(errors(&many).len(), 40);
}

#[test]
fn a_list_that_is_the_document_is_all_of_it() {
    check("[2]: a,b\nc: 1\nd: 2", &[("2:1", "nothing after the list or table")]);
    check("[]\nc: 1", &[("2:1", "nothing after")]);
    check("hello\nworld", &[("1:1", "colon"), ("2:1", "colon")]);
}

#[test]
fn comments_are_never_in_the_way() {
    check("# a\nt[2]{x}:\n# b\n  1\n     # c\n  2\na:\n# d\n  b: 1", &[]);
    check("t[1]{x}:\n  1\n\t# no comment", &[("3:1", "tab")]);
}

#[test]
fn all_mistakes_are_found_at_once_in_order() {
    let text = "\
agent memo
inputs[3]{name,type}:
  a,string
  b
model: \"m
tools[x]: a
  stray
  stray
outputs[1]{name,type}:
\tc,string
model: n
";
    check(
        text,
        &[
            ("1:1", "colon"),
            ("4:3", "expected 2 cells"),
            ("4:3", "expected 3 rows as the header says, found 2"),
            ("5:1", "closing"),
            ("6:1", "[x]"),
            ("10:1", "tab"),
            ("11:1", "`model`"),
        ],
    );
}
