//! The name of the game, its options, and the right word width for a board.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{BrainVisitor, Catalog, Family, FamilyInfo, Host, InputError, OptionInfo, Playable, Solver};

use crate::board::{Board, Rule};
use crate::bots;
use crate::document::{LineScore, players};
use crate::eval::Prospects;
use crate::notation::number;
use crate::renju::FIVE;
use crate::rules::Mnk;
use crate::solver::ProofSolver;

impl<const W: usize> Playable for Mnk<W> {
    type Evaluator = Prospects;

    fn evaluator(&self) -> Prospects {
        Prospects
    }

    fn solver(&self, table_bytes: usize) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(ProofSolver::new(self, table_bytes)?))
    }

    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match bots::DirectedLines::of_name(self, name) {
            Some(lines) => Some(visitor.visit(&bots::Untaught::new(self), &lines)),
            None => Some(visitor.visit(&players::documented(self, name)?, &LineScore)),
        }
    }
}

/// All (m,n,k)-games.
#[derive(Clone, Copy, Debug, Default)]
pub struct MnkFamily;

const NAME: &str = "mnk";

/// Words for a board of 21 x 21, and so for every board on which five in a row is usually played.
pub(crate) const LARGE: usize = 7;

/// What `mnk` without options means.
const DEFAULT_SIZES: [usize; 3] = [3, 3, 3];

/// Perfect play, which is a draw.
const SAMPLE: (&str, &str) = ("mnk:3,3,3", "b2 a3 c3 a1 a2 c2 b1 b3 c1");

impl Family for MnkFamily {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "(m,n,k)-games, tic-tac-toe and gomoku",
            summary: "Take turns to mark cells of an m x n board; k marks in a row, column or diagonal win.",
            options: options(),
            presets: vec![
                ("tic-tac-toe", "m=3,n=3,k=3"),
                ("gomoku", "m=15,n=15,k=5"),
                ("renju", "m=15,n=15,k=5,rule=renju"),
            ],
            move_notation: "column letter and row number from below: b2 (or row,column from 0 above: 1,1)",
            position_notation: "rows from above, x, o and numbers of empty cells, then who moves: 3/1x1/3 o",
            bench: vec![
                BenchPosition { options: "5,5,4", moves: "", depth: 8 },
                BenchPosition { options: "4,4,4", moves: "", depth: 10 },
                BenchPosition { options: "6,6,4", moves: "c3 d4", depth: 8 },
                BenchPosition { options: "7,7,5", moves: "d4 e5 d5", depth: 6 },
                BenchPosition { options: "10,10,5", moves: "e5 f6 e6 e7", depth: 5 },
                BenchPosition { options: "15,15,5", moves: "h8 i9 h9 h10", depth: 4 },
                BenchPosition { options: "15,15,5,rule=exact", moves: "h8 i9 g8 h9", depth: 4 },
            ],
            brains: vec![players::brain()],
            weighted_brain: Some(bots::BRAIN),
            bots: bots::bots(),
            sample: Some(SAMPLE),
            experiments: players::experiments(),
        }
    }

    fn catalog(&self) -> Catalog {
        Catalog::new(include_str!("../locales/en.txt"), include_str!("../locales/it.txt"))
    }

    fn open<H: Host>(&self, text: &str, host: H) -> Result<H::Output, InputError> {
        let options = Options::parse(NAME, text, &options())?;
        let [rows, columns, k] = sizes(&options)?;
        let rule = rule(&options)?;
        if rule == Rule::Renju && k != FIVE {
            let expected = "five in a row with rule=renju, such as mnk:15,15,5,rule=renju";
            return Err(options.error(format!("renju with k = {k}"), expected));
        }
        // The narrowest words that hold the board: 8x8, 11x11, 21x21, and everything else.
        let too_large = || options.error("board too large", format!("at most {0} x {0}", Board::MOST_SIDE));
        match rows * columns {
            0..=64 => Mnk::<1>::new(rows, columns, k, rule).map(|game| host.host(game)),
            65..=128 => Mnk::<2>::new(rows, columns, k, rule).map(|game| host.host(game)),
            129..=448 => Mnk::<LARGE>::new(rows, columns, k, rule).map(|game| host.host(game)),
            _ => Mnk::<157>::new(rows, columns, k, rule).map(|game| host.host(game)),
        }
        .ok_or_else(too_large)
    }
}

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo { name: "m", accepts: "1 to 100", default: "3", meaning: "rows" },
        OptionInfo { name: "n", accepts: "1 to 100", default: "3", meaning: "columns" },
        OptionInfo { name: "k", accepts: "1 to 100", default: "3", meaning: "marks in a row that win" },
        OptionInfo {
            name: "rule",
            accepts: "more, exact, renju",
            default: "more",
            meaning: "k marks or more win, exactly k do, or renju with its forbidden moves (k = 5)",
        },
    ]
}

/// The rule that the options name, or the usual one.
pub(crate) fn rule(options: &Options<'_>) -> Result<Rule, InputError> {
    let Some(word) = options.named("rule") else { return Ok(Rule::default()) };
    let known = Rule::WORDS.iter().find(|(known, _)| *known == word).map(|(_, rule)| *rule);
    known
        .ok_or_else(|| options.error(format!("unknown rule `{word}`"), "rule=more, rule=exact or rule=renju"))
}

/// m, n and k: all three without names (`5,5,4`), or any of them with (`m=5,k=4`).
fn sizes(options: &Options<'_>) -> Result<[usize; 3], InputError> {
    let expected = "three numbers m,n,k from 1 to 100, such as mnk:3,3,3";
    let size = |text: &str| match number(text) {
        Some(size) if (1..=Board::MOST_SIDE).contains(&size) => Ok(size),
        _ => Err(options.error(format!("bad size `{text}`"), expected)),
    };
    let named = ["m", "n", "k"].map(|name| options.named(name));
    match options.plain[..] {
        [] => {
            let mut sizes = DEFAULT_SIZES;
            for (given, text) in sizes.iter_mut().zip(named) {
                *given = text.map_or(Ok(*given), size)?;
            }
            Ok(sizes)
        }
        [m, n, k] if named.iter().all(Option::is_none) => Ok([size(m)?, size(n)?, size(k)?]),
        [_, _, _] => Err(options.error("sizes given twice", expected)),
        _ => Err(options.error(format!("{} sizes given", options.plain.len()), expected)),
    }
}
