//! Lays out again what does not fit the form it was written in.
//!
//! In: the text of rows, or of values on one line. Out: the same as fields or items. The text of the
//! scalars is the same in every form, so it is cut out and goes through the layout once more, whose
//! frame has been decided meanwhile.

use super::frame::{Form, Frame, Place};
use super::layout::Layout;
use super::table::{Order, Table, quoted_end, split};

impl Layout<'_> {
    /// Makes fields of the rows of a keyed table, or items of those of a table, up to what has come of
    /// the last one.
    ///
    /// `pending`: the last key has no value yet. `decided`: nothing that is open can be in a table.
    #[cold]
    pub fn relay(&mut self, pending: bool, decided: bool) {
        let mut open = std::mem::take(&mut self.open);
        while self.top.form == Form::Row {
            open.push(self.top);
            self.close();
        }
        open.reverse();
        let keyed = self.top.form == Form::Keyed;
        let skipped = self.indentation(self.top.level + u32::from(keyed && self.top.place == Place::Root));
        self.top.count = 0;
        if keyed {
            self.top.form = Form::Object;
            self.top.declare_none();
        }
        let table = std::mem::take(&mut self.table);
        let mut rows = std::mem::take(&mut self.spare);
        rows.push_str(self.out.get(table.rows_at..).unwrap_or_default());
        self.out.truncate(self.top.start);
        if !keyed {
            self.become_list();
        }
        let mut rest = rows.get(1..);
        for row in 0.. {
            let Some(lines) = rest else { break };
            // The first row is mostly the only one.
            let end = if table.rows == 0 { None } else { lines.bytes().position(|byte| byte == b'\n') };
            rest = end.and_then(|end| lines.get(end + 1..));
            let last = rest.is_none();
            let mut cells = lines.get(skipped..end.unwrap_or(lines.len())).unwrap_or_default();
            if keyed {
                let (key, rest) = split_key(cells);
                self.lead_key();
                self.out.push_str(key);
                cells = rest;
            }
            if keyed && pending && last && open.is_empty() {
                break;
            }
            let declared = open.first().filter(|_| last).and_then(|row| row.declared_unless(decided));
            self.begin_object(declared);
            if last && !open.is_empty() {
                let so_far = Row { cells, order: table.order_so_far(), sequential: true };
                self.replay(&table, so_far, &open, pending, decided);
            } else {
                let order = table.order_of(row);
                self.replay(&table, Row { cells, order, sequential: false }, &[], false, false);
                self.end_object();
            }
        }
        rows.clear();
        open.clear();
        (self.spare, self.open) = (rows, open);
        // Its buffers serve the next one.
        if !matches!(self.top.form, Form::Row | Form::Table | Form::Keyed) {
            self.table = table;
        }
    }

    /// Sends the columns of a row through the layout. `open` are the objects that stay open.
    fn replay(&mut self, table: &Table, row: Row<'_>, open: &[Frame], pending: bool, decided: bool) {
        let mut in_turn = split(row.cells, self.options.delimiter.as_char());
        let placed: Option<Vec<&str>> = match row.order {
            Order::Listed(_) if !row.sequential => Some(in_turn.by_ref().collect()),
            _ => None,
        };
        let mut ends: Vec<usize> = Vec::new();
        for at in 0..row.order.len() {
            while ends.pop_if(|end| *end <= at).is_some() {
                self.end_object();
            }
            let Some((node, column)) =
                row.order.node(at).and_then(|node| table.column(node).map(|column| (node, column)))
            else {
                continue;
            };
            self.key(table.name(column), column.fixed);
            if pending && at + 1 == row.order.len() {
                return;
            }
            if column.is_group {
                ends.push(at.saturating_add(column.size));
                let group = open.get(ends.len()).filter(|group| group.start == node);
                self.begin_object(group.and_then(|group| group.declared_unless(decided)));
            } else {
                let cell = match &placed {
                    Some(cells) => cells.get(column.cell).copied(),
                    None => in_turn.next(),
                };
                self.text(cell.unwrap_or_default());
            }
        }
        for _ in open.len().saturating_sub(1)..ends.len() {
            self.end_object();
        }
    }

    /// Makes items of the values on the line of a header.
    #[cold]
    pub fn relay_inline(&mut self) {
        let (start, count) = (self.top.start, self.top.count);
        self.top.count = 0;
        let mut line = std::mem::take(&mut self.spare);
        line.push_str(self.out.get(start..).unwrap_or_default());
        self.out.truncate(start);
        self.become_list();
        // The header is without quotes, and as long as before.
        let values = line.get(self.out.len() - start + 1..).unwrap_or_default();
        for value in split(values, self.options.delimiter.as_char()).take(count) {
            self.dash(" ");
            self.out.push_str(value);
        }
        line.clear();
        self.spare = line;
    }
}

/// The text of a row.
struct Row<'t> {
    cells: &'t str,
    order: Order<'t>,
    /// Whether the cells stand in the order of the keys, and not in that of the header.
    sequential: bool,
}

impl Frame {
    /// The number of entries it was said to have; 0, which no table has, if it is decided to be none.
    fn declared_unless(&self, decided: bool) -> Option<usize> {
        if decided { Some(0) } else { self.declared() }
    }
}

/// The key of a row, as it was written, and its cells.
fn split_key(row: &str) -> (&str, &str) {
    let from = quoted_end(row);
    let end = row
        .get(from..)
        .and_then(|rest| rest.bytes().position(|byte| byte == b':'))
        .map_or(row.len(), |at| from + at);
    let (key, rest) = row.split_at_checked(end).unwrap_or((row, ""));
    (key, rest.strip_prefix(": ").unwrap_or_default())
}
