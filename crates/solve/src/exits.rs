//! States that a move out of the space decides, by the number of plies after which it does.

/// Such states, found in any order.
#[derive(Default)]
pub(crate) struct Exits {
    by_plies: Vec<Vec<u64>>,
}

impl Exits {
    /// Adds states with their plies.
    pub(crate) fn add(&mut self, found: Vec<(u32, u64)>) {
        for (plies, state) in found {
            let plies = plies as usize;
            if self.by_plies.len() <= plies {
                self.by_plies.resize_with(plies + 1, Vec::new);
            }
            self.by_plies[plies].push(state);
        }
    }

    /// Those that are decided after so many plies.
    pub(crate) fn after(&self, plies: u8) -> &[u64] {
        self.by_plies.get(usize::from(plies)).map_or(&[], Vec::as_slice)
    }

    /// Whether any is decided after more plies.
    pub(crate) fn any_after(&self, plies: u8) -> bool {
        self.latest() > u32::from(plies)
    }

    /// The most plies; 0 if there are none.
    pub(crate) fn latest(&self) -> u32 {
        self.by_plies.len().saturating_sub(1) as u32
    }
}
