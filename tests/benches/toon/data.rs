//! The values that are written: rows of a table, a nested configuration, short strings.

use agentc_tests::generate::Random;
use serde::Serialize;

/// An element of `inputs.rows` of `rows.agent`.
#[derive(agentc::Prompt, Serialize)]
#[prompt(path = "benches/toon/rows.agent", of = "inputs.rows")]
pub struct Row {
    id: u64,
    name: String,
    email: String,
    score: f64,
    active: bool,
}

/// The same rows, as code written for their type writes them.
#[derive(agentc::Prompt)]
#[prompt(path = "benches/toon/rows.agent")]
pub struct Rows<'a> {
    pub rows: &'a [Row],
}

/// A thousand rows, such as a query returns.
pub fn rows() -> Vec<Row> {
    const NAMES: [&str; 8] = ["Ada", "Grace", "Edsger", "Barbara", "Niklaus", "Frances", "Tony", "Adele"];
    const FAMILIES: [&str; 6] = ["Lovelace", "Hopper", "Dijkstra", "Liskov", "Wirth, N.", "Goldberg"];
    let mut random = Random::new(1);
    let row = |id: u64| {
        let (name, family) = (random.pick(&NAMES), random.pick(&FAMILIES));
        Row {
            id: 10_000 + id,
            name: format!("{name} {family}"),
            email: format!("{}.{id}@example.org", name.to_lowercase()),
            score: (random.below(100_000) as f64) / 100.0,
            active: random.below(2) == 0,
        }
    };
    (0..1000).map(row).collect()
}

/// A service's configuration, about 2 KB as JSON.
#[derive(Serialize)]
pub struct Config {
    service: String,
    version: u32,
    debug: bool,
    server: Server,
    database: Database,
    features: Vec<String>,
    upstreams: Vec<Upstream>,
    limits: std::collections::BTreeMap<String, Limit>,
    logging: Logging,
    locales: Vec<Locale>,
}

#[derive(Serialize)]
struct Server {
    host: String,
    port: u16,
    tls: Option<Tls>,
    headers: std::collections::BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Tls {
    certificate: String,
    key: String,
    minimum: f64,
}

#[derive(Serialize)]
struct Database {
    primary: Endpoint,
    replicas: Vec<Endpoint>,
    pool: Pool,
}

#[derive(Serialize)]
struct Endpoint {
    host: String,
    port: u16,
    weight: f64,
}

#[derive(Serialize)]
struct Pool {
    min: u32,
    max: u32,
    timeout: Option<f64>,
}

#[derive(Serialize)]
struct Upstream {
    name: String,
    url: String,
    retries: u8,
    tags: Vec<String>,
}

#[derive(Serialize)]
struct Limit {
    rate: u32,
    burst: u32,
}

#[derive(Serialize)]
struct Logging {
    level: Level,
    outputs: Vec<Output>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Output {
    Stdout,
    File { path: String, megabytes: u32 },
}

#[derive(Serialize)]
struct Locale {
    tag: String,
    currency: String,
    fallback: Option<String>,
}

pub fn config() -> Config {
    let text = str::to_owned;
    let endpoint = |host: &str, weight| Endpoint { host: text(host), port: 5432, weight };
    let upstream = |name: &str, tags: &[&str]| Upstream {
        name: text(name),
        url: format!("https://{name}.internal.example.org/v2"),
        retries: 3,
        tags: tags.iter().copied().map(text).collect(),
    };
    let limit = |name: &str, rate| (text(name), Limit { rate, burst: rate * 2 });
    let locale = |tag: &str, currency: &str, fallback: Option<&str>| Locale {
        tag: text(tag),
        currency: text(currency),
        fallback: fallback.map(text),
    };
    Config {
        service: text("checkout"),
        version: 12,
        debug: false,
        server: Server {
            host: text("0.0.0.0"),
            port: 8443,
            tls: Some(Tls {
                certificate: text("/etc/checkout/tls/server.pem"),
                key: text("/etc/checkout/tls/server.key"),
                minimum: 1.2,
            }),
            headers: [
                ("strict-transport-security", "max-age=31536000; includeSubDomains"),
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
            ]
            .map(|(key, value)| (text(key), text(value)))
            .into(),
        },
        database: Database {
            primary: endpoint("db-primary.internal", 1.0),
            replicas: vec![endpoint("db-replica-1.internal", 0.5), endpoint("db-replica-2.internal", 0.25)],
            pool: Pool { min: 4, max: 64, timeout: Some(2.5) },
        },
        features: ["coupons", "gift cards", "express-pay", "split-shipments", "a/b tests"].map(text).into(),
        upstreams: vec![
            upstream("inventory", &["core", "eu"]),
            upstream("pricing", &["core", "eu", "us"]),
            upstream("shipping", &[]),
            upstream("fraud", &["ml"]),
        ],
        limits: [limit("anonymous", 30), limit("customer", 120), limit("partner", 1200), limit("staff", 600)]
            .into(),
        logging: Logging {
            level: Level::Info,
            outputs: vec![
                Output::Stdout,
                Output::File { path: text("/var/log/checkout.log"), megabytes: 256 },
            ],
        },
        locales: vec![
            locale("en-GB", "GBP", None),
            locale("de-DE", "EUR", Some("en-GB")),
            locale("fr-FR", "EUR", Some("en-GB")),
            locale("sv-SE", "SEK", Some("en-GB")),
            locale("ja-JP", "JPY", None),
        ],
    }
}

/// A hundred thousand words and short phrases, one in twenty of which needs quotes.
pub fn strings() -> Vec<String> {
    const WORDS: [&str; 12] = [
        "alpha",
        "beta",
        "gamma ray",
        "delta",
        "epsilon",
        "zeta function",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda calculus",
        "mu",
    ];
    const MARKED: [&str; 4] = ["a, b", "key: value", "12", "say \"hi\""];
    let mut random = Random::new(2);
    let string = |number| match random.below(20) {
        0 => random.pick(&MARKED).to_owned(),
        1..8 => format!("{} {number}", random.pick(&WORDS)),
        _ => random.pick(&WORDS).to_owned(),
    };
    (0..100_000).map(string).collect()
}
