//! `mossa lab`: take a search apart.

mod adaptive;
mod comparison;
mod exploration;
mod show;
mod tournament;

use std::path::Path;

use mossa_arena::lab::{PresetKind, preset};
use mossa_game::Language;
use serde::Serialize;

use crate::args::LabArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, texts};

/// Runs the command.
pub(crate) fn run(args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    if args.presets {
        return list(args, output);
    }
    if let Some(name) = &args.preset {
        if name == adaptive::NAME {
            return adaptive::run(args, output);
        }
        adaptive::refuse_elsewhere(args, name)?;
        let preset = preset::find(&mossa_engine::families(), name, &mossa_engine::open)?;
        let title = preset.title.text(texts::language(args.output.lang));
        return match preset.kind {
            PresetKind::Tournament(plan) => tournament::repeat(plan, title, args, output),
            PresetKind::Positions(plan) => comparison::repeat(&plan, title, args, output),
            PresetKind::Exploration(plan) => exploration::repeat(&plan, title, args, output),
        };
    }
    // Only presets go without a game.
    let game = args.game.as_deref().unwrap_or_default();
    if args.search.openings {
        exploration::run(game, args, output)
    } else if args.tournament.tournament {
        tournament::run(game, args, output)
    } else {
        comparison::run(game, args, output)
    }
}

/// An experiment that a game brings.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    game: &'a str,
    kind: &'a str,
    title: &'a str,
}

/// The experiments that games bring, one per line.
fn list(args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    let presets = preset::all(&mossa_engine::families(), &mossa_engine::open)?;
    let language: Language = texts::language(args.output.lang);
    for (game, preset) in &presets {
        let kind = match preset.kind {
            PresetKind::Tournament(_) => "tournament",
            PresetKind::Positions(_) => "positions",
            PresetKind::Exploration(_) => "exploration",
        };
        let title = preset.title.text(language);
        if args.output.json {
            output.json(&Listed { name: &preset.name, game, kind, title })?;
        } else {
            output.line(format!("{:<24} {kind:<11} {title}", preset.name))?;
        }
    }
    let title = "the opponent that adapts against training bots, on and off";
    match args.output.json {
        true => output.json(&Listed { name: adaptive::NAME, game: "", kind: "adaptive", title }),
        false => output.line(format!("{:<24} {:<11} {title}", adaptive::NAME, "adaptive")),
    }
}

/// Writes a file of results, all of it or nothing.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::atomically(path, text.as_bytes())
        .map_err(|error| Failure::Io(anyhow::Error::from(error).context(path.display().to_string())))
}
