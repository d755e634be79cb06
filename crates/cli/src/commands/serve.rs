//! `mossa serve`, and `mossa` alone: the page and the API.

use mossa_server::{Rate, ServeError, Settings};
use mossa_store::Location;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &ServeArgs, output: &mut Output) -> Result<(), Failure> {
    let location = Location::choose(args.memory.db.as_deref())?;
    let rate = Rate { burst: args.burst.into(), per_second: args.rate.into() };
    let settings = Settings { address: args.address, location, rate, hosts: args.host.clone() };
    let mut told = Ok(());
    let served = mossa_server::serve_blocking(
        &settings,
        |address| {
            told = output.line(format!("mossa is at http://{address}")).and_then(|()| Ok(output.flush()?));
        },
        mossa_server::interrupted(),
    );
    told?;
    served.map_err(|error| match error {
        ServeError::Store(error) => Failure::Refused(error.to_string()),
        error => Failure::Io(anyhow::Error::from(error)),
    })
}
