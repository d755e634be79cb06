//! Counts of positions, kept in files.
//!
//! ```text
//! # A comment.
//! options 3,3,3
//! start ; D1 9 ; D2 72 ; E9 255168
//! x../.../... o ; D1 8
//! ```
//!
//! `options` chooses the game for the lines below it; without it, the game has its defaults. Each other line
//! is a position, or the word `start`, and what is known of it: `D` and a depth for the positions after exactly
//! that many plies, `E` if games that ended earlier count once.

use std::path::Path;

use mossa_game::{Family, Host, Perft, Playable, perft};

/// Checks all counts of a file; panics with the line that is wrong. The path is relative to the package under test.
#[track_caller]
pub fn perft_file(family: &impl Family, path: impl AsRef<Path>) {
    let name = path.as_ref().display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"));
    let problem = text.and_then(|text| perft_text(family, &name, &text)).err();
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

/// Checks all counts of `text`, which stands in a file called `name`; gives the number of counts, or what is wrong.
/// A text without counts is wrong, too.
pub fn perft_text(family: &impl Family, name: &str, text: &str) -> Result<usize, String> {
    let mut options = "";
    let mut counts = 0;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let at = |problem: String| format!("{name}:{}: {problem} in `{line}`", number + 1);
        if line.is_empty() {
            continue;
        }
        if let Some(chosen) = line.strip_prefix("options") {
            options = chosen.trim();
            continue;
        }
        let line = PerftLine::read(line).map_err(at)?;
        counts += line.expected.len();
        family.open(options, line).map_err(|error| at(error.to_string()))?.map_err(at)?;
    }
    if counts == 0 { Err(format!("{name}: no counts")) } else { Ok(counts) }
}

/// A position and what is known of it.
struct PerftLine<'a> {
    position: &'a str,
    expected: Vec<Expected>,
}

struct Expected {
    depth: u32,
    how: Perft,
    nodes: u64,
}

impl<'a> PerftLine<'a> {
    fn read(line: &'a str) -> Result<PerftLine<'a>, String> {
        let mut parts = line.split(';').map(str::trim);
        let position = parts.next().unwrap_or_default();
        let expected: Result<Vec<Expected>, String> = parts.map(Expected::read).collect();
        match expected? {
            none if none.is_empty() => Err("no counts, expected something like `; D1 9`".to_owned()),
            expected => Ok(PerftLine { position, expected }),
        }
    }
}

impl Expected {
    fn read(text: &str) -> Result<Expected, String> {
        let bad = || format!("unreadable count \"{text}\", expected something like `D1 9` or `E9 255168`");
        let (depth, nodes) = text.split_once(' ').ok_or_else(bad)?;
        let ended = depth.starts_with('E');
        let depth = depth.strip_prefix(['D', 'E']).and_then(|depth| depth.parse().ok()).ok_or_else(bad)?;
        let nodes = nodes.trim().parse().map_err(|_| bad())?;
        Ok(Expected { depth, how: Perft { ended, ..Perft::default() }, nodes })
    }
}

impl Host for PerftLine<'_> {
    type Output = Result<(), String>;

    fn host<G: Playable>(self, game: G) -> Self::Output {
        let start = match self.position {
            "start" => game.start(),
            text => game.parse_position(text).map_err(|error| error.to_string())?,
        };
        for Expected { depth, how, nodes } in self.expected {
            // Both ways to count must agree: listing the last moves, and playing them.
            for how in [how, Perft { play_last: true, ..how }] {
                let mut position = start.clone();
                let found = perft(&game, &mut position, depth, how);
                if found != nodes {
                    let way = if how.play_last { ", playing the last ply" } else { "" };
                    return Err(format!("{found} positions at depth {depth}{way}, expected {nodes}"));
                }
                if position != start {
                    return Err(format!("counting to depth {depth} changed the position"));
                }
            }
        }
        Ok(())
    }
}
