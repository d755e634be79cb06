//! The name of the game, its options, and the right board.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{
    BrainVisitor, Catalog, EndgameTables, Family, FamilyInfo, Host, InputError, OptionInfo, Playable,
};

use crate::bots::{self, DirectedTerms};
use crate::document::{Documented, FiveTerms, players};
use crate::eval::WhiteBox;
use crate::notation::{USUAL_LIMIT, number};
use crate::rules::{Dipole, Start};

impl<const CELLS: usize> Playable for Dipole<CELLS> {
    type Evaluator = WhiteBox;

    fn evaluator(&self) -> WhiteBox {
        WhiteBox
    }

    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match DirectedTerms::of_name(name) {
            Some(terms) => Some(visitor.visit(&Documented::new(self), &terms)),
            None => (name == players::BRAIN).then(|| visitor.visit(&Documented::new(self), &FiveTerms)),
        }
    }

    fn endgame_tables(&self) -> Option<&dyn EndgameTables> {
        Some(self)
    }

    fn prepare(&self) {
        self.prepare_endgames();
    }
}

/// Dipole on both boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct DipoleFamily;

const NAME: &str = "dipole";

/// The most moves that each player can be given: no game is nearly as long.
const MOST_LIMIT: usize = 1000;

/// A game that mossa played against itself.
const SAMPLE: (&str, &str) = (
    "dipole",
    "H5,NE,1 A4,SE,4 H5,NE,2 A4,SE,1 H5,N,6 A4,S,2 B5,N,4 E8,SW,3 G6,NE,1 A4,SW,1 F7,NW,3 B3,SW,1 B5,NE,1 \
     A4,E,2 C4,N,2 A6,W,2 B5,NE,1 A4,S,2 A6,NE,1",
);

impl Family for DipoleFamily {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "Dipole",
            summary: "Stacks go forward as far as they are high, split, join and capture; who has no pieces left has lost.",
            options: options(),
            presets: vec![("steere", "start=steere,limit=none"), ("dipole10", "size=10")],
            move_notation: "cell, direction and number of pieces: H5,NE,1 (or as in chess: e1-f2, e1+f2 to join, e1xf2 to capture, e1-off:4 to leave, pass)",
            position_notation: "rows from Black's side, in each the stacks and numbers of empty dark cells; then who moves, and the plies until pieces are counted: 1,b12,2/4/4/4/4/4/4/2,w12,1 w 120; start is the beginning",
            bench: vec![
                BenchPosition { options: "", moves: "", depth: 11 },
                BenchPosition { options: "", moves: "H5,NW,2 A4,SE,2 H5,NE,3 A4,SW,3", depth: 10 },
                BenchPosition {
                    options: "",
                    moves: "H5,NE,1 A4,SW,1 H5,NE,1 A4,SW,1 H5,NE,1 A4,SW,1 H5,NE,1 A4,SW,1 H5,NE,1 A4,SW,1 G6,NW,1 A4,SW,1 G6,NW,1 B3,SE,1 H5,NE,1 B3,SE,1 G6,NW,1 A4,SW,1 H5,NW,1 A4,SW,1 G4,NE,1 B3,SE,1 H5,NE,1 B3,SE,1",
                    depth: 11,
                },
                BenchPosition { options: "start=steere,limit=none", moves: "", depth: 11 },
                BenchPosition { options: "size=10", moves: "", depth: 11 },
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
        if let Some(plain) = options.plain.first() {
            let expected = "names and values, such as dipole:size=10,limit=none";
            return Err(options.error(format!("`{plain}` has no name"), expected));
        }
        let start = match options.named("start") {
            None | Some("course") => Start::Course,
            Some("steere") => Start::Steere,
            Some(other) => {
                return Err(options.error(format!("unknown start `{other}`"), "start=course or start=steere"));
            }
        };
        let limit = options.named("limit").map_or(Ok(Some(USUAL_LIMIT)), |text| limit(&options, text))?;
        match options.named("size") {
            None | Some("8") => Ok(host.host(Dipole::<32>::new(start, limit))),
            Some("10") if start == Start::Steere => {
                let problem = "start=steere with size=10: M. Steere drew the board of 8x8 alone";
                Err(options.error(problem, "start=course, or size=8"))
            }
            Some("10") => Ok(host.host(Dipole::<50>::new(start, limit))),
            Some(other) => Err(options.error(format!("bad size `{other}`"), "size=8 or size=10")),
        }
    }
}

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo {
            name: "size",
            accepts: "8, 10",
            default: "8",
            meaning: "rows and columns; 12 pieces each on 8x8, 20 on 10x10",
        },
        OptionInfo {
            name: "start",
            accepts: "course, steere",
            default: "course",
            meaning: "where White begins on 8x8: on H5, or on H3 as Mark Steere drew it",
        },
        OptionInfo {
            name: "limit",
            accepts: "1 to 1000, none",
            default: "60",
            meaning: "moves of each player until pieces are counted and more win",
        },
    ]
}

/// How many moves each player has: a number, or `none`.
fn limit(options: &Options<'_>, text: &str) -> Result<Option<u16>, InputError> {
    if text == "none" {
        return Ok(None);
    }
    let moves = number(text).filter(|moves| (1..=MOST_LIMIT).contains(moves));
    let moves = moves.and_then(|moves| u16::try_from(moves).ok());
    let expected = || format!("limit=none, or a number from 1 to {MOST_LIMIT}");
    moves.map(Some).ok_or_else(|| options.error(format!("bad limit `{text}`"), expected()))
}
