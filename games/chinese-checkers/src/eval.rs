//! How far everybody's pieces have to go.

use mossa_game::{Evaluate, Game, MAX_PLAYERS, Player, Shares, Term, Value};

use crate::board::{Board, Hole};
use crate::position::Position;
use crate::race::Race;
use crate::rules::{ChineseCheckers, Walk};
use crate::shares;
use crate::worth::Worth;

/// What everybody's pieces are worth where they are, compared with the others'.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress;

/// What each player's pieces are worth where two play; where more do, what they have to go costs by [`shares`].
type Sums = [i32; MAX_PLAYERS];

/// What a piece adds to its player's sum.
#[inline]
fn points<const W: usize>(board: &Board<W>, hole: Hole, player: Player) -> i32 {
    if board.players == 2 { board.worth(hole, player) } else { board.costs[hole.index()][player.index()] }
}

/// What a move adds to its player's sum.
#[inline]
fn change<const W: usize>(board: &Board<W>, player: Player, walk: Walk) -> i32 {
    if walk.is_pass() { 0 } else { points(board, walk.to, player) - points(board, walk.from, player) }
}

impl<const W: usize> Evaluate<ChineseCheckers<W>> for Progress {
    type State = Sums;

    fn fresh(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> Sums {
        let board = game.board();
        let mut sums = [0; MAX_PLAYERS];
        for player in Player::all(board.players) {
            let pieces = position.pieces(player).iter();
            sums[player.index()] = pieces.map(|hole| points(board, hole, player)).sum();
        }
        sums
    }

    #[inline]
    fn play(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, sums: &mut Sums) {
        let player = before.to_move();
        sums[player.index()] += change(game.board(), player, walk);
    }

    #[inline]
    fn undo(&self, game: &ChineseCheckers<W>, before: &Position<W>, walk: Walk, sums: &mut Sums) {
        let player = before.to_move();
        sums[player.index()] -= change(game.board(), player, walk);
    }

    #[inline]
    fn value(&self, game: &ChineseCheckers<W>, position: &Position<W>, sums: &Sums) -> Value {
        if let Some(race) = race(game, position) {
            return Value::guess(race.lead() * game.board().weights.race);
        }
        let (board, me, you) = (game.board(), position.to_move(), position.to_move().next(2));
        let points = |player: Player| sums[player.index()] + hindmost(board, position, player);
        Value::guess(points(me) - points(you) + board.weights.turn)
    }

    fn shares(&self, game: &ChineseCheckers<W>, position: &Position<W>, sums: &Sums) -> Shares {
        let players = game.board().players;
        if players == 2 {
            return Shares::of_two(game.to_move(position), self.value(game, position, sums));
        }
        shares::shares(sums, players)
    }

    fn explain(&self, game: &ChineseCheckers<W>, position: &Position<W>) -> Vec<Term> {
        let board = game.board();
        let players = || Player::all(board.players);
        let term = |name: &str, points: Vec<i32>| Term::new(name, points);
        if board.players > 2 {
            let costs = self.fresh(game, position);
            return vec![term("steps-to-go", players().map(|player| -costs[player.index()]).collect())];
        }
        if let Some(race) = race(game, position) {
            let ply = board.weights.race;
            let mover = |player: Player| player == position.to_move();
            let moves = |player: Player| if mover(player) { race.mine } else { race.yours } as i32;
            return vec![
                term("race", players().map(|player| -2 * ply * moves(player)).collect()),
                term("to-move", players().map(|player| if mover(player) { ply } else { 0 }).collect()),
            ];
        }
        let placed = |part: fn(&Worth) -> i32| {
            let of = |player: Player| {
                position.pieces(player).iter().map(|hole| part(&board.parts_of_worth(hole, player))).sum()
            };
            players().map(of).collect()
        };
        let turn = |player| if player == position.to_move() { board.weights.turn } else { 0 };
        vec![
            term("steps-to-go", placed(|worth| worth.steps)),
            term("stragglers", placed(|worth| worth.straggling)),
            term("off-the-centre", placed(|worth| worth.aside)),
            term("hindmost", players().map(|player| hindmost(board, position, player)).collect()),
            term("to-move", players().map(turn).collect()),
        ]
    }
}

/// The race, where there is one: then nothing but the moves that both need counts.
#[inline]
fn race<const W: usize>(game: &ChineseCheckers<W>, position: &Position<W>) -> Option<Race> {
    if game.board().weights.race == 0 { None } else { Race::of(game, position) }
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
