//! The resolvers every deployment has (section 6 of the prompt file specification).

use std::time::SystemTime;

use jiff::{Timestamp, Zoned, tz::TimeZone};

use super::resolvers::{Failure, Resolvers};
use super::spec::Arguments;

/// What the kit's resolvers answer from, for one call: `agent.name`, `agent.nameIntro`, `date.today` and `time.now`.
///
/// Time zones are those of the IANA database, which comes with this crate; nothing is read from the system.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use agentc::prompt_files::{Kit, Resolvers};
///
/// let kit = Kit::at(UNIX_EPOCH + Duration::from_secs(1_796_007_900)).with_agent_name("Ines");
/// let call = Resolvers::new().with_kit(kit);
/// assert!(call.keys().any(|key| key == "date.today"));
/// ```
#[derive(Clone, Debug)]
pub struct Kit {
    agent_name: Option<String>,
    now: SystemTime,
}

impl Kit {
    /// The kit at an instant, which all dates and times of a prompt are taken from.
    #[must_use]
    pub fn at(now: SystemTime) -> Self {
        Self { agent_name: None, now }
    }

    /// Gives the agent a name.
    #[must_use]
    pub fn with_agent_name(mut self, name: impl Into<String>) -> Self {
        self.agent_name = Some(name.into());
        self
    }
}

impl Resolvers<'_> {
    /// Adds the kit; a resolver registered under one of its keys replaces its own.
    #[must_use]
    pub fn with_kit(self, kit: Kit) -> Self {
        let Kit { agent_name, now } = kit;
        let intro = agent_name.as_ref().map_or_else(String::new, |name| format!("Your name is {name}. "));
        self.with_fallback("agent.name", move |arguments: Arguments<'_>| {
            none_but(arguments, &[])?;
            Ok(agent_name.clone())
        })
        .with_fallback("agent.nameIntro", move |arguments: Arguments<'_>| {
            none_but(arguments, &[])?;
            Ok(Some(intro.clone()))
        })
        .with_fallback("date.today", move |arguments: Arguments<'_>| date(now, arguments).map(Some))
        .with_fallback("time.now", move |arguments: Arguments<'_>| time(now, arguments).map(Some))
    }
}

fn date(now: SystemTime, arguments: Arguments<'_>) -> Result<String, Failure> {
    let format = match arguments.get("format").unwrap_or("iso") {
        "iso" => "%Y-%m-%d",
        "short" => "%-m/%-d/%y",
        "medium" => "%b %-d, %Y",
        "long" => "%B %-d, %Y",
        "full" => "%A, %B %-d, %Y",
        other => {
            let known = "`iso`, `short`, `medium`, `long` and `full`";
            return Err(format!("there is no format `{other}` of a date; there are {known}").into());
        }
    };
    print(now, arguments, format)
}

fn time(now: SystemTime, arguments: Arguments<'_>) -> Result<String, Failure> {
    let format = match arguments.get("format").unwrap_or("24h") {
        "24h" => "%H:%M",
        "12h" => "%-I:%M %p",
        other => {
            return Err(format!("there is no format `{other}` of a time; there are `24h` and `12h`").into());
        }
    };
    print(now, arguments, format)
}

fn print(now: SystemTime, arguments: Arguments<'_>, format: &str) -> Result<String, Failure> {
    none_but(arguments, &["timezone", "format"])?;
    let instant =
        Timestamp::try_from(now).map_err(|error| Failure::new(format_args!("the clock is off: {error}")))?;
    let name = arguments.get("timezone").unwrap_or("UTC");
    let zone =
        TimeZone::get(name).map_err(|_| Failure::new(format_args!("there is no time zone `{name}`")))?;
    jiff::fmt::strtime::format(format, &Zoned::new(instant, zone)).map_err(Failure::new)
}

fn none_but(arguments: Arguments<'_>, known: &[&str]) -> Result<(), Failure> {
    match arguments.iter().find(|(name, _)| !known.contains(name)) {
        None => Ok(()),
        Some((name, _)) if known.is_empty() => {
            Err(format!("it takes no arguments, and `{name}` is given").into())
        }
        Some((name, _)) => {
            Err(format!("there is no argument `{name}`; there are `{}`", known.join("` and `")).into())
        }
    }
}
