//! A book as bytes.
//!
//! ```text
//! magic (8) | width (1) | height (1) | plies (1) | layers (1) | layer ... | checksum of all before (8)
//! layer: number of plies (4) | function
//! ```

use mossa_game::{InputError, InputKind};

use super::Book;
use super::function::Function;
use super::make::MOST_PLIES;

const MAGIC: &[u8; 8] = b"mossa4b1";
const HEAD: usize = 12;

impl Book {
    /// A book from its layers, the last one with most plies.
    pub(super) fn new(width: u32, height: u32, layers: Vec<Option<Function>>) -> Book {
        Book { width, height, plies: layers.len().saturating_sub(1) as u32, layers }
    }

    /// The book as it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored =
            self.layers.iter().enumerate().filter_map(|(plies, layer)| Some((plies, layer.as_ref()?)));
        let mut bytes = MAGIC.to_vec();
        let count = stored.clone().count();
        bytes.extend([self.width as u8, self.height as u8, self.plies as u8, count as u8]);
        for (plies, layer) in stored {
            bytes.extend((plies as u32).to_le_bytes());
            layer.to_bytes(&mut bytes);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The book that was stored as `bytes`; every byte of it is checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, InputError> {
        let bad = |what: &str| {
            InputError::new(
                InputKind::Setting,
                format!("not a book: {what}"),
                "a file that `mossa book solve` wrote",
            )
        };
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or_else(|| bad("too short"))?;
        let (head, mut rest) = content.split_at_checked(HEAD).ok_or_else(|| bad("too short"))?;
        if !head.starts_with(MAGIC) {
            return Err(bad("it begins differently"));
        }
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(bad("its checksum is wrong, so it is damaged"));
        }
        let (plies, count) = (usize::from(head[10]), head[11]);
        if plies as u32 > MOST_PLIES {
            return Err(bad("it claims too many plies"));
        }
        let mut layers = vec![None; plies + 1];
        for _ in 0..count {
            let (number, after) = rest.split_first_chunk::<4>().ok_or_else(|| bad("a layer is missing"))?;
            let (layer, after) = Function::from_bytes(after).ok_or_else(|| bad("a layer is damaged"))?;
            let number = u32::from_le_bytes(*number) as usize;
            *layers.get_mut(number).ok_or_else(|| bad("it has a layer too many"))? = Some(layer);
            rest = after;
        }
        if !rest.is_empty() || layers[plies].is_none() {
            return Err(bad("its layers do not fit its head"));
        }
        Ok(Book::new(head[8].into(), head[9].into(), layers))
    }
}

/// FNV-1a over words of eight bytes: enough against damage, and fast enough for megabytes at every start.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3);
        sum ^= sum >> 29;
    }
    sum ^ bytes.len() as u64
}
