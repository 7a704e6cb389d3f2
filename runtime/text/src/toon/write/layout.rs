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
use crate::number::push_integer;
use crate::toon::scalar::{Delimiter, push_key, push_text};
use crate::toon::{MAX_DEPTH, push_quoted};

pub(super) struct Layout<'o> {
    pub out: &'o mut String,
    pub options: WriteOptions,
    /// The objects and arrays that are open, from the outermost to the innermost.
    pub frames: Vec<Frame>,
    /// The table whose frame is among them, if there is one.
    pub table: Table,
    /// Room for text that is moved.
    pub spare: String,
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
        Self { out, options, frames: Vec::new(), table: Table::default(), spare: String::new() }
    }

    /// The key of the next value. `fixed` is the same key if it lives forever.
    #[inline]
    pub fn key(&mut self, key: &str, fixed: Option<&'static str>) {
        if let Some(row) = self.frames.last_mut().filter(|frame| frame.form == Form::Row) {
            if self.table.key(row, key, fixed) {
                return;
            }
            self.relay_row(false);
            return self.key(key, fixed);
        }
        self.lead_key();
        push_key(self.out, key);
    }

    /// Writes what stands in front of a key on a line of its own.
    pub fn lead_key(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let level = frame.level;
        match (frame.form, frame.place) {
            (Form::Object, place) => {
                frame.form = Form::Fields;
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
        if self.frames.is_empty() && text.starts_with('\u{feff}') {
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
    #[inline]
    pub fn lead(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.form {
            Form::Row if self.table.cell() => {
                if !self.table.is_first_cell() {
                    self.out.push(self.options.delimiter.as_char());
                }
            }
            Form::Inline => {
                self.out.push(self.options.delimiter.as_char());
                self.grow();
                self.count();
            }
            Form::Fields => {
                frame.count += 1;
                self.out.push_str(": ");
            }
            _ => self.lead_undecided(),
        }
    }

    #[cold]
    fn lead_undecided(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.form {
            Form::Array => {
                frame.form = Form::Inline;
                frame.count = 1;
                self.header();
                self.out.push_str(": ");
                return;
            }
            Form::List => return self.dash(" "),
            Form::Row => self.relay_row(true),
            _ => self.relay(true, false),
        }
        self.lead();
    }

    /// An object. `declared` is the number of its entries, if it is known.
    #[inline]
    pub fn begin_object(&mut self, declared: Option<usize>) {
        let Some(&frame) = self.frames.last() else {
            return self.open(Form::Object, Place::Root, 0, declared);
        };
        match frame.form {
            Form::Table => {
                self.grow();
                self.count();
                self.new_line(frame.level);
                self.begin_row(declared);
            }
            Form::Row => self.begin_group(declared),
            Form::Fields if frame.count == 0 && frame.may_be_keyed() => {
                self.keyed_table();
                self.begin_object(declared);
            }
            Form::Fields => {
                self.count();
                self.open(Form::Object, Place::Field, frame.level + 1, declared);
            }
            Form::Keyed => {
                self.grow();
                self.count();
                self.out.push_str(": ");
                self.begin_row(declared);
            }
            Form::List => {
                self.dash("");
                self.open(Form::Object, Place::Item, frame.level + 1, declared);
            }
            Form::Array | Form::Inline | Form::Object => {
                self.decide_array(frame);
                self.begin_object(declared);
            }
        }
    }

    /// The end of an object.
    #[inline]
    pub fn end_object(&mut self) {
        let Some(&frame) = self.frames.last() else { return };
        if frame.form != Form::Row {
            return self.end_lines(frame);
        }
        if !self.table.is_complete(&frame) {
            self.relay(false, frame.count == 0);
            return self.end_object();
        }
        self.frames.pop();
        self.table.depth -= 1;
        if frame.start == ROW {
            self.end_row();
        } else {
            self.table.end_group(&frame);
        }
    }

    fn end_lines(&mut self, frame: Frame) {
        match (frame.form, frame.place) {
            (Form::Object, Place::Field) => self.out.push(':'),
            (Form::Keyed, _) if frame.count < 2 => self.relay(false, false),
            (Form::Keyed, _) => self.settle(frame),
            _ => {}
        }
        self.frames.pop();
    }

    /// An array. `declared` is the number of its values, if it is known.
    pub fn begin_array(&mut self, declared: Option<usize>) {
        let Some(&frame) = self.frames.last() else {
            return self.open(Form::Array, Place::Root, 1, declared);
        };
        match frame.form {
            Form::Fields => {
                self.count();
                return self.open(Form::Array, Place::Field, frame.level + 1, declared);
            }
            Form::List => {
                self.dash(" ");
                return self.open(Form::Array, Place::Item, frame.level + 1, declared);
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
        let Some(&frame) = self.frames.last() else { return };
        match (frame.form, frame.place) {
            (Form::Array, Place::Root) => self.out.push_str("[]"),
            (Form::Array, Place::Field) => self.out.push_str(": []"),
            (Form::Array, Place::Item) => {
                self.become_list();
                self.settle(frame);
            }
            _ => self.settle(frame),
        }
        self.frames.pop();
    }

    /// The first value of an array, or one that does not go with those on its line, is an object.
    fn decide_array(&mut self, frame: Frame) {
        match (frame.form, frame.place) {
            // The header of a table would need a key there.
            (Form::Array, Place::Item) => self.become_list(),
            (Form::Array, _) => {
                self.set_form(Form::Table);
                self.header();
                self.table.start(self.out.len());
            }
            _ => self.relay_inline(),
        }
    }

    pub fn become_list(&mut self) {
        self.set_form(Form::List);
        self.header();
        self.out.push(':');
    }

    pub fn set_form(&mut self, form: Form) {
        if let Some(frame) = self.frames.last_mut() {
            frame.form = form;
        }
    }

    /// The first value of an object is one too: perhaps they all are, and make a keyed table. The key
    /// that has been written becomes that of its first row.
    fn keyed_table(&mut self) {
        let Some(&frame) = self.frames.last() else { return };
        let lead = match frame.place {
            Place::Root => 0,
            _ => ":\n".len() + self.indentation(frame.level),
        };
        let mut key = std::mem::take(&mut self.spare);
        key.push_str(self.out.get(frame.start + lead..).unwrap_or_default());
        self.out.truncate(frame.start);
        self.set_form(Form::Keyed);
        self.header();
        self.table.start(self.out.len());
        self.lead_key();
        self.out.push_str(&key);
        key.clear();
        self.spare = key;
    }

    fn begin_row(&mut self, declared: Option<usize>) {
        self.open(Form::Row, Place::Root, 0, declared);
        if let Some(row) = self.frames.last_mut() {
            row.start = ROW;
        }
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
        if let Some(row) = self.frames.last_mut() {
            row.start = node;
        }
    }

    fn end_row(&mut self) {
        let delimiter = self.options.delimiter.as_char();
        if self.table.rows == 0 {
            // The names of the columns, in front of the first row.
            let at = self.table.rows_at;
            self.spare.push_str(self.out.get(at..).unwrap_or_default());
            self.out.truncate(at);
            self.table.push_columns(self.out, delimiter);
            self.out.push(':');
            self.table.rows_at = self.out.len();
            self.out.push_str(&self.spare);
            self.spare.clear();
        }
        self.table.end_row(self.out, delimiter, &mut self.spare);
    }

    fn open(&mut self, form: Form, place: Place, level: usize, declared: Option<usize>) {
        let start = self.out.len();
        self.frames.push(Frame { form, place, level, count: 0, declared, start });
    }

    fn count(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.count += 1;
        }
    }

    /// Starts an item.
    pub fn dash(&mut self, then: &str) {
        if let Some(&frame) = self.frames.last() {
            self.grow();
            self.count();
            self.new_line(frame.level);
            self.out.push('-');
            self.out.push_str(then);
        }
    }

    pub fn indentation(&self, level: usize) -> usize {
        level.saturating_mul(self.options.indent)
    }

    #[inline]
    pub fn new_line(&mut self, level: usize) {
        const BLANK: &str = "\n                                                              ";
        match BLANK.get(..self.indentation(level).saturating_add(1)) {
            Some(blank) => self.out.push_str(blank),
            None => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', self.indentation(level)));
            }
        }
    }

    /// Writes `[N]` or `[N:]`.
    pub fn header(&mut self) {
        if let Some(frame) = self.frames.last() {
            self.out.push('[');
            push_integer(self.out, frame.declared.unwrap_or_default());
            if frame.form == Form::Keyed {
                self.out.push(':');
            }
            if self.options.delimiter != Delimiter::Comma {
                self.out.push(self.options.delimiter.as_char());
            }
            self.out.push(']');
        }
    }

    /// Puts the number of values right where it was not known.
    fn settle(&mut self, frame: Frame) {
        let said = frame.declared.unwrap_or_default();
        if frame.count != said {
            let at = frame.start + 1;
            self.out.replace_range(at..at + digits(said), &frame.count.to_string());
        }
    }

    /// Makes room for what an array of known length will take if its other values are like those so
    /// far. What is said of the length is trusted for 64 times what has come.
    #[inline]
    fn grow(&mut self) {
        if let Some(&frame) = self.frames.last().filter(|frame| frame.count & 15 == 0) {
            self.grow_for(frame);
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

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
