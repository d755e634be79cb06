//! Themes: the ways in which people go wrong in a game.
//!
//! A game declares its themes and says for every legal move which of them it *bears*: what one must see to find the move,
//! or which habit it follows. Who judges moves (a solver, a search) joins this with what each move is worth: a theme was
//! an *opportunity* if all moves that keep the value bear it, and it was *missed* if another move was played. Nothing
//! here knows values.

use serde::{Deserialize, Serialize};

use crate::rules::Game;

/// What kind of mistake a theme is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeKind {
    /// Something that one sees or overlooks: lines of a direction, a fork, a move backwards.
    Sight,
    /// A preference that has nothing to do with what moves are worth: for the edge, for long moves.
    Habit,
}

/// A theme of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ThemeInfo {
    /// Its name in small letters, digits and hyphens; `theme-NAME` is the key of its text.
    pub name: &'static str,
    /// What kind of mistake it is about.
    pub kind: ThemeKind,
    /// How often ordinary players miss an opportunity of it: the mean of what is believed of somebody unknown. Of a habit it
    /// says nothing: there the legal moves give the rate.
    pub base: f64,
}

impl ThemeInfo {
    /// Something to see, which ordinary players miss in so many of a hundred opportunities.
    pub const fn sight(name: &'static str, missed_percent: u32) -> ThemeInfo {
        ThemeInfo { name, kind: ThemeKind::Sight, base: missed_percent as f64 / 100.0 }
    }

    /// A preference.
    pub const fn habit(name: &'static str) -> ThemeInfo {
        ThemeInfo { name, kind: ThemeKind::Habit, base: 0.0 }
    }
}

/// As what a move bears a theme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It wins at once: the position after it is won for whoever made it.
    Win,
    /// It prevents what the opponent threatens to do next: to win, or to win something.
    Block,
    /// Anything else that one must see to find it.
    Idea,
    /// It is on this side of a preference.
    Habit,
}

/// A theme that a move bears.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The theme: an index into [`Themes::themes`].
    pub theme: usize,
    /// As what.
    pub role: Role,
}

impl Mark {
    /// The theme with this index, in this role.
    pub const fn new(theme: usize, role: Role) -> Mark {
        Mark { theme, role }
    }
}

/// The themes of a game. The defaults describe a game without any.
///
/// What implementations promise, and `mossa-conformance` checks: names are unique and have texts, marks name themes that
/// there are, no theme twice for a move, habits and only habits in the role [`Role::Habit`], and a move marked
/// [`Role::Win`] wins.
pub trait Themes: Game {
    /// The themes, always in the same order.
    fn themes(&self) -> Vec<ThemeInfo> {
        Vec::new()
    }

    /// The themes that the legal move `m` bears. Called for every move of positions that people play, not by searches.
    fn marks(&self, _position: &Self::Position, _m: Self::Move) -> Vec<Mark> {
        Vec::new()
    }
}
