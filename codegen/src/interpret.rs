//! In: a checked agent, input values that fit it, and an environment. Out: the text. It reads the same
//! IR as the emitter, and prints the same bytes as the code that the emitter writes.

use agentc_text::{Value, buf::Piece, toon};

use crate::ir::{Agent, Condition, Each, If, Op, Reference, Root, Template};
use crate::values::Inputs;

/// Looks up a variable of the environment; none if it is unset.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The prompt.
#[must_use]
pub fn prompt(agent: &Agent, inputs: &Inputs, env: Env<'_>) -> String {
    render(&agent.prompt, inputs, env)
}

/// The system text: the declared one, or what stands for it (agent format, section 4).
#[must_use]
pub fn system(agent: &Agent, inputs: &Inputs, env: Env<'_>) -> String {
    match &agent.system {
        Some(template) => render(template, inputs, env),
        None => agent.default_system(),
    }
}

fn render(template: &Template, inputs: &Inputs, env: Env<'_>) -> String {
    let mut interpreter = Interpreter { inputs, env, loops: Vec::new(), out: String::new() };
    interpreter.block(&template.ops);
    interpreter.out
}

struct Interpreter<'a> {
    inputs: &'a Inputs,
    env: Env<'a>,
    /// The element and index of each loop around, outermost first.
    loops: Vec<(&'a Value, usize)>,
    out: String,
}

impl<'a> Interpreter<'a> {
    fn block(&mut self, ops: &[Op]) {
        for op in ops {
            match op {
                Op::Text(text) => self.out.push_str(text),
                Op::Value(reference) => self.value(reference),
                Op::Each(each) => self.each(each),
                Op::If(branch) => self.branch(branch),
            }
        }
    }

    fn value(&mut self, reference: &Reference) {
        match &reference.root {
            Root::Env(name) => {
                if let Some(text) = (self.env)(name) {
                    self.out.push_str(&text);
                }
            }
            Root::Index(depth) => {
                if let Some((_, index)) = self.loops.get(*depth) {
                    index.write(&mut self.out);
                }
            }
            Root::Input(_) | Root::Element(_) => match self.look_up(reference) {
                Some(Value::String(text)) => self.out.push_str(text),
                Some(Value::Bool(value)) => value.write(&mut self.out),
                Some(Value::Number(number)) => number.push_to(&mut self.out),
                Some(value @ (Value::Array(_) | Value::Object(_))) => {
                    toon::write_value(&mut self.out, value, &toon::WriteOptions::default());
                }
                Some(Value::Null) | None => {}
            },
        }
    }

    fn each(&mut self, each: &Each) {
        let items = match self.look_up(&each.list) {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        if items.is_empty() {
            return self.block(&each.otherwise);
        }
        for (index, item) in items.iter().enumerate() {
            self.loops.push((item, index));
            self.block(&each.body);
            self.loops.pop();
        }
    }

    fn branch(&mut self, branch: &If) {
        let taken = branch.arms.iter().find(|(condition, _)| self.holds(condition));
        self.block(taken.map_or(&branch.otherwise, |(_, body)| body));
    }

    fn holds(&self, condition: &Condition) -> bool {
        let value = matches!(self.look_up(&condition.input), Some(Value::Bool(true)));
        value != condition.negated
    }

    fn look_up(&self, reference: &Reference) -> Option<&'a Value> {
        let root = match &reference.root {
            Root::Input(name) => self.inputs.get(name)?,
            Root::Element(depth) => self.loops.get(*depth)?.0,
            Root::Env(_) | Root::Index(_) => return None,
        };
        reference.fields.iter().try_fold(root, |value, name| match value {
            Value::Object(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        })
    }
}
