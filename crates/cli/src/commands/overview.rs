//! `mossa` alone: what it is, which games there are, and examples to copy.

use mossa_game::FamilyInfo;

use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let families = mossa_engine::families();
    output.line("mossa plays, analyses, solves and measures perfect-information board games.")?;
    output.line("")?;
    output.line("Games")?;
    for info in &families {
        output.line(format!("  {:<18}{}", info.name, info.summary))?;
        if !info.presets.is_empty() {
            let names: Vec<&str> = info.presets.iter().map(|(name, _)| *name).collect();
            output.line(format!("  {:<18}also: {}", "", names.join(", ")))?;
        }
    }
    output.line("")?;
    output.line("Try (without mossa on your path: `cargo run --release --` in its place)")?;
    let first = families.first().map_or("GAME", example);
    for (command, meaning) in [
        (format!("mossa play {first}"), "play in the terminal"),
        (format!("mossa analyse {first}"), "find the best move"),
        (format!("mossa solve {first}"), "prove the result of perfect play"),
        (format!("mossa perft {first} --depth 5"), "count positions"),
        (format!("mossa match level:4 level:2 --game {first}"), "let players meet"),
        (format!("mossa lab {first} --depth 5"), "take the search apart"),
        ("mossa games".to_owned(), "options and notations of every game"),
        ("mossa --help".to_owned(), "all commands"),
    ] {
        output.line(format!("  {command:<52}{meaning}"))?;
    }
    Ok(())
}

/// A name to try: a preset reads best.
fn example(info: &FamilyInfo) -> &'static str {
    info.presets.first().map_or(info.name, |(name, _)| name)
}
