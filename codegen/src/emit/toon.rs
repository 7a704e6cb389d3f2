//! In: an object or array of a known type. Out: the steps that write it as TOON (agent format, section
//! 10). The type says all of the form but the lengths, so headers are text and rows come straight from
//! the fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::place::Place;
use super::plan::{Step, Steps};
use crate::types::{Field, Type};

/// The steps for a value that stands on its own.
pub(super) fn plan(place: &Place, ty: &Type, krate: &TokenStream) -> Vec<Step> {
    let mut writer = Writer { krate, steps: Steps::default() };
    match ty {
        Type::Array(element) => writer.array(place, element, 0, "[]"),
        Type::Object(fields) => match keyed_columns(fields) {
            Some(columns) => writer.keyed_table(place, fields, columns, 0),
            None => writer.fields(place, fields, 0),
        },
        scalar => writer.cell(place, scalar),
    }
    writer.steps.0
}

struct Writer<'a> {
    krate: &'a TokenStream,
    steps: Steps,
}

impl Writer<'_> {
    /// The fields of an object, from where the first one starts.
    fn fields(&mut self, place: &Place, fields: &[Field], indent: usize) {
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                self.line(indent);
            }
            self.field(&place.field(&field.name, fields), field, indent);
        }
    }

    fn field(&mut self, place: &Place, field: &Field, indent: usize) {
        self.steps.text(&field.name);
        match &field.ty {
            Type::Array(element) => self.array(place, element, indent, ": []"),
            Type::Object(fields) => {
                if let Some(columns) = keyed_columns(fields) {
                    return self.keyed_table(place, fields, columns, indent);
                }
                self.steps.text(":");
                self.line(indent + 2);
                self.fields(place, fields, indent + 2);
            }
            scalar => {
                self.steps.text(": ");
                self.cell(place, scalar);
            }
        }
    }

    fn array(&mut self, place: &Place, element: &Type, indent: usize, empty: &str) {
        let outer = std::mem::take(&mut self.steps);
        let slice = place.slice();
        self.steps.text("[");
        self.steps.push(Step::Piece(quote!(#slice.len())));
        let row = Ident::new("row", Span::call_site());
        let item = place.variable(&row);
        let mut lead = None;
        let body = match element {
            Type::Object(fields) if fits_table(fields) => {
                self.steps.text(&format!("]{}:", columns_text(fields)));
                self.nested(|writer| {
                    writer.line(indent + 2);
                    writer.cells(&item, fields, fields, &mut true);
                })
            }
            Type::Object(fields) => {
                self.steps.text("]:");
                self.nested(|writer| {
                    writer.line(indent + 2);
                    writer.steps.text("- ");
                    writer.fields(&item, fields, indent + 4);
                })
            }
            scalar => {
                self.steps.text("]:");
                lead = Some([" ", ","]);
                self.nested(|writer| writer.cell(&item, scalar))
            }
        };
        let is_empty = quote!(#slice.is_empty());
        let list = place.iterable();
        self.steps.push(Step::Each { list, slice, item: Some(row), index: None, lead, body });
        let filled = std::mem::replace(&mut self.steps, outer).0;

        self.steps
            .push(Step::If { arms: vec![(is_empty, vec![Step::Text(empty.to_owned())])], otherwise: filled });
    }

    fn keyed_table(&mut self, place: &Place, rows: &[Field], columns: &[Field], indent: usize) {
        self.steps.text(&format!("[{}:]{}:", rows.len(), columns_text(columns)));
        for row in rows {
            self.line(indent + 2);
            self.steps.text(&row.name);
            self.steps.text(": ");
            self.cells(
                &place.field(&row.name, rows),
                row.ty.fields().unwrap_or_default(),
                columns,
                &mut true,
            );
        }
    }

    /// The scalars of an object in the order of the columns, joined by commas.
    fn cells(&mut self, place: &Place, fields: &[Field], columns: &[Field], first: &mut bool) {
        for column in columns {
            let place = place.field(&column.name, fields);
            // The object may declare its fields in another order than the columns, and of other types.
            let Some(field) = fields.iter().find(|field| field.name == column.name) else {
                continue;
            };
            if let (Type::Object(columns), Type::Object(fields)) = (&column.ty, &field.ty) {
                self.cells(&place, fields, columns, first);
                continue;
            }
            if !std::mem::take(first) {
                self.steps.text(",");
            }
            self.cell(&place, &field.ty);
        }
    }

    fn cell(&mut self, place: &Place, ty: &Type) {
        let krate = self.krate;
        self.steps.push(Step::Piece(match ty {
            Type::String | Type::Enum(_) | Type::Unknown => {
                let text = place.text(ty);
                quote!(#krate::__private::Cell(#text))
            }
            _ => place.piece(ty),
        }));
    }

    fn line(&mut self, indent: usize) {
        self.steps.text("\n");
        self.steps.text(&" ".repeat(indent));
    }

    fn nested(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Step> {
        let outer = std::mem::take(&mut self.steps);
        write(self);
        std::mem::replace(&mut self.steps, outer).0
    }
}

/// `{id,at{x,y}}`
fn columns_text(columns: &[Field]) -> String {
    let column = |column: &Field| match &column.ty {
        Type::Object(group) => column.name.clone() + &columns_text(group),
        _ => column.name.clone(),
    };
    format!("{{{}}}", columns.iter().map(column).collect::<Vec<_>>().join(","))
}

/// Objects of one type fit a table unless there is an array in them.
fn fits_table(fields: &[Field]) -> bool {
    fields.iter().all(|field| match &field.ty {
        Type::Array(_) => false,
        Type::Object(fields) => fits_table(fields),
        _ => true,
    })
}

/// The columns of a keyed table, if an object is one: two or more fields, all of them objects that
/// together fit a table. The order is that of the first.
fn keyed_columns(rows: &[Field]) -> Option<&[Field]> {
    let mut objects = rows.iter().map(|row| row.ty.fields());
    let first = objects.next()??;
    let alike = objects.all(|other| other.is_some_and(|other| same_columns(first, other)));
    (rows.len() > 1 && alike && fits_table(first)).then_some(first)
}

/// Whether two objects have the same names, and scalars or like objects at each.
fn same_columns(a: &[Field], b: &[Field]) -> bool {
    a.len() == b.len()
        && a.iter().all(|field| {
            b.iter().find(|other| other.name == field.name).is_some_and(|other| {
                match (&field.ty, &other.ty) {
                    (Type::Object(a), Type::Object(b)) => same_columns(a, b),
                    (a, b) => a.is_scalar() && b.is_scalar(),
                }
            })
        })
}
