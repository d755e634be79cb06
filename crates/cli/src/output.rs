//! Standard output that does not panic when its reader goes away.

use std::io::{self, Stdout, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Where commands write. Unlike `println!`, a closed pipe is an error like any other.
#[derive(Debug)]
pub(crate) struct Output(Stdout);

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Output {
        Output(io::stdout())
    }

    /// One line of text.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.0, "{}", text.as_ref())?)
    }

    /// One object on one line, at once, so that programs can follow.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        writeln!(self.0, "{}", serde_json::to_string(object)?)?;
        Ok(self.0.flush()?)
    }

    /// Hands over everything written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
