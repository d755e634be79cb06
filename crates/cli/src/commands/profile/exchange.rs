//! Profiles as files, to be handed over or taken elsewhere.

use std::io::Read;
use std::path::Path;

use mossa_store::{BookRow, NewProfile, Opponent, OpponentFile, OpponentId, Scope};
use serde::Serialize;

use crate::args::{ProfileExportArgs, ProfileImportArgs};
use crate::failure::Failure;
use crate::memory::{Memory, usual_name};
use crate::output::Output;
use crate::words;

/// Prints all that is known of somebody.
pub(super) fn export(args: &ProfileExportArgs, output: &mut Output) -> Result<(), Failure> {
    let only = args.game.as_deref().map(mossa_engine::open).transpose()?;
    let memory = Memory::open(args.memory.db.as_deref())?;
    let person = memory.find(&args.name.clone().unwrap_or_else(usual_name))?;
    let mut file = memory.db().wait(memory.db().export_opponent(person.id))?;
    if let Some(only) = only {
        file.profiles.retain(|profile| profile.family == only.name());
        file.games.retain(|game| game.record.game == only.name());
        file.book.retain(|row| row.key.game == only.name());
    }
    output.json(&file)
}

/// What was taken over, for programs.
#[derive(Serialize)]
struct Taken<'a> {
    name: &'a str,
    profiles: usize,
    games: usize,
    book: usize,
}

/// Takes over what [`export`] printed, for somebody who is not known yet.
pub(super) fn import(args: &ProfileImportArgs, output: &mut Output) -> Result<(), Failure> {
    let file = read(&args.file)?;
    let name = args.name.as_deref().unwrap_or(&file.opponent.name);
    let memory = Memory::open(args.memory.db.as_deref())?;
    let db = memory.db();
    if db.wait(db.find_opponent(file.opponent.kind, name))?.is_some() {
        let expected = format!("--name OTHER, or `mossa profile erase --name \"{name}\"` before");
        return Err(Failure::setting(format!("{name} is known already, and stays as known"), expected));
    }
    let person = db.wait(db.find_or_add_opponent(file.opponent.kind, name))?;
    if let Err(failure) = fill(&memory, &file, &person) {
        // All or nothing: what came before the failure goes again. The failure is what to tell.
        let _ = db.wait(db.erase_opponent(person.id));
        return Err(failure);
    }
    let (profiles, games, book) = (file.profiles.len(), file.games.len(), file.book.len());
    if args.json {
        return output.json(&Taken { name: &person.name, profiles, games, book });
    }
    output.line(format!(
        "took over {}: {}, {}, {} of the book",
        person.name,
        words::counted(games as u64, "game", "games"),
        words::counted(profiles as u64, "profile", "profiles"),
        words::counted(book as u64, "row", "rows"),
    ))
}

fn read(path: &Path) -> Result<OpponentFile, Failure> {
    let expected = "a file that `mossa profile export` wrote";
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().read_to_string(&mut text).map(drop),
        false => std::fs::read_to_string(path).map(|read| text = read),
    };
    read.map_err(|error| Failure::setting(format!("cannot read {}: {error}", path.display()), expected))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::setting(format!("{} is no profile: {error}", path.display()), expected))
}

fn fill(memory: &Memory, file: &OpponentFile, person: &Opponent) -> Result<(), Failure> {
    let db = memory.db();
    let is_theirs = |id: &OpponentId| *id == file.opponent.id;
    for game in &file.games {
        let mut game = game.clone();
        // Runs, and others who played, need not be known here.
        game.run = None;
        game.opponents = game.opponents.iter().map(|id| id.filter(is_theirs).map(|_| person.id)).collect();
        db.wait(db.record_game(&game, &[], &[]))?;
    }
    let theirs = |row: &BookRow| {
        let mut row = row.clone();
        row.key.scope = Scope::Opponent(person.id);
        row
    };
    let book: Vec<BookRow> = file.book.iter().map(theirs).collect();
    db.wait(db.add_to_book(&book))?;
    let mut profiles: Vec<_> = file.profiles.iter().collect();
    profiles.sort_by_key(|profile| (profile.family.as_str(), profile.version));
    let mut last: Option<(&str, u64)> = None;
    for profile in profiles {
        // A file of one game, or one that was edited, may begin later than the first version.
        let based_on = last.filter(|(family, _)| *family == profile.family).map_or(0, |(_, version)| version);
        let (family, taken) = (profile.family.clone(), profile.taken);
        let new =
            NewProfile { opponent: person.id, family, based_on, taken, profile: profile.profile.clone() };
        last = Some((&profile.family, db.wait(db.append_profile(&new))?));
    }
    Ok(())
}
