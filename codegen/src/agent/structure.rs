//! In: a document as the TOON reader found it. Out: diagnostics for its errors of structure, each with its
//! code; what one mistake drags along behind it is left out.

use agentc_text::toon::{Document, Entry, HeaderProblem, Kind, ReadError, ReadErrorKind, Unit};

use super::lower::Lowered;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::source::Span;

/// Reports the errors of a document (agent format, sections 3 and 13).
pub(super) fn report(document: &Document, lowered: &Lowered<'_>, sink: &mut Sink) {
    let entries = match &document.root.kind {
        Kind::Object(object) => object.entries.as_slice(),
        _ => &[],
    };
    let mut quiet_after = 0;
    for error in &document.errors {
        let owner = entries.partition_point(|entry| entry.line <= error.line).checked_sub(1);
        let owner = owner.and_then(|index| entries.get(index));
        let follows = error.line <= quiet_after + 1 && quiet_after > 0;
        // That a document is one array is said once, whatever stands behind it.
        if error.kind == ReadErrorKind::TrailingContent {
            continue;
        }
        let is_loose = matches!(error.kind, ReadErrorKind::Stray | ReadErrorKind::MissingColon);
        if follows && is_loose || owner.is_some_and(|owner| is_dragged_along(error, owner, sink)) {
            quiet_after = error.line;
            continue;
        }
        // A text that goes on below its quote, and one that is not indented below its bar.
        let unindented = owner.filter(|owner| is_empty_block(owner, lowered) && is_loose);
        quiet_after = match &error.kind {
            ReadErrorKind::UnterminatedQuote => error.line,
            _ if unindented.is_some() => error.line,
            _ => 0,
        };
        let diagnostic = match unindented {
            Some(owner) => unindented_block(error, owner, sink),
            None => diagnostic(error, owner, sink),
        };
        sink.push(diagnostic);
    }
}

/// Whether an error is below a key whose own mistake explains it.
fn is_dragged_along(error: &ReadError, owner: &Entry, sink: &Sink) -> bool {
    if error.line == owner.line {
        return false;
    }
    let is_list = matches!(owner.value.kind, Kind::Array(_) | Kind::Invalid);
    match owner.key.as_str() {
        // It will be said that this is no list; its dashes may stand at the margin.
        "inputs" | "outputs" | "tools" | "uses" if !is_list => {
            let is_indented = sink.file().line(error.line).start as usize != error.span.start;
            let is_item = sink.file().text()[error.span.clone()].starts_with('-');
            is_indented || is_item || error.kind != ReadErrorKind::MissingColon
        }
        "inputs" | "outputs" => {
            matches!(error.kind, ReadErrorKind::RowWidth { .. }) && !has_columns(owner, &["name", "type"])
        }
        "tools" => {
            matches!(error.kind, ReadErrorKind::RowWidth { .. }) && !has_columns(owner, &["name", "input"])
        }
        // It will be said that the bar is missing.
        "prompt" | "system" => matches!(owner.value.kind, Kind::Object(_)),
        key => table_without_length(key).is_some(),
    }
}

fn has_columns(entry: &Entry, names: &[&str]) -> bool {
    let Kind::Array(array) = &entry.value.kind else { return false };
    let columns = array.columns.as_deref().unwrap_or_default();
    names.iter().all(|name| columns.iter().any(|column| column.name == *name))
}

/// The key of a line such as `inputs{name,type}:`, which lacks the number of its rows.
pub(super) fn table_without_length(key: &str) -> Option<&str> {
    let (name, columns) = key.split_once('{')?;
    (matches!(name, "inputs" | "outputs" | "tools") && columns.ends_with('}')).then_some(name)
}

fn is_empty_block(entry: &Entry, lowered: &Lowered<'_>) -> bool {
    lowered.blocks.get(&entry.line).is_some_and(|block| block.as_str().is_empty())
}

fn unindented_block(error: &ReadError, owner: &Entry, sink: &Sink) -> Diagnostic {
    let message = format!("this line is not in the block of `{}`: it is not indented", owner.key);
    sink.at(Code::A204, Span::new(error.span.clone()), message)
        .with_help("indent the text of a block by two spaces")
}

fn diagnostic(error: &ReadError, owner: Option<&Entry>, sink: &Sink) -> Diagnostic {
    let span = Span::new(error.span.clone());
    let line = &sink.file().text()[error.span.clone()];
    let diagnostic = sink.at(code(&error.kind), span, error.to_string());
    let diagnostic = match (&error.kind, owner) {
        (ReadErrorKind::DuplicateKey { key }, Some(owner))
            if owner.key == *key && owner.line < error.line =>
        {
            let first = sink.place(sink.file().line_content(owner.line));
            diagnostic.with_related(first, "it is given here first")
        }
        _ => diagnostic,
    };
    match help(&error.kind, line, owner) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn code(kind: &ReadErrorKind) -> Code {
    use ReadErrorKind as Kind;
    match kind {
        Kind::TabIndentation => Code::A201,
        Kind::UnevenIndentation { .. } => Code::A202,
        Kind::IndentedRoot | Kind::SkippedLevel { .. } | Kind::Stray => Code::A203,
        Kind::MissingColon | Kind::MissingHeaderColon => Code::A204,
        Kind::TooFew { .. } | Kind::TooMany { .. } => Code::A206,
        Kind::RowWidth { .. } => Code::A207,
        Kind::UnterminatedQuote | Kind::TextAfterQuote => Code::A208,
        Kind::InvalidEscape { .. } => Code::A209,
        Kind::BlankLine => Code::A210,
        Kind::DuplicateKey { .. } => Code::A211,
        Kind::TrailingContent => Code::A214,
        Kind::TooDeep { .. } => Code::A215,
        Kind::NotAnItem | Kind::NotARow => Code::A216,
        // What else may come to be wrong with a line is wrong with its header.
        _ => Code::A205,
    }
}

/// What to do about an error in `line`, which is `owner`'s or below it.
fn help(kind: &ReadErrorKind, line: &str, owner: Option<&Entry>) -> Option<String> {
    use ReadErrorKind as Kind;
    let key = owner.map_or("", |owner| owner.key.as_str());
    let value = owner.map(|owner| &owner.value.kind);
    let is_text = matches!(key, "prompt" | "system");
    Some(match kind {
        Kind::TooFew { unindented: true, .. } => "indent the rows below the header by two spaces".to_owned(),
        Kind::TooFew { found: 0, unit: Unit::Row | Unit::Item | Unit::Entry, .. } => {
            "write the rows on the lines below the header, indented by two spaces".to_owned()
        }
        Kind::TooFew { found, .. } | Kind::TooMany { found, .. } => {
            format!("write `[{found}]` in the header if these are all")
        }
        Kind::RowWidth { expected: 2, found: 1 } => {
            "separate the cells by a comma, as in `topic,string`".to_owned()
        }
        Kind::RowWidth { expected, found } if found > expected => match line.contains('{') {
            true => {
                "put a cell with commas in quotes; fields of an object type are separated by `;`".to_owned()
            }
            false => "put a cell with commas in quotes".to_owned(),
        },
        Kind::MissingColon => "a line at this place is `key: value`; the text of a prompt stands below \
                               `prompt: |`, indented by two spaces"
            .to_owned(),
        Kind::Stray => match value {
            Some(agentc_text::toon::Kind::String(bar))
                if is_text && matches!(bar.as_str(), "|-" | "|+" | ">" | ">-") =>
            {
                format!("a block begins with `{key}: |`; there is no other form")
            }
            Some(agentc_text::toon::Kind::String(_)) if is_text => {
                format!("for a text of several lines, write `{key}: |` and the text below it")
            }
            _ => "start the line at the margin, or remove it".to_owned(),
        },
        Kind::MalformedHeader(HeaderProblem::Length { .. }) => {
            let (key, rest) = line.split_once('[')?;
            let (_, rest) = rest.split_once(']')?;
            format!("write how many there are, as in `{key}[2]{}`", rest.split_inclusive(':').next()?)
        }
        Kind::UnterminatedQuote if is_text => {
            format!(
                "a quoted text ends on its line; for several lines, write `{key}: |` and the text below it"
            )
        }
        Kind::TextAfterQuote => "write a quote inside quotes as `\\\"`".to_owned(),
        Kind::InvalidEscape { .. } => "write a backslash as `\\\\`".to_owned(),
        Kind::NotARow if line.starts_with("- ") => {
            "write the row without a dash, its cells separated by commas".to_owned()
        }
        Kind::NotARow => "separate the cells by commas, and put a cell with a colon in quotes".to_owned(),
        Kind::ListWithoutHeader => match key {
            "inputs" | "outputs" => {
                format!("write `{key}[1]{{name,type}}:` and rows such as `topic,string` below it")
            }
            _ => format!("write the length of the list, as in `{key}[2]:`, and its items below it"),
        },
        Kind::NotAnItem if line.starts_with('-') => "write a space after the dash".to_owned(),
        Kind::NotAnItem if matches!(key, "inputs" | "outputs") => {
            format!("name the columns in the header: `{key}[…]{{name,type}}:`")
        }
        _ => return None,
    })
}
