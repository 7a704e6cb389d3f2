//! Prompts for language models, compiled into checked Rust.
//!
//! A prompt is written in a file of its own, with the types of what it is filled in with. agentc turns the
//! file into a module: a misspelt input, a missing value or a value of the wrong type does not compile, and
//! rendering cannot fail. This page goes from the first prompt to tools and build scripts; the language of
//! the files has a reference of its own, `docs/agent.md` in the repository.
//!
//! # A prompt file
//!
//! `agents/greeter.agent`, beside `Cargo.toml`:
//!
//! ```text
//! agent: greeter
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   who,string
//! prompt: |
//!   Say hello to {inputs.who}.
//! ```
//!
//! [`import!`] turns it into the module `greeter`, with a struct that has a field for each input. The trait
//! [`Prompt`](trait@Prompt) renders it.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//!
//! # /*
//! agentc::import!("agents/greeter.agent");
//! # */
//! # agentc::import!(
//! #     r#"
//! # agent: greeter
//! # model: claude-opus-4-7
//! # inputs[1]{name,type}:
//! #   who,string
//! # prompt: |
//! #   Say hello to {inputs.who}.
//! # "#
//! # );
//!
//! let inputs = greeter::Inputs { who: "Ada".to_owned() };
//! assert_eq!(inputs.render(), "Say hello to Ada.");
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! A short prompt can stand in the Rust file. A literal with a line break in it is a source and not a path,
//! and mistakes are shown at their lines in the Rust file. `as` names the module, and `pub` makes it public.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//!
//! agentc::import!(
//!     r#"
//! agent: greeter
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   who,string
//! prompt: |
//!   Say hello to {inputs.who}.
//! "# as hello
//! );
//!
//! assert_eq!(hello::Inputs { who: "Ada".to_owned() }.render(), "Say hello to Ada.");
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # Values
//!
//! | in the file | field | |
//! |---|---|---|
//! | `string` | `String` | |
//! | `number` | `f64` | NaN and the infinities print `null` |
//! | `boolean` | `bool` | |
//! | `a\|b` | an enum | with `as_str`, `ALL`, `Display`, `FromStr` |
//! | `{a:T;b:U}` | a struct | |
//! | `T[]` | `Vec<T>` | |
//! | `name?` | `Option<T>` | what is left out prints nothing |
//!
//! Fields are called as the file calls them; a keyword is raw (`r#type`). The struct or enum of a part of an
//! input is called by its path: that of `inputs.guest` is `Guest`, that of `inputs.guest.home` is
//! `GuestHome`, and that of the elements of the array `inputs.stops` is `StopsItem`.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//! use letter::{Guest, Inputs, StopsItem, Tone};
//!
//! agentc::import!(
//!     r#"
//! agent: letter
//! model: claude-opus-4-7
//! inputs[4]{name,type}:
//!   guest,"{name:string;nights:number}"
//!   stops,"{place:string;hours:number}[]"
//!   tone,warm|matter-of-fact
//!   note?,string
//! prompt: |
//!   Write to {inputs.guest.name} in a {inputs.tone} tone.
//!   {#each inputs.stops as {place}, i}
//!   {i}. {place}
//!   {:else}
//!   No trips.
//!   {/each}
//!   Note: {inputs.note}
//! "#
//! );
//!
//! let inputs = Inputs {
//!     guest: Guest { name: "Ada".to_owned(), nights: 2.0 },
//!     stops: vec![StopsItem { place: "The pier".to_owned(), hours: 1.5 }],
//!     tone: Tone::MatterOfFact,
//!     note: None,
//! };
//! assert_eq!(inputs.render(), "Write to Ada in a matter-of-fact tone.\n0. The pier\nNote: ");
//! assert_eq!("warm".parse(), Ok(Tone::Warm));
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # Objects and arrays
//!
//! A prompt can hold a whole object or array: it is written as [TOON](https://github.com/toon-format/spec),
//! which is shorter than JSON and as clear. Texts are quoted where they could be misread. ([`toon`] does the
//! same for other values.)
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//! use plan::{Inputs, StopsItem};
//!
//! agentc::import!(
//!     r#"
//! agent: plan
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   stops,"{place:string;hours:number}[]"
//! prompt: |
//!   {inputs.stops}
//! "#
//! );
//!
//! let stop = |place: &str, hours| StopsItem { place: place.to_owned(), hours };
//! let inputs = Inputs { stops: vec![stop("The pier", 1.5), stop("Sand, sea", 3.0)] };
//! assert_eq!(inputs.render(), "[2]{place,hours}:\n  The pier,1.5\n  \"Sand, sea\",3");
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # A struct of your own
//!
//! Generated structs own their values. To render what a program has already, borrowed or with other types,
//! derive [`Prompt`](derive@Prompt) for a struct of your own: it is checked against the file field by field.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//!
//! #[derive(agentc::Prompt)]
//! #[prompt(path = "agents/brief.agent")]
//! struct Brief<'a> {
//!     audience: &'a str,
//!     detailed: bool,
//!     sources: &'a [Source],
//! }
//!
//! // A part of the inputs: an object, or the elements of an array of them.
//! #[derive(agentc::Prompt)]
//! #[prompt(path = "agents/brief.agent", of = "inputs.sources")]
//! struct Source {
//!     title: String,
//!     url: String,
//! }
//!
//! let sources = [Source { title: "Tides".to_owned(), url: "https://example.org/tides".to_owned() }];
//! let brief = Brief { audience: "sailors", detailed: false, sources: &sources };
//! assert!(brief.render().starts_with("Write a brief for sailors.\n0. Tides — https://example.org/tides\n"));
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # The environment
//!
//! `{env.NAME}` prints a variable, or nothing if it is unset. [`render`](Prompt::render) asks the process for
//! it, [`render_with`](Prompt::render_with) whatever is an [`Env`]: a map or a closure, for example.
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use std::collections::BTreeMap;
//! use agentc::Prompt;
//!
//! agentc::import!(
//!     r#"
//! agent: desk
//! model: claude-opus-4-7
//! prompt: You answer for {env.HOUSE}.
//! "#
//! );
//!
//! let env = BTreeMap::from([("HOUSE", "The Pier")]);
//! assert_eq!(desk::Inputs {}.render_with(&env), "You answer for The Pier.");
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # The system prompt, and what else a file says
//!
//! [`system`](Prompt::system) is the text that a provider takes besides the prompt: the key `system`, which
//! may have tags too; without it the description; without that one `You are <agent>.` Everything else is in
//! the constant [`SPEC`](Prompt::SPEC), a [`Spec`]: the model, the settings, the tools, and [JSON
//! Schemas](Spec::inputs_schema) as text, with properties in declared order. (`serde_json::Value` keeps that
//! order with its feature `preserve_order` only.)
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # fn main() {
//! use agentc::Prompt;
//! use judge::Inputs;
//!
//! agentc::import!(
//!     r#"
//! agent: judge
//! model: claude-opus-4-7
//! description: Judges answers.
//! temperature: 0.2
//! inputs[1]{name,type}:
//!   answer,string
//! prompt: |
//!   Is this right? {inputs.answer}
//! outputs[1]{name,type}:
//!   verdict,yes|no
//! "#
//! );
//!
//! assert_eq!(Inputs { answer: String::new() }.system(), "Judges answers.");
//! assert_eq!(Inputs::SPEC.model, "claude-opus-4-7");
//! assert_eq!(Inputs::SPEC.settings.temperature, Some(0.2));
//! assert_eq!(
//!     Inputs::SPEC.outputs_schema,
//!     Some(
//!         r#"{"type":"object","properties":{"verdict":{"type":"string","enum":["yes","no"]}},"required":["verdict"],"additionalProperties":false}"#
//!     )
//! );
//! # }
//! # #[cfg(not(feature = "macros"))]
//! # fn main() {}
//! ```
//!
//! # JSON in and out
//!
//! With the feature `json`, `Inputs`, `Outputs` and the arguments of tools are read from JSON and written as
//! JSON. What is read is checked, nothing is converted, and a [`ValueError`] lists every problem, each with
//! its path.
//!
//! ```
//! # #[cfg(all(feature = "macros", feature = "json"))]
//! # fn main() {
//! use agentc::Prompt;
//! use judge::{Inputs, OutputVerdict, Outputs};
//!
//! agentc::import!(
//!     r#"
//! agent: judge
//! model: claude-opus-4-7
//! inputs[2]{name,type}:
//!   question,string
//!   answer,string
//! prompt: |
//!   {inputs.question} {inputs.answer}
//! outputs[2]{name,type}:
//!   verdict,yes|no
//!   reason?,string
//! "#
//! );
//!
//! let inputs = Inputs::from_json(r#"{"question": "Why?", "answer": "Because."}"#).unwrap();
//! assert_eq!(inputs.render(), "Why? Because.");
//! assert_eq!(inputs.to_json(), r#"{"question":"Why?","answer":"Because."}"#);
//!
//! // The answer of a model: keys that are not declared are passed over, in outputs alone.
//! let outputs = Outputs::from_json(r#"{"verdict": "no", "mood": "stern"}"#).unwrap();
//! assert_eq!(outputs, Outputs { verdict: OutputVerdict::No, reason: None });
//!
//! // A model that has no way to answer in JSON alone puts words around it.
//! let answer = "Here it is: {\"verdict\": \"yes\"} I hope that this helps.";
//! let document = agentc::json::first_document(answer).unwrap_or(answer);
//! assert_eq!(Outputs::from_json(document).unwrap().verdict, OutputVerdict::Yes);
//!
//! // The error is made to be sent back to the model.
//! let error = Outputs::from_json(r#"{"verdict": "maybe", "reason": 1}"#).unwrap_err().to_string();
//! assert!(error.contains("`verdict` must be one of `yes`, `no`, and is `maybe`"));
//! assert!(error.contains("`reason` must be a string, and is a number"));
//! # }
//! # #[cfg(not(all(feature = "macros", feature = "json")))]
//! # fn main() {}
//! ```
//!
//! # Tools
//!
//! A file may declare the tools that the model may call, each with its arguments. Their schemas are in
//! [`SPEC`](Spec::tools), for the provider. With the feature `json`, the module has two traits with a method
//! for each tool, of which a program implements one: `BlockingTools`, or `Tools`, whose methods are `async
//! fn`. The functions `call_tool_blocking` and `call_tool` call a tool by its name with arguments in JSON, as
//! a model does, and check both; what goes wrong is a [`ToolError`].
//!
//! ```
//! # #[cfg(all(feature = "macros", feature = "json"))]
//! # fn main() {
//! use agentc::{Prompt, ToolError};
//! use clerk::{BlockingTools, StockArgs, call_tool_blocking};
//!
//! agentc::import!(
//!     r#"
//! agent: clerk
//! model: claude-opus-4-7
//! inputs[1]{name,type}:
//!   question,string
//! tools[1]{name,input,description}:
//!   stock,"{title:string;language:en|de}",How many copies there are.
//! prompt: |
//!   {inputs.question}
//! "#
//! );
//!
//! struct Shop;
//!
//! impl BlockingTools for Shop {
//!     fn stock(&self, args: StockArgs) -> Result<String, ToolError> {
//!         match args.title.as_str() {
//!             "Tides" => Ok("3".to_owned()),
//!             _ => Err(ToolError::failed("no such book")),
//!         }
//!     }
//! }
//!
//! assert_eq!(clerk::Inputs::SPEC.tools[0].name, "stock");
//! let call = |name, json| call_tool_blocking(&Shop, name, json);
//! assert_eq!(call("stock", r#"{"title": "Tides", "language": "en"}"#).unwrap(), "3");
//!
//! // Errors are told apart, and are text that the model can read.
//! let error = call("stok", "{}").unwrap_err();
//! assert!(matches!(error, ToolError::Unknown { .. }));
//! assert_eq!(error.to_string(), "there is no tool `stok`; the tools are `stock`");
//! assert!(matches!(call("stock", r#"{"title": 1}"#), Err(ToolError::Arguments(_))));
//! assert!(matches!(call("stock", r#"{"title": "Wind", "language": "de"}"#), Err(ToolError::Failed(_))));
//! # }
//! # #[cfg(not(all(feature = "macros", feature = "json")))]
//! # fn main() {}
//! ```
//!
//! A tool that is declared by its name alone (`tools[1]: search`) is in `SPEC` without a schema, and is the
//! program's own affair. A whole conversation with a provider is in the example `provider` of the repository.
//!
//! # Other agents
//!
//! `uses` names agents that the model may call like tools: files in the same folder, whose inputs are the
//! arguments. That the files are there is checked; [`SPEC.uses`](Spec::uses) has each name and schema. To run
//! one, import its file too and read its `Inputs` from the arguments.
//!
//! # Many prompts
//!
//! [`DynPrompt`] is what prompts of different files have in common, for a list of them. A build script
//! compiles all files of a folder at once, without the feature `macros`:
//!
//! ```text
//! # Cargo.toml
//! [dependencies]
//! agentc = { version = "0.1", default-features = false }
//! [build-dependencies]
//! agentc-codegen = "0.1"
//! ```
//!
//! ```text
//! // build.rs
//! fn main() {
//!     agentc_codegen::Builder::new().agents("agents").run();
//! }
//! ```
//!
//! [`include_generated!`] takes the modules in, nested as the folders are. A build script also shows
//! warnings, which a macro cannot: in [`import!`] the option `deny(warnings)` makes errors of them, and the
//! command `agentc check` shows them.
//!
//! # Errors
//!
//! | | when |
//! |---|---|
//! | a compile error, `… [A404]` with the line of the file | a mistake in a prompt file; `agentc explain A404` says more |
//! | a compile error at a field | a struct of one's own does not fit the file |
//! | [`ValueError`] | JSON or TOON that does not fit what is declared |
//! | [`ToolError`] | a tool's name is wrong, its arguments do not fit, or it failed |
//! | [`UnknownVariant`] | a string is no word of an enum |
//!
//! Rendering has no errors.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `macros` (default) | [`import!`] and the derive [`Prompt`](derive@Prompt) |
//! | `json` | `from_json` and `to_json`, tools, and the module [`json`] |
//! | `toon` | `from_toon` of inputs, outputs and arguments, and reading in the module [`toon`] |
//! | `serde` | serde's traits for generated types, with the option `serde` of [`import!`] |
//! | `prompt-files` | [`prompt_files`] that are stored at run time |
//! | `lua` | prompts that are driven by Lua, run in a sandbox: the module `lua` |
//! | `kit` | the resolvers of prompt files that every deployment has |
//! | `cli` | the command `agentc` |
//!
//! [`toon::to_string`] writes any value as TOON, whatever the features.
//!
//! Without any feature this crate parses nothing at run time: a build script does, with
//! [`agentc-codegen`](https://docs.rs/agentc-codegen).

#[doc(hidden)]
pub mod __private;
mod env;
mod error;
mod import;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "lua")]
pub mod lua;
mod prompt;
pub mod prompt_files;
mod spec;
#[cfg(feature = "json")]
mod tool;
pub mod toon;
#[cfg(any(feature = "json", feature = "toon"))]
mod values;

/// Renders a struct of one's own with the prompt of a file: implements the trait [`Prompt`](trait@Prompt).
///
/// The struct has a field for each input, under its name: none may be missing, none surplus, and each must
/// fit the declared type. What does not fit is an error at the field that names the line of the file. Fields
/// may be in any order and private, and the struct may have lifetimes and type parameters.
///
/// # Options
///
/// `#[prompt(…)]` on the struct or enum has these:
///
/// | option | |
/// |---|---|
/// | `path = "agents/brief.agent"` | the file, from the folder of the crate's manifest; required |
/// | `of = "inputs.sources"` | the part of the inputs that the type stands for; without it, all of them |
/// | `crate = path` | the runtime, where it goes by another path than `::agentc` |
/// | `deny(A901)`, `deny(warnings)` | makes errors of warnings |
///
/// With `root = "prompts", entry = "front-desk"` in place of `path` the struct has the values of a [prompt
/// file](prompt_files), and these options as well:
///
/// | option | |
/// |---|---|
/// | `known_keys("crm.plan", …)` | a resolver key that is neither listed nor the kit's nor `tenant.` is an error |
/// | `max_bytes = 2_000_000` | the most bytes the prompt may have, 1 MiB otherwise |
///
/// `of` names an object or enum by its path, through arrays: if `inputs.sources` is an array of objects,
/// `inputs.sources` stands for its elements and `inputs.sources.kind` for a field of them. A type with `of`
/// does not implement the trait; it can be a field, or an element, of one that does.
///
/// # Accepted types
///
/// | declared | accepted |
/// |---|---|
/// | `string` | what derefs to `str`: `&str`, `String`, `Cow<str>`, `Box<str>`, `Arc<str>`, `Rc<str>` |
/// | `number` | every integer and float type; integers print all their digits |
/// | `boolean` | `bool` |
/// | `a\|b` | an enum with this derive and `of`, with a variant for each word |
/// | `{a:T;b:U}` | a struct with this derive and `of`, with a field for each field |
/// | `T[]` | `Vec<T>`, slices and arrays |
/// | `name?` | `Option<T>`, or `T` where there always is a value |
///
/// And references to any of these. A field is called as the file calls it, a keyword raw (`r#type`); the few
/// names that cannot be raw get a `_` (`self_`). A variant stands for the word that is its name as written,
/// in kebab case or in snake case: `OnItsWay` for `on-its-way`. `#[prompt(rename = "…")]` on a variant names
/// another.
///
/// # Examples
///
/// ```
/// use agentc::Prompt;
/// use std::borrow::Cow;
///
/// #[derive(agentc::Prompt)]
/// #[prompt(path = "agents/brief.agent")]
/// struct Brief<'a> {
///     detailed: bool,
///     audience: Cow<'a, str>,
///     sources: Vec<&'a Source>,
/// }
///
/// #[derive(agentc::Prompt)]
/// #[prompt(path = "agents/brief.agent", of = "inputs.sources")]
/// struct Source {
///     title: Box<str>,
///     url: String,
/// }
///
/// let source = Source { title: "Tides".into(), url: "https://example.org/tides".to_owned() };
/// let brief = Brief { detailed: true, audience: "sailors".into(), sources: vec![&source] };
/// assert!(brief.render().ends_with("Include a thorough analysis section.\n"));
/// assert_eq!(Brief::SPEC.name, "brief");
/// ```
///
/// An enum, here of a file of another package:
///
/// ```
/// #[derive(agentc::Prompt)]
/// #[prompt(path = "../examples/derive/agents/reply.agent", of = "inputs.orders.state")]
/// enum State {
///     Paid,
///     OnItsWay,
///     #[prompt(rename = "sent-back")]
///     Returned,
/// }
/// ```
///
/// A field that the file does not declare:
///
/// ```compile_fail
/// #[derive(agentc::Prompt)]
/// #[prompt(path = "agents/brief.agent", of = "inputs.sources")]
/// struct Source<'a> {
///     // `inputs.sources` has no `titel` (agents/brief.agent:5): did you mean `title`, of type `string`?
///     titel: &'a str,
///     url: &'a str,
/// }
/// ```
#[cfg(feature = "macros")]
pub use agentc_macros::Prompt;
#[cfg(any(feature = "json", feature = "toon"))]
pub use agentc_text::Place;
#[cfg(any(feature = "json", feature = "toon"))]
pub use agentc_text::decode::{Problem, ProblemKind};
pub use env::{Env, ProcessEnv};
pub use error::UnknownVariant;
#[cfg(any(feature = "json", feature = "toon"))]
pub use error::ValueError;
pub use prompt::{DynPrompt, Prompt};
pub use spec::{AgentSpec, Settings, Spec, ToolSpec};
#[cfg(feature = "json")]
pub use tool::ToolError;
