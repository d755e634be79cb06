//! The ways in which people go wrong at Dipole.
//!
//! | theme | a move bears it if it |
//! |---|---|
//! | `capture` | captures |
//! | `backward`, `sideways` | captures in a direction in which stacks do not go otherwise |
//! | `far` | captures across half the board or more |
//! | `leap` | captures over a stack that stands in between |
//! | `exit` | takes pieces off the board |
//! | `merge` | joins two stacks |
//! | `threat` | makes the highest stack that the opponent could capture next a lower one, or none |
//! | `whole`, `single` | moves a whole stack of several pieces, or one piece alone |
//!
//! What else a move that bears one of the others does gives its role: it wins, it saves pieces as `threat` says, or neither.

use mossa_game::{Game, Mark, Player, Role, ThemeInfo, Themes, Verdict};

use crate::board::Landing;
use crate::direction::Direction;
use crate::position::Position;
use crate::rules::{Dipole, Step};

/// The themes. How often ordinary players miss what can be seen is a guess, which what is learned of players replaces.
const THEMES: [ThemeInfo; 10] = [
    ThemeInfo::sight("capture", 20),
    ThemeInfo::sight("backward", 30),
    ThemeInfo::sight("sideways", 30),
    ThemeInfo::sight("far", 30),
    ThemeInfo::sight("leap", 30),
    ThemeInfo::sight("exit", 30),
    ThemeInfo::sight("merge", 30),
    ThemeInfo::sight("threat", 25),
    ThemeInfo::habit("whole"),
    ThemeInfo::habit("single"),
];

const CAPTURE: usize = 0;
const BACKWARD: usize = 1;
const SIDEWAYS: usize = 2;
const FAR: usize = 3;
const LEAP: usize = 4;
const EXIT: usize = 5;
const MERGE: usize = 6;
const THREAT: usize = 7;
const WHOLE: usize = 8;
const SINGLE: usize = 9;

/// Where a direction leads a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heading {
    Forward,
    Sideways,
    Backward,
}

impl Heading {
    /// All of them.
    pub(crate) const ALL: [Heading; 3] = [Heading::Forward, Heading::Sideways, Heading::Backward];

    pub(crate) fn of(player: Player, direction: Direction) -> Heading {
        match direction {
            Direction::E | Direction::W => Heading::Sideways,
            _ if Direction::FORWARD[player.index()].contains(&direction) => Heading::Forward,
            _ => Heading::Backward,
        }
    }

    /// The name of the theme of captures that way, if it is one.
    pub(crate) const fn theme_name(self) -> Option<&'static str> {
        match self {
            Heading::Forward => None,
            Heading::Sideways => Some(THEMES[SIDEWAYS].name),
            Heading::Backward => Some(THEMES[BACKWARD].name),
        }
    }
}

impl<const CELLS: usize> Themes for Dipole<CELLS> {
    fn themes(&self) -> Vec<ThemeInfo> {
        THEMES.to_vec()
    }

    fn marks(&self, position: &Position<CELLS>, m: Step) -> Vec<Mark> {
        if m.is_pass() {
            return Vec::new();
        }
        let me = position.to_move();
        let mut after = *position;
        self.play(&mut after, m);
        let wins = self.outcome(&after).is_some_and(|outcome| outcome.verdict(me) == Verdict::Win);
        let saves = self.at_stake(&after, me) < self.at_stake(position, me);
        let role = match (wins, saves) {
            (true, _) => Role::Win,
            (false, true) => Role::Block,
            (false, false) => Role::Idea,
        };
        let captures = self.captured(position, m) > 0;
        let heading = Heading::of(me, m.direction);
        let landing = self.board().landing(m.from, m.direction, m.count.into());
        let merges = matches!(landing, Landing::Cell(to) if position.stacks(me).contains(to));
        let far = usize::from(m.count) >= self.board().side() / 2;
        let seen = [
            (CAPTURE, captures),
            (BACKWARD, captures && heading == Heading::Backward),
            (SIDEWAYS, captures && heading == Heading::Sideways),
            (FAR, captures && far),
            (LEAP, captures && self.leaps(position, m)),
            (EXIT, landing == Landing::Off),
            (MERGE, merges),
            (THREAT, saves && !wins),
        ];
        let habits = [(WHOLE, m.count > 1 && m.count == position.height(m.from)), (SINGLE, m.count == 1)];
        let bears = |role: Role| move |(theme, bears): (usize, bool)| bears.then_some(Mark::new(theme, role));
        seen.into_iter()
            .filter_map(bears(role))
            .chain(habits.into_iter().filter_map(bears(Role::Habit)))
            .collect()
    }
}

impl<const CELLS: usize> Dipole<CELLS> {
    /// How many pieces `owner` would lose with the greatest capture.
    fn at_stake(&self, position: &Position<CELLS>, owner: Player) -> u8 {
        self.threatened(position, owner).map(|cell| position.height(cell)).max().unwrap_or(0)
    }

    /// Whether the way of a move leads over a stack.
    fn leaps(&self, position: &Position<CELLS>, m: Step) -> bool {
        (1..usize::from(m.count)).any(|steps| match self.board().landing(m.from, m.direction, steps) {
            Landing::Cell(cell) => position.height(cell) > 0,
            Landing::Off | Landing::Light => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Start;
    use mossa_game::Notation;

    fn role(position: &str, m: &str, theme: &str) -> Option<Role> {
        let game = Dipole::<32>::new(Start::Course, Some(60));
        let position = game.parse_position(position).unwrap();
        let m = game.parse_move(&position, m).unwrap();
        let index = THEMES.iter().position(|known| known.name == theme).unwrap();
        game.marks(&position, m).iter().find(|mark| mark.theme == index).map(|mark| mark.role)
    }

    #[test]
    fn captures_go_backward_and_sideways() {
        // Two single black pieces, on E2 and G8, which threaten nothing.
        let behind = "4/4/1,w2,2/4/b1,3/4/3,b1/1,w3,2 w 31";
        assert_eq!(role(behind, "C4,SW,2", "backward"), Some(Role::Idea));
        assert_eq!(role(behind, "C4,SW,2", "capture"), Some(Role::Idea));
        assert_eq!(role(behind, "C4,SW,2", "sideways"), None);
        assert_eq!((role(behind, "C4,N,2", "backward"), role(behind, "C4,N,2", "capture")), (None, None));
        // The same with the last black stack.
        let last = "4/4/1,w2,2/4/b2,3/4/4/1,w3,2 w 31";
        assert_eq!(role(last, "C4,SW,2", "backward"), Some(Role::Win));
        // Black's backward is north: from E2 to C4.
        let turned = "4/4/1,w2,2/4/b2,3/4/4/1,w3,2 b 31";
        assert_eq!(
            role(turned, "E2,NE,2", "backward"),
            Some(Role::Block),
            "White's two could take them first"
        );
        assert_eq!(role(turned, "E2,S,2", "backward"), None);
        let beside = "4/4/4/4/4/1,w5,b6,b3/4/4 w 40";
        assert_eq!(role(beside, "F3,E,4", "sideways"), Some(Role::Idea));
        assert_eq!(role(beside, "F3,E,4", "backward"), None);
        assert_eq!(role(beside, "F3,NE,1", "sideways"), None);
    }

    #[test]
    fn captures_leap_and_come_from_afar() {
        let over = "4/4/4/4/4/1,w5,b6,b3/4/4 w 40";
        assert_eq!(
            (role(over, "F3,E,4", "leap"), role(over, "F3,E,4", "far")),
            (Some(Role::Idea), Some(Role::Idea))
        );
        let free = "4/4/4/4/4/1,w5,1,b3/b6,3/4 w 40";
        assert_eq!((role(free, "F3,E,4", "leap"), role(free, "F3,E,4", "far")), (None, Some(Role::Idea)));
        let near = "4/4/4/4/4/1,w5,b2,1/4/3,b6 w 40";
        assert_eq!((role(near, "F3,E,2", "capture"), role(near, "F3,E,2", "far")), (Some(Role::Idea), None));
    }

    #[test]
    fn pieces_leave_and_join() {
        let leaving = "4/4/1,w4,2/4/4/3,b2/4/4 w 20";
        assert_eq!(
            (role(leaving, "C4,NW,3", "exit"), role(leaving, "C4,N,2", "exit")),
            (Some(Role::Idea), None)
        );
        let joining = "4/1,b4,2/4/4/1,w3,2/4/1,w4,2/4 w 40";
        assert_eq!(
            (role(joining, "G4,N,2", "merge"), role(joining, "G4,NE,2", "merge")),
            (Some(Role::Idea), None)
        );
    }

    #[test]
    fn threatened_stacks_are_saved() {
        // The black two on E2 could capture the white two on C4.
        let threatened = "4/4/1,w2,2/4/b2,3/4/3,b1/1,w3,2 w 31";
        assert_eq!(role(threatened, "C4,N,2", "threat"), Some(Role::Block));
        assert_eq!(role(threatened, "C4,SW,2", "threat"), Some(Role::Block), "captures it first");
        assert_eq!(role(threatened, "C4,SW,2", "capture"), Some(Role::Block));
        assert_eq!(role(threatened, "H3,N,2", "threat"), None);
        assert_eq!(role("4/4/1,w2,2/4/b1,3/4/3,b1/1,w3,2 w 31", "C4,N,2", "threat"), None, "nothing to save");
    }

    #[test]
    fn some_like_whole_stacks_and_some_single_pieces() {
        let stacks = "4/4/1,w2,2/4/b1,3/4/3,b1/1,w3,2 w 31";
        assert_eq!(
            (role(stacks, "C4,N,2", "whole"), role(stacks, "C4,N,2", "single")),
            (Some(Role::Habit), None)
        );
        assert_eq!(
            (role(stacks, "C4,NE,1", "whole"), role(stacks, "C4,NE,1", "single")),
            (None, Some(Role::Habit))
        );
    }
}
