//! Runs that were never played, but might have been.

use mossa_arena::lab::table::{Agreement, Disagreement, LabRow, LabTable};
use mossa_arena::played::Effort;
use mossa_arena::report::Facts;
use mossa_arena::summary::{
    Duel, ForfeitRow, Length, OpeningRow, Rating, SprtState, Standing, Summary, Tally,
};

pub(crate) fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally { wins, draws, losses }
}

pub(crate) fn facts(title: &str) -> Facts {
    Facts {
        title: title.to_owned(),
        command: Some("mossa match mnk:3,3,3 level:3 level:4 --games 412".to_owned()),
        seed: 42,
        started: Some("2001-02-03 04:05 UTC".to_owned()),
        version: "0.1.0",
        notes: vec!["Played on a quiet machine.".to_owned()],
    }
}

pub(crate) fn standing(name: &str, place: usize, tally: Tally, rating: Option<(f64, f64)>) -> Standing {
    let half = Tally { wins: tally.wins / 2, draws: tally.draws / 2, losses: tally.losses / 2 };
    let rest = Tally {
        wins: tally.wins - half.wins,
        draws: tally.draws - half.draws,
        losses: tally.losses - half.losses,
    };
    let moves = u32::try_from(tally.games()).unwrap() * 20;
    let micros = u64::from(moves) * 1500 * place as u64;
    Standing {
        name: name.to_owned(),
        spec: format!("level:{place}"),
        place,
        tally,
        points: tally.score(),
        byes: 0,
        rating: rating.map(|(elo, error)| Rating { elo, error }),
        forfeits: 0,
        time_forfeits: 0,
        wins: None,
        by_seat: vec![rest, half],
        effort: Effort { moves, micros, nodes: micros * 2, depths: 0, depths_told: 0 },
        depth: (!place.is_multiple_of(3)).then_some(7.25 + place as f64),
        speed: (!place.is_multiple_of(3)).then_some(1_234_567.0 * place as f64),
    }
}

/// A run without anything.
pub(crate) fn empty() -> Summary {
    Summary {
        kind: "match".to_owned(),
        boards: vec!["mnk:3,3,3".to_owned()],
        games: 0,
        planned: 100,
        seconds: 0.0,
        players: ["A", "B"].map(|name| standing(name, 1, Tally::default(), None)).to_vec(),
        crosstable: vec![vec![Tally::default(); 2]; 2],
        by_board: Vec::new(),
        duel: Some(duel(Tally::default(), [0; 5])),
        openings: Vec::new(),
        by_seat: Vec::new(),
        length: Length::default(),
        endings: Vec::new(),
        forfeits: Vec::new(),
    }
}

pub(crate) fn duel(tally: Tally, pentanomial: [u64; 5]) -> Duel {
    Duel {
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        pentanomial,
        elo: None,
        error: None,
        nelo: None,
        nelo_error: None,
        los: None,
        sprt: None,
    }
}

fn opening(board: &str, number: usize, text: &str, first_seat: Tally, first_player: Tally) -> OpeningRow {
    OpeningRow { board: board.to_owned(), opening: number, text: text.to_owned(), first_seat, first_player }
}

/// A match of two players that a sequential test decided.
pub(crate) fn duel_with_test() -> Summary {
    let all = tally(172, 110, 130);
    let mut duel = duel(all, [20, 45, 66, 50, 25]);
    (duel.elo, duel.error) = (Some(35.4), Some(26.7));
    (duel.nelo, duel.nelo_error) = (Some(41.3), Some(31.2));
    duel.los = Some(0.9954);
    let curve: Vec<f64> = (1..=206)
        .map(|pair| f64::from(pair) / 206.0)
        .map(|part| 2.95 * part + (part * 23.0).sin() * 1.2 * (1.0 - part))
        .collect();
    duel.sprt = Some(SprtState {
        model: "normalized".to_owned(),
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        llr: 2.95,
        lower: -2.944,
        upper: 2.944,
        accepted: Some("H1".to_owned()),
        curve,
    });
    let mut loser = standing("Old", 2, tally(130, 110, 172), Some((-17.7, 13.4)));
    (loser.forfeits, loser.time_forfeits) = (3, 2);
    Summary {
        games: 412,
        planned: 1000,
        seconds: 7384.2,
        players: vec![standing("New", 1, all, Some((17.7, 13.4))), loser],
        crosstable: vec![vec![Tally::default(), all], vec![tally(130, 110, 172), Tally::default()]],
        openings: vec![
            opening("mnk:3,3,3", 0, "", tally(30, 70, 10), tally(40, 40, 30)),
            opening("mnk:3,3,3", 1, "b2", tally(90, 20, 40), tally(66, 40, 44)),
            opening("mnk:3,3,3", 2, "a1 c3", tally(60, 20, 72), tally(66, 30, 56)),
        ],
        by_seat: vec![tally(180, 110, 122), tally(122, 110, 180)],
        length: Length {
            mean: 7.2,
            least: 3,
            most: 9,
            histogram: vec![(3, 12), (5, 60), (6, 41), (7, 99), (8, 90), (9, 110)],
        },
        endings: [("rules", 380), ("resignation", 25), ("draw-rule", 4), ("forfeit", 3)]
            .map(|(reason, count)| (reason.to_owned(), count))
            .to_vec(),
        forfeits: [(17, "time ran out"), (18, "time ran out"), (230, "illegal move `z9`")]
            .map(|(game, reason)| ForfeitRow { game, player: "Old".to_owned(), reason: reason.to_owned() })
            .to_vec(),
        duel: Some(duel),
        ..empty()
    }
}

/// Everybody against everybody, `games` games on each board.
pub(crate) fn round_robin(names: &[&str], boards: &[&str], games: u64) -> Summary {
    let met = |row: usize, column: usize, board: usize| {
        let low = row.min(column);
        let wins = (games * (2 + row.abs_diff(column) as u64 + board as u64) / 12).min(games);
        let draws = ((games - wins) / 3).min(low as u64 + 1);
        let better = tally(wins, draws, games - wins - draws);
        let won =
            Tally { wins: better.wins.max(better.losses), draws, losses: better.wins.min(better.losses) };
        if row == low { won } else { Tally { wins: won.losses, draws, losses: won.wins } }
    };
    let table = |boards: &[usize]| -> Vec<Vec<Tally>> {
        let cell = |row: usize, column: usize| {
            let own = boards.iter().filter(|_| row != column).map(|board| met(row, column, *board));
            own.fold(Tally::default(), |a, b| tally(a.wins + b.wins, a.draws + b.draws, a.losses + b.losses))
        };
        (0..names.len()).map(|row| (0..names.len()).map(|column| cell(row, column)).collect()).collect()
    };
    let all: Vec<usize> = (0..boards.len()).collect();
    let crosstable = table(&all);
    let total = |row: &Vec<Tally>| {
        row.iter()
            .fold(Tally::default(), |a, b| tally(a.wins + b.wins, a.draws + b.draws, a.losses + b.losses))
    };
    let players = names.iter().zip(&crosstable).enumerate();
    let players = players.map(|(at, (name, row))| {
        let elo = 40.0 * ((names.len() - 1) as f64 / 2.0 - at as f64);
        standing(name, at + 1, total(row), Some((elo, 22.0 + at as f64)))
    });
    let players: Vec<_> = players.collect();
    let played = players.iter().map(|player| player.tally.games()).sum::<u64>() / 2;
    let openings = boards.iter().flat_map(|board| {
        (0..3).map(|number| opening(board, number, "a1 b2", tally(6 + number as u64, 2, 4), Tally::default()))
    });
    Summary {
        kind: "round-robin".to_owned(),
        boards: boards.iter().map(|board| (*board).to_owned()).collect(),
        games: played,
        planned: played,
        seconds: 51.4,
        by_board: if boards.len() > 1 {
            all.iter().map(|board| table(&[*board])).collect()
        } else {
            Vec::new()
        },
        openings: openings.collect(),
        by_seat: vec![tally(played / 2, played / 5, played - played / 2 - played / 5); 2],
        length: Length {
            mean: 61.0,
            least: 9,
            most: 120,
            histogram: (9..=120).map(|n| (n, u64::from(n % 7))).collect(),
        },
        endings: vec![("rules".to_owned(), played)],
        duel: None,
        forfeits: Vec::new(),
        players,
        crosstable,
    }
}

/// Three players at a table.
pub(crate) fn pods() -> Summary {
    let seats = vec![tally(30, 2, 28), tally(18, 1, 41), tally(10, 3, 47)];
    let mut players = vec![
        standing("Ada", 1, tally(25, 3, 32), Some((31.0, 40.0))),
        standing("Bea", 1, tally(25, 3, 32), Some((29.0, 40.0))),
        standing("Cleo", 3, tally(8, 0, 52), Some((-60.0, 42.0))),
    ];
    for player in &mut players {
        let third = Tally {
            wins: player.tally.wins / 3,
            draws: player.tally.draws / 3,
            losses: player.tally.losses / 3,
        };
        player.by_seat = vec![third; 3];
        player.points = player.tally.wins as f64 + player.tally.draws as f64 / 3.0;
    }
    let nobody = Tally::default();
    Summary {
        kind: "pods".to_owned(),
        boards: vec!["nim:3,4,5".to_owned()],
        games: 60,
        planned: 60,
        seconds: 12.0,
        players,
        crosstable: vec![
            vec![nobody, tally(28, 5, 27), tally(40, 2, 18)],
            vec![tally(27, 5, 28), nobody, tally(41, 2, 17)],
            vec![tally(18, 2, 40), tally(17, 2, 41), nobody],
        ],
        duel: None,
        by_seat: seats,
        length: Length { mean: 11.5, least: 11, most: 12, histogram: vec![(11, 30), (12, 30)] },
        endings: vec![("rules".to_owned(), 58), ("length".to_owned(), 2)],
        ..empty()
    }
}

/// What somebody who means harm would call things.
pub(crate) const HOSTILE: &str = "<script>alert(\"x\" + 'y')</script>&amp;]]>--><img src=x onerror=1>";

/// A run in which everything has a hostile or endless name.
pub(crate) fn hostile() -> Summary {
    let endless = "endless ".repeat(20);
    let names = [HOSTILE, endless.as_str(), "{names} {points} {one}", "\u{202e}\u{0}\u{1b}[31m日本語"];
    let mut run = round_robin(&names, &[HOSTILE, &endless], 12);
    run.kind = HOSTILE.to_owned();
    run.endings = vec![(HOSTILE.to_owned(), 3), ("rules".to_owned(), 4)];
    run.forfeits = vec![ForfeitRow { game: 1, player: HOSTILE.to_owned(), reason: endless.clone() }];
    run.openings = vec![
        opening(HOSTILE, 0, HOSTILE, tally(1, 0, 0), Tally::default()),
        opening(&endless, 1, &endless, tally(0, 0, 2), Tally::default()),
    ];
    for player in &mut run.players {
        player.spec = HOSTILE.to_owned();
    }
    run
}

/// A comparison of searches, one of which is wrong.
pub(crate) fn laboratory() -> LabTable {
    let row = |name: &str, nodes: u64, ratio: Option<f64>, values: [&str; 2]| LabRow {
        name: name.to_owned(),
        features: vec!["alpha-beta".to_owned(), "table".to_owned()],
        nodes,
        seconds: nodes as f64 / 2.5e6,
        depth: 6,
        mean_depth: 6.0,
        cutoffs: nodes / 3,
        stores: nodes / 4,
        hits: nodes / 10,
        terminal: nodes / 20,
        ratio,
        first_move_share: (nodes < 500_000).then_some(0.913),
        branching: (nodes as f64).powf(1.0 / 6.0),
        values: values.map(str::to_owned).to_vec(),
        exact: true,
        agrees: true,
        finished: true,
        ..LabRow::default()
    };
    let mut rows = vec![
        row("minimax", 1_234_567, None, ["win in 5", "+3"]),
        row("alpha-beta", 45_678, Some(0.037), ["win in 5", "+3"]),
        row("+table", 12_345, Some(0.27), ["win in 5", "+4"]),
        row("+late-move-reductions", 8_000, Some(0.648), ["win in 7", "+9"]),
        row("all but table", 9_999, Some(1.25), ["-", "-"]),
    ];
    rows[2].agrees = false;
    rows[3].exact = false;
    (rows[4].finished, rows[4].mean_depth) = (false, 6.5);
    let each = rows.iter().flat_map(|row| {
        let part = |position, nodes| LabRow { position: Some(position), nodes, ..row.clone() };
        [part(0, row.nodes / 3), part(1, row.nodes - row.nodes / 3)]
    });
    LabTable {
        title: "The ladder of mnk:3,3,3".to_owned(),
        positions: vec!["x.o/.../... x".to_owned(), "xo./.x./o.. o".to_owned()],
        each: each.collect(),
        rows,
        disagreements: vec![Disagreement {
            position: 1,
            first: "minimax".to_owned(),
            first_value: "+3".to_owned(),
            second: "+table".to_owned(),
            second_value: "+4".to_owned(),
            reason: Agreement::Exact,
        }],
        planned: 6,
    }
}
