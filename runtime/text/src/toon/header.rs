//! What a line is, and the headers of lists and tables (TOON 5.2, 6).
//!
//! In: the content of a line. Out: a key with a value, a header, or a bare value.

use std::ops::Range;

use super::columns::Columns;
use super::document::Column;
use super::error::{HeaderProblem, ReadErrorKind};
use super::part::Part;
use super::token::{self, Fault};

/// A line, or an item without its dash.
#[derive(Debug)]
pub(super) enum LineKind<'a> {
    /// `key: value`; the value has no spaces around it and may be empty.
    Pair(Key, Part<'a>),
    /// A header, with a key or without.
    Header(Option<Key>, Header<'a>),
    /// Neither.
    Bare,
}

/// A key and its place.
#[derive(Debug)]
pub(super) struct Key {
    pub name: String,
    pub span: Range<usize>,
}

/// A header without its key.
#[derive(Debug)]
pub(super) struct Header<'a> {
    /// From `[` to the final `:`.
    pub span: Range<usize>,
    /// The number in the brackets.
    pub length: usize,
    /// Whether it is the header `[N:]` of a keyed table.
    pub keyed: bool,
    /// What separates columns and cells: `,`, `|` or a tab.
    pub delimiter: u8,
    /// Empty for a list.
    pub columns: Vec<Column>,
    /// The number of cells of a row.
    pub width: usize,
    /// What follows the header, without spaces around it.
    pub inline: Part<'a>,
}

/// A line that cannot be read.
#[derive(Debug)]
pub(super) struct BadLine {
    /// The key, where it can be told.
    pub key: Option<Key>,
    pub fault: Fault,
}

/// Finds out what a line is. Without `strict`, what is no header for its grammar is a pair with a
/// literal key (TOON 6).
pub(super) fn classify(content: Part<'_>, strict: bool) -> Result<LineKind<'_>, BadLine> {
    let keyless = |fault| BadLine { key: None, fault };
    let bracket = if content.text.starts_with('"') {
        let unterminated = || keyless(Fault::new(ReadErrorKind::UnterminatedQuote, content));
        let len = token::quoted_len(content).ok_or_else(unterminated)?;
        if content.byte(len) != Some(b'[') {
            return pair(content).map_err(keyless);
        }
        len
    } else {
        match content.find_unquoted([b':', b'[']) {
            None => return Ok(LineKind::Bare),
            Some((_, b':')) => return pair(content).map_err(keyless),
            Some((at, _)) => at,
        }
    };
    let (before, rest) = content.split(bracket);
    let key = match token::key(before.trim()) {
        Ok(_) if before.is_empty() => None,
        Ok(name) => Some(Key { name, span: before.trim().span() }),
        Err(fault) => return Err(keyless(fault)),
    };
    match header(before, rest, strict) {
        Ok(header) => Ok(LineKind::Header(key, header)),
        Err(Refused::Fault(fault)) => Err(BadLine { key, fault }),
        Err(Refused::Grammar(..)) if content.split_at_colon().is_none() => Ok(LineKind::Bare),
        Err(Refused::Grammar(problem, at)) if strict => {
            Err(BadLine { key, fault: Fault { kind: ReadErrorKind::MalformedHeader(problem), at } })
        }
        Err(Refused::Grammar(..)) => pair(content).map_err(keyless),
    }
}

/// Reads a line as a pair, its key as everything before the first colon outside quotes.
pub(super) fn pair(content: Part<'_>) -> Result<LineKind<'_>, Fault> {
    let Some((before, value)) = content.split_at_colon() else {
        return Ok(LineKind::Bare);
    };
    let before = before.trim();
    // A line that only looked like a header may start with a quoted key and go on.
    let literal = token::quoted_len(before).is_some_and(|len| before.byte(len) == Some(b'['));
    let name = if literal { before.text.to_owned() } else { token::key(before)? };
    Ok(LineKind::Pair(Key { name, span: before.span() }, value.trim()))
}

/// Why a line with a bracket is no header.
pub(super) enum Refused {
    /// It breaks the grammar. A line without a colon is then a bare value, and without `strict` a
    /// line with one a pair.
    Grammar(HeaderProblem, Range<usize>),
    /// It is a header, with a fault.
    Fault(Fault),
}

pub(super) fn refuse<T>(problem: HeaderProblem, at: Part<'_>) -> Result<T, Refused> {
    Err(Refused::Grammar(problem, at.span()))
}

/// Reads what follows a key from the bracket on.
fn header<'a>(key: Part<'a>, rest: Part<'a>, strict: bool) -> Result<Header<'a>, Refused> {
    let Some(close) = rest.text.find(']') else {
        return refuse(HeaderProblem::Unclosed, rest);
    };
    let (inside, after) = rest.skip(1).split(close - 1);
    let Some((length, keyed, delimiter)) = bracket(inside.text) else {
        return refuse(HeaderProblem::Length { found: inside.text.to_owned() }, inside);
    };
    if key.text.ends_with([' ', '\t']) {
        return refuse(HeaderProblem::SpaceBeforeBracket, key);
    }
    let after = after.skip(1);
    let mut columns = Columns::new(after, delimiter, strict);
    let list = if after.text.starts_with('{') { columns.list(1)? } else { Vec::new() };
    let (width, after) = (columns.width, columns.rest);
    if after.byte(0) != Some(b':') {
        return match after.split_at_colon() {
            Some((found, _)) => refuse(HeaderProblem::BeforeColon { found: found.text.to_owned() }, found),
            None => Err(Refused::Fault(Fault::new(ReadErrorKind::MissingHeaderColon, rest))),
        };
    }
    let span = rest.start..after.start + 1;
    let inline = after.skip(1).trim();
    if keyed && list.is_empty() {
        return refuse(HeaderProblem::NoColumns, rest);
    }
    if !list.is_empty() && !inline.is_empty() {
        return refuse(HeaderProblem::InlineValues, inline);
    }
    Ok(Header { span, length, keyed, delimiter, columns: list, width, inline })
}

/// The length, whether it is keyed, and the delimiter that stand between brackets.
fn bracket(inside: &str) -> Option<(usize, bool, u8)> {
    let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
    let (length, rest) = inside.split_at_checked(digits)?;
    if length.len() > 1 && length.starts_with('0') {
        return None;
    }
    let (keyed, rest) = rest.strip_prefix(':').map_or((false, rest), |rest| (true, rest));
    let delimiter = match rest {
        "" => b',',
        "\t" => b'\t',
        "|" => b'|',
        _ => return None,
    };
    Some((length.parse().ok()?, keyed, delimiter))
}
