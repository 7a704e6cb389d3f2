//! Objects and arrays that are open.

/// An object or array that is open.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub form: Form,
    pub place: Place,
    /// Whether it was said how many values it has.
    is_declared: bool,
    /// The level of indentation of its lines.
    pub level: u32,
    /// How many values it has so far.
    pub count: usize,
    /// How many it was said to have; 0 if it was not.
    declared: usize,
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

impl Frame {
    #[inline]
    pub fn new(form: Form, place: Place, level: u32, declared: Option<usize>, start: usize) -> Self {
        let is_declared = declared.is_some();
        Self { form, place, is_declared, level, count: 0, declared: declared.unwrap_or_default(), start }
    }

    /// How many values it was said to have.
    pub fn declared(&self) -> Option<usize> {
        self.is_declared.then_some(self.declared)
    }

    /// From now on nothing that it holds is a table.
    pub fn declare_none(&mut self) {
        (self.is_declared, self.declared) = (true, 0);
    }

    /// An object that is an item of a list cannot be a keyed table, since its header would need a key.
    pub fn may_be_keyed(&self) -> bool {
        self.place != Place::Item && (!self.is_declared || self.declared > 1)
    }
}
