//! The name of the game and its options.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{Catalog, Family, FamilyInfo, Host, InputError, OptionInfo, Playable};

use super::rules::Swap2;
use super::tactics::Bargain;
use crate::bots::bots_without_brains;
use crate::family::{LARGE, rule};
use crate::notation::number;

impl<const W: usize> Playable for Swap2<W> {
    type Evaluator = Bargain;

    fn evaluator(&self) -> Bargain {
        Bargain
    }
}

/// Gomoku with the opening swap2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Swap2Family;

const NAME: &str = "swap2";

/// The board of tournaments.
const DEFAULT_SIDE: usize = 15;

const MOST_SIDE: usize = 21;

/// What comes after the opening: a game that mossa played against itself.
const SAMPLE: (&str, &str) =
    ("mnk:15,15,5", "h8 g9 i9 g7 i7 g8 g6 i8 h7 j7 h9 h6 h10 h11 i10 j11 g10 f10 i11 i12 j10 k10 j9 k8");

impl Family for Swap2Family {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "gomoku with the opening swap2",
            summary: "Five in a row; before, one player puts three stones and the other chooses a colour or puts two more.",
            options: options(),
            move_notation: "column letter and row number from below: h8; to choose a colour: swap (take X), more (put two more stones)",
            position_notation: "rows from above, x, o and numbers of empty cells, whose stone is next, then three, choice, pair, \
                                last-choice, first=x or first=o: 5/5/2x2/5/5 o three",
            bench: vec![
                BenchPosition { options: "9,9", moves: "", depth: 5 },
                BenchPosition { options: "15,15", moves: "h8 i9 h10 swap", depth: 4 },
            ],
            bots: bots_without_brains(),
            sample: Some(SAMPLE),
            ..FamilyInfo::default()
        }
    }

    /// The texts of the game inside, with players who are not called X and O.
    fn catalog(&self) -> Catalog {
        Catalog::new(
            concat!(include_str!("../../locales/en.txt"), include_str!("../../locales/swap2.en.txt")),
            concat!(include_str!("../../locales/it.txt"), include_str!("../../locales/swap2.it.txt")),
        )
    }

    fn open<H: Host>(&self, text: &str, host: H) -> Result<H::Output, InputError> {
        let options = Options::parse(NAME, text, &options())?;
        let [rows, columns] = sides(&options)?;
        let rule = rule(&options)?;
        Swap2::<LARGE>::new(rows, columns, rule)
            .map(|game| host.host(game))
            .ok_or_else(|| options.error(format!("no board of {rows} x {columns}"), EXPECTED_SIDES))
    }
}

const EXPECTED_SIDES: &str = "rows and columns from 5 to 21, such as swap2:15,15";

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo { name: "m", accepts: "5 to 21", default: "15", meaning: "rows" },
        OptionInfo { name: "n", accepts: "5 to 21", default: "15", meaning: "columns" },
        OptionInfo {
            name: "rule",
            accepts: "more, exact, renju",
            default: "more",
            meaning: "five marks or more win, exactly five do, or renju with its forbidden moves",
        },
    ]
}

/// Both without names (`15,15`), or any of them with (`m=15`).
fn sides(options: &Options<'_>) -> Result<[usize; 2], InputError> {
    let side = |text: &str| match number(text) {
        Some(side) if (Swap2::<LARGE>::LEAST_SIDE..=MOST_SIDE).contains(&side) => Ok(side),
        _ => Err(options.error(format!("bad size `{text}`"), EXPECTED_SIDES)),
    };
    let named = ["m", "n"].map(|name| options.named(name));
    match options.plain[..] {
        [] => {
            let [rows, columns] = named.map(|text| text.map_or(Ok(DEFAULT_SIDE), side));
            Ok([rows?, columns?])
        }
        [m, n] if named.iter().all(Option::is_none) => Ok([side(m)?, side(n)?]),
        [_, _] => Err(options.error("sizes given twice", EXPECTED_SIDES)),
        _ => Err(options.error(format!("{} sizes given", options.plain.len()), EXPECTED_SIDES)),
    }
}
