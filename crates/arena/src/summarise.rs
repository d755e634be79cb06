//! From the games of a run to what they amount to.

use std::collections::BTreeMap;

use mossa_game::{Player, Verdict};

use crate::played::{Effort, Ending, PlayedGame};
use crate::run::{Run, Sequential};
use crate::stats::{self, Results, Strength};
use crate::summary::{Duel, ForfeitRow, Length, OpeningRow, Rating, SprtState, Standing, Summary, Tally};

/// What the games amount to. With a sequential test that is decided, those after the decision do not count.
pub fn summarise(run: &Run, games: &[PlayedGame], sequential: Option<&Sequential>) -> Summary {
    let counts = |game: &&PlayedGame| sequential.is_none_or(|test| test.counts(game.encounter));
    let mut games: Vec<&PlayedGame> = games.iter().filter(counts).collect();
    games.sort_by_key(|game| game.number);
    let players = run.names().len();
    let boards = run.settings().boards.len();
    let crosstable = crosstable(players, games.iter().copied());
    let by_board =
        |board| self::crosstable(players, games.iter().copied().filter(|game| game.board == board));
    Summary {
        kind: run.kind().to_owned(),
        boards: run.settings().boards.clone(),
        games: games.len() as u64,
        planned: run.planned(),
        seconds: games.iter().flat_map(|game| &game.effort).map(|effort| effort.micros as f64 / 1e6).sum(),
        players: standings(run, &games, &crosstable),
        duel: (players == 2 && run.seats() == 2).then(|| duel(&games, sequential)),
        by_board: if boards > 1 { (0..boards).map(by_board).collect() } else { Vec::new() },
        crosstable,
        openings: openings(run, &games),
        by_seat: (0..run.seats()).map(|seat| tally(&games, |_| Some(seat))).collect(),
        length: length(&games),
        endings: endings(&games),
        forfeits: forfeits(run, &games),
    }
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Win => self.wins += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Loss => self.losses += 1,
        }
    }
}

/// What the seats that `seat` chooses got.
fn tally(games: &[&PlayedGame], seat: impl Fn(&PlayedGame) -> Option<usize>) -> Tally {
    let mut tally = Tally::default();
    for game in games {
        if let Some(seat) = seat(game) {
            tally.add(game.outcome().verdict(Player::new(seat)));
        }
    }
    tally
}

/// Row against column. In games for more than two, each pair of seats is compared by its places.
fn crosstable<'a>(players: usize, games: impl Iterator<Item = &'a PlayedGame>) -> Vec<Vec<Tally>> {
    let mut table = vec![vec![Tally::default(); players]; players];
    for game in games {
        let outcome = game.outcome();
        let seats = || game.seats.iter().zip(outcome.places());
        for (seat, (&row, place)) in seats().enumerate() {
            for (_, (&column, other)) in seats().enumerate().filter(|(other, _)| *other != seat) {
                if row != column {
                    table[row][column].add(match place.cmp(other) {
                        std::cmp::Ordering::Less => Verdict::Win,
                        std::cmp::Ordering::Equal => Verdict::Draw,
                        std::cmp::Ordering::Greater => Verdict::Loss,
                    });
                }
            }
        }
    }
    table
}

fn standings(run: &Run, games: &[&PlayedGame], crosstable: &[Vec<Tally>]) -> Vec<Standing> {
    let ratings = ratings(run, games, crosstable);
    let wins = match run.seats() {
        2 => vec![None; run.names().len()],
        _ => stats::wins::shares(run.names().len(), &places(games)),
    };
    let specs = run.settings().players.iter();
    let mut all: Vec<Standing> = specs
        .zip(run.names())
        .zip(ratings.into_iter().zip(wins))
        .map(|((spec, name), (rating, wins))| Standing {
            name: name.clone(),
            spec: spec.to_string(),
            place: 0,
            tally: Tally::default(),
            points: 0.0,
            byes: 0,
            rating,
            forfeits: 0,
            time_forfeits: 0,
            wins,
            by_seat: vec![Tally::default(); run.seats()],
            effort: Effort::default(),
            depth: None,
            speed: None,
        })
        .collect();
    games.iter().for_each(|game| enter(run, game, &mut all));
    for player in run.byes(games) {
        all[player].byes += 1;
        all[player].points += points_of_a_bye(run);
    }
    for standing in &mut all {
        standing.depth = standing.effort.mean_depth();
        standing.speed = standing.effort.speed();
    }
    // Players of a gauntlet have different numbers of games, so points count by game. What differs by less than is
    // ever shown does not differ.
    let keys: Vec<(i64, i64)> =
        all.iter().map(|standing| (share(run, standing), tenths(standing.rating))).collect();
    for (standing, mine) in all.iter_mut().zip(&keys) {
        standing.place = 1 + keys.iter().filter(|other| *other > mine).count();
    }
    all
}

/// The points of a game on average, in millionths.
fn share(run: &Run, standing: &Standing) -> i64 {
    let games = standing.tally.games() + standing.byes * 2 * run.settings().boards.len() as u64;
    (1e6 * standing.points / games.max(1) as f64).round() as i64
}

fn tenths(rating: Option<Rating>) -> i64 {
    rating.map_or(i64::MIN, |rating| (10.0 * rating.elo).round() as i64)
}

/// A bye counts as an encounter on each board, both of its games won, as it does when players are paired.
fn points_of_a_bye(run: &Run) -> f64 {
    let points = &run.settings().points;
    let both = points.award(&[1, 2], 0, false) + points.award(&[2, 1], 1, false);
    both * run.settings().boards.len() as f64
}

/// Enters a game for all who sat in it.
fn enter(run: &Run, game: &PlayedGame, all: &mut [Standing]) {
    let outcome = game.outcome();
    let forfeited = match &game.ending {
        Ending::Forfeit { seat, late, .. } => Some((*seat, *late)),
        _ => None,
    };
    for (seat, (&player, effort)) in game.seats.iter().zip(&game.effort).enumerate() {
        let standing = &mut all[player];
        let verdict = outcome.verdict(Player::new(seat));
        standing.tally.add(verdict);
        standing.by_seat[seat].add(verdict);
        standing.points += run.settings().points.award(outcome.places(), seat, forfeited.is_some());
        standing.effort.add(effort);
        if let Some((_, late)) = forfeited.filter(|(loser, _)| *loser == seat) {
            standing.forfeits += 1;
            standing.time_forfeits += u64::from(late);
        }
    }
}

fn ratings(run: &Run, games: &[&PlayedGame], crosstable: &[Vec<Tally>]) -> Vec<Option<Rating>> {
    let players = run.names().len();
    if run.seats() == 2 {
        let pairs = (0..players).flat_map(|row| (row + 1..players).map(move |column| (row, column)));
        let met = pairs.map(|(row, column)| (row, column, crosstable[row][column]));
        let met: Vec<(usize, usize, Tally)> = met.filter(|(_, _, tally)| tally.games() > 0).collect();
        return stats::rating::fit(players, &met);
    }
    stats::multiplayer::rate(players, &places(games))
}

/// Each seat of each game by its player and its place.
fn places(games: &[&PlayedGame]) -> Vec<Vec<(usize, u8)>> {
    let places = |game: &&PlayedGame| {
        let outcome = game.outcome();
        game.seats.iter().copied().zip(outcome.places().iter().copied()).collect()
    };
    games.iter().map(places).collect()
}

fn duel(games: &[&PlayedGame], sequential: Option<&Sequential>) -> Duel {
    let first_player = |game: &PlayedGame| game.seats.iter().position(|&player| player == 0);
    let Tally { wins, draws, losses } = tally(games, first_player);
    let pentanomial = pentanomial(games);
    // Pairs tell more: what an opening gives to a side cancels out. A broken run may have single games only.
    let results = match pentanomial.iter().sum::<u64>() {
        0 => Results::Trinomial([losses, draws, wins]),
        _ => Results::Pentanomial(pentanomial),
    };
    let strength = Strength::of(&results);
    Duel {
        wins,
        draws,
        losses,
        pentanomial,
        elo: strength.and_then(|strength| strength.elo),
        error: strength.and_then(|strength| strength.error),
        nelo: strength.and_then(|strength| strength.nelo),
        nelo_error: strength.and_then(|strength| strength.nelo_error),
        los: strength.and_then(|strength| strength.los),
        sprt: sequential.map(sprt_state),
    }
}

/// Complete pairs by the half points of the first player.
fn pentanomial(games: &[&PlayedGame]) -> [u64; 5] {
    let mut pairs: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for game in games {
        let pair = pairs.entry(game.encounter).or_default();
        pair.0 += 1;
        pair.1 += crate::run::sequential::half_points(game);
    }
    let mut counts = [0; 5];
    pairs.values().filter(|(games, _)| *games == 2).for_each(|(_, half_points)| counts[*half_points] += 1);
    counts
}

fn sprt_state(test: &Sequential) -> SprtState {
    let sprt = test.sprt();
    let (lower, upper) = sprt.bounds();
    SprtState {
        model: sprt.model.to_string(),
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        alpha: sprt.alpha,
        beta: sprt.beta,
        llr: test.curve().last().copied().unwrap_or(0.0),
        lower,
        upper,
        accepted: test.accepted().map(|hypothesis| hypothesis.to_string()),
        curve: test.curve().to_vec(),
    }
}

fn openings(run: &Run, games: &[&PlayedGame]) -> Vec<OpeningRow> {
    // A list of openings begins again after its end, so the same one may have several numbers.
    let mut rows: BTreeMap<(usize, String), OpeningRow> = BTreeMap::new();
    for game in games {
        let text = game.used_opening().text();
        let row = rows.entry((game.board, text.clone())).or_insert_with(|| OpeningRow {
            board: run.settings().boards[game.board].clone(),
            opening: game.opening,
            text,
            first_seat: Tally::default(),
            first_player: Tally::default(),
        });
        row.first_seat.add(game.outcome().verdict(Player::FIRST));
        if let Some(seat) = game.seats.iter().position(|&player| player == 0) {
            row.first_player.add(game.outcome().verdict(Player::new(seat)));
        }
    }
    let mut rows: Vec<((usize, String), OpeningRow)> = rows.into_iter().collect();
    rows.sort_by_key(|((board, _), row)| (*board, row.opening));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn length(games: &[&PlayedGame]) -> Length {
    let mut histogram: BTreeMap<u32, u64> = BTreeMap::new();
    games.iter().for_each(|game| *histogram.entry(game.plies).or_default() += 1);
    let sum: u64 = games.iter().map(|game| u64::from(game.plies)).sum();
    Length {
        mean: sum as f64 / games.len().max(1) as f64,
        least: histogram.keys().next().copied().unwrap_or(0),
        most: histogram.keys().last().copied().unwrap_or(0),
        histogram: histogram.into_iter().collect(),
    }
}

fn endings(games: &[&PlayedGame]) -> Vec<(String, u64)> {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    games.iter().for_each(|game| *kinds.entry(game.ending.kind()).or_default() += 1);
    kinds.into_iter().map(|(kind, count)| (kind.to_owned(), count)).collect()
}

fn forfeits(run: &Run, games: &[&PlayedGame]) -> Vec<ForfeitRow> {
    let forfeit = |game: &&PlayedGame| match &game.ending {
        Ending::Forfeit { seat, reason, .. } => Some(ForfeitRow {
            game: game.number,
            player: run.names()[game.seats[*seat]].clone(),
            reason: reason.clone(),
        }),
        _ => None,
    };
    games.iter().filter_map(forfeit).collect()
}
