//! Lays out a document while its values come in (TOON 8, 9, 10).
//!
//! In: the events of a walk over any value, each object and array once, in order. Out: the text,
//! appended to a `String`.
//!
//! The form of a container depends on everything in it. So each is written in the form that what has
//! come so far allows, the densest first: objects as the rows of a table, scalars on the line of
//! their header. What comes later may show that it does not fit; the container is then laid out again
//! (`relay`), and can only become what it is then for good. Only one container at a time is a table
//! of which this may still show: what is inside a table are its cells, what is around it is decided.

use super::WriteOptions;
use super::table::{ROW, Table};
use crate::buf::push_line;
use crate::number::push_integer;
use crate::toon::scalar::{Delimiter, push_key, push_text};
use crate::toon::{MAX_DEPTH, push_quoted};

pub(super) struct Layout<'o> {
    pub out: &'o mut String,
    pub options: WriteOptions,
    /// The object or array that is open, the innermost one.
    pub top: Frame,
    /// Those around it, from the outermost on.
    pub outer: Vec<Frame>,
    /// The table whose frame is among them, if there is one.
    pub table: Table,
    /// Room for text that is moved.
    pub spare: String,
    /// Room for frames of a row that is laid out again.
    pub open: Vec<Frame>,
}

/// An object or array that is open.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub form: Form,
    pub place: Place,
    /// The level of indentation of its lines.
    pub level: usize,
    /// How many values it has so far.
    pub count: usize,
    /// How many it was said to have.
    pub declared: Option<usize>,
    /// Where its text starts in the output: its `[`, or the `:` in front of its fields. Of an object
    /// written as cells, the node of the table it is.
    pub start: usize,
}

/// How an object or array is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing is open.
    Root,
    /// An object without an entry so far.
    Object,
    /// An object with a line for each entry.
    Fields,
    /// A keyed table.
    Keyed,
    /// An array without a value so far.
    Array,
    /// An array of scalars on one line.
    Inline,
    /// An array with an item for each value.
    List,
    /// An array of objects as a table.
    Table,
    /// An object whose values are cells of a row: all of it, or a group of it.
    Row,
}

/// Where an object or array stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    /// Behind a key.
    Field,
    /// Behind a dash.
    Item,
}

impl<'o> Layout<'o> {
    pub fn new(out: &'o mut String, options: &WriteOptions) -> Self {
        let options = options.clone();
        let top =
            Frame { form: Form::Root, place: Place::Root, level: 0, count: 0, declared: None, start: 0 };
        Self {
            out,
            options,
            top,
            outer: Vec::with_capacity(8),
            table: Table::default(),
            spare: String::new(),
            open: Vec::new(),
        }
    }

    /// The key of the next value. `fixed` is the same key if it lives forever.
    #[inline(always)]
    pub fn key(&mut self, key: &str, fixed: Option<&'static str>) {
        if self.top.form != Form::Row || !self.table.key(&mut self.top, key, fixed) {
            self.other_key(key, fixed);
        }
    }

    /// A key on a line of its own.
    #[inline(never)]
    fn other_key(&mut self, key: &str, fixed: Option<&'static str>) {
        if self.top.form == Form::Row {
            self.relay(false, false);
            return self.key(key, fixed);
        }
        self.lead_key();
        push_key(self.out, key);
    }

    /// Writes what stands in front of a key on a line of its own.
    pub fn lead_key(&mut self) {
        let level = self.top.level;
        match (self.top.form, self.top.place) {
            (Form::Object, place) => {
                self.top.form = Form::Fields;
                match place {
                    Place::Root => {}
                    Place::Item => self.out.push(' '),
                    Place::Field => {
                        self.out.push(':');
                        self.new_line(level);
                    }
                }
            }
            // The rows of a table are deeper than the fields of a document.
            (Form::Keyed, Place::Root) => self.new_line(level + 1),
            _ => self.new_line(level),
        }
    }

    /// A string.
    #[inline]
    pub fn string(&mut self, text: &str) {
        self.lead();
        // A reader would take it for a byte order mark.
        if self.top.form == Form::Root && text.starts_with('\u{feff}') {
            return push_quoted(self.out, text);
        }
        push_text(self.out, text, self.options.delimiter);
    }

    /// A scalar whose text is known.
    #[inline]
    pub fn text(&mut self, text: &str) {
        self.lead();
        self.out.push_str(text);
    }

    /// Writes what stands in front of a scalar; its text follows.
    #[inline(always)]
    pub fn lead(&mut self) {
        if self.top.form == Form::Row && self.table.ready {
            if !self.table.next_cell() {
                self.options.delimiter.push_to(self.out);
            }
        } else if self.top.form == Form::Inline && self.top.count & 15 != 0 {
            self.options.delimiter.push_to(self.out);
            self.top.count += 1;
        } else {
            self.other_lead();
        }
    }

    #[inline(never)]
    fn other_lead(&mut self) {
        match self.top.form {
            Form::Root => return,
            Form::Fields => {
                self.top.count += 1;
                return self.out.push_str(": ");
            }
            Form::Row => {
                self.table.ready = self.table.cell();
                if !self.table.ready {
                    self.relay(true, false);
                }
            }
            Form::Inline => {
                self.grow();
                self.options.delimiter.push_to(self.out);
                self.top.count += 1;
                return;
            }
            Form::Array => {
                self.top.form = Form::Inline;
                self.top.count = 1;
                self.header();
                return self.out.push_str(": ");
            }
            Form::List => return self.dash(" "),
            _ => self.relay(true, false),
        }
        self.lead();
    }

    /// An object. `declared` is the number of its entries, if it is known.
    #[inline]
    pub fn begin_object(&mut self, declared: Option<usize>) {
        if self.top.form == Form::Table {
            self.grow();
            self.top.count += 1;
            self.new_line(self.top.level);
            self.begin_row(declared);
        } else {
            self.begin_other_object(declared);
        }
    }

    fn begin_other_object(&mut self, declared: Option<usize>) {
        let level = self.top.level + 1;
        match self.top.form {
            Form::Root => self.open(Form::Object, Place::Root, 0, declared),
            Form::Row => self.begin_group(declared),
            Form::Fields if self.top.count == 0 && self.top.may_be_keyed() => {
                self.keyed_table();
                self.begin_object(declared);
            }
            Form::Fields => {
                self.top.count += 1;
                self.open(Form::Object, Place::Field, level, declared);
            }
            Form::Keyed => {
                self.grow();
                self.top.count += 1;
                self.out.push_str(": ");
                self.begin_row(declared);
            }
            Form::List => {
                self.dash("");
                self.open(Form::Object, Place::Item, level, declared);
            }
            Form::Table | Form::Array | Form::Inline | Form::Object => {
                self.decide_array();
                self.begin_object(declared);
            }
        }
    }

    /// The end of an object.
    #[inline]
    pub fn end_object(&mut self) {
        if self.top.form != Form::Row {
            return self.end_lines();
        }
        let row = self.top;
        if !self.table.is_complete(&row) {
            self.relay(false, row.count == 0);
            return self.end_object();
        }
        self.close();
        self.table.depth -= 1;
        if row.start == ROW {
            self.end_row();
        } else {
            self.table.end_group(&row);
        }
    }

    fn end_lines(&mut self) {
        match (self.top.form, self.top.place) {
            (Form::Object, Place::Field) => self.out.push(':'),
            (Form::Keyed, _) if self.top.count < 2 => self.relay(false, false),
            (Form::Keyed, _) => self.settle(),
            _ => {}
        }
        self.close();
    }

    /// An array. `declared` is the number of its values, if it is known.
    pub fn begin_array(&mut self, declared: Option<usize>) {
        let level = self.top.level + 1;
        match self.top.form {
            Form::Root => return self.open(Form::Array, Place::Root, level, declared),
            Form::Fields => {
                self.top.count += 1;
                return self.open(Form::Array, Place::Field, level, declared);
            }
            Form::List => {
                self.dash(" ");
                return self.open(Form::Array, Place::Item, level, declared);
            }
            Form::Array => self.become_list(),
            Form::Inline => self.relay_inline(),
            // An array is no cell, and prevents a table at any depth.
            _ => self.relay(true, true),
        }
        self.begin_array(declared);
    }

    /// The end of an array.
    pub fn end_array(&mut self) {
        match (self.top.form, self.top.place) {
            (Form::Array, Place::Root) => self.out.push_str("[]"),
            (Form::Array, Place::Field) => self.out.push_str(": []"),
            (Form::Array, Place::Item) => {
                self.become_list();
                self.settle();
            }
            _ => self.settle(),
        }
        self.close();
    }

    /// The first value of an array, or one that does not go with those on its line, is an object.
    fn decide_array(&mut self) {
        match (self.top.form, self.top.place) {
            // The header of a table would need a key there.
            (Form::Array, Place::Item) => self.become_list(),
            (Form::Array, _) => {
                self.top.form = Form::Table;
                self.header();
                self.table.start(self.out.len());
            }
            _ => self.relay_inline(),
        }
    }

    pub fn become_list(&mut self) {
        self.top.form = Form::List;
        self.header();
        self.out.push(':');
    }

    /// The first value of an object is one too: perhaps they all are, and make a keyed table. The key
    /// that has been written becomes that of its first row.
    fn keyed_table(&mut self) {
        let start = self.top.start;
        let lead = match self.top.place {
            Place::Root => 0,
            _ => ":\n".len() + self.indentation(self.top.level),
        };
        self.spare.push_str(self.out.get(start + lead..).unwrap_or_default());
        self.out.truncate(start);
        self.top.form = Form::Keyed;
        self.header();
        self.table.start(self.out.len());
        self.lead_key();
        self.out.push_str(&self.spare);
        self.spare.clear();
    }

    fn begin_row(&mut self, declared: Option<usize>) {
        self.open(Form::Row, Place::Field, 0, declared);
        self.top.start = ROW;
        self.table.begin_row(self.out.len());
    }

    fn begin_group(&mut self, declared: Option<usize>) {
        let too_deep = self.table.depth == MAX_DEPTH;
        let group = if too_deep { None } else { self.table.begin_group() };
        let Some(node) = group else {
            self.relay(true, too_deep);
            return self.begin_object(declared);
        };
        self.open(Form::Row, Place::Field, 0, declared);
        self.top.start = node;
    }

    #[inline]
    fn end_row(&mut self) {
        if self.table.rows == 0 {
            self.end_first_row();
        }
        self.table.end_row(self.out, self.options.delimiter.as_char(), &mut self.spare);
    }

    /// Writes the names of the columns in front of the first row.
    fn end_first_row(&mut self) {
        let at = self.table.rows_at;
        self.spare.push_str(self.out.get(at..).unwrap_or_default());
        self.out.truncate(at);
        self.table.push_columns(self.out, self.options.delimiter.as_char());
        self.out.push(':');
        self.table.rows_at = self.out.len();
        self.out.push_str(&self.spare);
        self.spare.clear();
    }

    #[inline]
    fn open(&mut self, form: Form, place: Place, level: usize, declared: Option<usize>) {
        let frame = Frame { form, place, level, count: 0, declared, start: self.out.len() };
        self.outer.push(std::mem::replace(&mut self.top, frame));
    }

    #[inline]
    pub fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.top = outer;
        }
    }

    /// Starts an item.
    pub fn dash(&mut self, then: &str) {
        self.grow();
        self.top.count += 1;
        self.new_line(self.top.level);
        self.out.push('-');
        self.out.push_str(then);
    }

    #[inline]
    pub fn indentation(&self, level: usize) -> usize {
        level.saturating_mul(self.options.indent)
    }

    #[inline]
    pub fn new_line(&mut self, level: usize) {
        push_line(self.out, self.indentation(level));
    }

    /// Writes `[N]` or `[N:]`.
    pub fn header(&mut self) {
        self.out.push('[');
        push_integer(self.out, self.top.declared.unwrap_or_default());
        if self.top.form == Form::Keyed {
            self.out.push(':');
        }
        if self.options.delimiter != Delimiter::Comma {
            self.options.delimiter.push_to(self.out);
        }
        self.out.push(']');
    }

    /// Puts the number of values right where it was not known.
    fn settle(&mut self) {
        let (said, count) = (self.top.declared.unwrap_or_default(), self.top.count);
        if count != said {
            let at = self.top.start + 1;
            let digits = said.checked_ilog10().map_or(1, |log| log as usize + 1);
            self.out.replace_range(at..at + digits, &count.to_string());
        }
    }

    /// Makes room for what an array of known length will take if its other values are like those so
    /// far. What is said of the length is trusted for 64 times what has come.
    #[inline]
    fn grow(&mut self) {
        if self.top.count & 15 == 0 {
            self.grow_for(self.top);
        }
    }

    #[cold]
    fn grow_for(&mut self, frame: Frame) {
        if !frame.count.is_power_of_two() || !(frame.count.trailing_zeros() + 2).is_multiple_of(6) {
            return;
        }
        let missing = frame.declared.unwrap_or_default().saturating_sub(frame.count);
        let written = self.out.len().saturating_sub(frame.start);
        let each = written / frame.count;
        let room = each.saturating_mul(missing.min(frame.count.saturating_mul(63)));
        // Numbers that count up get longer.
        let room = room.saturating_add(room / 16);
        if room > self.out.len() {
            self.out.reserve_exact(room);
        } else {
            self.out.reserve(room);
        }
    }
}

impl Frame {
    /// An object that is an item of a list cannot be a keyed table, since its header would need a key.
    fn may_be_keyed(&self) -> bool {
        self.place != Place::Item && self.declared.is_none_or(|declared| declared > 1)
    }
}
