//! The server in a process of its own, and what it uses up.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::ops::Sub;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Failure;

/// A server that ends, with its database, when this is dropped.
pub(crate) struct Server {
    process: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts a server at a free port that allows all that is asked here.
    pub(crate) fn start(mossa: &Path) -> Result<Server, Failure> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(mossa);
        command.args(["serve", "--address", "127.0.0.1:0", "--burst", "100000", "--rate", "10000", "--db"]);
        command.arg(folder.path().join("load.db"));
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut said = String::new();
        let output = process.stdout.take().ok_or("a server that says nothing")?;
        BufReader::new(output).read_line(&mut said)?;
        let address =
            said.trim().strip_prefix("mossa is at http://").and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| format!("the server says {said:?}"))?;
        Ok(Server { process, address, _folder: folder })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it has used up so far.
    pub(crate) fn usage(&self) -> Result<Usage, Failure> {
        Usage::of(&self.process.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a process uses up, as Linux counts it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Processor time.
    pub(crate) seconds: f64,
    /// The most memory at once.
    pub(crate) peak_mb: u64,
}

/// Linux tells processor time in hundredths of a second, whatever it counts in.
const TICKS: f64 = 100.0;

impl Usage {
    /// What this program has used up so far.
    pub(crate) fn of_this_program() -> Result<Usage, Failure> {
        Usage::of("self")
    }

    fn of(process: &str) -> Result<Usage, Failure> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The name, which may have spaces, is in parentheses; user and system time are the 14th and 15th field.
        let (_, fields) = stat.rsplit_once(')').ok_or("an unknown kind of /proc/stat")?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
        let ticks: f64 = ticks.sum::<Result<f64, _>>()?;
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak =
            peak.and_then(|peak| peak.split_whitespace().next()).ok_or("an unknown kind of /proc/status")?;
        Ok(Usage { seconds: ticks / TICKS, peak_mb: peak.parse::<u64>()? / 1024 })
    }
}

impl Sub for Usage {
    type Output = Usage;

    fn sub(self, before: Usage) -> Usage {
        Usage { seconds: self.seconds - before.seconds, ..self }
    }
}
