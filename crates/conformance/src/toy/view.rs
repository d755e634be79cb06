//! What a person sees of Nim: a column of stones for each heap.

use mossa_game::{Cell, CellId, Effect, Entry, Layout, Shape, Sprite, View};

use super::notation::heap_letter;
use super::position::{Position, Take};
use super::rules::Nim;

impl Nim {
    /// The place of a stone, counted from the bottom of its heap.
    fn cell(&self, heap: usize, level: u8) -> CellId {
        CellId((heap * usize::from(self.highest()) + usize::from(level)) as u16)
    }

    /// The stones that `m` takes, from the lowest to the highest.
    fn taken(&self, position: &Position, m: Take) -> impl DoubleEndedIterator<Item = CellId> {
        let heap = usize::from(m.heap);
        let height = position.heaps[heap];
        (height - m.stones..height).map(move |level| self.cell(heap, level))
    }
}

fn stone() -> Sprite {
    Sprite { owner: None, glyph: 'o', kind: "stone", height: 1 }
}

impl View for Nim {
    fn layout(&self) -> Layout {
        let highest = self.highest();
        let place = |heap: usize, level: u8| Cell {
            id: self.cell(heap, level),
            x: heap as f32,
            y: f32::from(highest - 1 - level),
            shape: Shape::Hole,
            label: format!("{}{}", heap_letter(heap), level + 1),
        };
        let heaps = 0..self.start.len();
        Layout {
            cells: heaps.clone().flat_map(|heap| (0..highest).map(move |level| place(heap, level))).collect(),
            columns: heaps.map(|heap| (heap as f32, heap_letter(heap).to_string())).collect(),
            rows: Vec::new(),
            entry: Entry::Place,
        }
    }

    fn sprites(&self, position: &Position) -> Vec<(CellId, Sprite)> {
        let heaps = position.heaps.iter().enumerate();
        heaps
            .flat_map(|(heap, &height)| (0..height).map(move |level| (self.cell(heap, level), stone())))
            .collect()
    }

    /// Touch the lowest stone that you take.
    fn gesture(&self, position: &Position, m: Take) -> Vec<CellId> {
        self.taken(position, m).take(1).collect()
    }

    fn effects(&self, position: &Position, m: Take) -> Vec<Effect> {
        self.taken(position, m).rev().map(|cell| Effect::Remove { cell }).collect()
    }
}
