//! How Nim is called, and which options it has.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{Catalog, ExactBook, Family, FamilyInfo, Host, InputError, OptionInfo, Playable, Solver};

use super::evaluate::LastStone;
use super::notation::{DEFAULT_HEAPS, read_heaps, read_number};
use super::rules::Nim;
use super::solver::NimSolver;

impl Playable for Nim {
    type Evaluator = LastStone;

    fn evaluator(&self) -> LastStone {
        LastStone
    }

    fn solver(&self, table_bytes: usize) -> Option<Box<dyn Solver<Nim>>> {
        NimSolver::new(self, table_bytes).map(|solver| Box::new(solver) as _)
    }

    fn exact_book(&self) -> Option<&dyn ExactBook> {
        (self.players == 2).then_some(self)
    }
}

/// Nim before its options are chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct NimFamily;

impl Family for NimFamily {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: "nim",
            title: "Nim",
            summary: "Take stones from one heap; whoever takes the last stone of all wins.",
            options: options(),
            presets: vec![("marienbad", "1.3.5.7")],
            move_notation: "heap and number of stones: b2",
            position_notation: "heaps and the player to move: 3.4.5 1",
            bench: vec![
                BenchPosition { options: "", moves: "", depth: 12 },
                BenchPosition { options: "5.6.7,most=3", moves: "a1 b2", depth: 8 },
            ],
            ..FamilyInfo::default()
        }
    }

    fn catalog(&self) -> Catalog {
        Catalog::new(include_str!("locales/en.txt"), include_str!("locales/it.txt"))
    }

    fn open<H: Host>(&self, text: &str, host: H) -> Result<H::Output, InputError> {
        let options = Options::parse("nim", text, &options())?;
        let given: Vec<&str> = options.plain.iter().copied().chain(options.named("heaps")).collect();
        let heaps = match given[..] {
            [] => DEFAULT_HEAPS.to_vec(),
            [heaps] => read_heaps(heaps).ok_or_else(|| {
                options.error(
                    format!("unreadable heaps \"{heaps}\""),
                    "numbers with dots between, such as 3.4.5",
                )
            })?,
            [_, second, ..] => {
                return Err(options.error(format!("unexpected \"{second}\""), "heaps only once"));
            }
        };
        let number = |name: &str, range: &str| match options.named(name) {
            Some(value) => read_number(value)
                .map(Some)
                .ok_or_else(|| options.error(format!("unreadable {name}=\"{value}\""), range)),
            None => Ok(None),
        };
        let players = number("players", "2 to 6")?.unwrap_or(2);
        Ok(host.host(Nim::new(&heaps, usize::from(players), number("most", "1 to 15")?)?))
    }
}

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo {
            name: "heaps",
            accepts: "1 to 8 numbers from 1 to 15 with dots between; the name may be left out",
            default: "3.4.5",
            meaning: "how many stones each heap has",
        },
        OptionInfo { name: "players", accepts: "2 to 6", default: "2", meaning: "how many play" },
        OptionInfo {
            name: "most",
            accepts: "1 to 15",
            default: "15",
            meaning: "how many stones may be taken at once",
        },
    ]
}
