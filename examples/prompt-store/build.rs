//! Compiles the deployment's own prompt files. A key that is not listed does not compile.

fn main() {
    agentc_codegen::Builder::new()
        .prompts("prompts", ["front-desk"])
        .known_keys(["clinic.waiting"])
        .deny("warnings")
        .run();
}
