//! Compiles the folder `agents`, whatever the test puts there.

fn main() {
    agentc_codegen::Builder::new().agents("agents").run();
}
