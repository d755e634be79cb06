//! What needs no search, and what a search should look at first.
//!
//! All of it follows from the winning cells of both players and from where stones can come to rest:
//!
//! ```text
//!   I can win now             the opponent can,          the opponent can,       every move lets the
//!                             in one place               in two places           opponent win above it
//!   . . . . .                 . . . . .                  . . . . . .             . a .
//!   X X X a .    win in 1     O O O a .    a is forced   a O O O b .  loss in 2  X O X        loss in 2
//! ```

use mossa_game::{Flow, MoveSink, Tactics, Value, Verdict};

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4};
use crate::threats::Side;

/// What is about to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook<W> {
    /// The player to move wins by taking any of these cells.
    Win(W),
    /// The opponent wins with the next stone, whatever the player to move does.
    Lost,
    /// The opponent threatens to take this cell, and the player to move has no choice but to take it.
    Block(W),
    /// Nobody wins with the next two stones, as long as the player to move takes one of these cells.
    Free(W),
}

/// What a search computes once in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node<W> {
    /// What is about to happen.
    pub outlook: Outlook<W>,
    /// The winning cells of the player to move.
    pub mine: W,
    /// Whether each player, the one to move first, could still win if all empty cells were that player's.
    can_win: [bool; 2],
}

impl<G: Geometry> Connect4<G> {
    /// What is about to happen in a position that is not over.
    #[inline]
    fn outlook(&self, position: &Position<G::Word>, mine: G::Word, yours: G::Word) -> Outlook<G::Word> {
        let playable = self.geometry().playable(position.occupied());
        let wins = mine & playable;
        if !wins.is_empty() {
            return Outlook::Win(wins);
        }
        // A stone below one of the opponent's winning cells makes that cell playable for the opponent.
        let poisoned = yours >> 1;
        let threats = yours & playable;
        if threats.is_empty() {
            let safe = playable & !poisoned;
            return if safe.is_empty() { Outlook::Lost } else { Outlook::Free(safe) };
        }
        let single = threats.without_lowest().is_empty();
        if single && (threats & poisoned).is_empty() { Outlook::Block(threats) } else { Outlook::Lost }
    }
}

impl<G: Geometry> Tactics for Connect4<G> {
    type Node = Node<G::Word>;

    // Matches of 400 games on 7x6 at 10 000 nodes a move: following forced answers beyond the leaves made 29 +- 29 Elo,
    // trusting evaluations far above the window 68 +- 34. Late move pruning (+6 +- 26), singular extensions (-7 +- 30),
    // extensions of forced answers (+2 +- 32) and iterative reductions (-3 +- 31) did not show that they help.
    const QUIESCENCE: bool = true;
    const REVERSE_FUTILITY: bool = true;
    const ITERATIVE_REDUCTIONS: bool = false;
    /// Never: having to move is what loses most games that are lost late.
    const NULL_MOVE: bool = false;

    #[inline]
    fn node(&self, position: &Position<G::Word>) -> Node<G::Word> {
        let me = Side::mover(self.geometry(), position);
        let you = Side::opponent(self.geometry(), position);
        let mine = me.winning_cells();
        let outlook = self.outlook(position, mine, you.winning_cells());
        Node { outlook, mine, can_win: [me.can_win(), you.can_win()] }
    }

    #[inline]
    fn proven(&self, position: &Position<G::Word>, node: &Node<G::Word>) -> Option<(Verdict, u32)> {
        match node.outlook {
            Outlook::Win(_) => Some((Verdict::Win, 1)),
            // A full board is over, and a draw; nobody asks for it.
            Outlook::Lost if position.occupied() != self.geometry().full() => Some((Verdict::Loss, 2)),
            // Only the filling of the board remains.
            _ if node.can_win == [false, false] => Some((Verdict::Draw, self.empty_cells(position))),
            _ => None,
        }
    }

    /// Who does not win with the next stone needs two more turns at least, and so does the opponent who is kept from
    /// winning with the answer. There must be as many empty cells as that takes, and a line that is still open.
    #[inline]
    fn bounds(&self, position: &Position<G::Word>, node: &Node<G::Word>) -> (Value, Value) {
        let empty = self.empty_cells(position);
        let [i_can, you_can] = node.can_win;
        match node.outlook {
            Outlook::Win(_) => (Value::win_in(1), Value::win_in(1)),
            Outlook::Lost if empty > 0 => (Value::loss_in(2), Value::loss_in(2)),
            _ => (
                if you_can && empty >= 4 { Value::loss_in(4) } else { Value::DRAW },
                if i_can && empty >= 3 { Value::win_in(3) } else { Value::DRAW },
            ),
        }
    }

    #[inline]
    fn plies_left(&self, position: &Position<G::Word>) -> Option<u32> {
        Some(self.empty_cells(position))
    }

    /// A win, the one cell that must be taken, or all that does not lose in two plies: nothing is worse than that.
    #[inline]
    fn candidates(
        &self,
        position: &Position<G::Word>,
        node: &Node<G::Word>,
        sink: &mut impl MoveSink<Column>,
    ) -> Flow {
        match node.outlook {
            Outlook::Win(cells) => self.columns_of(cells.only_lowest(), sink),
            Outlook::Block(cells) | Outlook::Free(cells) => self.columns_of(cells, sink),
            Outlook::Lost => mossa_game::Game::moves(self, position, sink),
        }
    }

    #[inline]
    fn is_quiet(&self, _: &Position<G::Word>, node: &Node<G::Word>) -> bool {
        matches!(node.outlook, Outlook::Free(_))
    }

    /// Moves that make winning cells, the more the better; then those in the middle.
    #[inline]
    fn order(&self, position: &Position<G::Word>, node: &Node<G::Word>, m: Column) -> i32 {
        let made = self.new_winning_cells(position, node, m).count() as i32;
        made * ORDER_THREAT + self.centrality(m) * ORDER_CENTRE
    }

    /// Whether the stone answers a threat or makes one.
    #[inline]
    fn is_noisy(&self, position: &Position<G::Word>, node: &Node<G::Word>, m: Column) -> bool {
        !self.is_quiet(position, node) || !self.new_winning_cells(position, node, m).is_empty()
    }

    /// Only answers that are forced: the evaluation knows all other threats.
    #[inline]
    fn noisy_moves(
        &self,
        _: &Position<G::Word>,
        node: &Node<G::Word>,
        sink: &mut impl MoveSink<Column>,
    ) -> Flow {
        match node.outlook {
            Outlook::Win(cells) => self.columns_of(cells.only_lowest(), sink),
            Outlook::Block(cell) => self.columns_of(cell, sink),
            Outlook::Free(_) | Outlook::Lost => Flow::Continue(()),
        }
    }

    fn history_slots(&self) -> usize {
        (self.geometry().width() * (self.geometry().height() + 1)) as usize
    }

    #[inline]
    fn history_slot(&self, position: &Position<G::Word>, m: Column) -> usize {
        self.landing(position, m).lowest() as usize
    }
}

impl<G: Geometry> Connect4<G> {
    /// The cells that a stone in a column makes winning for the player to move.
    #[inline]
    fn new_winning_cells(&self, position: &Position<G::Word>, node: &Node<G::Word>, m: Column) -> G::Word {
        let cell = self.landing(position, m);
        let after = self.geometry().completing(position.mover() | cell);
        after & !(position.occupied() | cell | node.mine)
    }

    /// How many columns there are on the side of `m` where there are fewer: 0 at the edge.
    #[inline]
    pub(crate) fn centrality(&self, m: Column) -> i32 {
        let right = self.geometry().width() as i32 - 1 - i32::from(m.0);
        i32::from(m.0).min(right)
    }
}

/// What a new winning cell counts in ordering: as much as a killer, a quarter of the best history score.
const ORDER_THREAT: i32 = 4096;

/// What a column nearer to the middle counts in ordering: all three of the standard board together count less than half
/// of a threat.
const ORDER_CENTRE: i32 = 512;
