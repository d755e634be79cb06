//! The ways in which people go wrong at chess.
//!
//! | theme | a move bears it if it |
//! |---|---|
//! | `mate` | mates, or prevents a mate with the opponent's next move |
//! | `back-rank` | does so along the first rank of the king who is mated |
//! | `hanging` | captures so that the exchange gains material, or leaves less to be gained by the opponent's captures |
//! | `fork` | attacks two pieces, and is not lost for it |
//! | `pin` | looks through a piece at one behind it: a pin or a skewer |
//! | `discovered` | gives check with another piece |
//! | `promotion` | promotes, or prevents a promotion that gains |
//! | `backward` | moves a knight, bishop, rook or queen back |
//! | `endgame` | is one of an endgame |
//! | `castling`, `early-queen`, `check`, `capture` | castles; moves the queen in the first ten moves; gives check; captures |
//!
//! What the opponent threatens is what could be played if it were the opponent's turn; who is in check has nothing to
//! prevent but that. A move that mates bears the themes that it bears as a win.

mod look;
#[cfg(test)]
mod tests;

use mossa_game::{Mark, Role, ThemeInfo, Themes};

use self::look::{Look, Threats};
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Chess;

/// The themes. How often ordinary players miss what can be seen is a guess, which what is learned of players replaces.
const THEMES: [ThemeInfo; 13] = [
    ThemeInfo::sight("mate", 25),
    ThemeInfo::sight("back-rank", 30),
    ThemeInfo::sight("hanging", 20),
    ThemeInfo::sight("fork", 35),
    ThemeInfo::sight("pin", 35),
    ThemeInfo::sight("discovered", 35),
    ThemeInfo::sight("promotion", 15),
    ThemeInfo::sight("backward", 30),
    ThemeInfo::sight("endgame", 35),
    ThemeInfo::habit("castling"),
    ThemeInfo::habit("early-queen"),
    ThemeInfo::habit("check"),
    ThemeInfo::habit("capture"),
];

/// The indices, in the order of [`THEMES`].
const MATE: usize = 0;
const BACK_RANK: usize = 1;
const HANGING: usize = 2;
const FORK: usize = 3;
const PIN: usize = 4;
const DISCOVERED: usize = 5;
const PROMOTION: usize = 6;
const BACKWARD: usize = 7;
const ENDGAME: usize = 8;
const CASTLING: usize = 9;
const EARLY_QUEEN: usize = 10;
const CHECK: usize = 11;
const CAPTURE: usize = 12;

/// An endgame has at most so many knights, bishops, rooks and queens.
const MOST_OFFICERS: u32 = 4;

/// Until this move a queen is early.
const OPENING_MOVES: u16 = 10;

impl Themes for Chess {
    fn themes(&self) -> Vec<ThemeInfo> {
        THEMES.to_vec()
    }

    fn marks(&self, position: &Position, m: ChessMove) -> Vec<Mark> {
        let look = Look::new(position, m);
        let mates = look.mates();
        let before = Threats::against(position);
        let after = Threats::of(look.after());
        // Who mates need not care about the rest.
        let role =
            |wins: bool, stops: bool, is_idea: bool| match (mates && (wins || is_idea), stops && !mates) {
                (true, _) => Some(Role::Win),
                (false, true) => Some(Role::Block),
                (false, false) => is_idea.then_some(Role::Idea),
            };
        let saves = before.is_some_and(|before| after.gain < before.gain);
        let stops_mate = before.is_some_and(|before| before.mates && !after.mates);
        let stops_back = before.is_some_and(|before| before.mates_on_back_rank && !after.mates_on_back_rank);
        let stops_pawn = before.is_some_and(|before| before.promotes && !after.promotes);
        let habit = |follows: bool| follows.then_some(Role::Habit);
        let early = position.number() <= OPENING_MOVES && look.moved() == Kind::Queen;
        let marks = [
            (MATE, role(mates, stops_mate, false)),
            (BACK_RANK, role(look.mates_on_back_rank(), stops_back, false)),
            (HANGING, role(false, saves, look.gains())),
            (FORK, role(false, false, look.forks())),
            (PIN, role(false, false, look.pins())),
            (DISCOVERED, role(false, false, look.discovers())),
            (PROMOTION, role(false, stops_pawn, m.promotes_to().is_some())),
            (BACKWARD, role(false, false, look.goes_back())),
            (ENDGAME, role(false, false, position.officers().len() <= MOST_OFFICERS)),
            (CASTLING, habit(m.is_castling())),
            (EARLY_QUEEN, habit(early)),
            (CHECK, habit(look.after().checkers().has_any())),
            (CAPTURE, habit(position.captured(m).is_some())),
        ];
        marks.into_iter().filter_map(|(theme, role)| Some(Mark::new(theme, role?))).collect()
    }
}
