//! Agents, their stored prompt files and their variables, in SQLite.

use std::collections::BTreeMap;

use rusqlite::{Connection, Result, params};

/// The store.
pub(crate) struct Store(Connection);

/// One agent.
pub(crate) struct Agent {
    pub(crate) name: String,
    /// Paths and bytes: a customer may store anything.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) variables: BTreeMap<String, String>,
}

impl Store {
    /// A store in memory.
    pub(crate) fn open() -> Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE TABLE agent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
             CREATE TABLE file (agent INTEGER NOT NULL, path TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (agent, path));
             CREATE TABLE variable (agent INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (agent, name));",
        )?;
        Ok(Self(connection))
    }

    /// Adds an agent; its number.
    pub(crate) fn add(&self, agent: &Agent) -> Result<i64> {
        self.0.execute("INSERT INTO agent (name) VALUES (?)", [&agent.name])?;
        let id = self.0.last_insert_rowid();
        for (path, bytes) in &agent.files {
            self.save(id, path, bytes)?;
        }
        for (name, text) in &agent.variables {
            self.0.execute("INSERT INTO variable VALUES (?, ?, ?)", params![id, name, text])?;
        }
        Ok(id)
    }

    /// Stores a file of an agent.
    pub(crate) fn save(&self, agent: i64, path: &str, bytes: &[u8]) -> Result<()> {
        self.0.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?)", params![agent, path, bytes])?;
        Ok(())
    }

    /// An agent with all that is stored for it.
    pub(crate) fn load(&self, agent: i64) -> Result<Agent> {
        let name = self.0.query_row("SELECT name FROM agent WHERE id = ?", [agent], |row| row.get(0))?;
        let mut files = self.0.prepare("SELECT path, bytes FROM file WHERE agent = ? ORDER BY path")?;
        let files = files.query_map([agent], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_>>()?;
        let mut variables = self.0.prepare("SELECT name, text FROM variable WHERE agent = ?")?;
        let variables =
            variables.query_map([agent], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_>>()?;
        Ok(Agent { name, files, variables })
    }
}
