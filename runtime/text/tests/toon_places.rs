//! The tree of a TOON document: forms, and the place of everything.

#![allow(clippy::unwrap_used, clippy::panic)] // A test that cannot go on fails.

use agentc_text::Number;
use agentc_text::toon::{
    Column, Document, Entry, Form, Kind, Line, Node, Object, ReadOptions, lines, read, read_lines,
};

fn document(text: &str) -> Document {
    read(text, &ReadOptions::default())
}

fn object(node: &Node) -> &Object {
    match &node.kind {
        Kind::Object(object) => object,
        other => panic!("{other:?}"),
    }
}

fn entry<'n>(node: &'n Node, key: &str) -> &'n Entry {
    object(node).get(key).unwrap()
}

fn array(node: &Node) -> &agentc_text::toon::Array {
    match &node.kind {
        Kind::Array(array) => array,
        other => panic!("{other:?}"),
    }
}

/// With a byte order mark, CRLF, a tab and multi-byte text before every token.
const TEXT: &str = "\u{feff}# é\r\n\"é\tk\": \"ü\\n\"\r\nt[2]{\"é\",g{x,y}}:\r\n  ü , 1,2\r\n\r\nl[2]:\r\n  - é\r\n  - a: ü\r\n    b:\r\n      c: é\r\n";

#[test]
fn spans_cover_tokens_in_the_source() {
    // The blank line is outside the rows that the header declares, so the table ends before it.
    let text = TEXT.replace("t[2]", "t[1]");
    let document = document(&text);
    assert_eq!(document.errors, []);
    let root = &document.root;
    let at = |span: &std::ops::Range<usize>| &text[span.clone()];

    let quoted = entry(root, "é\tk");
    assert_eq!((quoted.line, at(&quoted.key_span)), (2, "\"é\tk\""));
    assert_eq!((quoted.value.line, at(&quoted.value.span)), (2, "\"ü\\n\""));
    assert_eq!(quoted.value.kind, Kind::String("ü\n".to_owned()));

    let table = entry(root, "t");
    assert_eq!((table.line, at(&table.key_span)), (3, "t"));
    assert_eq!(at(&table.value.span), "[1]{\"é\",g{x,y}}:\r\n  ü , 1,2");
    let table = array(&table.value);
    assert_eq!((table.form, at(&table.header), table.complete), (Form::Table, "[1]{\"é\",g{x,y}}:", true));
    let columns = table.columns.as_ref().unwrap();
    let names =
        |columns: &[Column]| columns.iter().map(|column| at(&column.span).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (names(columns), names(&columns[1].group)),
        (vec!["\"é\"".into(), "g".into()], vec!["x".into(), "y".into()])
    );
    let row = &table.items[0];
    assert_eq!((row.line, at(&row.span)), (4, "ü , 1,2"));
    let cell = entry(row, "é");
    assert_eq!((cell.line, at(&cell.key_span), cell.value.line, at(&cell.value.span)), (3, "\"é\"", 4, "ü"));
    let cell = entry(&entry(row, "g").value, "y");
    assert_eq!((at(&cell.value.span), &cell.value.kind), ("2", &Kind::Number(Number::Unsigned(2))));

    let list = array(&entry(root, "l").value);
    assert_eq!((list.form, at(&list.header)), (Form::List, "[2]:"));
    assert_eq!((list.items[0].line, at(&list.items[0].span)), (7, "é"));
    assert_eq!((list.items[1].line, at(&list.items[1].span)), (8, "- a: ü\r\n    b:\r\n      c: é"));
    let nested = entry(&list.items[1], "b");
    assert_eq!((nested.line, nested.value.line, at(&nested.value.span)), (9, 10, "c: é"));
}

#[test]
fn errors_point_into_the_line() {
    let text = "\u{feff}# é\r\né: \"ü\\q\"\r\n";
    let document = document(text);
    let error = &document.errors[0];
    assert_eq!((error.line, &text[error.span.clone()], &text[error.at.clone()]), (2, "é: \"ü\\q\"", "\\q"));
}

#[test]
fn forms_of_arrays() {
    let document = document("a: []\nb[0]:\nc[1]: x\nd[1]:\n  - x\ne[1]{x}:\n  1\nf[0]{x}:\n");
    let forms: Vec<_> = object(&document.root).entries.iter().map(|entry| array(&entry.value).form).collect();
    assert_eq!(forms, [Form::Empty, Form::Empty, Form::Inline, Form::List, Form::Table, Form::Table]);
}

#[test]
fn a_keyed_table_is_an_object_with_a_header() {
    let text = "m[2:]{v}:\n  a: 1\n  b: 2";
    let document = document(text);
    let keyed = object(&entry(&document.root, "m").value);
    let table = keyed.table.as_ref().unwrap();
    assert_eq!((&text[table.header.clone()], table.columns[0].name.as_str()), ("[2:]{v}:", "v"));
    let b = entry(&entry(&document.root, "m").value, "b");
    assert_eq!((b.line, &text[b.value.span.clone()]), (3, "b: 2"));
}

#[test]
fn what_can_be_read_is_in_the_tree() {
    let document = document("a: \"\nb[x]: 1\nc: 1\nc: 2\nwords\nt[3]{x}:\n  1\n  2,3\n");
    let root = object(&document.root);
    let keys: Vec<_> = root.entries.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!((keys, root.complete), (vec!["a", "b", "c", "t"], false));
    assert_eq!(entry(&document.root, "a").value.kind, Kind::Invalid);
    assert_eq!(entry(&document.root, "b").value.kind, Kind::Invalid);
    assert_eq!(entry(&document.root, "c").value.kind, Kind::Number(Number::Unsigned(1)));
    let table = array(&entry(&document.root, "t").value);
    assert_eq!((table.items.len(), &table.items[1].kind, table.complete), (2, &Kind::Invalid, false));
}

#[test]
fn lines_know_their_places() {
    let found: Vec<_> =
        lines("\u{feff}a\r\n\nb\r").map(|line| (line.number, line.start, line.text)).collect();
    assert_eq!(found, [(1, 3, "a"), (2, 6, ""), (3, 7, "b")]);
    assert_eq!(lines("").count() + lines("\u{feff}").count(), 0);
}

#[test]
fn lines_may_come_from_elsewhere() {
    let source = "junk\na: 1\njunk\n  b: \"";
    let picked = lines(source).filter(|line: &Line<'_>| line.text != "junk");
    let document = read_lines(picked, &ReadOptions::default());
    let error = &document.errors[0];
    assert_eq!((error.line, &source[error.span.clone()]), (4, "b: \""));
    assert_eq!(&source[entry(&document.root, "a").value.span.clone()], "1");
}

#[test]
fn the_last_of_equal_keys_wins_without_strict_mode() {
    let options = ReadOptions::default().with_strict(false);
    let value = read("a: 1\nb: 2\na: 3\nt[1]{x,x}:\n  1,2", &options).into_value().unwrap();
    assert_eq!(format!("{value:?}").matches("Unsigned(3)").count(), 1);
    assert!(!format!("{value:?}").contains("Unsigned(1)"));
}
