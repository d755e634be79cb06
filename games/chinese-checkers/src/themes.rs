//! The ways in which people go wrong at Chinese Checkers.
//!
//! | theme | a move bears it if it |
//! |---|---|
//! | `chain` | hops three times or more |
//! | `detour` | hops away from its goal on its way |
//! | `straggler` | brings the hindmost piece nearer, which is three steps or more behind the foremost |
//! | `finish` | brings a piece into its goal, or further into it |
//! | `block` | shortens the longest way that an opponent could go next by two steps or more |
//! | `steps`, `leader` | goes a single step; moves the foremost piece that is not in its goal yet |
//!
//! A move that wins bears the themes that it bears as a win. How far a piece has to go is counted to the tip of its goal.

use mossa_game::{Game, Mark, Player, Role, ThemeInfo, Themes, Verdict};

use crate::board::Hole;
use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

/// The themes. How often ordinary players miss what can be seen is a guess, which what is learned of players replaces.
const THEMES: [ThemeInfo; 7] = [
    ThemeInfo::sight("chain", 35),
    ThemeInfo::sight("detour", 40),
    ThemeInfo::sight("straggler", 30),
    ThemeInfo::sight("finish", 20),
    ThemeInfo::sight("block", 40),
    ThemeInfo::habit("steps"),
    ThemeInfo::habit("leader"),
];

const CHAIN: usize = 0;
const DETOUR: usize = 1;
const STRAGGLER: usize = 2;
const FINISH: usize = 3;
const BLOCK: usize = 4;
const STEPS: usize = 5;
const LEADER: usize = 6;

/// The names of themes that an evaluation can weigh.
pub(crate) const STRAGGLER_NAME: &str = THEMES[STRAGGLER].name;
pub(crate) const LEADER_NAME: &str = THEMES[LEADER].name;

/// From so many hops on a chain is long.
const LONG_CHAIN: usize = 3;
/// So many steps behind the foremost piece, the hindmost is a straggler.
const FAR_BEHIND: i32 = 3;
/// A way that is shortened by less may be shortened by chance.
const BLOCKED_STEPS: i32 = 2;

impl<const W: usize> Themes for ChineseCheckers<W> {
    fn themes(&self) -> Vec<ThemeInfo> {
        THEMES.to_vec()
    }

    fn marks(&self, position: &Position<W>, walk: Walk) -> Vec<Mark> {
        // A pass begins at no hole.
        if walk.is_pass() {
            return Vec::new();
        }
        let Some(path) = self.board().path(position, walk.from, walk.to) else { return Vec::new() };
        let me = position.to_move();
        let mut after = position.clone();
        self.play(&mut after, walk);
        let wins = self.outcome(&after).is_some_and(|outcome| outcome.verdict(me) == Verdict::Win);
        let is_step = self.board().ways[walk.from.index()].next.contains(&walk.to);
        let hops = if is_step { 0 } else { path.len() - 1 };
        let away = |pair: &[Hole]| self.to_go(pair[1], me) > self.to_go(pair[0], me);
        let blocks = self.longest_way(position, me) - self.longest_way(&after, me) >= BLOCKED_STEPS;
        let role = if wins { Role::Win } else { Role::Idea };
        let marks = [
            (CHAIN, role, hops >= LONG_CHAIN),
            (DETOUR, role, hops > 1 && path.windows(2).any(away)),
            (STRAGGLER, role, self.brings_straggler(position, walk)),
            (FINISH, role, self.finishes(walk, me)),
            (BLOCK, Role::Block, blocks && !wins),
            (STEPS, Role::Habit, is_step),
            (LEADER, Role::Habit, self.is_leader(position, walk.from)),
        ];
        marks.into_iter().filter(|mark| mark.2).map(|(theme, role, _)| Mark::new(theme, role)).collect()
    }
}

impl<const W: usize> ChineseCheckers<W> {
    fn to_go(&self, hole: Hole, player: Player) -> i32 {
        self.board().distance(hole, player)
    }

    /// The most steps that somebody but `me` could come nearer with one move.
    fn longest_way(&self, position: &Position<W>, me: Player) -> i32 {
        let board = self.board();
        let others = Player::all(board.players).filter(|player| *player != me);
        let ways = others.flat_map(|player| {
            position.pieces(player).iter().flat_map(move |from| {
                let ends = board.destinations(position.occupied(), player, from);
                ends.iter().map(move |to| board.distance(from, player) - board.distance(to, player))
            })
        });
        ways.max().unwrap_or(0)
    }

    fn brings_straggler(&self, position: &Position<W>, walk: Walk) -> bool {
        let me = position.to_move();
        let far = || position.pieces(me).iter().map(|hole| self.to_go(hole, me));
        let (nearest, furthest) = (far().min().unwrap_or(0), far().max().unwrap_or(0));
        let from = self.to_go(walk.from, me);
        from == furthest && furthest - nearest >= FAR_BEHIND && self.to_go(walk.to, me) < from
    }

    fn finishes(&self, walk: Walk, me: Player) -> bool {
        let goal = &self.board().rights(me).goal;
        let deeper = self.to_go(walk.to, me) < self.to_go(walk.from, me);
        goal.contains(walk.to) && (!goal.contains(walk.from) || deeper)
    }

    /// Whether no other piece outside the goal is nearer to it.
    pub(crate) fn is_leader(&self, position: &Position<W>, from: Hole) -> bool {
        let me = position.to_move();
        let outside = position.pieces(me).without(&self.board().rights(me).goal);
        let nearest = outside.iter().map(|hole| self.to_go(hole, me)).min();
        outside.contains(from) && nearest == Some(self.to_go(from, me))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use mossa_game::Notation;

    /// On the star of three pieces with the usual rules; A goes up from g1 to g9.
    fn role(position: &str, m: &str, theme: &str) -> Option<Role> {
        let game = ChineseCheckers::<1>::new(2, 3, Profile::SPECIAL, None).unwrap();
        let position = game.parse_position(position).unwrap();
        let walk = game.parse_move(&position, m).unwrap();
        let index = THEMES.iter().position(|known| known.name == theme).unwrap();
        game.marks(&position, walk).iter().find(|mark| mark.theme == index).map(|mark| mark.role)
    }

    /// ```text
    ///       B          9
    ///      · ·
    /// · · · · · · ·    7        g1 hops over h2 to i3, over h4 to g5, over h6 to i7
    ///  · · · B · ·
    ///   · · · · ·      5
    ///  · · · B · ·
    /// · · · · · · ·    3
    ///      A A
    ///       A          1
    /// ```
    const UPWARD: &str = "b/2/7/3b2/5/3b2/7/aa/a a";

    /// ```text
    ///       B          9
    ///      · ·
    /// · · · · · · ·    7        g5 hops back over f4 to e3, over d4 to c5, over d6 to e7
    ///  · B · · · ·
    ///   · · A · ·      5
    ///  · B A · · ·
    /// · · · · · · ·    3
    ///      · ·
    ///       A          1
    /// ```
    const ROUND: &str = "b/2/7/1b4/2a2/1ba3/7/2/a a";

    #[test]
    fn chains_are_long_and_go_round() {
        assert_eq!(role(UPWARD, "g1-i7", "chain"), Some(Role::Idea));
        assert_eq!(role(UPWARD, "g1-g5", "chain"), None, "two hops");
        assert_eq!(role(UPWARD, "g1-i7", "detour"), None, "always ahead");
        assert_eq!(role(ROUND, "g5-e7", "chain"), Some(Role::Idea));
        assert_eq!(role(ROUND, "g5-e7", "detour"), Some(Role::Idea));
        assert_eq!(role(ROUND, "g5-e3", "detour"), None, "a hop back and nothing more");
    }

    #[test]
    fn the_hindmost_and_the_foremost() {
        // On g1 a piece has eight steps to go, on g5 four.
        assert_eq!(role(ROUND, "g1-f2", "straggler"), Some(Role::Idea));
        assert_eq!(role(ROUND, "g5-e7", "straggler"), None);
        assert_eq!(role(UPWARD, "g1-g5", "straggler"), None, "the others are one step ahead");
        assert_eq!(
            (role(ROUND, "g5-e7", "leader"), role(ROUND, "g1-f2", "leader")),
            (Some(Role::Habit), None)
        );
        assert_eq!((role(ROUND, "g1-f2", "steps"), role(ROUND, "g5-e7", "steps")), (Some(Role::Habit), None));
    }

    #[test]
    fn pieces_arrive() {
        let near = "1/2/3a3/2a3/2a2/6/3b3/bb/1 a";
        assert_eq!((role(near, "g7-f8", "finish"), role(near, "g5-h6", "finish")), (Some(Role::Idea), None));
        let last = "a/a1/3a3/6/5/6/3b3/bb/1 a";
        assert_eq!((role(last, "g7-h8", "finish"), role(last, "g7-h6", "finish")), (Some(Role::Win), None));
        let deeper = "1/a1/3a3/2a3/5/6/3b3/bb/1 a";
        assert_eq!(role(deeper, "f8-g9", "finish"), Some(Role::Idea));
    }

    /// B could hop from g9 over h8 to i7, over h6 to g5, over f4 to e3: six steps.
    #[test]
    fn ways_are_blocked() {
        let open = "b/bb/7/3a2/5/2a3/7/2/a a";
        assert_eq!(role(open, "f4-g5", "block"), Some(Role::Block), "g5 is the middle of the way");
        assert_eq!(role(open, "g1-f2", "block"), None, "the way becomes longer");
    }

    #[test]
    fn others_count_where_more_than_two_play() {
        let game = ChineseCheckers::<1>::new(3, 3, Profile::SPECIAL, None).unwrap();
        let start = game.start();
        for walk in game.legal_moves(&start) {
            let marks = game.marks(&start, walk);
            assert!(marks.iter().all(|mark| ![STRAGGLER, FINISH, CHAIN].contains(&mark.theme)), "{marks:?}");
        }
    }
}
