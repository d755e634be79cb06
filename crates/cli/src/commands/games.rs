//! `mossa games`: the games, their options, presets and notations.

use mossa_game::{BrainVariant, FamilyInfo, InputError, OptionInfo};

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &GamesArgs, output: &mut Output) -> Result<(), Failure> {
    let families = match &args.name {
        // Opening it accepts whatever names a game elsewhere, presets included, and refuses the rest.
        Some(name) => vec![mossa_engine::open(name)?.info().clone()],
        None => mossa_engine::families(),
    };
    for (index, info) in families.iter().enumerate() {
        if args.json {
            output.json(info)?;
            continue;
        }
        if index > 0 {
            output.line("")?;
        }
        describe(info, output)?;
    }
    Ok(())
}

fn describe(info: &FamilyInfo, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("{}: {}", info.name, info.title))?;
    output.line(format!("  {}", info.summary))?;
    if !info.options.is_empty() {
        output.line("  Options")?;
        table(output, info.options.iter().map(option))?;
    }
    if !info.presets.is_empty() {
        output.line("  Presets")?;
        // A preset is told as the game that it opens writes its own name.
        let presets = info.presets.iter().map(|(preset, _)| {
            let game = mossa_engine::open(preset)?;
            Ok((preset.to_string(), game.name().to_owned()))
        });
        table(output, presets.collect::<Result<Vec<_>, InputError>>()?.into_iter())?;
    }
    for brain in &info.brains {
        output.line(format!(
            "  Players {0}:VARIANT, for matches ({0} alone is {1}): {2}",
            brain.name, brain.standard, brain.summary
        ))?;
        let variant = |v: &BrainVariant| (v.name.to_owned(), format!("{} (brain {})", v.summary, v.brain));
        table(output, brain.variants.iter().map(variant))?;
    }
    if !info.bots.is_empty() {
        output.line("  Training bots, for `mossa play --bot`")?;
        table(output, info.bots.iter().map(|bot| (bot.name.to_owned(), bot.summary.to_owned())))?;
    }
    if !info.experiments.is_empty() {
        let names: Vec<&str> = info.experiments.iter().map(|(name, _)| *name).collect();
        output.line(format!("  Experiments, for `mossa lab --preset`: {}", names.join(", ")))?;
    }
    output.line(format!("  Moves: {}", info.move_notation))?;
    output.line(format!("  Positions: {}", info.position_notation))
}

fn option(option: &OptionInfo) -> (String, String) {
    let meaning = format!("{}: {} (default {})", option.meaning, option.accepts, option.default);
    (option.name.to_owned(), meaning)
}

/// Two columns, the first as wide as it must be.
fn table(output: &mut Output, rows: impl Iterator<Item = (String, String)>) -> Result<(), Failure> {
    let rows: Vec<(String, String)> = rows.collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().try_for_each(|(name, meaning)| output.line(format!("    {name:<width$}  {meaning}")))
}
