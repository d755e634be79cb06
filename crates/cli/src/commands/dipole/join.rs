//! `mossa dipole join`: mossa at somebody's server.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mossa_arena::players::PlayerSpec;
use mossa_engine::Level;
use mossa_game::{Player, Verdict};
use mossa_protocol::dipole::client::{OwnMove, check_address};
use mossa_protocol::dipole::messages::INVALID_MOVE;
use mossa_protocol::dipole::{Client, ClientEvent, ClientFailure, Ended, game_called};
use mossa_protocol::thinker::{ArenaThinker, FullStrength, Thinker};
use mossa_protocol::timing::Timed;
use mossa_search::StopSignal;
use serde::Serialize;

use super::Teller;
use crate::args::DipoleJoinArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, setup};

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is wrong if a server does not accept our moves, or makes others than we know.
const SAME_GAME: &str = "--start and --limit must be those of the server";

/// The last object for programs.
#[derive(Serialize)]
struct Over {
    event: &'static str,
    #[serde(flatten)]
    ended: Ended,
}

/// Runs the command.
pub(crate) fn run(args: &DipoleJoinArgs, output: &mut Output) -> Result<(), Failure> {
    check_address(&args.address)?;
    let game = game_called(&args.game.start, &args.game.limit)?;
    setup::load_tables(&*game, args.tables.as_deref())?;
    let time = Duration::from_millis(args.time);
    let thinker = thinker(args, time)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    // Before we are asked for a move, and the seat does not matter to any of our players.
    let mut timed = Timed::start(thinker, &game, Player::FIRST, &stop)?;
    let mut teller = Teller { output, json: args.json, stop: stop.clone(), failed: None };
    let played = Client::connect(&args.address, PATIENCE).and_then(|client| {
        client.play(game.start(), &mut timed, time, &stop, &mut |event| {
            teller.tell(event, Some(line(event)));
        })
    });
    let ended = match played {
        Ok(ended) => ended,
        Err(failure) => {
            teller.finish()?;
            return Err(without_result(&args.address, &failure));
        }
    };
    let told = match ended.verdict {
        Verdict::Win => "won",
        Verdict::Draw => "tie",
        Verdict::Loss => "lost",
    };
    teller.tell(&Over { event: "over", ended }, Some(told.to_owned()));
    teller.finish()?;
    if ended.verdict == Verdict::Loss { Err(Failure::No) } else { Ok(()) }
}

/// Why there is no result. Its exit code is not that of a lost game.
fn without_result(address: &str, failure: &ClientFailure) -> Failure {
    match failure {
        ClientFailure::Connect(error) => {
            let error = error.to_string();
            // The number that the system gives an error tells people nothing.
            let reason = error.split_once(" (os error").map_or(error.as_str(), |(reason, _)| reason);
            let expected = "a server there, such as `mossa dipole host`";
            Failure::setting(format!("{address}: cannot connect: {reason}"), expected)
        }
        ClientFailure::OutOfStep(_) => Failure::Refused(format!("{failure}; {SAME_GAME}")),
        _ => Failure::Refused(failure.to_string()),
    }
}

fn thinker(args: &DipoleJoinArgs, time: Duration) -> Result<Box<dyn Thinker>, Failure> {
    let seed = args.seed.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_nanos()).unwrap_or_default()
    });
    let spec = match &args.player {
        Some(player) => PlayerSpec::parse(player)?,
        None if args.level == Level::FULL => {
            return Ok(Box::new(FullStrength::new(args.threads, args.table)?));
        }
        None => PlayerSpec::parse(&format!("level:{}", args.level))?,
    };
    Ok(Box::new(ArenaThinker::new(spec, time, seed)))
}

fn line(event: &ClientEvent) -> String {
    match event {
        ClientEvent::Welcome { side } => format!("we play {side}"),
        ClientEvent::Message { text } if text == INVALID_MOVE => {
            format!("the server says: {text} ({SAME_GAME})")
        }
        ClientEvent::Message { text } => format!("the server says: {text}"),
        ClientEvent::Moved(own) => own_move(own),
        ClientEvent::OpponentMoved { action } => format!("opponent {action}"),
        ClientEvent::Refused => format!("the server refuses our move ({SAME_GAME})"),
        ClientEvent::TimedOut => "the server says that our time is over".to_owned(),
        ClientEvent::Unknown { line } => format!("the server says something unknown: {line}"),
    }
}

fn own_move(own: &OwnMove) -> String {
    let value = own.value.map(|value| format!(", value {value}")).unwrap_or_default();
    let depth = own.depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    let cut = if own.finished { "" } else { ", best so far" };
    format!("mossa    {}{value}{depth}, {} ms{cut}", own.action, own.millis)
}
