//! Warnings that are denied, all of them or one kind, are errors; so is what cannot be denied.

mod all {
    agentc::import!("agents/joins.agent", deny(warnings));
}

mod one {
    agentc::import!("agents/joins.agent", deny(A902));
}

mod no_warning {
    agentc::import!("agents/joins.agent", deny(A404));
}

mod unknown {
    agentc::import!("agents/joins.agent", deny(unused));
}

fn main() {}
