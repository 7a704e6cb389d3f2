//! The table that is being written (TOON 9.3, 9.5).
//!
//! In: the keys of objects, as they come. Out: whether they are those of the first object, and the
//! header.
//!
//! Columns are nodes of a tree, numbered as the first object gave them: a group of columns, then
//! those in it. A later object may have its keys in another order; its cells are put in order when it
//! ends, and the order is kept, for the case that it is laid out again.

use super::frame::Frame;
use crate::toon::scalar::push_key;

/// The row as a whole, where the node of a group is asked for.
pub(super) const ROW: usize = usize::MAX;

#[derive(Default)]
pub(super) struct Table {
    columns: Vec<Column>,
    /// The names that are not fixed.
    names: String,
    /// The columns by their group and name, if that was needed.
    sorted: Vec<usize>,
    /// The columns that are no groups.
    leaves: usize,
    /// The keys of a row, not counting those in groups.
    width: usize,
    /// The rows that are complete.
    pub rows: usize,
    /// Where the rows start in the output.
    pub rows_at: usize,
    /// Where the cells of the last row start.
    row_at: usize,
    /// How many objects are open in the last row: itself and groups.
    pub depth: usize,
    /// The column that the next key is expected to have.
    cursor: usize,
    /// The column of the last key.
    last: usize,
    /// How many cells the last row has.
    cells: usize,
    /// Whether the last row is not the first one, and has its keys in the order of the header so far.
    in_order: bool,
    /// Whether the last key is known to have a cell.
    pub ready: bool,
    /// The columns of the last row in the order of its keys, if that is not the order of the header.
    order: Vec<usize>,
    /// The same for the rows before it, by their number.
    orders: Vec<(usize, Box<[usize]>)>,
}

/// A column, or a group of columns.
pub(super) struct Column {
    /// The name, if it lives forever.
    pub fixed: Option<&'static str>,
    /// Where the name is otherwise.
    name: (usize, usize),
    /// The group it is in.
    parent: usize,
    pub is_group: bool,
    /// How many columns are in it, with itself and those in groups.
    pub size: usize,
    /// How many columns are in it, not counting those in groups.
    width: usize,
    /// Which cell of a row it is.
    pub cell: usize,
    /// The last row out of order that has it.
    seen: usize,
}

impl Table {
    /// Forgets everything, for rows that start there in the output.
    pub fn start(&mut self, rows_at: usize) {
        self.columns.clear();
        self.columns.reserve(16);
        self.names.clear();
        self.sorted.clear();
        self.order.clear();
        self.orders.clear();
        (self.rows, self.leaves, self.rows_at) = (0, 0, rows_at);
    }

    pub fn begin_row(&mut self, at: usize) {
        (self.row_at, self.depth, self.cursor, self.cells) = (at, 1, 0, 0);
        (self.in_order, self.ready) = (self.rows > 0, false);
    }

    /// Takes the key of the object that is `frame` if it lives forever and is the very same as that of the first
    /// row, as mostly. Returns whether it is.
    #[inline(always)]
    pub fn next_key(&mut self, frame: &mut Frame, key: &str) -> bool {
        match self.columns.get(self.cursor) {
            Some(column)
                if self.in_order
                    && column.parent == frame.start
                    && column.fixed.is_some_and(|fixed| std::ptr::eq(fixed, key)) =>
            {
                self.ready = !column.is_group;
                self.last = self.cursor;
                self.cursor += 1;
                frame.count += 1;
                true
            }
            _ => false,
        }
    }

    /// Takes any key of it. Returns whether it fits.
    pub fn key(&mut self, frame: &mut Frame, key: &str, fixed: Option<&'static str>) -> bool {
        if self.rows == 0 {
            self.add(frame.start, key, fixed);
        } else {
            let expected = self.columns.get(self.cursor).filter(|column| column.parent == frame.start);
            let is_next = self.in_order && expected.is_some_and(|column| self.name(column) == key);
            if !is_next && !self.find(frame.start, key) {
                return false;
            }
            self.ready = self.columns.get(self.cursor).is_some_and(|column| !column.is_group);
        }
        self.last = self.cursor;
        self.cursor += 1;
        frame.count += 1;
        true
    }

    fn add(&mut self, parent: usize, key: &str, fixed: Option<&'static str>) {
        let start = self.names.len();
        if fixed.is_none() {
            self.names.push_str(key);
        }
        let name = (start, self.names.len());
        // The size of a group is not known before its end.
        self.columns.push(Column {
            fixed,
            name,
            parent,
            is_group: false,
            size: usize::MAX,
            width: 0,
            cell: 0,
            seen: 0,
        });
    }

    /// Looks for a key that is not where it was expected, and sets the cursor to it.
    #[cold]
    fn find(&mut self, parent: usize, key: &str) -> bool {
        self.sort();
        self.in_order = false;
        let place = self.sorted.binary_search_by(|&node| {
            let Some(column) = self.columns.get(node) else { return std::cmp::Ordering::Equal };
            (column.parent, self.name(column)).cmp(&(parent, key))
        });
        let Some(&node) = place.ok().and_then(|place| self.sorted.get(place)) else { return false };
        if self.order.is_empty() {
            self.order.extend(0..self.cursor);
            for column in self.columns.iter_mut().take(self.cursor) {
                column.seen = self.rows;
            }
        }
        let Some(column) = self.columns.get_mut(node).filter(|column| column.seen != self.rows) else {
            return false;
        };
        column.seen = self.rows;
        self.order.push(node);
        self.cursor = node;
        true
    }

    fn sort(&mut self) {
        if self.sorted.is_empty() {
            let mut sorted: Vec<usize> = (0..self.columns.len()).collect();
            sorted
                .sort_by_key(|node| self.columns.get(*node).map(|column| (column.parent, self.name(column))));
            self.sorted = sorted;
        }
    }

    /// A cell of the last row. Returns whether it is the first.
    #[inline(always)]
    pub fn next_cell(&mut self) -> bool {
        self.ready = false;
        self.cells += 1;
        self.cells == 1
    }

    /// The value of the last key is a scalar, of which it is not known yet whether it fits.
    pub fn cell(&mut self) -> bool {
        let Some(column) = self.columns.get_mut(self.last).filter(|column| !column.is_group) else {
            return false;
        };
        if self.rows == 0 {
            column.cell = self.leaves;
            column.size = 1;
            self.leaves += 1;
        }
        true
    }

    /// The value of the last key is an object. The node of the group, if it fits.
    pub fn begin_group(&mut self) -> Option<usize> {
        let column = self.columns.get_mut(self.last)?;
        column.is_group |= self.rows == 0;
        self.depth += 1;
        column.is_group.then_some(self.last)
    }

    /// Whether an object that ends here has all keys of the first one, and has one at all. Of the first
    /// one itself: whether no key is there twice.
    pub fn is_complete(&mut self, frame: &Frame) -> bool {
        let width = match self.columns.get(frame.start) {
            _ if self.rows == 0 => {
                return frame.count > 0 && (frame.start != ROW || self.has_different_names());
            }
            Some(group) => group.width,
            None => self.width,
        };
        frame.count == width
    }

    fn has_different_names(&mut self) -> bool {
        const FEW: usize = 12;
        if self.columns.len() > FEW {
            self.sort();
            let mut pairs = self.sorted.windows(2).map(|pair| {
                pair.iter()
                    .filter_map(|node| self.columns.get(*node))
                    .map(|column| (column.parent, self.name(column)))
            });
            return pairs.all(|mut pair| pair.next() != pair.next());
        }
        let mut rest = self.columns.as_slice();
        while let [column, others @ ..] = rest {
            let name = self.name(column);
            if others.iter().any(|other| other.parent == column.parent && self.name(other) == name) {
                return false;
            }
            rest = others;
        }
        true
    }

    pub fn end_group(&mut self, frame: &Frame) {
        let end = self.columns.len();
        if let Some(column) = self.columns.get_mut(frame.start) {
            if self.rows == 0 {
                column.size = end - frame.start;
                column.width = frame.count;
            }
            self.cursor = frame.start + column.size;
        }
    }

    #[inline]
    pub fn end_row(&mut self, out: &mut String, delimiter: char, spare: &mut String) {
        if self.rows == 0 {
            self.width = self.columns.iter().filter(|column| column.parent == ROW).count();
        }
        if !self.order.is_empty() {
            self.put_in_order(out, delimiter, spare);
        }
        self.rows += 1;
    }

    /// Puts the cells of a row in the order of the columns.
    fn put_in_order(&mut self, out: &mut String, delimiter: char, spare: &mut String) {
        spare.push_str(out.get(self.row_at..).unwrap_or_default());
        out.truncate(self.row_at);
        let mut cells = vec![""; self.leaves];
        let leaves =
            self.order.iter().filter_map(|node| self.columns.get(*node)).filter(|column| !column.is_group);
        for (column, cell) in leaves.zip(split(spare, delimiter)) {
            if let Some(place) = cells.get_mut(column.cell) {
                *place = cell;
            }
        }
        for (at, cell) in cells.into_iter().enumerate() {
            if at > 0 {
                out.push(delimiter);
            }
            out.push_str(cell);
        }
        spare.clear();
        let order = self.order.as_slice().into();
        self.orders.push((self.rows, order));
        self.order.clear();
    }

    /// The columns of a complete row in the order of its keys.
    pub fn order_of(&self, row: usize) -> Order<'_> {
        match self.orders.binary_search_by_key(&row, |(row, _)| *row).ok().and_then(|at| self.orders.get(at))
        {
            Some((_, order)) => Order::Listed(order),
            None => Order::First(self.columns.len()),
        }
    }

    /// The columns that the last row has so far.
    pub fn order_so_far(&self) -> Order<'_> {
        if self.order.is_empty() { Order::First(self.cursor) } else { Order::Listed(&self.order) }
    }

    pub fn column(&self, node: usize) -> Option<&Column> {
        self.columns.get(node)
    }

    pub fn name<'t>(&'t self, column: &'t Column) -> &'t str {
        let (start, end) = column.name;
        column.fixed.or_else(|| self.names.get(start..end)).unwrap_or_default()
    }

    /// Writes `{a,b{c,d}}`.
    pub fn push_columns(&self, out: &mut String, delimiter: char) {
        let mut ends = Vec::new();
        out.push('{');
        for (node, column) in self.columns.iter().enumerate() {
            while ends.pop_if(|end| *end <= node).is_some() {
                out.push('}');
            }
            if !out.ends_with('{') {
                out.push(delimiter);
            }
            push_key(out, self.name(column));
            if column.is_group {
                out.push('{');
                ends.push(node + column.size);
            }
        }
        out.extend(ends.iter().map(|_| '}'));
        out.push('}');
    }
}

/// Columns in some order.
#[derive(Clone, Copy)]
pub(super) enum Order<'t> {
    /// That of the header, up to some column.
    First(usize),
    Listed(&'t [usize]),
}

impl Order<'_> {
    pub fn len(self) -> usize {
        match self {
            Self::First(count) => count,
            Self::Listed(nodes) => nodes.len(),
        }
    }

    pub fn node(self, at: usize) -> Option<usize> {
        match self {
            Self::First(_) => Some(at),
            Self::Listed(nodes) => nodes.get(at).copied(),
        }
    }
}

/// The cells of a row, as they were written.
pub(super) fn split(row: &str, delimiter: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        let from = quoted_end(text);
        let behind = text.as_bytes().get(from..).unwrap_or_default();
        let end = behind.iter().position(|byte| char::from(*byte) == delimiter).map(|at| from + at);
        rest = end.and_then(|end| text.get(end + 1..));
        text.get(..end.unwrap_or(text.len()))
    })
}

/// The length of the quoted token that a text of this writer starts with; 0 if it starts with none.
pub(super) fn quoted_end(text: &str) -> usize {
    if !text.starts_with('"') {
        return 0;
    }
    let mut hidden = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !hidden;
        hidden = byte == b'\\' && !hidden;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}
