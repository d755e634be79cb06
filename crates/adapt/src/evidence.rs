//! What one decision says about whoever made it.
//!
//! A theme is an *opportunity* if all good moves bear it and there are others: who does not see the theme cannot choose a
//! good move but by chance. Good are the moves that win at once, if there are any, otherwise those that keep the value;
//! where all moves lose, those that do not lose much sooner than others.
//! Of habits, a decision says something if it was made among equals: between the best moves, if the best was played,
//! and otherwise between the moves that are not best. What moves are worth is so no excuse for a habit, nor a hint of
//! one.

use mossa_engine::MarkedMove;
use mossa_game::{Role, ThemeInfo, ThemeKind, Verdict};

use crate::judge::{Judgement, rank, verdict};

/// What happened to a theme in a decision, in the words of the report that the classic style follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A win at once was there and was not played.
    Lethal,
    /// The move that stops a threat was not played.
    Strategic,
    /// The move that stops a threat was played.
    Correction,
    /// A win at once was played.
    Win,
    /// Another move that only the theme explains was not played.
    Overlooked,
    /// Another move that only the theme explains was played.
    Found,
    /// The move follows the habit.
    Followed,
    /// The move does not follow the habit, and others would have.
    Resisted,
}

impl Event {
    /// Whether it speaks for the weakness.
    pub const fn is_against(self) -> bool {
        matches!(self, Event::Lethal | Event::Strategic | Event::Overlooked | Event::Followed)
    }
}

/// One thing that a decision says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The theme, by its index.
    pub theme: usize,
    /// What happened.
    pub event: Event,
    /// How often somebody without the weakness would do this by chance: for habits the share of moves that follow it. Nothing
    /// for what is seen or overlooked.
    pub chance: Option<f64>,
}

/// What a decision says, and whether it was a mistake.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decision {
    /// What it says about themes.
    pub evidence: Vec<Evidence>,
    /// Whether there was something to lose: some moves keep the value, others do not.
    pub could_err: bool,
    /// Whether it was lost.
    pub erred: bool,
}

/// What it says that `played` was chosen in a position whose moves bear `marked` and are worth `judgement`.
pub fn decide(
    themes: &[ThemeInfo],
    marked: &[MarkedMove],
    judgement: &Judgement,
    tolerance: i32,
    played: &str,
) -> Decision {
    let Some(made) = judgement.worth(played) else { return Decision::default() };
    let good = good_moves(judgement, tolerance);
    let kept = judgement.resists(&made, tolerance);
    let could_err = judgement.moves.iter().any(|m| !judgement.resists(&m.worth, tolerance));
    let mut decision = Decision { evidence: Vec::new(), could_err, erred: could_err && !kept };
    for (index, theme) in themes.iter().enumerate() {
        let found = match theme.kind {
            ThemeKind::Sight => sight(index, marked, &good, played).map(|event| (event, None)),
            ThemeKind::Habit => {
                habit(index, marked, judgement, played).map(|(event, chance)| (event, Some(chance)))
            }
        };
        decision.evidence.extend(found.map(|(event, chance)| Evidence { theme: index, event, chance }));
    }
    decision
}

/// The moves that win at once, if there are any, otherwise those that keep the value; nothing if all moves are good.
fn good_moves(judgement: &Judgement, tolerance: i32) -> Vec<&str> {
    let at_once = |m: &&crate::judge::Judged| {
        verdict(&m.worth) == Some(Verdict::Win) && rank(&m.worth).plies() == Some(1)
    };
    let wins: Vec<&str> = judgement.moves.iter().filter(at_once).map(|m| m.text.as_str()).collect();
    let good = match wins[..] {
        [] => {
            let good = judgement.moves.iter().filter(|m| judgement.resists(&m.worth, tolerance));
            good.map(|m| m.text.as_str()).collect()
        }
        _ => wins,
    };
    if good.len() == judgement.moves.len() { Vec::new() } else { good }
}

/// The role in which a move bears a theme.
pub(crate) fn role_of(theme: usize, marked: &[MarkedMove], text: &str) -> Option<Role> {
    let marks = &marked.iter().find(|m| m.text == text)?.marks;
    marks.iter().find(|mark| mark.theme == theme).map(|mark| mark.role)
}

fn sight(theme: usize, marked: &[MarkedMove], good: &[&str], played: &str) -> Option<Event> {
    let roles: Option<Vec<Role>> = good.iter().map(|text| role_of(theme, marked, text)).collect();
    let role = roles?.into_iter().min()?;
    Some(match (role, good.contains(&played)) {
        (Role::Win, false) => Event::Lethal,
        (Role::Win, true) => Event::Win,
        (Role::Block, false) => Event::Strategic,
        (Role::Block, true) => Event::Correction,
        (_, false) => Event::Overlooked,
        (_, true) => Event::Found,
    })
}

fn habit(theme: usize, marked: &[MarkedMove], judgement: &Judgement, played: &str) -> Option<(Event, f64)> {
    let best = rank(&judgement.best()?);
    let was_best = rank(&judgement.worth(played)?) == best;
    let equals = judgement.moves.iter().filter(|m| (rank(&m.worth) == best) == was_best);
    let equals: Vec<bool> = equals.map(|m| role_of(theme, marked, &m.text).is_some()).collect();
    let chance = equals.iter().filter(|follows| **follows).count() as f64 / equals.len().max(1) as f64;
    if chance == 0.0 || chance == 1.0 {
        return None;
    }
    let follows = role_of(theme, marked, played).is_some();
    Some((if follows { Event::Followed } else { Event::Resisted }, chance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Judged;
    use mossa_game::{Assessment, Mark};

    const THEMES: [ThemeInfo; 3] =
        [ThemeInfo::sight("rows", 20), ThemeInfo::sight("diagonals", 20), ThemeInfo::habit("edge")];

    fn proven(outcome: Verdict, plies: u32) -> Assessment {
        let plies = (outcome != Verdict::Draw).then_some(plies);
        Assessment::Proven { outcome, plies }
    }

    /// Moves `a`, `b`, ... with values and marks.
    fn position(moves: &[(Assessment, &[(usize, Role)])]) -> (Judgement, Vec<MarkedMove>) {
        let text = |index: usize| ((b'a' + index as u8) as char).to_string();
        let judged = moves.iter().enumerate().map(|(i, (worth, _))| Judged { text: text(i), worth: *worth });
        let mark = |(theme, role): &(usize, Role)| Mark::new(*theme, *role);
        let marked = moves.iter().enumerate();
        let marked = marked
            .map(|(i, (_, marks))| MarkedMove { text: text(i), marks: marks.iter().map(mark).collect() });
        (Judgement { moves: judged.collect(), exact: true }, marked.collect())
    }

    fn events(moves: &[(Assessment, &[(usize, Role)])], played: &str) -> Vec<(usize, Event)> {
        let (judgement, marked) = position(moves);
        let found = decide(&THEMES, &marked, &judgement, 0, played).evidence;
        found.into_iter().map(|evidence| (evidence.theme, evidence.event)).collect()
    }

    #[test]
    fn decisions_are_classified_as_the_report_does() {
        let win: &[(Assessment, &[(usize, Role)])] = &[
            (proven(Verdict::Win, 1), &[(1, Role::Win)]),
            (proven(Verdict::Win, 5), &[]),
            (proven(Verdict::Draw, 0), &[]),
        ];
        assert_eq!(events(win, "a"), [(1, Event::Win)]);
        assert_eq!(events(win, "b"), [(1, Event::Lethal)], "a slower win does not excuse it");
        let block: &[(Assessment, &[(usize, Role)])] = &[
            (proven(Verdict::Draw, 0), &[(0, Role::Block)]),
            (proven(Verdict::Loss, 2), &[(1, Role::Idea)]),
        ];
        assert_eq!(events(block, "a"), [(0, Event::Correction)]);
        assert_eq!(events(block, "b"), [(0, Event::Strategic)]);
        let idea: &[(Assessment, &[(usize, Role)])] = &[
            (proven(Verdict::Draw, 0), &[(0, Role::Idea), (1, Role::Idea)]),
            (proven(Verdict::Draw, 0), &[(1, Role::Idea)]),
            (proven(Verdict::Loss, 8), &[(0, Role::Idea)]),
        ];
        assert_eq!(events(idea, "b"), [(1, Event::Found)], "rows are not needed: b does without them");
        assert_eq!(events(idea, "c"), [(1, Event::Overlooked)]);
    }

    #[test]
    fn where_nothing_can_be_lost_nothing_is_said() {
        let lost: &[(Assessment, &[(usize, Role)])] =
            &[(proven(Verdict::Loss, 4), &[(0, Role::Block)]), (proven(Verdict::Loss, 2), &[])];
        let resisting: &[(Assessment, &[(usize, Role)])] =
            &[(proven(Verdict::Loss, 8), &[(0, Role::Block)]), (proven(Verdict::Loss, 2), &[])];
        assert_eq!(events(resisting, "b"), [(0, Event::Strategic)], "who loses can lose sooner");
        assert_eq!(events(lost, "b"), []);
        let (judgement, marked) = position(lost);
        assert!(!decide(&THEMES, &marked, &judgement, 0, "b").could_err);
        assert_eq!(decide(&THEMES, &marked, &judgement, 0, "z"), Decision::default(), "no such move");
    }

    #[test]
    fn habits_show_among_equals_alone() {
        let edge: &[(usize, Role)] = &[(2, Role::Habit)];
        let draws: &[(Assessment, &[(usize, Role)])] = &[
            (proven(Verdict::Draw, 0), edge),
            (proven(Verdict::Draw, 0), &[]),
            (proven(Verdict::Loss, 6), edge),
            (proven(Verdict::Loss, 8), &[]),
            (proven(Verdict::Loss, 8), edge),
        ];
        assert_eq!(events(draws, "a"), [(2, Event::Followed)]);
        assert_eq!(events(draws, "b"), [(2, Event::Resisted)]);
        assert_eq!(events(draws, "c"), [(2, Event::Followed)]);
        let (judgement, marked) = position(draws);
        let chance = |played| decide(&THEMES, &marked, &judgement, 0, played).evidence[0].chance.unwrap();
        assert!((chance("a") - 0.5).abs() < 1e-12 && (chance("d") - 2.0 / 3.0).abs() < 1e-12);
        let forced: &[(Assessment, &[(usize, Role)])] =
            &[(proven(Verdict::Draw, 0), edge), (proven(Verdict::Loss, 6), &[])];
        assert_eq!(events(forced, "a"), [], "the only good move is no habit");
    }
}
