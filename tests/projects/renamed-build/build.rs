//! Generated code names the runtime as this crate does.

fn main() {
    let builder = agentc_codegen::Builder::new().agents("agents");
    builder.crate_path("::prompts").run();
}
