//! Compiles the folder `agents`, into which the test puts one file.

fn main() {
    agentc_codegen::Builder::new().agents("agents").run();
}
