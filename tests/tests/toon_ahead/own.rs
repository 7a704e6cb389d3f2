//! A user's own structs for `golden/tables.agent`, whose texts, numbers and lists may be borrowed or owned.
//!
//! In: the values of the generated structs. Out: the same values in these.

use agentc::Prompt;

use super::tables;

/// Whatever is given; the lists of objects hold the structs below.
#[derive(Prompt)]
#[prompt(path = "golden/tables.agent")]
pub struct Own<T, N, Names, Counts, Rows, Places, Orders, Lists, Maybe> {
    pub point: Point<N>,
    pub names: Names,
    pub counts: Counts,
    pub rows: Rows,
    pub places: Places,
    pub orders: Orders,
    pub weather: Weather<T>,
    pub nested: Nested<T, Names>,
    pub lists: Lists,
    pub maybe: Option<Maybe>,
    pub perhaps: Option<Perhaps<Names>>,
}

/// That of places and orders too: they have the same fields.
#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.point")]
pub struct Point<N> {
    x: N,
    y: N,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.rows")]
pub struct Row<T> {
    id: f64,
    title: T,
    done: bool,
    state: State,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.rows.state")]
pub enum State {
    Open,
    Shut,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.places")]
pub struct Place<T> {
    id: f64,
    at: Point<f64>,
    note: T,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.orders")]
pub struct Order<Tags, Lines> {
    id: f64,
    tags: Tags,
    at: Point<f64>,
    lines: Lines,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.orders.lines")]
pub struct Line<T> {
    sku: T,
    count: f64,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.weather")]
pub struct Weather<T> {
    north: North<T>,
    south: South<T>,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.weather.north")]
pub struct North<T> {
    t: f64,
    sky: T,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.weather.south")]
pub struct South<T> {
    sky: T,
    t: f64,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.nested")]
pub struct Nested<T, Tags> {
    title: T,
    by: By<Leaf<T>>,
    deep: Deep<Tags>,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.nested.by")]
pub struct By<L> {
    p: L,
    q: L,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.nested.by.p")]
pub struct Leaf<T> {
    a: f64,
    b: T,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.nested.deep")]
pub struct Deep<Tags> {
    deeper: Deeper<Tags>,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.nested.deep.deeper")]
pub struct Deeper<Tags> {
    tags: Tags,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.lists")]
pub struct Item<Tags> {
    by: Pair,
    tags: Tags,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.lists.by")]
pub struct Pair {
    p: Single,
    q: Single,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.lists.by.p")]
pub struct Single {
    a: f64,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.maybe")]
pub struct Maybe<T> {
    id: f64,
    title: T,
}

#[derive(Prompt)]
#[prompt(path = "golden/tables.agent", of = "inputs.perhaps")]
pub struct Perhaps<Tags> {
    x: f64,
    tags: Tags,
}

/// How texts and lists of them are held.
pub trait Hold<'a> {
    type Text: 'a;
    type Texts: 'a;
    fn text(text: &'a str) -> Self::Text;
    fn texts(texts: &'a [String]) -> Self::Texts;
}

pub struct Borrowed;

impl<'a> Hold<'a> for Borrowed {
    type Text = &'a str;
    type Texts = &'a [String];
    fn text(text: &'a str) -> &'a str {
        text
    }
    fn texts(texts: &'a [String]) -> &'a [String] {
        texts
    }
}

pub struct Owned;

impl<'a> Hold<'a> for Owned {
    type Text = Box<str>;
    type Texts = Vec<String>;
    fn text(text: &'a str) -> Box<str> {
        text.into()
    }
    fn texts(texts: &'a [String]) -> Vec<String> {
        texts.to_vec()
    }
}

pub fn row<'a, H: Hold<'a>>(row: &'a tables::RowsItem) -> Row<H::Text> {
    let state = match row.state {
        tables::RowsItemState::Open => State::Open,
        tables::RowsItemState::Shut => State::Shut,
    };
    Row { id: row.id, title: H::text(&row.title), done: row.done, state }
}

pub fn place<'a, H: Hold<'a>>(place: &'a tables::PlacesItem) -> Place<H::Text> {
    let at = Point { x: place.at.x, y: place.at.y };
    Place { id: place.id, at, note: H::text(&place.note) }
}

pub fn line<'a, H: Hold<'a>>(line: &'a tables::OrdersItemLinesItem) -> Line<H::Text> {
    Line { sku: H::text(&line.sku), count: line.count }
}

pub fn order<'a, H: Hold<'a>, L>(order: &'a tables::OrdersItem, lines: L) -> Order<H::Texts, L> {
    let at = Point { x: order.at.x, y: order.at.y };
    Order { id: order.id, tags: H::texts(&order.tags), at, lines }
}

pub fn item<'a, H: Hold<'a>>(item: &'a tables::ListsItem) -> Item<H::Texts> {
    let by = Pair { p: Single { a: item.by.p.a }, q: Single { a: item.by.q.a } };
    Item { by, tags: H::texts(&item.tags) }
}

pub fn maybe<'a, H: Hold<'a>>(maybe: &'a tables::MaybeItem) -> Maybe<H::Text> {
    Maybe { id: maybe.id, title: H::text(&maybe.title) }
}

pub fn perhaps<'a, H: Hold<'a>>(perhaps: &'a tables::Perhaps) -> Perhaps<H::Texts> {
    Perhaps { x: perhaps.x, tags: H::texts(&perhaps.tags) }
}

pub fn point<N>(x: N, y: N) -> Point<N> {
    Point { x, y }
}

pub fn weather<'a, H: Hold<'a>>(weather: &'a tables::Weather) -> Weather<H::Text> {
    let tables::Weather { north, south } = weather;
    Weather {
        north: North { t: north.t, sky: H::text(&north.sky) },
        south: South { sky: H::text(&south.sky), t: south.t },
    }
}

pub fn nested<'a, H: Hold<'a>>(nested: &'a tables::Nested) -> Nested<H::Text, H::Texts> {
    let tables::Nested { title, by, deep } = nested;
    let p = Leaf { a: by.p.a, b: H::text(&by.p.b) };
    let q = Leaf { a: by.q.a, b: H::text(&by.q.b) };
    let deeper = Deeper { tags: H::texts(&deep.deeper.tags) };
    Nested { title: H::text(title), by: By { p, q }, deep: Deep { deeper } }
}
