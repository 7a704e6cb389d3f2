//! Reads the columns of a header (TOON 6, 9.3).
//!
//! In: `{name,group{name,name}}` and what follows. Out: the columns.

use std::collections::HashSet;

use super::MAX_DEPTH;
use super::document::Column;
use super::error::{HeaderProblem, ReadErrorKind};
use super::header::{Refused, refuse};
use super::part::Part;
use super::token::{self, Fault};

/// Reads columns, front to back.
pub(super) struct Columns<'a> {
    /// What has not been read.
    pub rest: Part<'a>,
    delimiter: u8,
    strict: bool,
    /// The columns so far that have cells.
    pub width: usize,
}

impl<'a> Columns<'a> {
    pub fn new(rest: Part<'a>, delimiter: u8, strict: bool) -> Self {
        Self { rest, delimiter, strict, width: 0 }
    }

    /// Reads a list of columns from its `{` to its `}`.
    pub fn list(&mut self, depth: usize) -> Result<Vec<Column>, Refused> {
        if depth > MAX_DEPTH {
            return Err(Refused::Fault(Fault::new(ReadErrorKind::TooDeep { limit: MAX_DEPTH }, self.rest)));
        }
        let mut list = Vec::new();
        let mut names = HashSet::new();
        loop {
            self.rest = self.rest.skip(1);
            let column = self.column(depth)?;
            if self.strict && !names.insert(column.name.clone()) {
                let kind = ReadErrorKind::DuplicateKey { key: column.name };
                return Err(Refused::Fault(Fault { kind, at: column.span }));
            }
            list.push(column);
            self.skip_spaces();
            match self.rest.byte(0) {
                Some(b'}') => {
                    self.rest = self.rest.skip(1);
                    return Ok(list);
                }
                Some(byte) if byte == self.delimiter => {}
                Some(b',' | b'|' | b'\t') => {
                    return refuse(HeaderProblem::Delimiter, self.rest.split(1).0);
                }
                _ => return refuse(HeaderProblem::Columns, self.rest),
            }
        }
    }

    fn column(&mut self, depth: usize) -> Result<Column, Refused> {
        self.skip_spaces();
        let len = if self.rest.text.starts_with('"') {
            let Some(len) = token::quoted_len(self.rest) else {
                return refuse(HeaderProblem::Columns, self.rest);
            };
            len
        } else {
            self.rest.text.find([',', '|', '\t', '{', '}', ':', '"']).unwrap_or(self.rest.text.len())
        };
        let (name, rest) = self.rest.split(len);
        let name = name.trim();
        if name.is_empty() {
            return refuse(HeaderProblem::Columns, name);
        }
        self.rest = rest;
        let (span, name) = (name.span(), token::key(name).map_err(Refused::Fault)?);
        self.skip_spaces();
        let group = if self.rest.byte(0) == Some(b'{') { self.list(depth + 1)? } else { Vec::new() };
        self.width += usize::from(group.is_empty());
        Ok(Column { name, span, group })
    }

    fn skip_spaces(&mut self) {
        let spaces = self.rest.text.len() - self.rest.text.trim_start_matches(' ').len();
        self.rest = self.rest.skip(spaces);
    }
}
