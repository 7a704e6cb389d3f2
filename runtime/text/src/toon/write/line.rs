//! Keys and scalars, and what stands in front of them.
//!
//! In: the events of keys and scalars. Out: their text.
//!
//! What most of them need is looked at first, and stands in functions that call no others but at their end, so that
//! they need not save what they have in registers. They are not inlined where they are called: a document of many
//! types calls them from so many places that the copies would push each other out of the cache of the processor.

use super::frame::{Form, Place};
use super::layout::Layout;
use crate::buf::{Lead, push_short};
use crate::toon::push_quoted;
use crate::toon::scalar::{push_key, push_string};

impl Layout<'_> {
    /// The key of the next value. `fixed` is the same key if it lives forever.
    #[inline(never)]
    pub fn key(&mut self, key: &str, fixed: Option<&'static str>) {
        if self.top.form != Form::Row || !self.table.next_key(&mut self.top, key) {
            self.other_key(key, fixed);
        }
    }

    /// A key on a line of its own, or of a row and not the very same as that of the first.
    #[inline(never)]
    fn other_key(&mut self, key: &str, fixed: Option<&'static str>) {
        match self.top.form {
            Form::Fields => self.new_line(self.top.level),
            Form::Row => {
                if !self.table.key(&mut self.top, key, fixed) {
                    self.relay(false, false);
                    self.key(key, fixed);
                }
                return;
            }
            _ => self.lead_key(),
        }
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
        match self.known_lead() {
            Some(lead) => self.push_string(lead, text),
            None => self.other_string(text),
        }
    }

    #[inline(never)]
    fn other_string(&mut self, text: &str) {
        let lead = self.other_lead();
        // A reader would take it for a byte order mark.
        if self.top.form == Form::Root && text.starts_with('\u{feff}') {
            return push_quoted(self.out, text);
        }
        self.push_string(lead, text);
    }

    #[inline(never)]
    fn push_string(&mut self, lead: Lead, text: &str) {
        push_string(self.out, lead, text, self.plain);
    }

    /// A scalar whose text is known.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        let lead = self.lead();
        push_short(self.out, lead, text);
    }

    /// What stands in front of a scalar; its text follows.
    #[inline(never)]
    pub fn lead(&mut self) -> Lead {
        match self.known_lead() {
            Some(lead) => lead,
            None => self.other_lead(),
        }
    }

    /// The same where nothing has to be looked at.
    #[inline(always)]
    fn known_lead(&mut self) -> Option<Lead> {
        match self.top.form {
            Form::Row if self.table.ready => {
                Some(if self.table.next_cell() { Lead::NONE } else { self.delimiter })
            }
            Form::Inline if self.top.count & 15 != 0 => {
                self.top.count += 1;
                Some(self.delimiter)
            }
            Form::Fields => {
                self.top.count += 1;
                Some(Lead::COLON)
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn other_lead(&mut self) -> Lead {
        match self.top.form {
            Form::Root => return Lead::NONE,
            Form::Row => {
                self.table.ready = self.table.cell();
                if !self.table.ready {
                    self.relay(true, false);
                }
            }
            Form::Inline => {
                self.grow();
                self.top.count += 1;
                return self.delimiter;
            }
            Form::Array => {
                self.top.form = Form::Inline;
                self.top.count = 1;
                self.header();
                return Lead::COLON;
            }
            Form::List => {
                self.dash(" ");
                return Lead::NONE;
            }
            _ => self.relay(true, false),
        }
        self.lead()
    }
}
