//! The form of a board on one line: rows from above with `/` between them, pieces as words, runs of empty cells as numbers.

use mossa_game::{CellId, Layout, Piece, Shape};

/// Which cells a text names, row by row from above, and what stands between the words of a row.
#[derive(Clone, Debug)]
pub(super) struct Form {
    rows: Vec<Vec<CellId>>,
    between: &'static str,
}

impl Form {
    /// The forms that the text of a board may have: every cell or the dark ones alone, words side by side or with commas.
    pub(super) fn all(layout: &Layout) -> Vec<Form> {
        let (every, dark) =
            (rows(layout, |shape| shape != Shape::Button), rows(layout, |shape| shape == Shape::Dark));
        let with = |between| [&every, &dark].map(|rows| Form { rows: rows.clone(), between });
        ["", ","].into_iter().flat_map(with).collect()
    }

    /// The word that stands for each piece, if `text` is a board of this form with these pieces and no others.
    pub(super) fn words<'t>(&self, text: &'t str, pieces: &[Piece]) -> Option<Vec<(&'t str, CellId)>> {
        let texts: Vec<&str> = text.split('/').collect();
        if texts.len() != self.rows.len() {
            return None;
        }
        let mut found = Vec::new();
        for (text, row) in texts.into_iter().zip(&self.rows) {
            let mut cells = row.iter();
            for word in self.split(text) {
                match word.parse::<usize>() {
                    Ok(0) => return None,
                    Ok(run) => drop(cells.nth(run - 1)?),
                    Err(_) => found.push((word, *cells.next()?)),
                }
            }
            if cells.next().is_some() {
                return None;
            }
        }
        let stands = |cell: &CellId| pieces.iter().any(|piece| piece.cell == *cell);
        (found.len() == pieces.len() && found.iter().all(|(_, cell)| stands(cell))).then_some(found)
    }

    /// The parts of a row: numbers and words; without anything between them a word is a single character.
    fn split<'t>(&self, row: &'t str) -> Vec<&'t str> {
        if !self.between.is_empty() {
            return row.split(self.between).collect();
        }
        let mut parts = Vec::new();
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (part, behind) = rest.split_at(if digits > 0 { digits } else { first.len_utf8() });
            parts.push(part);
            rest = behind;
        }
        parts
    }

    /// The board with a word on some cells.
    pub(super) fn text(&self, word_on: impl Fn(CellId) -> Option<String>) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| self.row_text(row, &word_on)).collect();
        rows.join("/")
    }

    fn row_text(&self, row: &[CellId], word_on: &impl Fn(CellId) -> Option<String>) -> String {
        let mut parts = Vec::new();
        let mut empty = 0;
        for cell in row {
            let Some(word) = word_on(*cell) else {
                empty += 1;
                continue;
            };
            parts.extend(run(&mut empty));
            parts.push(word);
        }
        parts.extend(run(&mut empty));
        parts.join(self.between)
    }

    /// Whether a piece on this cell can be written.
    pub(super) fn names(&self, cell: CellId) -> bool {
        self.rows.iter().any(|row| row.contains(&cell))
    }
}

/// The number of a run that ends.
fn run(empty: &mut usize) -> Option<String> {
    let count = std::mem::take(empty);
    (count > 0).then(|| count.to_string())
}

/// The cells with these shapes, row by row from above, each from the left.
fn rows(layout: &Layout, wanted: impl Fn(Shape) -> bool) -> Vec<Vec<CellId>> {
    let mut cells: Vec<_> = layout.cells.iter().filter(|cell| wanted(cell.shape)).collect();
    cells.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    cells.chunk_by(|a, b| a.y == b.y).map(|row| row.iter().map(|cell| cell.id).collect()).collect()
}
