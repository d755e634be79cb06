//! `mossa dipole host`: the server of a game.

use std::time::Duration;

use mossa_protocol::dipole::{Ending, Log, Server, ServerEvent, ServerSettings, game_called};
use mossa_search::StopSignal;
use serde::Serialize;

use super::{Teller, told, unusable};
use crate::args::DipoleHostArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// The first object for programs.
#[derive(Serialize)]
struct Listening {
    event: &'static str,
    address: String,
}

/// Runs the command.
pub(crate) fn run(args: &DipoleHostArgs, output: &mut Output) -> Result<(), Failure> {
    let settings = settings(args)?;
    let mut log = match &args.log {
        Some(path) => Some(
            Log::open(path)
                .map_err(|error| unusable(path.display(), &error, "a file that can be written"))?,
        ),
        None => None,
    };
    let place = (args.bind, args.port);
    let bound = Server::bind(place).and_then(|server| server.address().map(|address| (server, address)));
    let (server, address) = bound
        .map_err(|error| unusable(format!("port {} of {}", args.port, args.bind), &error, "a free --port"))?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let mut teller = Teller { output, json: args.json, stop: stop.clone(), failed: None };
    teller.tell(
        &Listening { event: "listening", address: address.to_string() },
        Some(format!("listening on {address}")),
    );
    let mut played = 0;
    while (args.games == 0 || played < args.games) && !stop.is_stopped() {
        let report = server.host(&settings, &stop, &mut |event| {
            if let Some(log) = &mut log {
                log.note(event);
            }
            tell(&mut teller, event);
        })?;
        played += u64::from(report.ending != Ending::Stopped);
    }
    teller.finish()?;
    if let Some(log) = log {
        log.finish()?;
    }
    if played < args.games {
        return Err(Failure::Unanswered("stopped before all games were played".to_owned()));
    }
    Ok(())
}

fn settings(args: &DipoleHostArgs) -> Result<ServerSettings, Failure> {
    Ok(ServerSettings {
        game: game_called(&args.game.start, &args.game.limit)?,
        position: None,
        time: Duration::from_millis(args.time),
        grace: Duration::from_millis(args.grace),
        warm_up: Duration::from_secs(args.warmup),
        groups: [args.white_id.clone(), args.black_id.clone()],
        patience: None,
    })
}

/// People need not read every line of the protocol: that is what the log is for.
fn tell(teller: &mut Teller<'_>, event: &ServerEvent) {
    let line = match event {
        ServerEvent::Sent { .. } | ServerEvent::Received { .. } => return,
        ServerEvent::Connected { side, group, peer } => {
            let from = peer.as_ref().map(|peer| format!(" from {peer}")).unwrap_or_default();
            format!("{side} is group {group}{from}")
        }
        ServerEvent::Left { side } => format!("{side} left before the game, the seat is free"),
        ServerEvent::Began => "the game begins".to_owned(),
        ServerEvent::Moved(made) => {
            format!("{:>4} {} {:<8} {:>6} ms", made.ply, made.side, made.action.to_string(), made.millis)
        }
        ServerEvent::Over(report) => told(report),
    };
    teller.tell(event, Some(line));
}
