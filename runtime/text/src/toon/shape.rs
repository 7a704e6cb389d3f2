//! Whether objects fit a table, and which (TOON 9.3, 9.5).
//!
//! In: objects. Out: the columns they share, and the cells of each object in the order of the
//! columns.

use std::collections::HashMap;

use super::MAX_DEPTH;
use crate::value::Value;

pub(super) type Entries = [(String, Value)];

/// The columns of a table, in the order of its first object.
pub(super) struct Shape<'v> {
    pub columns: Vec<Column<'v>>,
    places: HashMap<&'v str, usize>,
}

/// A column of cells, or a group of columns.
pub(super) struct Column<'v> {
    pub name: &'v str,
    pub group: Option<Shape<'v>>,
}

impl<'v> Shape<'v> {
    /// The table of the items of an array, if they are objects that fit one.
    pub fn of_items(items: &'v [Value]) -> Option<Self> {
        let objects: Option<Vec<_>> = items.iter().map(object).collect();
        Self::of(&objects?, 1)
    }

    /// The keyed table of an object, if it has two entries or more and their values fit one.
    pub fn of_entries(entries: &'v Entries) -> Option<Self> {
        if entries.len() < 2 {
            return None;
        }
        let objects: Option<Vec<_>> = entries.iter().map(|(_, value)| object(value)).collect();
        Self::of(&objects?, 1)
    }

    /// Objects fit a table if all have the same keys, none twice, and at each key either all have
    /// scalars or all have objects that fit a table in turn.
    ///
    /// Keys are compared level by level: what is spent on objects that differ is bounded by the
    /// smallest, and nested objects that are tried again at each level cost little.
    fn of(objects: &[&'v Entries], depth: usize) -> Option<Self> {
        let first = *objects.first().filter(|first| !first.is_empty() && depth <= MAX_DEPTH)?;
        let column = |(name, _): &'v (String, Value)| Column { name, group: None };
        let mut shape = Self {
            columns: first.iter().map(column).collect(),
            places: first.iter().enumerate().map(|(at, (key, _))| (key.as_str(), at)).collect(),
        };
        if shape.places.len() < first.len() || objects.iter().any(|object| object.len() != first.len()) {
            return None;
        }
        let mut groups = vec![Vec::new(); first.len()];
        for (row, entries) in objects.iter().enumerate() {
            let values = shape.in_order(entries)?;
            for (value, group) in values.zip(&mut groups) {
                let nested = object(value);
                // A group has all objects so far, or none.
                if matches!(value, Value::Array(_)) || group.len() != nested.map_or(0, |_| row) {
                    return None;
                }
                group.extend(nested);
            }
        }
        for (column, group) in shape.columns.iter_mut().zip(&groups) {
            if !group.is_empty() {
                column.group = Some(Self::of(group, depth + 1)?);
            }
        }
        Some(shape)
    }

    /// The values of an object in the order of the columns, if it has exactly their keys.
    fn in_order<'o>(&self, entries: &'o Entries) -> Option<InOrder<'o>> {
        let ordered =
            self.columns.iter().map(|column| column.name).eq(entries.iter().map(|(key, _)| key.as_str()));
        if ordered {
            return Some(InOrder::Entries(entries.iter()));
        }
        let mut values = vec![None; self.columns.len()];
        for (key, value) in entries {
            let place = values.get_mut(*self.places.get(key.as_str())?)?;
            if place.replace(value).is_some() {
                return None;
            }
        }
        let values: Option<Vec<_>> = values.into_iter().collect();
        Some(InOrder::Sorted(values?.into_iter()))
    }

    /// Calls `cell` with each scalar of an object that fits, in the order of the header.
    pub fn cells<'o>(&self, entries: &'o Entries, cell: &mut impl FnMut(&'o Value)) {
        for (value, column) in self.in_order(entries).into_iter().flatten().zip(&self.columns) {
            match (&column.group, value) {
                (Some(group), Value::Object(nested)) => group.cells(nested, cell),
                _ => cell(value),
            }
        }
    }
}

fn object(value: &Value) -> Option<&Entries> {
    match value {
        Value::Object(entries) => Some(entries),
        _ => None,
    }
}

/// The values of an object in the order of columns.
enum InOrder<'o> {
    Entries(std::slice::Iter<'o, (String, Value)>),
    Sorted(std::vec::IntoIter<&'o Value>),
}

impl<'o> Iterator for InOrder<'o> {
    type Item = &'o Value;

    fn next(&mut self) -> Option<&'o Value> {
        match self {
            Self::Entries(entries) => entries.next().map(|(_, value)| value),
            Self::Sorted(values) => values.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries<const N: usize>(entries: [(&str, Value); N]) -> Value {
        Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn names(shape: &Shape<'_>) -> String {
        let name = |column: &Column<'_>| match &column.group {
            Some(group) => format!("{}{}", column.name, names(group)),
            None => column.name.to_owned(),
        };
        format!("{{{}}}", shape.columns.iter().map(name).collect::<Vec<_>>().join(","))
    }

    fn table(items: &[Value]) -> Option<String> {
        Shape::of_items(items).as_ref().map(names)
    }

    #[test]
    fn the_first_object_orders_the_columns() {
        let items = [
            entries([("a", 1_u64.into()), ("b", entries([("x", true.into()), ("y", Value::Null)]))]),
            entries([("b", entries([("y", "s".into()), ("x", 2_u64.into())])), ("a", "t".into())]),
        ];
        let shape = Shape::of_items(&items).unwrap();
        assert_eq!(names(&shape), "{a,b{x,y}}");
        let mut cells = Vec::new();
        shape.cells(object(&items[1]).unwrap(), &mut |value| cells.push(value.clone()));
        assert_eq!(cells, ["t".into(), 2_u64.into(), "s".into()]);
    }

    #[test]
    fn objects_that_differ_fit_no_table() {
        let one = || Value::from(1_u64);
        let a = || entries([("a", one())]);
        for other in [
            entries([]),
            entries([("b", one())]),
            entries([("a", one()), ("b", one())]),
            entries([("a", Value::Array(Vec::new()))]),
            entries([("a", a())]),
            entries([("a", one()), ("a", one())]),
            one(),
        ] {
            assert_eq!(table(&[a(), other.clone()]), None, "{other:?}");
            assert_eq!(table(&[other.clone(), a()]), None, "{other:?}");
        }
        let ab = |x, y| entries([(x, one()), (y, one())]);
        assert_eq!(table(&[ab("a", "b"), ab("a", "a"), ab("b", "b")]), None);
        assert_eq!(table(&[entries([("a", entries([]))])]), None);
        assert_eq!(table(&[]), None);
    }

    #[test]
    fn a_keyed_table_has_two_entries() {
        let row = |value: u64| entries([("x", value.into())]);
        let one = entries([("a", row(1))]);
        let two = entries([("a", row(1)), ("b", row(2))]);
        assert!(Shape::of_entries(object(&one).unwrap()).is_none());
        assert_eq!(Shape::of_entries(object(&two).unwrap()).as_ref().map(names).unwrap(), "{x}");
    }
}
