//! The name of the game, its options, and the right word for a board.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{
    BrainVisitor, Catalog, ExactBook, Family, FamilyInfo, Host, InputError, OptionInfo, Playable, Solver,
};

use crate::bots::{self, DirectedScore};
use crate::document::{Documented, PatternScore, players};
use crate::eval::WhiteBox;
use crate::geometry::{Any, Geometry, Standard};
use crate::notation::MOST_WIDTH;
use crate::rules::Connect4;
use crate::solver::ExactSolver;

impl<G: Geometry> Playable for Connect4<G> {
    type Evaluator = WhiteBox;

    fn evaluator(&self) -> WhiteBox {
        WhiteBox
    }

    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        let game = Documented::new(self);
        if name == players::BRAIN {
            return Some(visitor.visit(&game, &PatternScore));
        }
        DirectedScore::of_name(name).map(|score| visitor.visit(&game, &score))
    }

    fn solver(&self, table_bytes: usize) -> Option<Box<dyn Solver<Self>>> {
        let solver = ExactSolver::new(self.geometry(), table_bytes).ok()?;
        Some(Box::new(solver))
    }

    fn exact_book(&self) -> Option<&dyn ExactBook> {
        Some(self)
    }
}

/// Connect 4 on all boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connect4Family;

const NAME: &str = "connect4";

/// Columns and rows of the board that people mean.
const STANDARD: (u32, u32) = (7, 6);

/// A game that mossa played against itself.
const SAMPLE: (&str, &str) = ("connect4", "2 4 5 4 2 2 5 5 2 5 5 7 7 3 5 6 6 4 4 6 4 6");

impl Family for Connect4Family {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "Connect 4",
            summary: "Drop stones into columns; four in a row, column or diagonal win.",
            options: options(),
            presets: vec![("four-in-a-row", "width=7,height=6")],
            move_notation: "the column, counted from 1 on the left: 4 (after 9 come a to z)",
            position_notation: "the moves from the empty board: 4453, or rows from above, x, o and numbers of empty cells, then who moves: 7/7/7/7/3o3/2oxx2 x; start is the empty board",
            bench: vec![
                BenchPosition { options: "", moves: "", depth: 18 },
                BenchPosition { options: "", moves: "444442", depth: 18 },
                BenchPosition { options: "8x7", moves: "455", depth: 17 },
                BenchPosition { options: "9x7", moves: "55", depth: 16 },
                BenchPosition { options: "6x5", moves: "", depth: 18 },
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
        let (width, height) = sizes(&options)?;
        if (width, height) == STANDARD {
            return Ok(host.host(Connect4::new(Standard::default())));
        }
        // The narrowest word that holds the board.
        if let Some(geometry) = Any::<u64>::new(width, height) {
            return Ok(host.host(Connect4::new(geometry)));
        }
        let geometry = Any::<u128>::new(width, height).ok_or_else(|| {
            let problem = format!("a board of {width}x{height} is too large");
            options.error(problem, "columns times rows with one row more at most 128, such as 9x7 or 11x10")
        })?;
        Ok(host.host(Connect4::new(geometry)))
    }
}

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo { name: "width", accepts: "1 to 35", default: "7", meaning: "columns" },
        OptionInfo { name: "height", accepts: "1 to 35", default: "6", meaning: "rows" },
    ]
}

/// Width and height: `8x7`, or any of them by name (`width=8`).
fn sizes(options: &Options<'_>) -> Result<(u32, u32), InputError> {
    let expected =
        format!("columns and rows from 1 to {MOST_WIDTH}, such as {NAME}:8x7 or {NAME}:width=8,height=7");
    let size = |text: &str| {
        let number = text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let problem = || options.error(format!("bad size `{text}`"), &expected);
        number.filter(|size| (1..=MOST_WIDTH).contains(size)).ok_or_else(problem)
    };
    let (width, height) = (options.named("width"), options.named("height"));
    match options.plain[..] {
        [] => Ok((width.map_or(Ok(STANDARD.0), size)?, height.map_or(Ok(STANDARD.1), size)?)),
        [both] if width.is_none() && height.is_none() => {
            let parts = both.split_once(['x', 'X']);
            let (width, height) =
                parts.ok_or_else(|| options.error(format!("bad size `{both}`"), &expected))?;
            Ok((size(width.trim())?, size(height.trim())?))
        }
        [_] => Err(options.error("the size is given twice", &expected)),
        _ => Err(options.error(format!("{} sizes given", options.plain.len()), &expected)),
    }
}
