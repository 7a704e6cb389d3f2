//! Random agents that are valid, the same on every run.
//!
//! In: a seed. Out: the source of an agent with hostile names and every construct of the format, the same
//! agent with its prompt written in another form, and input values that fit it.

mod prompt;
mod types;
mod values;

use prompt::Scope;
use types::{Input, Kind};

/// A generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `limit - 1`.
    #[allow(clippy::cast_possible_truncation)] // It is below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// True once in `count` times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of several.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// A random agent.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its source.
    pub source: String,
    /// The same with its prompt as a quoted text.
    pub twin: String,
    /// Input values, as JSON.
    pub inputs: Vec<String>,
}

/// The variables that the generated prompts ask for; `UNSET` is not there.
#[must_use]
pub fn env() -> Vec<(&'static str, &'static str)> {
    vec![("A", "a{b}\n"), ("_", ""), ("inputs", "env.inputs")]
}

/// A random agent.
pub fn agent(random: &mut Random) -> Generated {
    let inputs = types::inputs(random);
    let scope = Scope::new(&inputs);
    let template = prompt::template(random, &scope);
    let prompt = match random.below(3) {
        0 => prompt::quoted(&template),
        _ => prompt::block(&template),
    };
    let mut parts = vec![
        format!("agent: \"{}\"", types::name(random)),
        format!("model: {}", random.pick(&["m", "\"4\"", "a b, c: d"])),
        types::table("inputs", &inputs),
    ];
    if random.one_in(2) {
        let system = prompt::template(random, &scope);
        parts.push(format!("system:{}", prompt::block(&system)));
    }
    if random.one_in(2) {
        parts.push("description: Says \"hello\" to `x`: [a](b) ``` #".to_owned());
    }
    if random.one_in(2) {
        parts.push(types::table("outputs", &types::inputs(random)));
    }
    if random.one_in(2) {
        parts.push(types::tools(random));
    }
    let write = |prompt: &str| format!("{}\nprompt:{prompt}\n", parts.join("\n"));
    Generated {
        source: write(&prompt),
        twin: write(&prompt::quoted(&template)),
        inputs: (0..3).map(|_| values::inputs(random, &inputs)).collect(),
    }
}

/// The inputs of some types.
fn inputs_of<'a>(inputs: &'a [Input], wanted: impl Fn(&Kind) -> bool + 'a) -> Vec<&'a Input> {
    inputs.iter().filter(|input| wanted(&input.kind)).collect()
}
