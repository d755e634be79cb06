//! When a game ends before the board shows a result.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition, LineAssessment, Means, SolveOrder};
use mossa_game::{Assessment, InputError, InputKind, Outcome, Player, Strength, Verdict};
use mossa_search::{Limits, StopSignal, Table};
use serde::{Deserialize, Serialize};

use crate::played::Ending;

/// A player whose own values are hopeless loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Hopeless is a value of minus this or less, or a loss that is certain.
    pub score: i32,
    /// In so many of the player's moves, one after the other.
    pub moves: u32,
    /// Whether the opponent must have found as many of its own moves as good as the player found its own bad.
    #[serde(default)]
    pub both: bool,
}

/// A game that both players find even is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Even is a value between minus this and this, or a draw that is certain.
    pub score: i32,
    /// In so many moves of each player, one after the other.
    pub moves: u32,
    /// Not before so many plies after the opening.
    #[serde(default)]
    pub after: u32,
}

/// When a game ends before the board shows a result. All but the last rule are for games of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    /// For hopeless games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// For even games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// After each move the referee searches so many positions; a result that this proves is the result of the game. In
    /// a game with a quick solver it asks that instead, and so knows the result of every position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<u64>,
    /// After so many plies after the opening, the game is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

const RESIGN_EXPECTED: &str = "score=500,moves=4, or score=500,moves=4,both if both players must agree";
const DRAW_EXPECTED: &str = "score=10,moves=8, or score=10,moves=8,after=40 (plies)";

/// Reads `score=500,moves=4` and `score=500,moves=4,both`.
impl FromStr for ResignRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<ResignRule, InputError> {
        let mut settings = Settings::read("resign", text, RESIGN_EXPECTED)?;
        let score = settings.number("score", 1, None)?;
        let moves = settings.number("moves", 1, None)?;
        let both = settings.flag("both");
        settings.nothing_left()?;
        Ok(ResignRule { score: score as i32, moves, both })
    }
}

/// Reads `score=10,moves=8` and `score=10,moves=8,after=40`.
impl FromStr for DrawRule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<DrawRule, InputError> {
        let mut settings = Settings::read("draw", text, DRAW_EXPECTED)?;
        let score = settings.number("score", 0, None)?;
        let moves = settings.number("moves", 1, None)?;
        let after = settings.number("after", 0, Some(0))?;
        settings.nothing_left()?;
        Ok(DrawRule { score: score as i32, moves, after })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = if self.both { ",both" } else { "" };
        write!(f, "score={},moves={}{both}", self.score, self.moves)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={},after={}", self.score, self.moves, self.after)
    }
}

/// The parts of `name=value,name=value,flag`.
struct Settings<'a> {
    rule: &'static str,
    expected: &'static str,
    parts: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Settings<'a> {
    fn read(rule: &'static str, text: &'a str, expected: &'static str) -> Result<Settings<'a>, InputError> {
        let mut settings = Settings { rule, expected, parts: Vec::new() };
        for part in text.split(',').map(str::trim) {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (part, None),
            };
            if settings.parts.iter().any(|(known, _)| *known == name) {
                return Err(settings.error(format!("`{name}` twice")));
            }
            settings.parts.push((name, value));
        }
        Ok(settings)
    }

    fn error(&self, problem: String) -> InputError {
        InputError::new(InputKind::Setting, format!("{} rule: {problem}", self.rule), self.expected)
    }

    fn take(&mut self, name: &str, with_value: bool) -> Option<&'a str> {
        let wanted = |(known, value): &(&str, Option<&str>)| *known == name && value.is_some() == with_value;
        let index = self.parts.iter().position(wanted)?;
        self.parts.remove(index).1.or(Some(""))
    }

    /// The number called `name`, at least `least` and not more than a value can be.
    fn number(&mut self, name: &str, least: u32, default: Option<u32>) -> Result<u32, InputError> {
        let Some(text) = self.take(name, true) else {
            return default.ok_or_else(|| self.error(format!("`{name}` is missing")));
        };
        let number = text.parse().ok().filter(|number| (least..=i32::MAX as u32).contains(number));
        number.ok_or_else(|| self.error(format!("`{name}` is `{text}`, not a number from {least}")))
    }

    fn flag(&mut self, name: &str) -> bool {
        self.take(name, false).is_some()
    }

    fn nothing_left(&self) -> Result<(), InputError> {
        match self.parts.first() {
            None => Ok(()),
            Some((name, None)) => Err(self.error(format!("unexpected `{name}`"))),
            Some((name, Some(value))) => Err(self.error(format!("unexpected `{name}={value}`"))),
        }
    }
}

/// How often in a row a player found its own position hopeless, won or even.
#[derive(Clone, Copy, Default)]
struct Streaks {
    hopeless: u32,
    won: u32,
    even: u32,
}

/// Watches one game.
pub struct Referee {
    rules: Rules,
    players: usize,
    /// Plies after the opening.
    plies: u32,
    streaks: Vec<Streaks>,
    /// How often each position came, by key.
    met: HashMap<u64, u32>,
    /// What the referee's own searches remember from move to move; none if it asks the game's solver.
    table: Option<Arc<Table>>,
}

/// When a position comes for this time the game goes round in circles, and its own rules do not end it: it is a draw. Rules
/// about repetitions, where there are any, say three or five times.
pub const CIRCLES: u32 = 10;

/// Entries of the table for each position of one search: those of some moves before are of use, too.
const ENTRIES_PER_NODE: u64 = 8;
/// The largest table, in cache lines of four entries: 16 MB, for many games may be played at once.
const MOST_BUCKETS: u64 = 1 << 18;

impl Referee {
    /// A referee for one game of `game`.
    pub fn new(rules: &Rules, game: &Arc<dyn AnyGame>) -> Referee {
        let players = game.players();
        let searches = players == 2 && !game.has_quick_solver();
        let table = rules.proven.filter(|_| searches).map(|nodes| {
            let buckets = nodes.saturating_mul(ENTRIES_PER_NODE).div_ceil(4).min(MOST_BUCKETS);
            Arc::new(Table::with_buckets(buckets as usize))
        });
        let streaks = vec![Streaks::default(); players];
        Referee { rules: *rules, players, plies: 0, streaks, met: HashMap::new(), table }
    }

    /// `mover` has moved, thought its position before the move worth `value`, and `position` is what came of it. Says
    /// how and why the game ends, if it does. Whether the board shows a result is for the caller to look at before.
    pub fn moved(
        &mut self,
        mover: Player,
        value: Option<Assessment>,
        position: &dyn AnyPosition,
        stop: &StopSignal,
    ) -> Option<(Outcome, Ending)> {
        self.plies = self.plies.saturating_add(1);
        if self.players == 2 {
            self.count(mover, value);
            let decided = self.proven(position, stop).map(|outcome| (outcome, Ending::Proven));
            let decided = decided.or_else(|| self.resigned()).or_else(|| self.even());
            if decided.is_some() {
                return decided;
            }
        }
        let times = self.met.entry(position.key()).or_insert(0);
        *times += 1;
        let is_long = *times >= CIRCLES || self.rules.max_plies.is_some_and(|most| self.plies >= most);
        is_long.then(|| (Outcome::draw(self.players), Ending::Length))
    }

    /// Counts what a player thinks of its position. Who says nothing begins anew.
    fn count(&mut self, mover: Player, value: Option<Assessment>) {
        let resign = self.rules.resign.map_or(i64::MAX, |rule| rule.score.into());
        let draw = self.rules.draw.map_or(0, |rule| rule.score.into());
        let (hopeless, won, even) = match value {
            None => (false, false, false),
            Some(Assessment::Proven { outcome, .. }) => {
                (outcome == Verdict::Loss, outcome == Verdict::Win, outcome == Verdict::Draw)
            }
            Some(Assessment::Guess { score }) => {
                let score = i64::from(score);
                (score <= -resign, score >= resign, score.abs() <= draw)
            }
        };
        let streaks = &mut self.streaks[mover.index()];
        let next = |streak: u32, goes_on: bool| if goes_on { streak.saturating_add(1) } else { 0 };
        streaks.hopeless = next(streaks.hopeless, hopeless);
        streaks.won = next(streaks.won, won);
        streaks.even = next(streaks.even, even);
    }

    fn resigned(&self) -> Option<(Outcome, Ending)> {
        let rule = self.rules.resign?;
        let gives_up = |player: &Player| {
            let agrees = !rule.both || self.streaks[player.opponent().index()].won >= rule.moves;
            agrees && self.streaks[player.index()].hopeless >= rule.moves
        };
        let loser = Player::all(2).find(gives_up)?;
        Some((Outcome::win(loser.opponent(), 2), Ending::Resignation { seat: loser.index() }))
    }

    fn even(&self) -> Option<(Outcome, Ending)> {
        let rule = self.rules.draw?;
        let agreed = self.streaks.iter().all(|streaks| streaks.even >= rule.moves);
        (agreed && self.plies >= rule.after).then(|| (Outcome::draw(2), Ending::DrawRule))
    }

    /// The result of perfect play, if it is certain. What players claim is not asked for.
    fn proven(&self, position: &dyn AnyPosition, stop: &StopSignal) -> Option<Outcome> {
        let nodes = self.rules.proven?;
        let verdict = match self.table.clone() {
            Some(table) => searched(position, nodes, table, stop)?,
            None => solved(position, stop)?,
        };
        let mover = position.to_move();
        Some(match verdict {
            Verdict::Win => Outcome::win(mover, 2),
            Verdict::Draw => Outcome::draw(2),
            Verdict::Loss => Outcome::win(mover.opponent(), 2),
        })
    }
}

/// What a search of fixed size proves for the player to move.
fn searched(position: &dyn AnyPosition, nodes: u64, table: Arc<Table>, stop: &StopSignal) -> Option<Verdict> {
    let means = Means { seed: 0, limits: Limits::nodes(nodes), threads: 1, table };
    let analysis = position.analyse(&means.request(1), stop, &mut |_| {});
    match analysis.lines.first()?.value {
        LineAssessment::Mover(Assessment::Proven { outcome, .. }) => Some(outcome),
        _ => None,
    }
}

/// What the game's solver says.
fn solved(position: &dyn AnyPosition, stop: &StopSignal) -> Option<Verdict> {
    let order = SolveOrder { strength: Strength::Weak, ..SolveOrder::value_only() };
    Some(position.solve(&order, stop).ok()??.value.outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOSS: Assessment = Assessment::Proven { outcome: Verdict::Loss, plies: Some(3) };
    const WIN: Assessment = Assessment::Proven { outcome: Verdict::Win, plies: Some(4) };
    const DRAW: Assessment = Assessment::Proven { outcome: Verdict::Draw, plies: None };

    fn guess(score: i32) -> Option<Assessment> {
        Some(Assessment::Guess { score })
    }

    /// Tells a referee the values of moves in turn; gives the ply after which it ended the game, and how.
    fn told(rules: Rules, values: &[Option<Assessment>]) -> Option<(usize, String, Ending)> {
        let game = mossa_engine::open("mnk:7,7,7").unwrap();
        let mut position = game.clone().start();
        let mut referee = Referee::new(&rules, &game);
        values.iter().enumerate().find_map(|(ply, value)| {
            let first = position.moves()[0].text.clone();
            position.play(&first).unwrap();
            let end = referee.moved(Player::new(ply % 2), *value, &*position, &StopSignal::new());
            end.map(|(outcome, ending)| (ply + 1, outcome.to_string(), ending))
        })
    }

    #[test]
    fn who_is_hopeless_for_some_moves_resigns() {
        let rules = Rules { resign: "score=500,moves=2".parse().ok(), ..Rules::default() };
        let lost = |ply, result: &str, seat| Some((ply, result.to_owned(), Ending::Resignation { seat }));
        let (bad, fine, worse) = (guess(-500), guess(-499), Some(LOSS));
        assert_eq!(told(rules, &[bad, fine, worse]), lost(3, "0-1", 0));
        assert_eq!(told(rules, &[fine, bad, fine, bad]), lost(4, "1-0", 1));
        assert_eq!(told(rules, &[bad, fine, fine, fine, bad]), None, "not one after the other");
        assert_eq!(told(rules, &[bad, fine, None, fine, bad]), None, "silence begins anew");
        assert_eq!(told(Rules::default(), &[worse; 20]), None);
    }

    #[test]
    fn the_opponent_may_have_to_agree() {
        let rules = Rules { resign: "score=500,moves=2,both".parse().ok(), ..Rules::default() };
        let (bad, good, sure) = (guess(-500), guess(500), Some(WIN));
        assert_eq!(told(rules, &[bad, None, bad, None, bad, None]), None);
        assert_eq!(told(rules, &[bad, bad, bad, bad, bad, bad]), None, "both think they are lost");
        let end = Some((6, "0-1".to_owned(), Ending::Resignation { seat: 0 }));
        assert_eq!(told(rules, &[bad, guess(499), bad, good, bad, sure]), end);
    }

    #[test]
    fn what_both_find_even_is_a_draw() {
        let rules = Rules { draw: "score=10,moves=2,after=6".parse().ok(), ..Rules::default() };
        let drawn = |ply| Some((ply, "1/2-1/2".to_owned(), Ending::DrawRule));
        assert_eq!(told(rules, &[guess(10); 8]), drawn(6), "not earlier");
        assert_eq!(
            told(rules, &[guess(0), guess(0), guess(0), guess(11), Some(DRAW), guess(-10), guess(-11)]),
            None
        );
        let wavering = [guess(11), guess(-9), guess(0), guess(-11), guess(0), guess(3), guess(10), guess(3)];
        assert_eq!(told(rules, &wavering), drawn(8));
        assert_eq!(told(rules, &[Some(WIN); 8]), None);
        assert_eq!(told(rules, &[None; 8]), None);
    }

    #[test]
    fn a_quick_solver_is_the_best_referee() {
        let registry = mossa_engine::Registry::empty().with(mossa_conformance::toy::NimFamily);
        let rules = Rules { proven: Some(1), ..Rules::default() };
        for (game, known) in [("nim:5.6.7", true), ("nim:5.6.7,players=3", false), ("nim:3.4.5.6.7", false)] {
            let game = registry.open(game).unwrap();
            let mut referee = Referee::new(&rules, &game);
            let mut position = game.start();
            // It leaves 4.6.7, and the first player has thrown away the win.
            position.play("a1").unwrap();
            let end = referee.moved(Player::FIRST, None, &*position, &StopSignal::new());
            assert_eq!(end, known.then(|| (Outcome::win(Player::SECOND, 2), Ending::Proven)));
        }
    }

    #[test]
    fn games_that_go_round_in_circles_are_drawn() {
        let game = mossa_engine::open("chinese-checkers:pieces=1,rules=free").unwrap();
        let mut referee = Referee::new(&Rules::default(), &game);
        let mut position = game.start();
        let circle = ["d1-c2", "d5-c4", "c2-d1", "c4-d5"];
        let mut plies = (0..).map(|ply: usize| {
            position.play(circle[ply % 4]).unwrap();
            referee.moved(Player::new(ply % 2), None, &*position, &StopSignal::new())
        });
        let end = plies.position(|end| end == Some((Outcome::draw(2), Ending::Length)));
        // The first ply of the tenth round.
        assert_eq!(end, Some(4 * (CIRCLES as usize - 1)));
    }

    #[test]
    fn long_games_are_drawn_however_many_play() {
        let rules = Rules { max_plies: Some(3), ..Rules::default() };
        assert_eq!(told(rules, &[None; 5]), Some((3, "1/2-1/2".to_owned(), Ending::Length)));
        let registry = mossa_engine::Registry::empty().with(mossa_conformance::toy::NimFamily);
        let game = registry.open("nim:players=3").unwrap();
        let all = Rules {
            resign: "score=1,moves=1".parse().ok(),
            draw: "score=9,moves=1".parse().ok(),
            proven: Some(100_000),
            max_plies: Some(3),
        };
        let mut referee = Referee::new(&all, &game);
        let mut position = game.start();
        for (ply, text) in ["a1", "a1", "a1"].into_iter().enumerate() {
            position.play(text).unwrap();
            let end = referee.moved(Player::new(ply), Some(LOSS), &*position, &StopSignal::new());
            assert_eq!(
                end,
                (ply == 2).then(|| (Outcome::draw(3), Ending::Length)),
                "other rules are for two"
            );
        }
    }

    #[test]
    fn what_is_proven_is_the_result() {
        for (name, nodes, text, result) in [
            ("mnk:4,4,3", 1_000_000, "b2", Some("1-0")),
            ("mnk:3,3,3", 1_000_000, "b2", Some("1/2-1/2")),
            ("mnk:9,9,5", 1_000, "e5", None),
        ] {
            let game = mossa_engine::open(name).unwrap();
            let mut position = game.clone().start();
            position.play(text).unwrap();
            let mut referee = Referee::new(&Rules { proven: Some(nodes), ..Rules::default() }, &game);
            let end = referee.moved(Player::FIRST, Some(LOSS), &*position, &StopSignal::new());
            let expected = result.map(|result| (result.parse().unwrap(), Ending::Proven));
            assert_eq!(end, expected, "{name}: what the player says is not asked for");
        }
        // The second player answers badly: a loss for who moved.
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let mut position = game.clone().start();
        position.play("b2").unwrap();
        position.play("b1").unwrap();
        let mut referee = Referee::new(&Rules { proven: Some(1_000_000), ..Rules::default() }, &game);
        let end = referee.moved(Player::SECOND, None, &*position, &StopSignal::new());
        assert_eq!(end, Some((Outcome::win(Player::FIRST, 2), Ending::Proven)));
    }

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["score=500,moves=4", "score=1,moves=1,both"] {
            assert_eq!(text.parse::<ResignRule>().unwrap().to_string(), text);
        }
        let rule: DrawRule = " moves = 8, score=0".parse().unwrap();
        assert_eq!(rule, DrawRule { score: 0, moves: 8, after: 0 });
        assert_eq!(rule.to_string().parse::<DrawRule>().unwrap(), rule);
        let cases = [
            ("", "resign rule: `score` is missing"),
            ("score=5", "`moves` is missing"),
            ("score=0,moves=1", "`score` is `0`, not a number from 1"),
            ("score=-5,moves=1", "`score` is `-5`"),
            ("score=5,moves=x", "`moves` is `x`"),
            ("score=5,moves=1,moves=2", "`moves` twice"),
            ("score=5,moves=1,after=2", "unexpected `after=2`"),
            ("score=5,moves=1,both=yes", "unexpected `both=yes`"),
            ("score=5,moves=4294967295", "`moves` is `4294967295`"),
            ("score,moves=1", "`score` is missing"),
        ];
        for (text, problem) in cases {
            let error = text.parse::<ResignRule>().unwrap_err();
            assert!(
                error.problem.contains(problem) && error.expected.contains("score=500"),
                "{text}: {error}"
            );
        }
        assert!("score=5,moves=1,both".parse::<DrawRule>().is_err());
        let rules = Rules { draw: Some(rule), max_plies: Some(9), ..Rules::default() };
        let json = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
        assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), "{}");
    }
}
