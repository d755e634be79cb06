//! How far everybody's pieces have to go.

use mossa_game::{Evaluate, Game, MAX_PLAYERS, Player, Shares, Term, Value};

use crate::board::Board;
use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};
use crate::worth::Worth;

/// What everybody's pieces are worth where they are, compared with the others'.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress;

/// What the last one weighs, in steps: being a step ahead of the last is worth a sixteenth of what the last one has.
const SHARE_OF_STEP: i64 = 16;

/// The steps that each player's pieces have to go.
type Steps = [i32; MAX_PLAYERS];

/// What is carried from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The steps that each player's pieces have to go.
    pub steps: Steps,
    /// What each player's pieces are worth where they are.
    pub worth: [i32; MAX_PLAYERS],
}

impl State {
    #[inline]
    fn carry<const W: usize>(&mut self, board: &Board<W>, player: Player, walk: Walk, times: i32) {
        if !walk.is_pass() {
            let steps = board.distance(walk.to, player) - board.distance(walk.from, player);
            self.steps[player.index()] += times * steps;
            self.worth[player.index()] += times * board.gain(walk, player);
        }
    }
}

impl<const W: usize> Evaluate<ChineseCheckers<W>> for Progress {
    type State = State;

    fn fresh(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> State {
        let board = game.board();
        let mut state = State { steps: [0; MAX_PLAYERS], worth: [0; MAX_PLAYERS] };
        for player in Player::all(board.players) {
            let pieces = || position.pieces(player).iter();
            state.steps[player.index()] = pieces().map(|hole| board.distance(hole, player)).sum();
            state.worth[player.index()] = pieces().map(|hole| board.worth(hole, player)).sum();
        }
        state
    }

    #[inline]
    fn play(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, state: &mut State) {
        state.carry(game.board(), before.to_move(), walk, 1);
    }

    #[inline]
    fn undo(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, state: &mut State) {
        state.carry(game.board(), before.to_move(), walk, -1);
    }

    #[inline]
    fn value(&self, game: &ChineseCheckers<W>, position: &Position<W>, state: &State) -> Value {
        let (board, me, you) = (game.board(), position.to_move(), position.to_move().next(2));
        let points = |player: Player| state.worth[player.index()] + hindmost(board, position, player);
        Value::guess(points(me) - points(you) + board.weights.turn)
    }

    fn shares(&self, game: &ChineseCheckers<W>, position: &Position<W>, state: &State) -> Shares {
        let players = game.board().players;
        if players == 2 {
            return Shares::of_two(game.to_move(position), self.value(game, position, state));
        }
        let steps = &state.steps;
        let most = steps[..players].iter().copied().max().unwrap_or(0);
        let weights = std::array::from_fn::<i64, MAX_PLAYERS, _>(|player| {
            SHARE_OF_STEP + i64::from(most - steps[player])
        });
        Shares::guess(&weights[..players])
    }

    fn explain(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> Vec<Term> {
        let board = game.board();
        let players = || Player::all(board.players);
        let placed = |part: fn(&Worth) -> i32| {
            let of = |player: Player| {
                position.pieces(player).iter().map(|hole| part(&board.parts_of_worth(hole, player))).sum()
            };
            players().map(of).collect()
        };
        let term = |name: &str, points: Vec<i32>| Term { name: name.to_owned(), points };
        let mut terms = vec![term("steps-to-go", placed(|worth| worth.steps))];
        if board.players == 2 {
            let turn = |player| if player == position.to_move() { board.weights.turn } else { 0 };
            terms.extend([
                term("stragglers", placed(|worth| worth.straggling)),
                term("off-the-centre", placed(|worth| worth.aside)),
                term("hindmost", players().map(|player| hindmost(board, position, player)).collect()),
                term("to-move", players().map(turn).collect()),
            ]);
        }
        terms
    }
}

/// The last piece to arrive decides when all have: the rows that it has to go.
#[inline]
fn hindmost<const W: usize>(board: &Board<W>, position: &Position<W>, player: Player) -> i32 {
    let pieces = position.pieces(player);
    // Two players sit below and above, and holes are numbered from above.
    let rows = if player == Player::FIRST {
        pieces.last().map_or(0, |hole| board.place(hole).0)
    } else {
        pieces.first().map_or(0, |hole| board.shape.rows() - 1 - board.place(hole).0)
    };
    -board.weights.hindmost * rows as i32
}
