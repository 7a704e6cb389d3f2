//! Compiles every prompt file below `agents`.

fn main() {
    agentc_codegen::Builder::new().agents("agents").run();
}
