//! The command line.

use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};

/// Compiles the text that programs send to language models.
///
/// A prompt is an `.agent` file: its model, its typed inputs and outputs, its tools, and the template
/// that is filled in. agentc checks such files, shows what they render to, and turns them into Rust. Markdown
/// files that pull each other in are prompts too, and so are those that run, driven by their Lua blocks.
#[derive(Debug, Parser)]
#[command(
    name = "agentc",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 where all is well, 1 where a file or value is wrong, 2 where the command line is.",
    after_long_help = "\
Examples:
  agentc check agents                                 check every prompt file below a folder
  agentc render agents/brief.agent --inputs in.json   print the prompt for some values
  agentc run flows/tour.md --replies replies.json     run a Lua prompt, with replies for its model
  agentc explain A404                                 what a code means, with an example

Exit status: 0 where all is well, 1 where a file or value is wrong, 2 where the command line is."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Check(Check),
    Render(Render),
    Run(Run),
    Expand(Expand),
    Explain(Explain),
    Graph(Graph),
}

/// Check prompt files: every mistake with its file, line and column.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  agentc check agents
  agentc check agents/brief.agent agents/review.agent --format json
  agentc check flows/tour.md
  agentc check --root prompts
  agentc check --root prompts front-desk")]
pub(crate) struct Check {
    /// Files, or folders in which every `.agent` file and Lua prompt is checked; with --root, entries of that folder, or else all its files.
    #[arg(required_unless_present = "root", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// A folder of Markdown prompt files that pull each other in.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<String>,
    /// How to print: frames for people, or JSON: {"ok","diagnostics":[{"severity","code","message","file","line","col","help"}]}
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Render a prompt with some input values.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Values come from a JSON file, from --set, or from both; --set wins. The type that the file declares says
how the VALUE of --set is read: a string or enum as it stands, anything else as JSON.

Examples:
  agentc render agents/brief.agent --inputs values.json
  echo '{\"sources\":[],\"detailed\":true}' | agentc render agents/brief.agent --inputs - --set audience=sailors
  agentc render agents/brief.agent --inputs values.json --part system --env TEAM=core
  agentc render front-desk --root prompts --tenant tenant.json --values keys.json --now 2026-11-30T09:00:00Z")]
pub(crate) struct Render {
    /// The `.agent` file; with --root, the path of an entry such as kit/rules.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// A folder of Markdown prompt files that pull each other in.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["inputs", "set", "env", "part"])]
    pub(crate) root: Option<String>,
    /// A folder of files that are laid over those of --root.
    #[arg(long, value_name = "DIR", requires = "root")]
    pub(crate) overlay: Option<String>,
    /// What the deployment has for resolver keys: a JSON object of texts in a file; null is nothing.
    #[arg(long, value_name = "FILE", requires = "root")]
    pub(crate) values: Option<String>,
    /// The agent's own variables, without tenant. in front: a JSON object of texts in a file.
    #[arg(long, value_name = "FILE", requires = "root")]
    pub(crate) tenant: Option<String>,
    /// The instant of date.today and time.now, such as 2026-11-30T09:00:00Z; the clock's otherwise.
    #[arg(long, value_name = "INSTANT", requires = "root", value_parser = instant)]
    pub(crate) now: Option<std::time::SystemTime>,
    /// Input values: a JSON object in a file, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<String>,
    /// One input value; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) set: Vec<(String, String)>,
    /// A variable for {env.NAME}, over the environment of the command; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) env: Vec<(String, String)>,
    /// Which text to print; JSON has both.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) part: Part,
    /// How to print: the text as it is, or JSON: {"ok":true,"prompt","system"} or {"ok":false,"diagnostics":[…]}
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Run a Lua prompt and print its result.
#[derive(Debug, Arguments)]
#[command(after_help = "\
A Lua prompt is a Markdown file that says `runvil: 0` in its frontmatter. It runs in a sandbox: it reaches no file
and no network, and it ends when it needs too much time or memory. No model is asked: replies come from a file.

In JSON, infer has the text of every round that was sent, and arms what each arm and task returned, null if it failed.
Where FILE or the replies cannot be read, it is {\"ok\":false,\"diagnostics\":[…]}, as that of check.

Examples:
  agentc run flows/tour.md --args Bergen --replies replies.json
  echo '[\"Rain again.\"]' | agentc run flows/tour.md --args Bergen --replies - --format json")]
pub(crate) struct Run {
    /// The Markdown file.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The argument string: JSON if the file declares arguments, any text if not.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) args: String,
    /// The replies to its rounds, in the order in which they are sent: a JSON array of strings in a file, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) replies: Option<String>,
    /// How to print: the result as it is, or JSON: {"ok":true,"result","infer","arms"} or {"ok":false,"run_error_kind","message","infer","arms"}
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Print the Rust that a prompt file becomes: what the macro and a build script use.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  agentc expand agents/brief.agent
  agentc expand front-desk --root prompts")]
pub(crate) struct Expand {
    /// The `.agent` file; with --root, the path of an entry such as kit/rules.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// A folder of Markdown prompt files that pull each other in.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<String>,
}

/// Print which prompt file pulls in which, with the lines that do.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Example:
  agentc graph --root prompts")]
pub(crate) struct Graph {
    /// A folder of Markdown prompt files that pull each other in.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: String,
    /// How to print: an indented list, or JSON: {"ok","files":[{"path","pulls":[{"path","line","missing"}]}]}
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Explain the code of a diagnostic, with an example; without a code, list all of them.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Example:
  agentc explain A404")]
pub(crate) struct Explain {
    /// A code such as A404.
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The prompt.
    #[default]
    Prompt,
    /// The system prompt.
    System,
}

fn instant(text: &str) -> Result<std::time::SystemTime, String> {
    match text.parse::<jiff::Timestamp>() {
        Ok(instant) => Ok(instant.into()),
        Err(error) => Err(error.to_string()),
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}
