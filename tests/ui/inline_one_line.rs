//! Source without a line break, which cannot be told from a path.

agentc::import!(r#"agent: hi"# as hi);

agentc::import!("Say hello to {inputs.who}." as who);

fn main() {}
