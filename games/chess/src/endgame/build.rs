//! Tables in the order in which they need each other.

use mossa_game::{BookError, BookProgress, Halt, InputError, InputKind};
use mossa_solve::{Order, Progress, Table, Unsolved};

use super::index::Index;
use super::material::Material;
use super::shelf::Shelf;
use super::space::Endgame;

/// How work is done, and who hears of it.
pub(super) struct Work<'a> {
    pub(super) threads: usize,
    pub(super) watch: &'a (dyn Fn(BookProgress) + Sync),
    pub(super) halt: Halt<'a>,
}

/// These endgames and all that captures and promotions lead to, each after those that it needs.
pub(super) fn needed(wanted: &[Material]) -> Vec<Material> {
    fn add(material: Material, all: &mut Vec<Material>) {
        if !all.contains(&material) {
            material.followers().into_iter().for_each(|follower| add(follower, all));
            all.push(material);
        }
    }
    let mut all = Vec::new();
    wanted.iter().for_each(|material| add(*material, &mut all));
    all
}

/// How many positions the tables of these endgames have, with those that cannot be.
pub(super) fn states(materials: &[Material]) -> u64 {
    materials.iter().map(|material| Index::of(material.number()).states()).sum()
}

/// Computes the table of an endgame; all that it needs are on the shelf. `before` and `total` are for those who watch.
pub(super) fn solve(
    material: Material,
    shelf: &Shelf,
    (before, total): (u64, u64),
    work: &Work<'_>,
) -> Result<Table, BookError> {
    let index = Index::of(material.number());
    let tell = |progress: Progress| {
        // Half of the work is to look at each position, the other half to go back.
        let done = (progress.seen + progress.decided) / 2;
        (work.watch)(BookProgress { done: before + done, total });
    };
    let order = Order { threads: work.threads, bytes: None, journal: None, watch: &tell, halt: work.halt };
    mossa_solve::solve(&Endgame { index, shelf }, &order).map_err(|unsolved| match unsolved {
        Unsolved::Stopped => BookError::Stopped,
        Unsolved::Journal(error) => error,
        Unsolved::Memory { bytes, .. } => {
            let expected = format!("{} free megabytes", bytes.div_ceil(1 << 20));
            InputError::new(InputKind::Setting, format!("not enough memory for {material}"), expected).into()
        }
        Unsolved::TooLarge => {
            let problem = format!("a mate in {material} takes too long for an entry");
            InputError::new(InputKind::Setting, problem, "another endgame").into()
        }
    })
}
