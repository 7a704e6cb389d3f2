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
use super::frame::{Form, Frame, Place};
use super::table::{ROW, Table};
use crate::buf::{Lead, Plain, push_line};
use crate::number::push_integer_after;
use crate::toon::MAX_DEPTH;
use crate::toon::scalar::Delimiter;

pub(super) struct Layout<'o> {
    pub out: &'o mut String,
    pub options: WriteOptions,
    /// The bytes of strings that are not quoted.
    pub plain: Plain,
    /// What stands before the second value on a line, and each after it.
    pub delimiter: Lead,
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

impl<'o> Layout<'o> {
    pub fn new(out: &'o mut String, options: &WriteOptions) -> Self {
        let options = options.clone();
        let top = Frame::new(Form::Root, Place::Root, 0, None, 0);
        Self {
            out,
            plain: options.delimiter.plain(),
            delimiter: options.delimiter.lead(),
            options,
            top,
            outer: Vec::with_capacity(8),
            table: Table::default(),
            spare: String::new(),
            open: Vec::new(),
        }
    }

    /// An object. `declared` is the number of its entries, if it is known.
    #[inline(never)]
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
        let level = self.top.level.saturating_add(1);
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
        let level = self.top.level.saturating_add(1);
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
                self.start_table();
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
        self.start_table();
        self.lead_key();
        self.out.push_str(&self.spare);
        self.spare.clear();
    }

    fn start_table(&mut self) {
        self.table.start(self.out.len());
        // Enough for most rows.
        self.spare.reserve(256);
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
    fn open(&mut self, form: Form, place: Place, level: u32, declared: Option<usize>) {
        let frame = Frame::new(form, place, level, declared, self.out.len());
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
    pub fn indentation(&self, level: u32) -> usize {
        (level as usize).saturating_mul(self.options.indent)
    }

    #[inline(never)]
    pub fn new_line(&mut self, level: u32) {
        push_line(self.out, self.indentation(level));
    }

    /// Writes `[N]` or `[N:]`.
    pub fn header(&mut self) {
        push_integer_after(self.out, Lead::BRACKET, self.top.declared().unwrap_or_default());
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
        let (said, count) = (self.top.declared().unwrap_or_default(), self.top.count);
        if count != said {
            let at = self.top.start + 1;
            let digits = said.checked_ilog10().map_or(1, |log| log as usize + 1);
            self.out.replace_range(at..at + digits, &count.to_string());
        }
    }

    /// Makes room for what an array of known length will take if its other values are like those so
    /// far. What is said of the length is trusted for 64 times what has come.
    #[inline]
    pub fn grow(&mut self) {
        if self.top.count & 15 == 0 {
            self.grow_for(self.top);
        }
    }

    #[cold]
    fn grow_for(&mut self, frame: Frame) {
        if !frame.count.is_power_of_two() || !(frame.count.trailing_zeros() + 2).is_multiple_of(6) {
            return;
        }
        let missing = frame.declared().unwrap_or_default().saturating_sub(frame.count);
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
