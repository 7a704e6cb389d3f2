//! Where in a text the values are that do not fit.
//!
//! In: problems, and the text that was read, which is known to be right in itself. Out: the same
//! problems with places. Only a failure pays for this: one walk over the text.

use super::Problem;
use crate::place::Places;
use crate::toon::{Kind, Node};

/// The way to a value: which entry or element to take, from the outside in.
pub(super) type Route = Vec<usize>;

/// Looks up the problems of values that were read from JSON.
pub fn locate_json(problems: &mut [Problem], text: &str) {
    let mut search = Search::new(problems, text);
    let mut route = Route::new();
    // What is open: whether it is an object of which a key comes next.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b':' => open.iter_mut().last().into_iter().for_each(|(_, key)| *key = false),
            b',' => {
                open.iter_mut().last().into_iter().for_each(|(object, key)| *key = *object);
                route.iter_mut().last().into_iter().for_each(|index| *index += 1);
            }
            b'}' | b']' => {
                open.pop();
                route.pop();
            }
            _ => {
                search.visit(&route, open.last().is_some_and(|(_, key)| *key), start);
                match byte {
                    b'{' | b'[' => {
                        open.push((*byte == b'{', *byte == b'{'));
                        route.push(0);
                    }
                    b'"' => at = string_end(text, at),
                    _ => {
                        let rest = text.as_bytes().iter().skip(at);
                        at += rest.take_while(|byte| !b" \t\n\r:,]}".contains(*byte)).count();
                    }
                }
            }
        }
    }
}

fn string_end(text: &str, from: usize) -> usize {
    let mut hidden = false;
    let end = text.bytes().skip(from).position(|byte| {
        let ends = byte == b'"' && !hidden;
        hidden = byte == b'\\' && !hidden;
        ends
    });
    end.map_or(text.len(), |end| from + end + 1)
}

/// Looks up the problems of values that were read from TOON.
pub fn locate_toon(problems: &mut [Problem], text: &str, root: &Node) {
    let mut search = Search::new(problems, text);
    visit(root, &mut Route::new(), &mut search);
}

fn visit(node: &Node, route: &mut Route, search: &mut Search<'_>) {
    search.visit(route, false, node.span.start);
    match &node.kind {
        Kind::Array(array) => {
            for (at, item) in array.items.iter().enumerate() {
                route.push(at);
                visit(item, route, search);
                route.pop();
            }
        }
        Kind::Object(object) => {
            for (at, entry) in object.entries.iter().enumerate() {
                route.push(at);
                // The keys of a row are in the header above; the cell is what stands out.
                let key = entry.key_span.start.max(node.span.start);
                search.visit(route, true, key);
                visit(&entry.value, route, search);
                route.pop();
            }
        }
        _ => {}
    }
}

/// The problems that wait for their places.
struct Search<'p> {
    /// In the order of the text.
    wanted: std::vec::IntoIter<&'p mut Problem>,
    places: Places<'p>,
}

impl<'p> Search<'p> {
    fn new(problems: &'p mut [Problem], text: &'p str) -> Self {
        let mut wanted: Vec<&mut Problem> = problems.iter_mut().collect();
        wanted.sort_by(|a, b| (&a.route, !a.is_key).cmp(&(&b.route, !b.is_key)));
        Self { wanted: wanted.into_iter(), places: Places::new(text) }
    }

    /// A key, or a value, and where it starts.
    fn visit(&mut self, route: &Route, key: bool, start: usize) {
        let here = |problem: &&mut Problem| problem.is_key == key && problem.route == *route;
        while self.wanted.as_slice().first().is_some_and(here) {
            if let Some(problem) = self.wanted.next() {
                problem.place = Some(self.places.of(start));
            }
        }
    }
}
