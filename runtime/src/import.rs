//! The macros that users name.

/// Compiles a prompt file, or a source given as a literal, into a module.
///
/// ```
/// use agentc::Prompt;
///
/// agentc::import!("agents/brief.agent");              // mod brief
/// agentc::import!(pub "agents/brief.agent" as front); // pub mod front
/// agentc::import!(
///     r#"
/// agent: hi
/// model: claude-opus-4-7
/// prompt: Say hi.
/// "#
/// );
///
/// # fn main() {
/// assert_eq!(hi::Inputs {}.render(), "Say hi.");
/// # }
/// ```
///
/// Paths are relative to the folder of the crate's manifest, with `/`. Without `as` the module has the name
/// of the agent. Behind the file may stand options, after commas: `crate = path` names the runtime where it
/// goes by another path, `deny(A901, A902)` or `deny(warnings)` makes errors of warnings, and `serde` derives
/// serde's traits for the generated types (feature `serde`).
///
/// The module has
///
/// - `Inputs`, a struct with a field for each input, which implements [`Prompt`](trait@crate::Prompt), and a
///   struct or enum for each object and enum in it;
/// - `Outputs`, if the file declares outputs;
/// - with the feature `json`: `from_json` and `to_json` of these, and for the tools that declare their
///   arguments a struct for each (`SearchArgs` of `search`), the traits `Tools` and `BlockingTools`, and the
///   functions `call_tool` and `call_tool_blocking`.
///
/// Everything has a doc comment that names the line of the file.
///
/// `import!(root = "prompts", entry = "front-desk" as front_desk)` compiles an entry of a folder of prompt files, see
/// [`prompt_files`](crate::prompt_files). Without `as` the module has the last name in the entry's path. It has `Values`,
/// a struct with a field for each name the prompt uses, and `FILES`, the files the entry reaches. The options are
/// `crate`, `deny`, `known_keys("crm.plan", …)`: then a resolver key that is neither listed nor the kit's nor
/// `tenant.` is an error; and `max_bytes = 2_000_000`, the most bytes the prompt may have, 1 MiB otherwise.
///
/// Every mistake in the file is a compile error that names its line and column. The crate is compiled
/// anew when the file changes.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! import {
    ($($arguments:tt)*) => {
        $crate::__private::import! { [$crate] $($arguments)* }
    };
}

/// Takes in the modules that a build script wrote with `agentc_codegen::Builder`, nested as the folders are.
///
/// ```text
/// // build.rs
/// fn main() {
///     agentc_codegen::Builder::new().agents("agents").run();
/// }
///
/// // src/main.rs
/// agentc::include_generated!();
/// ```
#[macro_export]
macro_rules! include_generated {
    () => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/agentc.rs"));
    };
}
