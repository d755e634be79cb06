//! `mossa profile`: what is known of those who play.

mod exchange;
mod gauges;

use mossa_store::{OpponentSummary, UnixMillis};
use serde::Serialize;

use crate::args::{
    ProfileArgs, ProfileCommand, ProfileEraseArgs, ProfileListArgs, ProfileResetArgs, ProfileShowArgs,
};
use crate::failure::Failure;
use crate::memory::{Memory, usual_name};
use crate::output::Output;
use crate::{texts, words};

/// Runs the command.
pub(crate) fn run(args: &ProfileArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        ProfileCommand::List(args) => list(args, output),
        ProfileCommand::Show(args) => show(args, output),
        ProfileCommand::Export(args) => exchange::export(args, output),
        ProfileCommand::Import(args) => exchange::import(args, output),
        ProfileCommand::Reset(args) => reset(args, output),
        ProfileCommand::Erase(args) => erase(args, output),
    }
}

fn list(args: &ProfileListArgs, output: &mut Output) -> Result<(), Failure> {
    let memory = Memory::open(args.memory.db.as_deref())?;
    let all = memory.db().wait(memory.db().opponents())?;
    if args.json {
        return all.iter().try_for_each(|one| output.json(one));
    }
    if all.is_empty() {
        return output.line("nobody is known yet; `mossa play GAME --style exploit` changes that");
    }
    let width = all.iter().map(|one| one.opponent.name.chars().count()).max().unwrap_or(0);
    all.iter().try_for_each(|one| output.line(listed(one, width)))
}

fn listed(one: &OpponentSummary, width: usize) -> String {
    let OpponentSummary { opponent, games, profiles, last_played } = one;
    let games = words::counted(*games, "game", "games");
    let profiles = words::counted(*profiles, "profile", "profiles");
    let last = last_played.map_or_else(String::new, |last| format!(", last {}", day(last)));
    format!("{:<width$}  {:<6}  {games}, {profiles}{last}", opponent.name, opponent.kind)
}

/// `2026-11-17`: the day in UTC, by the rule of the Gregorian calendar (400 years have 146 097 days).
pub(crate) fn day(moment: UnixMillis) -> String {
    let days = moment.0.div_euclid(86_400_000) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    // Years begin in March here, so that the day that comes and goes is the last.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + later)
}

fn show(args: &ProfileShowArgs, output: &mut Output) -> Result<(), Failure> {
    let only = args.game.as_deref().map(mossa_engine::open).transpose()?;
    let memory = Memory::open(args.memory.db.as_deref())?;
    let person = memory.find(&args.name.clone().unwrap_or_else(usual_name))?;
    let file = memory.db().wait(memory.db().export_opponent(person.id))?;
    let mut games: Vec<&str> = file.profiles.iter().map(|profile| profile.family.as_str()).collect();
    games.dedup();
    games.retain(|game| only.as_ref().is_none_or(|only| only.name() == *game));
    let language = texts::language(args.lang);
    let mut shown = 0;
    for name in games {
        let game = mossa_engine::open(name)?;
        let history: Vec<_> = file.profiles.iter().filter(|profile| profile.family == name).collect();
        let (Some(profile), _) = memory.profile(&person, &*game)? else { continue };
        let told = gauges::Told::new(&person, &*game, &profile, &history, language);
        if args.json {
            output.json(&told)?;
        } else {
            if shown > 0 {
                output.line("")?;
            }
            told.lines().iter().try_for_each(|line| output.line(line))?;
        }
        shown += 1;
    }
    match shown {
        0 if args.json => Err(Failure::No),
        0 => {
            output.line(format!("nothing is known of {} here", person.name))?;
            Err(Failure::No)
        }
        _ => Ok(()),
    }
}

/// What was forgotten, for programs.
#[derive(Serialize)]
struct Reset<'a> {
    name: &'a str,
    reset: &'a [String],
}

fn reset(args: &ProfileResetArgs, output: &mut Output) -> Result<(), Failure> {
    let only = args.game.as_deref().map(mossa_engine::open).transpose()?;
    let memory = Memory::open(args.memory.db.as_deref())?;
    let (db, person) = (memory.db(), memory.find(&args.name)?);
    let mut games: Vec<String> =
        db.wait(db.export_opponent(person.id))?.profiles.into_iter().map(|profile| profile.family).collect();
    games.dedup();
    games.retain(|game| only.as_ref().is_none_or(|only| only.name() == game));
    for game in &games {
        db.wait(db.reset_profile(person.id, game))?;
    }
    if args.json {
        return output.json(&Reset { name: &person.name, reset: &games });
    }
    match games.is_empty() {
        true => output.line(format!("nothing was known of {} here", person.name)),
        false => output.line(format!("forgot what was believed of {} in {}", person.name, games.join(" "))),
    }
}

/// What was erased, for programs.
#[derive(Serialize)]
struct Gone<'a> {
    name: &'a str,
    games: u64,
    profiles: u64,
    book: u64,
}

fn erase(args: &ProfileEraseArgs, output: &mut Output) -> Result<(), Failure> {
    let memory = Memory::open(args.memory.db.as_deref())?;
    let person = memory.find(&args.name)?;
    let erased = memory.db().wait(memory.db().erase_opponent(person.id))?;
    let (games, profiles, book) = (erased.games, erased.profiles, erased.book);
    if args.json {
        return output.json(&Gone { name: &person.name, games, profiles, book });
    }
    output.line(format!(
        "erased {}: {}, {}, {} of the book",
        person.name,
        words::counted(games, "game", "games"),
        words::counted(profiles, "profile", "profiles"),
        words::counted(book, "row", "rows"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_709_251_200, "2024-03-01"),
            (1_798_675_200, "2026-12-31"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(day(UnixMillis(seconds * 1000)), text);
        }
    }
}
