//! `mossa games`: the games, their options, presets and notations.

use mossa_game::{BrainVariant, FamilyInfo, OptionInfo};

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
        let meaning = |options: &str| match options {
            "" => info.name.to_owned(),
            options => format!("{}:{options}", info.name),
        };
        table(output, info.presets.iter().map(|(name, options)| (name.to_string(), meaning(options))))?;
    }
    for brain in &info.brains {
        output.line(format!("  Players {}:VARIANT, for matches: {}", brain.name, brain.summary))?;
        let variant = |v: &BrainVariant| (v.name.to_owned(), format!("{} (brain {})", v.summary, v.brain));
        table(output, brain.variants.iter().map(variant))?;
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
