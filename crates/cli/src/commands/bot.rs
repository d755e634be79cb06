//! `mossa bot`: one of our players in somebody else's arena.

use std::io::{BufReader, stdin};

use mossa_arena::players::PlayerSpec;
use mossa_arena::players::line::Bot;

use crate::args::BotArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &BotArgs, output: &mut Output) -> Result<(), Failure> {
    let bot = Bot::new(PlayerSpec::parse(&args.player)?)?;
    Ok(bot.serve(BufReader::new(stdin()), output, mossa_engine::open)?)
}
