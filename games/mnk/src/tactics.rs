//! Threats that need no search, and draws seen early.

use mossa_game::{Flow, ForcedWin, MoveSink, Tactics, Value, Verdict, WinHunt, WinMemory, WinOrder};

use crate::board::CellIndex;
use crate::cells::Cells;
use crate::position::Position;
use crate::rules::{Mark, Mnk};
use crate::shapes::Kind;
use crate::vcf::{self, FourSearch};
use crate::vct::ThreatSearch;

/// What is about to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Nobody can win with the next stone.
    None,
    /// The player to move can.
    Win(CellIndex),
    /// The opponent could, on one cell only: it must be taken.
    Block(CellIndex),
    /// The opponent could, on two cells or more, of which one cannot take them all; or on one that is forbidden.
    Lost,
    /// The player to move can make two fours on this cell, and the opponent has none. Seen only where positions keep
    /// [shapes](crate::shapes), as are the next ones.
    WinSoon(CellIndex),
    /// The opponent could make two fours with the next stone: the player to move must do something about it.
    Defend,
    /// The opponent could, and there is nothing to be done about it.
    LostSoon,
}

impl<const W: usize> Mnk<W> {
    /// The cells where `player` would win at once: none, the first, or the first two different ones.
    pub(crate) fn winning_cells(
        &self,
        position: &Position<W>,
        player: usize,
    ) -> (Option<CellIndex>, Option<CellIndex>) {
        if let Some(shapes) = position.shapes() {
            let mut cells = shapes.set(player, Kind::Row).iter().map(|cell| CellIndex(cell as u16));
            return (cells.next(), cells.next());
        }
        self.last_gaps(position, player, position.all_counts().iter().copied().enumerate())
    }

    /// The last empty cells of those of these `lines`, each with its stones, that `player` could fill with one more
    /// stone: none, the first, or the first two different ones.
    #[inline(always)]
    pub(crate) fn last_gaps(
        &self,
        position: &Position<W>,
        player: usize,
        lines: impl Iterator<Item = (usize, [u8; 2])>,
    ) -> (Option<CellIndex>, Option<CellIndex>) {
        let board = self.board();
        let almost = if player == 0 { [board.k as u8 - 1, 0] } else { [0, board.k as u8 - 1] };
        let mut first = None;
        for (line, counts) in lines {
            if counts != almost || !position.ends_allow_win(board, line, player) {
                continue;
            }
            let gap = board.cells_of(line).find(|cell| !position.stones(player).contains(cell.index()));
            match (first, gap) {
                (None, _) => first = gap,
                (Some(a), Some(b)) if a != b => return (first, gap),
                _ => {}
            }
        }
        (first, None)
    }

    /// How many more stones `player` needs at least, or `None` if there are not enough turns or lines left to win.
    #[inline]
    fn stones_needed(&self, position: &Position<W>, player: usize, turns: usize) -> Option<usize> {
        if position.alive(player) == 0 {
            return None;
        }
        let k = self.board().k;
        (1..=k.min(turns)).find(|needed| position.open(player, k - needed) > 0)
    }
}

impl<const W: usize> Tactics for Mnk<W> {
    type Node = Threat;

    const QUIESCENCE: bool = true;
    // Boards of one word are too small for shapes, and their searches do not pay for the question.
    const SELECTIVE: bool = W > 1;
    // Refused, because matches did not show that they help. On 9x9 with five in a row, 100 000 nodes a move, null
    // moves made 0 +- 16 Elo in 160 games; iterative reductions, at 20 000 nodes, 0 +- 11 in 120 games.
    const NULL_MOVE: bool = false;
    const ITERATIVE_REDUCTIONS: bool = false;

    #[inline]
    fn node(&self, position: &Position<W>) -> Threat {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let almost = self.board().k - 1;
        if position.open(me, almost) > 0
            && let (Some(cell), _) = self.winning_cells(position, me)
        {
            return Threat::Win(cell);
        }
        if position.open(you, almost) > 0 {
            let threat = match self.winning_cells(position, you) {
                (Some(_), Some(_)) => Threat::Lost,
                (Some(cell), None) if self.forbidden(position, cell).is_some() => Threat::Lost,
                (Some(cell), None) => Threat::Block(cell),
                // The row would be too long.
                (None, _) => Threat::None,
            };
            // Where all that is left is forbidden, the game is drawn before anybody wins it.
            let stuck =
                threat == Threat::Lost && self.is_restricted(position) && self.any_move(position).is_none();
            if stuck {
                return Threat::None;
            }
            if threat != Threat::None {
                return threat;
            }
        }
        position.shapes().map_or(Threat::None, |shapes| self.soon(position, shapes))
    }

    #[inline]
    fn proven(&self, position: &Position<W>, threat: &Threat) -> Option<(Verdict, u32)> {
        match threat {
            Threat::Win(_) => Some((Verdict::Win, 1)),
            Threat::Lost => Some((Verdict::Loss, 2)),
            // A stone, any answer, and one of the two cells. The opponent, who has no four, cannot be faster.
            Threat::WinSoon(_) => Some((Verdict::Win, 3)),
            Threat::LostSoon => Some((Verdict::Loss, 4)),
            // Once no line is open, only the filling of the board remains, and nothing is forbidden any more.
            _ if position.alive(0) == 0 && position.alive(1) == 0 => {
                Some((Verdict::Draw, position.empty_cells().into()))
            }
            _ => None,
        }
    }

    /// A player needs at least as many turns as stones are missing in the most advanced open line.
    #[inline]
    fn bounds(&self, position: &Position<W>, _: &Threat) -> (Value, Value) {
        let (me, you) = (position.to_move().index(), position.to_move().opponent().index());
        let empty = position.empty_cells() as usize;
        let least = match self.stones_needed(position, you, empty / 2) {
            Some(needed) => Value::loss_in(2 * needed as u32),
            None => Value::DRAW,
        };
        let most = match self.stones_needed(position, me, empty.div_ceil(2)) {
            Some(needed) => Value::win_in(2 * needed as u32 - 1),
            None => Value::DRAW,
        };
        (least, most)
    }

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        Some(position.empty_cells().into())
    }

    /// Whoever must block has no choice: everything else loses in two plies.
    #[inline]
    fn candidates(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Mark>) -> Flow {
        match threat {
            Threat::Win(cell) | Threat::Block(cell) | Threat::WinSoon(cell) => sink.push(Mark::new(*cell)),
            Threat::Defend => match position.shapes() {
                Some(shapes) => self.push_allowed(position, &self.defences(position, shapes), sink),
                None => mossa_game::Game::moves(self, position, sink),
            },
            _ => mossa_game::Game::moves(self, position, sink),
        }
    }

    /// Cells near stones, and those where somebody would make an open three or a four.
    #[inline]
    fn promising(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Mark>) -> bool {
        match position.shapes() {
            Some(shapes) if *threat == Threat::None => {
                let cells = self.relevant(position, shapes);
                let _ = self.push_allowed(position, &cells, sink);
                cells.len() == usize::from(position.empty_cells())
            }
            _ => {
                let _ = self.candidates(position, threat, sink);
                true
            }
        }
    }

    #[inline]
    fn is_quiet(&self, _: &Position<W>, threat: &Threat) -> bool {
        *threat == Threat::None
    }

    /// What the cell adds to one's own open lines and takes from the opponent's.
    #[inline]
    fn order(&self, position: &Position<W>, _: &Threat, m: Mark) -> i32 {
        if let Some(shapes) = position.shapes() {
            return self.promise(position, shapes, m.cell()).min(ORDER_MOST);
        }
        let me = position.to_move().index();
        let mut score = 0;
        for &line in self.board().lines_through(m.cell()) {
            let counts = position.counts(line as usize);
            let (mine, yours) = (counts[me], counts[1 - me]);
            // A line that both have stones in is worth nothing to anybody.
            if mine == 0 || yours == 0 {
                score += 1 << (2 * (mine + yours).min(6));
            }
        }
        (score * ORDER_UNIT).min(ORDER_MOST)
    }

    /// Whether the stone would threaten to win.
    #[inline]
    fn is_noisy(&self, position: &Position<W>, threat: &Threat, m: Mark) -> bool {
        let me = position.to_move().index();
        let k = self.board().k;
        if let Some(shapes) = position.shapes() {
            return *threat != Threat::None || shapes.tally(me, m.cell().index()).threatens();
        }
        *threat != Threat::None
            || k < 2
            || (position.open(me, k - 2) > 0
                && self.board().lines_through(m.cell()).iter().any(|&line| {
                    let counts = position.counts(line as usize);
                    counts[me] as usize == k - 2 && counts[1 - me] == 0
                }))
    }

    /// Stones that threaten to win, and the answers to such threats.
    #[inline]
    fn noisy_moves(&self, position: &Position<W>, threat: &Threat, sink: &mut impl MoveSink<Mark>) -> Flow {
        let me = position.to_move().index();
        let k = self.board().k;
        if let Threat::Win(cell) | Threat::Block(cell) | Threat::WinSoon(cell) = threat {
            return sink.push(Mark::new(*cell));
        }
        if let Some(shapes) = position.shapes() {
            return match threat {
                Threat::Defend => self.candidates(position, threat, sink),
                _ => self.push_allowed(position, shapes.set(me, Kind::Four), sink),
            };
        }
        if k < 2 || position.winner().is_some() || position.open(me, k - 2) == 0 {
            return Flow::Continue(());
        }
        let almost = if me == 0 { [k as u8 - 2, 0] } else { [0, k as u8 - 2] };
        let mut seen = Cells::<W>::EMPTY;
        for (line, _) in position.all_counts().iter().enumerate().filter(|(_, counts)| **counts == almost) {
            for cell in self.board().cells_of(line).filter(|c| !position.stones(me).contains(c.index())) {
                if !seen.contains(cell.index()) {
                    seen.insert(cell.index());
                    if self.forbidden(position, cell).is_none() {
                        sink.push(Mark::new(cell))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Continuous fours first, whose lines are long and narrow; then other threats, where shapes tell them.
    fn forced_win(&self, position: &Position<W>, order: &WinOrder<'_>, _: &mut WinMemory) -> WinHunt<Mark> {
        if position.shapes().is_none() {
            return WinHunt::new(None, 0);
        }
        let mut fours = FourSearch::new(self, REMEMBERED_FOURS, order.halt);
        let answer = fours.search(position, order.positions / 4);
        let visited = fours.nodes();
        if let vcf::Answer::Wins(line) = answer {
            return WinHunt::new(ForcedWin::by(line).in_time(order), visited);
        }
        let mut threats = ThreatSearch::new(self, order.halt);
        let answer = threats.search(position, order.positions.saturating_sub(visited));
        let visited = visited + threats.nodes();
        let win = match answer {
            vcf::Answer::Wins(line) => ForcedWin::by(line).in_time(order),
            vcf::Answer::NoWin | vcf::Answer::Unknown => None,
        };
        WinHunt::new(win, visited)
    }

    fn history_slots(&self) -> usize {
        self.board().cells()
    }

    #[inline]
    fn history_slot(&self, _: &Position<W>, m: Mark) -> usize {
        m.cell().index()
    }

    #[inline]
    fn pass(&self, position: &mut Position<W>) {
        position.turn(self.board());
    }

    #[inline]
    fn undo_pass(&self, position: &mut Position<W>) {
        position.turn(self.board());
    }
}

/// What an empty line through a cell counts in ordering. Of 1, 64, 256, 512 and 2048, and of units that shrink as
/// k grows, 512 needed the fewest nodes over 4,4,4 to 8,8,6 taken together; none was best everywhere.
const ORDER_UNIT: i32 = 512;

/// The contract's limit for static ordering scores. Cells that are worth more come first anyway.
const ORDER_MOST: i32 = 100_000;

/// Failed positions that a search for fours remembers: 512 KiB, which are cleared before each search.
const REMEMBERED_FOURS: usize = 1 << 16;
