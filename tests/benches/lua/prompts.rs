//! The prompts that are timed, and what they should give.

use agentc::lua::Prompt;

/// One section, one placeholder, no model.
pub fn greeting() -> Prompt {
    parse("## Main\n\nhi {{ args }}!\n\n```lua\nreturn prose\n```\n")
}

/// Every arm asks the model once.
pub fn fanout() -> Prompt {
    parse(
        "## Main\n\n```lua\nlocal items = {}\nfor index = 1, tonumber(args) do items[index] = 'page ' .. index end\n\
         local arms = tasks.fanout('### Arm', items)\nlocal last = arms[#arms]\n\
         return #arms .. ' ' .. last.text\n```\n\n\
         ### Arm\n\nSummarize {{ item }} in a sentence.\n\n```lua\nreturn models.infer(prose)\n```\n",
    )
}

/// Blocks of a filling prompt, each with the prose above it.
pub const FILLS: u32 = 50;

/// What `{{ args }}` stands for in the prose that is filled in.
pub const ARGS: &str = "the night shift of the northern clinic";

/// The first block makes the values, and each of the others runs `code` below the same prose.
pub fn filling(code: &str) -> Prompt {
    let mut text = String::from(
        "## Main\n\n```lua\n\
         var.title = 'Rota for the week'\n\
         var.lead = { name = 'Grace Hopper', shift = { from = 22, to = 6 } }\n\
         var.counts = { beds = 118, ratio = 0.75 }\n\
         ward = 'Ward 7, second floor'\n\
         limit = 250\n\
         site = { name = 'Northern clinic', phone = { internal = '5500', external = '+44 20 7946 0018' } }\n\
         ```\n",
    );
    for _ in 0..FILLS {
        text += &format!("\n{}\n\n```lua\n{code}\n```\n", prose());
    }
    parse(&text)
}

/// The same values for a template engine.
pub fn values() -> minijinja::Value {
    use minijinja::context;
    context! {
        args => ARGS,
        var => context! {
            title => "Rota for the week",
            lead => context! { name => "Grace Hopper", shift => context! { from => 22, to => 6 } },
            counts => context! { beds => 118, ratio => 0.75 },
        },
        ward => "Ward 7, second floor",
        limit => 250,
        site => context! {
            name => "Northern clinic",
            phone => context! { internal => "5500", external => "+44 20 7946 0018" },
        },
    }
}

/// 4 KB with 20 placeholders, which Lua prompts and template engines read alike.
pub fn prose() -> String {
    const PLACEHOLDERS: [&str; 20] = [
        "args",
        "var.title",
        "ward",
        "var.lead.name",
        "limit",
        "site.name",
        "var.lead.shift.from",
        "args",
        "var.counts.beds",
        "site.phone.internal",
        "ward",
        "var.title",
        "var.lead.shift.to",
        "site.phone.external",
        "var.counts.ratio",
        "limit",
        "args",
        "var.lead.name",
        "site.name",
        "var.title",
    ];
    let line = |name: &&str| {
        format!(
            "Whoever reads this keeps {{{{ {name} }}}} in mind, says what was done and what is left to do,\n\
             writes down the time of every change, and asks first where the plan for the whole of the day says nothing."
        )
    };
    PLACEHOLDERS.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn parse(sections: &str) -> Prompt {
    let text = format!("---\nname: bench\ndescription: Times\nrunvil: 0\n---\n# Bench\n\n{sections}");
    Prompt::parse("bench.md", &text).unwrap_or_else(|error| panic!("{error}"))
}
