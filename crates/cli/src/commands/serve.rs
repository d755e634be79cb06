//! `mossa serve`, and `mossa` alone: the page and the API.

use mossa_server::{Rate, ServeError, Settings};
use mossa_store::Location;

use crate::args::ServeArgs;
use crate::browser;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &ServeArgs, output: &mut Output) -> Result<(), Failure> {
    let location = Location::choose(args.memory.db.as_deref())?;
    let rate = Rate { burst: args.burst.into(), per_second: args.rate.into() };
    let settings = Settings {
        address: args.address,
        rate,
        streams: args.streams,
        tables: args.tables.clone(),
        hosts: args.host.clone(),
        ..Settings::local(location)
    };
    let mut told = Ok(());
    let served = mossa_server::serve_blocking(
        &settings,
        |address| {
            told = output.line(format!("mossa is at http://{address}")).and_then(|()| Ok(output.flush()?));
            if args.open && !args.no_open {
                browser::open(address);
            }
        },
        mossa_server::interrupted(),
    );
    told?;
    served.map_err(|error| match error {
        ServeError::Store(error) => Failure::Refused(error.to_string()),
        ServeError::Input(error) => Failure::Input(error),
        error => Failure::Io(anyhow::Error::from(error)),
    })
}
