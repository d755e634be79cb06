//! The results of a run as text and as JSON.

use mossa_arena::stats::PointSystem;
use mossa_arena::summary::{Duel, Standing, Summary, Tally};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::words;

/// More players than this do not fit a table that is drawn while games go on.
const MOST_LIVE: usize = 12;

/// `12-30-8`: wins, draws, losses.
fn wdl(tally: &Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}

/// `+35.2`, or a dash where nothing can be told.
fn signed(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:+.1}"))
}

fn plain(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.decimals$}"))
}

/// `Elo +35.2 ± 20.1`, or what can be said instead.
fn elo(duel: &Duel) -> String {
    let error = duel.error.map_or(String::new(), |error| format!(" ± {error:.1}"));
    match (duel.elo, duel.wins, duel.losses) {
        (Some(elo), ..) => format!("Elo {elo:+.1}{error}"),
        (None, 0, 0) => "no result yet".to_owned(),
        (None, 0, _) => "lost all games: no finite Elo".to_owned(),
        (None, _, 0) => "won all games: no finite Elo".to_owned(),
        (None, ..) => "too few pairs for an Elo".to_owned(),
    }
}

/// How things stand, on one line.
pub(super) fn one_line(summary: &Summary) -> String {
    let games = format!("{}/{} games", summary.games, summary.planned);
    match (&summary.duel, summary.players.iter().min_by_key(|standing| standing.place)) {
        (Some(duel), _) => {
            let test = duel.sprt.as_ref().map_or(String::new(), |test| {
                format!(", LLR {:.2} [{:.2}, {:.2}]", test.llr, test.lower, test.upper)
            });
            let tally = Tally { wins: duel.wins, draws: duel.draws, losses: duel.losses };
            let los = duel.los.map_or(String::new(), |los| format!(", LOS {:.1}%", 100.0 * los));
            format!("{games}: {}, {}{los}{test}", wdl(&tally), elo(duel))
        }
        (None, Some(first)) => format!("{games}: {} leads with {} points", first.name, first.points),
        (None, None) => games,
    }
}

/// How things stand, for a screen that is drawn again and again.
pub(super) fn live(summary: &Summary) -> Vec<String> {
    let mut lines = vec![one_line(summary)];
    lines.extend(standings(summary).into_iter().take(MOST_LIVE + 1));
    if summary.players.len() > MOST_LIVE {
        lines.push(format!("... and {} more", summary.players.len() - MOST_LIVE));
    }
    lines
}

/// The players by place, one per line below a head.
fn standings(summary: &Summary) -> Vec<String> {
    let width =
        summary.players.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0).max(6);
    let head = format!(
        "{:>5} {:<width$} {:>7} {:>6} {:>13} {:>6} {:>16} {:>6} {:>8} {:>9} {:>8}",
        "place",
        "player",
        "points",
        "games",
        "W-D-L",
        "score",
        "rating",
        "depth",
        "per s",
        "ms/move",
        "forfeits"
    );
    let mut sorted: Vec<&Standing> = summary.players.iter().collect();
    sorted.sort_by_key(|standing| standing.place);
    std::iter::once(head).chain(sorted.into_iter().map(|standing| standing_row(standing, width))).collect()
}

fn standing_row(standing: &Standing, width: usize) -> String {
    let games = standing.tally.games();
    let score = (games > 0).then(|| format!("{:.1}%", 100.0 * standing.tally.score() / games as f64));
    let rating = standing.rating.map(|rating| format!("{:+.1} ± {:.1}", rating.elo, rating.error));
    let effort = &standing.effort;
    let pace = (effort.moves > 0).then(|| effort.micros as f64 / 1000.0 / f64::from(effort.moves));
    format!(
        "{:>5} {:<width$} {:>7} {games:>6} {:>13} {:>6} {:>16} {:>6} {:>8} {:>9} {:>8}",
        standing.place,
        standing.name,
        standing.points,
        wdl(&standing.tally),
        score.unwrap_or("-".to_owned()),
        rating.unwrap_or("-".to_owned()),
        plain(standing.depth, 1),
        standing.speed.map_or("-".to_owned(), words::short),
        plain(pace, 1),
        standing.forfeits,
    )
}

/// Everything, at the end.
pub(super) fn print(summary: &Summary, points: &PointSystem, output: &mut Output) -> Result<(), Failure> {
    output.line("")?;
    standings(summary).iter().try_for_each(|line| output.line(line.trim_end()))?;
    output.line("")?;
    if summary.players.len() > 2 {
        print_crosstable(summary, output)?;
    }
    print_seats(summary, output)?;
    print_wins(summary, output)?;
    let length = &summary.length;
    output.line(format!("plies: mean {:.1}, from {} to {}", length.mean, length.least, length.most))?;
    let endings: Vec<String> =
        summary.endings.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    output.line(format!("ended by: {}", endings.join(", ")))?;
    if points.to_string() != PointSystem::default().to_string() {
        output.line(format!("points: {points}"))?;
    }
    match &summary.duel {
        Some(duel) => print_duel(summary, duel, output),
        None => output.line(format!("games {}", summary.games)),
    }
}

fn print_crosstable(summary: &Summary, output: &mut Output) -> Result<(), Failure> {
    const CORNER: &str = "row against column";
    let names = summary.players.iter().map(|standing| standing.name.chars().count());
    let width = names.max().unwrap_or(0).max(CORNER.len());
    let cell = |row: usize, column: usize| match &summary.crosstable[row][column] {
        _ if row == column => "·".to_owned(),
        tally if tally.games() == 0 => "-".to_owned(),
        tally => wdl(tally),
    };
    let all = 0..summary.players.len();
    let widest = all.clone().flat_map(|row| all.clone().map(move |column| cell(row, column).chars().count()));
    let column_width = widest.max().unwrap_or(0).max(4);
    let head: String = all.clone().map(|column| format!(" {:>column_width$}", column + 1)).collect();
    output.line(format!("{:>3} {:<width$}{head}", "", CORNER))?;
    for row in all.clone() {
        let cells: String =
            all.clone().map(|column| format!(" {:>column_width$}", cell(row, column))).collect();
        output.line(format!("{:>3} {:<width$}{cells}", row + 1, summary.players[row].name))?;
    }
    output.line("")
}

fn print_seats(summary: &Summary, output: &mut Output) -> Result<(), Failure> {
    let seats = summary.by_seat.iter().enumerate();
    let seats: Vec<String> =
        seats.map(|(seat, tally)| format!("player {} {}", seat + 1, wdl(tally))).collect();
    output.line(format!("by seat: {}", seats.join(", ")))
}

/// In games of more than two: `games won: a 61.5% ± 6.7 of 200 (even: 50.0%), ...`.
fn print_wins(summary: &Summary, output: &mut Output) -> Result<(), Failure> {
    let won = summary.players.iter().filter_map(|standing| {
        let wins = standing.wins.as_ref()?;
        let error = wins.error.map_or(String::new(), |error| format!(" ± {:.1}", 100.0 * error));
        let (share, even) = (100.0 * wins.share, 100.0 * wins.even);
        Some(format!("{} {share:.1}%{error} of {} (even: {even:.1}%)", standing.name, wins.games))
    });
    let won: Vec<String> = won.collect();
    if won.is_empty() { Ok(()) } else { output.line(format!("games won: {}", won.join(", "))) }
}

fn print_duel(summary: &Summary, duel: &Duel, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("pairs (0, 1/2, 1, 3/2, 2 points): {:?}", duel.pentanomial))?;
    output.line(format!(
        "normalised Elo {} ± {}, likelihood of superiority {}",
        signed(duel.nelo),
        plain(duel.nelo_error, 1),
        duel.los.map_or("-".to_owned(), |los| format!("{:.2}%", 100.0 * los)),
    ))?;
    if let Some(test) = &duel.sprt {
        let verdict = match test.accepted.as_deref() {
            Some("H1") => format!("accepted: at least {:+} Elo is believed", test.elo1),
            Some(_) => format!("refused: {:+} Elo or less is believed", test.elo0),
            None => "undecided".to_owned(),
        };
        output.line(format!(
            "SPRT [{}, {}] {}: LLR {:.2} in [{:.2}, {:.2}], {verdict}",
            test.elo0, test.elo1, test.model, test.llr, test.lower, test.upper
        ))?;
    }
    let tally = Tally { wins: duel.wins, draws: duel.draws, losses: duel.losses };
    output.line(format!("games {}, {}, {}", summary.games, wdl(&tally), elo(duel)))
}

/// The last object of the JSON form: for a match, first of all what it says about the first player.
#[derive(Serialize)]
struct Last<'a> {
    games: u64,
    complete: bool,
    #[serde(flatten)]
    duel: Option<Flat>,
    summary: &'a Summary,
}

#[derive(Serialize)]
struct Flat {
    wins: u64,
    draws: u64,
    losses: u64,
    pentanomial: [u64; 5],
    elo: Option<f64>,
    error: Option<f64>,
    los: Option<f64>,
    llr: Option<f64>,
}

/// The summary as one object.
pub(super) fn json(summary: &Summary, complete: bool, output: &mut Output) -> Result<(), Failure> {
    let duel = summary.duel.as_ref().map(|duel| Flat {
        wins: duel.wins,
        draws: duel.draws,
        losses: duel.losses,
        pentanomial: duel.pentanomial,
        elo: duel.elo,
        error: duel.error,
        los: duel.los,
        llr: duel.sprt.as_ref().map(|test| test.llr),
    });
    output.json(&Last { games: summary.games, complete, duel, summary })
}
