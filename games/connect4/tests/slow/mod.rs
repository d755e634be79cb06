//! Connect 4 as one would write it on the first afternoon: a grid of characters, and loops. Slow, and obvious.

/// A board with rows from below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// `x`, `o` or `.`, row by row.
    pub(crate) cells: Vec<Vec<char>>,
    pub(crate) stones: usize,
}

impl Grid {
    pub(crate) fn new(width: usize, height: usize) -> Grid {
        Grid { width, height, cells: vec![vec!['.'; width]; height], stones: 0 }
    }

    pub(crate) fn at(&self, column: i32, row: i32) -> char {
        let inside = column >= 0 && row >= 0 && column < self.width as i32 && row < self.height as i32;
        if inside { self.cells[row as usize][column as usize] } else { '#' }
    }

    pub(crate) fn mover(&self) -> char {
        if self.stones.is_multiple_of(2) { 'x' } else { 'o' }
    }

    /// Whether a player has four in a row, column or diagonal.
    pub(crate) fn has_four(&self, player: char) -> bool {
        let places = (0..self.width as i32).flat_map(|c| (0..self.height as i32).map(move |r| (c, r)));
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        places.flat_map(|place| steps.map(|step| (place, step))).any(|((column, row), (across, up))| {
            (0..4).all(|i| self.at(column + i * across, row + i * up) == player)
        })
    }

    pub(crate) fn winner(&self) -> Option<char> {
        ['x', 'o'].into_iter().find(|player| self.has_four(*player))
    }

    /// The columns, from 0, that can be played; none when the game is won.
    pub(crate) fn moves(&self) -> Vec<usize> {
        let open = (0..self.width).filter(|column| self.cells[self.height - 1][*column] == '.');
        if self.winner().is_some() { Vec::new() } else { open.collect() }
    }

    pub(crate) fn play(&mut self, column: usize) {
        let row = (0..self.height).find(|row| self.cells[*row][column] == '.').expect("room in the column");
        self.cells[row][column] = self.mover();
        self.stones += 1;
    }

    /// Positions after exactly `depth` plies; with `ended`, games that ended earlier count once.
    pub(crate) fn perft(&self, depth: u32, ended: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return u64::from(ended);
        }
        let after = |column: usize| {
            let mut next = self.clone();
            next.play(column);
            next.perft(depth - 1, ended)
        };
        moves.into_iter().map(after).sum()
    }

    /// The rows from above, separated by `/`.
    pub(crate) fn drawn(&self) -> String {
        let rows = self.cells.iter().rev().map(|row| row.iter().collect());
        rows.collect::<Vec<String>>().join("/")
    }
}
