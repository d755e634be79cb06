//! The files of some folders.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use mossa_game::{InputError, InputKind};

use crate::piece::{Color, Kind};
use crate::position::Position;

/// How files begin, after their kinds: `.rtbw` says who wins, `.rtbz` how many plies it takes to a capture or a move of a
/// pawn.
const WDL: (&str, [u8; 4]) = ("rtbw", [0x71, 0xe8, 0x23, 0x5d]);
const DTZ: (&str, [u8; 4]) = ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]);

/// The numbers of all pieces: four bits for each kind of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pieces(u64);

impl Pieces {
    #[inline]
    fn of(position: &Position) -> Pieces {
        let mut pieces = 0;
        for color in Color::BOTH {
            for kind in Kind::ALL {
                pieces = pieces << 4 | u64::from(position.pieces(color, kind).len());
            }
        }
        Pieces(pieces)
    }

    /// Those of a name such as `KQvKR` and those with the colours exchanged; nothing if it is no such name.
    fn named(name: &str) -> Option<[Pieces; 2]> {
        let (white, black) = name.split_once('v')?;
        let counted = |side: &str| {
            let kinds: Vec<Kind> = side.chars().map(Kind::from_letter).collect::<Option<_>>()?;
            let count = |kind: Kind| kinds.iter().filter(|other| **other == kind).count() as u64;
            let all = Kind::ALL.iter().fold(0, |all, kind| all << 4 | count(*kind));
            (count(Kind::King) == 1 && kinds.len() <= 15).then_some(all)
        };
        let (white, black) = (counted(white)?, counted(black)?);
        Some([Pieces(white << 24 | black), Pieces(black << 24 | white)])
    }

    fn men(self) -> u32 {
        (0..12).map(|kind| (self.0 >> (4 * kind) & 15) as u32).sum()
    }
}

/// Which tables there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Files {
    path: String,
    wdl: HashSet<Pieces>,
    dtz: HashSet<Pieces>,
    men: u32,
    count: usize,
    bytes: u64,
}

impl Files {
    /// The tables of folders with `:` or `;` between them. A file that is cut off or no table is an error.
    pub(super) fn of(folders: &str) -> Result<Files, InputError> {
        let list: Vec<&str> =
            folders.split([':', ';']).map(str::trim).filter(|folder| !folder.is_empty()).collect();
        let mut files = Files {
            path: list.join(":"),
            wdl: HashSet::new(),
            dtz: HashSet::new(),
            men: 0,
            count: 0,
            bytes: 0,
        };
        for folder in list {
            files.add(Path::new(folder))?;
        }
        files.men = files.wdl.iter().map(|pieces| pieces.men()).max().unwrap_or(0);
        if files.count == 0 {
            let problem = format!("no Syzygy tables in `{folders}`");
            return Err(bad(problem));
        }
        Ok(files)
    }

    fn add(&mut self, folder: &Path) -> Result<(), InputError> {
        let unreadable =
            |error: std::io::Error| bad(format!("the folder {} cannot be read: {error}", folder.display()));
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let Some((kind, magic)) =
                [WDL, DTZ].into_iter().find(|(kind, _)| path.extension().is_some_and(|other| other == *kind))
            else {
                continue;
            };
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(both) = Pieces::named(name) else { continue };
            let Some(bytes) = whole_bytes(&path, magic) else {
                return Err(bad(format!("{} is damaged or no Syzygy table", path.display())));
            };
            let tables = if kind == WDL.0 { &mut self.wdl } else { &mut self.dtz };
            let new = tables.insert(both[0]);
            tables.insert(both[1]);
            self.bytes += if new { bytes } else { 0 };
            self.count += usize::from(new && kind == WDL.0);
        }
        Ok(())
    }

    /// Whether a folder has a file with such a name.
    pub(super) fn are_in(folder: &Path) -> bool {
        let is_one = |path: &Path| path.extension().is_some_and(|kind| kind == WDL.0);
        fs::read_dir(folder)
            .is_ok_and(|entries| entries.filter_map(Result::ok).any(|entry| is_one(&entry.path())))
    }

    /// Up to how many men all tables are there.
    pub(super) fn complete(&self) -> u32 {
        // How many endgames have three men, four, and so on.
        let sizes = [5, 30, 110, 365, 1001];
        let there = |men: u32| {
            // Every endgame is listed with both colours, unless they are the same.
            let with = self.wdl.iter().filter(|pieces| pieces.men() == men);
            with.filter(|pieces| pieces.0 >> 24 >= pieces.0 & 0xff_ffff).count()
        };
        let complete = (3..).zip(sizes).take_while(|(men, size)| there(*men) == *size);
        complete.last().map_or(2, |(men, _)| men)
    }

    /// The folders as the crate wants them.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn men(&self) -> u32 {
        self.men
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether there is a table that says who wins.
    #[inline]
    pub(super) fn have_wdl(&self, position: &Position) -> bool {
        position.occupied().len() <= self.men && self.wdl.contains(&Pieces::of(position))
    }

    /// Whether there is one that says how soon, too.
    pub(super) fn have_dtz(&self, position: &Position) -> bool {
        self.have_wdl(position) && self.dtz.contains(&Pieces::of(position))
    }
}

/// How long a file is that begins as it should and has not been cut off: it is made of blocks of 64 bytes and a checksum of
/// 16.
fn whole_bytes(path: &Path, magic: [u8; 4]) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let mut first = [0; 4];
    file.read_exact(&mut first).ok()?;
    let bytes = file.metadata().ok()?.len();
    (first == magic && bytes % 64 == 16).then_some(bytes)
}

fn bad(problem: String) -> InputError {
    let expected = "folders with files such as KQvK.rtbw and KQvK.rtbz, with `:` between them";
    InputError::new(InputKind::Setting, problem, expected)
}
