//! One row of the board through a cell, as one of the players sees it.

/// A cell of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Has a stone of the player.
    Own,
    /// Is empty.
    Free,
    /// Has a stone of the opponent.
    Closed,
}

/// The cells of a row, column or diagonal around one of them, which is empty.
#[derive(Clone, Debug)]
pub(super) struct Row {
    places: Vec<Place>,
    /// Which of them is asked about.
    at: usize,
    k: usize,
    /// Whether longer rows do not win.
    exactly: bool,
}

impl Row {
    pub(super) fn new(places: Vec<Place>, at: usize, k: usize, exactly: bool) -> Row {
        Row { places, at, k, exactly }
    }

    fn with(&self, at: usize, place: Place) -> Row {
        let mut row = self.clone();
        row.places[at] = place;
        row
    }

    /// The same with a stone of the player on the cell.
    pub(super) fn taken(&self) -> Row {
        self.with(self.at, Place::Own)
    }

    /// The same with a stone of the opponent on the cell.
    pub(super) fn lost(&self) -> Row {
        self.with(self.at, Place::Closed)
    }

    /// How many stones of the player stand side by side before and behind a place.
    fn beside(&self, at: usize) -> [usize; 2] {
        let own = |place: &&Place| **place == Place::Own;
        let before = self.places[..at].iter().rev().take_while(own).count();
        [before, self.places[at + 1..].iter().take_while(own).count()]
    }

    /// Whether a stone on this place completes a row.
    fn completes(&self, at: usize) -> bool {
        let long = self.beside(at).iter().sum::<usize>() + 1;
        if self.exactly { long == self.k } else { long >= self.k }
    }

    /// Whether a stone on the cell completes a row.
    pub(super) fn wins(&self) -> bool {
        self.completes(self.at)
    }

    /// Whether the player has stones right before and right behind the cell.
    pub(super) fn is_gap(&self) -> bool {
        self.beside(self.at).iter().all(|stones| *stones > 0)
    }

    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|at| self.places[*at] == Place::Free)
    }

    /// How many places complete a row.
    pub(super) fn winning(&self) -> usize {
        self.free().filter(|at| self.completes(*at)).count()
    }

    /// The places on which a stone makes two more that complete a row: the opponent cannot take both.
    fn opening(&self) -> Vec<usize> {
        let before = self.winning();
        let opens = |at: &usize| {
            let after = self.with(*at, Place::Own).winning();
            after >= 2 && after > before && !self.completes(*at)
        };
        self.free().filter(opens).collect()
    }

    /// Whether the player has an open three: one more stone makes a row that can be completed in two ways.
    pub(super) fn is_open(&self) -> bool {
        !self.opening().is_empty()
    }

    /// Whether a stone on the cell makes an open three, and not even more.
    pub(super) fn makes_open(&self) -> bool {
        let before = self.opening();
        let after = self.taken();
        after.winning() <= self.winning() && after.opening().iter().any(|at| !before.contains(at))
    }
}
