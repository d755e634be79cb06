//! The ways in which people go wrong at Connect 4.
//!
//! | theme | a move bears it if its stone |
//! |---|---|
//! | `horizontal`, `vertical`, `rising`, `falling` | completes four in that direction, or takes the cell with which the opponent would; makes a winning cell there, or takes the cell with which the opponent would make one |
//! | `diagonal` | does any of this in either diagonal |
//! | `split` | completes or prevents four by the gap of a split three |
//! | `parity` | makes a winning cell in a row that falls to its player when the other columns are full, or prevents the opponent's |
//! | `edge`, `centre` | is in the outer two columns on either side, or in one of the middle three |
//!
//! A move that does several of these in one direction bears the theme in the most urgent role.

use mossa_game::{Mark, Role, ThemeInfo, Themes};

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4};
use crate::threats::{Direction, Side, rows_of_first_player};

/// The themes. How often ordinary players miss what can be seen: see `docs/adr/0026-adaptive.md`.
const THEMES: [ThemeInfo; 9] = [
    ThemeInfo::sight("horizontal", 30),
    ThemeInfo::sight("vertical", 30),
    ThemeInfo::sight("rising", 30),
    ThemeInfo::sight("falling", 30),
    ThemeInfo::sight("diagonal", 30),
    ThemeInfo::sight("split", 30),
    ThemeInfo::sight("parity", 30),
    ThemeInfo::habit("edge"),
    ThemeInfo::habit("centre"),
];

const HORIZONTAL: usize = 0;
const VERTICAL: usize = 1;
const RISING: usize = 2;
const FALLING: usize = 3;
const DIAGONAL: usize = 4;
const SPLIT: usize = 5;
const PARITY: usize = 6;
const EDGE: usize = 7;
const CENTRE: usize = 8;

/// The theme of a direction.
const fn of_direction(direction: Direction) -> usize {
    match direction {
        Direction::Horizontal => HORIZONTAL,
        Direction::Vertical => VERTICAL,
        Direction::Rising => RISING,
        Direction::Falling => FALLING,
    }
}

/// The name of the theme of a direction.
pub(crate) const fn name_of(direction: Direction) -> &'static str {
    THEMES[of_direction(direction)].name
}

impl<G: Geometry> Themes for Connect4<G> {
    fn themes(&self) -> Vec<ThemeInfo> {
        THEMES.to_vec()
    }

    fn marks(&self, position: &Position<G::Word>, m: Column) -> Vec<Mark> {
        let view = Look::new(self, position, m);
        let directions = Direction::ALL.map(|direction| (direction, view.role(direction)));
        let marks =
            directions.iter().filter_map(|(direction, role)| Some((of_direction(*direction), (*role)?)));
        let diagonals = directions.iter().filter(|(direction, _)| direction.is_diagonal());
        let diagonal = diagonals.filter_map(|(_, role)| *role).min().map(|role| (DIAGONAL, role));
        let split = view.split_role().map(|role| (SPLIT, role));
        let parity = view.is_about_parity().then_some((PARITY, Role::Idea));
        let habit = |theme, follows: bool| follows.then_some((theme, Role::Habit));
        let all = marks.chain(diagonal).chain(split).chain(parity);
        let all = all.chain(habit(EDGE, self.is_at_edge(m))).chain(habit(CENTRE, self.is_central(m)));
        all.map(|(theme, role)| Mark::new(theme, role)).collect()
    }
}

impl<G: Geometry> Connect4<G> {
    /// Whether a column is one of the outer two on either side: 0, 1, 5 and 6 of seven.
    pub(crate) fn is_at_edge(&self, m: Column) -> bool {
        self.centrality(m) <= 1 && !self.is_central(m)
    }

    /// Whether a column is in the middle: the one in the centre (or both) and its neighbours, 2 to 4 of seven.
    pub(crate) fn is_central(&self, m: Column) -> bool {
        2 * self.centrality(m) + 3 >= self.geometry().width() as i32 - 1 && self.geometry().width() >= 3
    }
}

/// What a stone in one cell does.
struct Look<G: Geometry> {
    cell: G::Word,
    mine: Side<G>,
    yours: Side<G>,
    mine_with: Side<G>,
    yours_with: Side<G>,
    own_rows: G::Word,
    their_rows: G::Word,
}

impl<G: Geometry> Look<G> {
    fn new(game: &Connect4<G>, position: &Position<G::Word>, m: Column) -> Look<G> {
        let geometry = game.geometry();
        let cell = game.landing(position, m);
        let (mine, yours) = (Side::mover(geometry, position), Side::opponent(geometry, position));
        let firsts = rows_of_first_player(geometry);
        let mover_is_first = position.plies().is_multiple_of(2);
        let [own_rows, their_rows] = if mover_is_first { [firsts, !firsts] } else { [!firsts, firsts] };
        Look {
            cell,
            mine,
            yours,
            mine_with: mine.with(cell),
            yours_with: yours.with(cell),
            own_rows,
            their_rows,
        }
    }

    /// What the stone does in one direction: the most urgent of it.
    fn role(&self, direction: Direction) -> Option<Role> {
        let (mine, yours) = (self.mine.winning_in(direction), self.yours.winning_in(direction));
        if !(mine & self.cell).is_empty() {
            return Some(Role::Win);
        }
        if !(yours & self.cell).is_empty() {
            return Some(Role::Block);
        }
        let makes = self.mine_with.winning_in(direction) & !mine;
        let prevents = self.yours_with.winning_in(direction) & !yours;
        (!(makes | prevents).is_empty()).then_some(Role::Idea)
    }

    fn split_role(&self) -> Option<Role> {
        let gap = |side: &Side<G>| {
            Direction::ALL
                .into_iter()
                .any(|direction| !(side.gaps_of_split_threes(direction) & self.cell).is_empty())
        };
        if gap(&self.mine) {
            return Some(Role::Win);
        }
        gap(&self.yours).then_some(Role::Block)
    }

    fn is_about_parity(&self) -> bool {
        let makes = self.mine_with.winning_cells() & !self.mine.winning_cells() & self.own_rows;
        let prevents = self.yours_with.winning_cells() & !self.yours.winning_cells() & self.their_rows;
        !(makes | prevents).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;
    use mossa_game::Notation;

    /// The marks of a move, as `name` and role.
    fn marks(moves: &str, column: u8) -> Vec<(&'static str, Role)> {
        let game = Connect4::new(Standard::default());
        let position = game.parse_position(moves).unwrap();
        let found = game.marks(&position, Column(column - 1));
        found.into_iter().map(|mark| (THEMES[mark.theme].name, mark.role)).collect()
    }

    #[test]
    fn wins_and_blocks_bear_their_direction() {
        assert!(marks("434343", 4).contains(&("vertical", Role::Win)));
        assert!(marks("4343431", 4).contains(&("vertical", Role::Block)));
        // X on 1, 2 and 4 of the lowest row: the gap is a split three.
        let gap = marks("112244", 3);
        assert!(gap.contains(&("horizontal", Role::Win)) && gap.contains(&("split", Role::Win)), "{gap:?}");
        let open = marks("223344", 5);
        assert!(open.contains(&("horizontal", Role::Win)) && !open.iter().any(|(name, _)| *name == "split"));
    }

    #[test]
    fn diagonals_are_told_apart_and_together() {
        // X on a1, b2 and c3: d4 is playable and completes them.
        let game = Connect4::new(Standard::default());
        let position = game.parse_position("7/7/7/2xo3/1xox3/xoxo2o x").unwrap();
        let found = game.marks(&position, Column(3));
        let of = |theme: usize| found.iter().find(|mark| mark.theme == theme).map(|mark| mark.role);
        assert_eq!((of(RISING), of(DIAGONAL), of(FALLING)), (Some(Role::Win), Some(Role::Win), None));
    }

    #[test]
    fn an_idea_makes_a_winning_cell_or_prevents_one() {
        // Two in the middle of the lowest row: a third makes cells that win.
        assert!(marks("4455", 3).contains(&("horizontal", Role::Idea)));
        assert!(marks("44551", 3).contains(&("horizontal", Role::Idea)), "and so it is for who prevents it");
        assert!(!marks("4455", 1).iter().any(|(name, _)| *name == "horizontal"));
    }

    #[test]
    fn columns_are_edges_or_the_middle() {
        let habits = |column| marks("start", column).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let all: Vec<_> = (1..=7).map(habits).collect();
        assert_eq!(all, [["edge"], ["edge"], ["centre"], ["centre"], ["centre"], ["edge"], ["edge"]]);
    }

    /// A threat in the third row is the first player's at the end of the game, one in the second row is not.
    #[test]
    fn parity_is_about_rows_that_fall_to_a_player() {
        let game = Connect4::new(Standard::default());
        let about = |text: &str, column: u8| {
            let position = game.parse_position(text).unwrap();
            game.marks(&position, Column(column - 1)).iter().any(|mark| mark.theme == PARITY)
        };
        assert!(about("7/7/7/1xx4/1oxo3/1xoo3 x", 4), "X makes three in the third row");
        assert!(!about("7/7/7/7/1xx4/1oox3 o", 7), "nothing is made or prevented at the edge");
    }
}
