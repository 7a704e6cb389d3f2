//! `#[derive(agentc::Prompt)]` on users' own types: whatever is accepted prints what generated types print.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use agentc::Prompt;

agentc::import!("agents/order.agent");

/// Everything borrowed.
#[derive(Prompt)]
#[prompt(path = "agents/order.agent")]
struct Borrowed<'a> {
    r#type: &'a str,
    self_: &'a f64,
    rush: &'a bool,
    state: &'a State,
    buyer: &'a Buyer<'a>,
    lines: &'a [Line<'a>],
    notes: &'a [&'a str],
    coupon: Option<&'a str>,
    gift: Option<&'a Gift>,
    extras: Option<&'a [Extra]>,
}

/// Every type a parameter or behind a pointer, fields in another order, what may be left out always there.
#[derive(Prompt)]
#[prompt(path = "agents/order.agent")]
struct Owned<N, T, L, O>
where
    N: Copy,
{
    extras: [Extra; 1],
    gift: Box<Gift>,
    coupon: O,
    notes: Vec<Arc<str>>,
    lines: L,
    buyer: Rc<Buyer<'static>>,
    state: Arc<State>,
    rush: bool,
    self_: N,
    r#type: T,
}

#[derive(Clone, Copy, Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.state")]
enum State {
    Open,
    NotYet,
    #[prompt(rename = "1")]
    First,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.buyer")]
struct Buyer<'a> {
    home: Home<'a>,
    name: Cow<'a, str>,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.buyer.home")]
struct Home<'a> {
    city: &'a str,
    zip: u128,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.lines")]
struct Line<'a> {
    sku: String,
    count: i8,
    tags: Vec<&'a str>,
    kind: Kind,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.lines.kind")]
#[allow(non_camel_case_types)]
enum Kind {
    a,
    B,
}

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.gift")]
struct Gift {
    to: String,
    wrap: Wrap,
}

mod elsewhere {
    /// Its field is private, and the prompt that holds it is in another module.
    #[derive(super::Prompt)]
    #[prompt(path = "agents/order.agent", of = "inputs.gift.wrap")]
    pub struct Wrap {
        color: &'static str,
    }

    impl Wrap {
        pub fn new(color: &'static str) -> Self {
            Self { color }
        }
    }
}
use elsewhere::Wrap;

#[derive(Prompt)]
#[prompt(path = "agents/order.agent", of = "inputs.extras")]
struct Extra {
    sku: String,
}

fn generated() -> order::Inputs {
    order::Inputs::from_json(
        r##"{
            "type": "order: 1", "self": 2.5, "rush": true, "state": "not-yet",
            "buyer": {"name": "N", "home": {"city": "C, D", "zip": 118}},
            "lines": [
                {"sku": "s-1", "count": -3, "tags": ["x", "y, z"], "kind": "a"},
                {"sku": "-s", "count": 100, "tags": [], "kind": "b"}
            ],
            "notes": ["", "true"],
            "coupon": "#1",
            "gift": {"to": "T", "wrap": {"color": "red"}},
            "extras": [{"sku": "e"}]
        }"##,
    )
    .unwrap()
}

fn buyer() -> Buyer<'static> {
    Buyer { name: "N".into(), home: Home { city: "C, D", zip: 118 } }
}

fn lines() -> Vec<Line<'static>> {
    vec![
        Line { sku: "s-1".to_owned(), count: -3, tags: vec!["x", "y, z"], kind: Kind::a },
        Line { sku: "-s".to_owned(), count: 100, tags: Vec::new(), kind: Kind::B },
    ]
}

fn gift() -> Gift {
    Gift { to: "T".to_owned(), wrap: Wrap::new("red") }
}

#[test]
fn borrowed_data() {
    let (lines, buyer, gift, extras) = (lines(), buyer(), gift(), [Extra { sku: "e".to_owned() }]);
    let mut prompt = Borrowed {
        r#type: "order: 1",
        self_: &2.5,
        rush: &true,
        state: &State::NotYet,
        buyer: &buyer,
        lines: &lines,
        notes: &["", "true"],
        coupon: Some("#1"),
        gift: Some(&gift),
        extras: Some(&extras),
    };
    let mut inputs = generated();
    assert_eq!(prompt.render(), inputs.render());
    assert_eq!(prompt.system(), inputs.system());
    assert_eq!(Borrowed::SPEC, order::Inputs::SPEC);

    (prompt.coupon, prompt.gift, prompt.extras, prompt.lines) = (None, None, None, &[]);
    (inputs.coupon, inputs.gift, inputs.extras) = (None, None, None);
    inputs.lines.clear();
    assert_eq!(prompt.render(), inputs.render());

    prompt.extras = Some(&[]);
    (prompt.state, prompt.rush) = (&State::First, &false);
    (inputs.extras, inputs.state, inputs.rush) = (Some(Vec::new()), order::State::V1, false);
    assert_eq!(prompt.render(), inputs.render());
    prompt.state = &State::Open;
    assert!(prompt.render().contains("open"));
}

#[test]
fn parameters_and_pointers() {
    let prompt = Owned {
        extras: [Extra { sku: "e".to_owned() }],
        gift: Box::new(gift()),
        coupon: Box::<str>::from("#1"),
        notes: vec![Arc::from(""), Arc::from("true")],
        lines: Cow::Owned::<[LineRef]>(lines().into_iter().map(Rc::new).collect()),
        buyer: Rc::new(buyer()),
        state: Arc::new(State::NotYet),
        rush: true,
        self_: 2.5_f32,
        r#type: String::from("order: 1"),
    };
    assert_eq!(prompt.render(), generated().render());
}

type LineRef = Rc<Line<'static>>;

#[test]
fn one_allocation_for_borrowed_data_too() {
    let (lines, buyer) = (lines(), buyer());
    let prompt = Borrowed {
        r#type: "t",
        self_: &1.0,
        rush: &false,
        state: &State::Open,
        buyer: &buyer,
        lines: &lines,
        notes: &[],
        coupon: None,
        gift: None,
        extras: None,
    };
    let mut text = String::new();
    let counted = allocation_counter::measure(|| text = prompt.render());
    assert_eq!(counted.count_total, 1, "{text}");
}

/// An agent without inputs, for a struct without fields.
#[derive(Prompt)]
#[prompt(path = "golden/static.agent")]
struct Unit;

#[test]
fn a_struct_without_fields() {
    assert!(!Unit.render().is_empty());
}

/// Values of every size and kind, from a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn text(&mut self) -> String {
        let words =
            ["", "a", "x, y", "true", "-1", "#", "é\n", "\"q\"", "k: v", "{inputs.x}", "日本", " pad "];
        words[usize::try_from(self.next(12)).unwrap()].to_owned()
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.next(4)).map(|_| item(self)).collect()
    }

    fn inputs(&mut self) -> order::Inputs {
        let number = [0.0, -2.5, 1e21, 0.1, 7.0, f64::from(u32::MAX)][usize::try_from(self.next(6)).unwrap()];
        let line = |random: &mut Self| order::LinesItem {
            sku: random.text(),
            count: f64::from(u8::try_from(random.next(100)).unwrap()) - 50.0,
            tags: random.list(Self::text),
            kind: order::LinesItemKind::ALL[usize::try_from(random.next(2)).unwrap()],
        };
        let lines = self.list(line);
        let gift = (self.next(2) == 0)
            .then(|| order::Gift { to: self.text(), wrap: order::GiftWrap { color: "red".to_owned() } });
        let extras = self.list(|random| order::ExtrasItem { sku: random.text() });
        order::Inputs {
            r#type: self.text(),
            self_: number,
            rush: self.next(2) == 0,
            state: order::State::ALL[usize::try_from(self.next(3)).unwrap()],
            buyer: order::Buyer {
                name: self.text(),
                home: order::BuyerHome { city: "C".to_owned(), zip: f64::from(u16::MAX) },
            },
            lines,
            notes: self.list(Self::text),
            coupon: (self.next(2) == 0).then(|| self.text()),
            gift,
            extras: (self.next(2) == 0).then_some(extras),
        }
    }
}

/// The same values in a user's own structs, in generated ones and in the interpreter.
#[test]
fn three_ways_in_print_the_same() {
    let text = include_str!("../agents/order.agent");
    let file = std::sync::Arc::new(agentc_codegen::SourceFile::new("agents/order.agent", text));
    let agent = agentc_codegen::compile_source(&file).agent;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..500 {
        let inputs = random.inputs();
        let state = match inputs.state {
            order::State::Open => State::Open,
            order::State::NotYet => State::NotYet,
            order::State::V1 => State::First,
        };
        let line = |line: &order::LinesItem| Line {
            sku: line.sku.clone(),
            #[allow(clippy::cast_possible_truncation)] // It was made of such a number.
            count: line.count as i8,
            tags: Vec::new(),
            kind: if line.kind.as_str() == "a" { Kind::a } else { Kind::B },
        };
        let mut lines: Vec<Line<'_>> = inputs.lines.iter().map(line).collect();
        for (line, from) in lines.iter_mut().zip(&inputs.lines) {
            line.tags = from.tags.iter().map(String::as_str).collect();
        }
        let notes: Vec<&str> = inputs.notes.iter().map(String::as_str).collect();
        let gift = inputs.gift.as_ref().map(|gift| Gift { to: gift.to.clone(), wrap: Wrap::new("red") });
        let extras: Option<Vec<Extra>> = inputs
            .extras
            .as_ref()
            .map(|extras| extras.iter().map(|extra| Extra { sku: extra.sku.clone() }).collect());
        let buyer = Buyer { name: (&*inputs.buyer.name).into(), home: Home { city: "C", zip: 65_535 } };
        let own = Borrowed {
            r#type: &inputs.r#type,
            self_: &inputs.self_,
            rush: &inputs.rush,
            state: &state,
            buyer: &buyer,
            lines: &lines,
            notes: &notes,
            coupon: inputs.coupon.as_deref(),
            gift: gift.as_ref(),
            extras: extras.as_deref(),
        };
        let printed = inputs.render();
        assert_eq!(own.render(), printed);
        assert_eq!(own.system(), inputs.system());
        let values = serde_json::from_str(&inputs.to_json()).unwrap();
        let values = agentc_codegen::Inputs::new(values, &agent.inputs).unwrap();
        assert_eq!(agentc_codegen::interpret::prompt(&agent, &values, &|_| None), printed);
    }
}
