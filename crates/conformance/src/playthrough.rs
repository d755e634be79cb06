//! Whole games as text: whatever changes in the rules, the notation or the view shows as a difference.

use std::fmt::Write as _;
use std::path::Path;

use mossa_game::{Family, Host, InputError, Layout, Playable, Scene};

use crate::random::Random;

/// Set to `1`, this environment variable makes [`playthrough`] write its files instead of comparing them.
const BLESS: &str = "MOSSA_BLESS";

/// Compares the random game of `seed` with the file at `path`, relative to the package under test; panics with
/// the first line that differs. With `MOSSA_BLESS=1` in the environment, it writes the file.
#[track_caller]
pub fn playthrough(family: &impl Family, options: &str, seed: u64, path: impl AsRef<Path>) {
    let bless = std::env::var_os(BLESS).is_some_and(|value| value == "1");
    let problem = compare(family, options, seed, path.as_ref(), bless).err();
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

fn compare(family: &impl Family, options: &str, seed: u64, path: &Path, bless: bool) -> Result<(), String> {
    let played = render_playthrough(family, options, seed).map_err(|error| error.to_string())?;
    let name = path.display();
    if bless {
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        return made.and_then(|()| std::fs::write(path, played)).map_err(|error| format!("{name}: {error}"));
    }
    let recorded = std::fs::read_to_string(path)
        .map_err(|error| format!("{name}: {error}; {BLESS}=1 in the environment writes it"))?;
    if recorded == played {
        return Ok(());
    }
    let same = recorded.lines().zip(played.lines()).take_while(|(was, is)| was == is).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("the end").to_owned();
    let (was, is) = (line(&recorded), line(&played));
    Err(format!(
        "{name}:{}: the game differs\n  was  {was}\n  is   {is}\n{BLESS}=1 in the environment writes it anew",
        same + 1
    ))
}

/// The random game of `seed` as text: every position with its drawing, its moves and the one that was chosen.
pub fn render_playthrough(family: &impl Family, options: &str, seed: u64) -> Result<String, InputError> {
    let name = family.info().name;
    family.open(options, Renderer { name, seed })
}

struct Renderer {
    name: &'static str,
    seed: u64,
}

impl Host for Renderer {
    type Output = String;

    fn host<G: Playable>(self, game: G) -> String {
        /// Games that do not end by themselves are cut here, so that files stay readable.
        const PLIES: usize = 300;
        let options = game.options_text();
        let colon = if options.is_empty() { "" } else { ":" };
        let mut text = format!("{}{colon}{options}, seed {}\n", self.name, self.seed);
        let (layout, mut random) = (game.layout(), Random::new(self.seed));
        let mut position = game.start();
        let mut scene = Scene::new(game.sprites(&position));
        for ply in 0..PLIES {
            describe(&game, &layout, &scene, &position, &mut text);
            let Some(m) = random.choose(&game.legal_moves(&position)) else { break };
            let _ = writeln!(text, "ply {}: {}", ply + 1, game.move_text(&position, m));
            scene.apply(&game.effects(&position, m));
            game.play(&mut position, m);
        }
        text
    }
}

fn describe<G: Playable>(
    game: &G,
    layout: &Layout,
    scene: &Scene,
    position: &G::Position,
    text: &mut String,
) {
    let _ = writeln!(text, "\nposition: {}", game.position_text(position));
    text.push_str(&draw(layout, scene));
    let line = match game.result(position) {
        Some(outcome) => format!("result: {outcome}"),
        None => format!("player {} to move: {}", game.to_move(position), move_texts(game, position)),
    };
    let _ = writeln!(text, "{line}");
}

fn move_texts<G: Playable>(game: &G, position: &G::Position) -> String {
    let moves = game.legal_moves(position);
    moves.iter().map(|m| game.move_text(position, *m)).collect::<Vec<_>>().join(" ")
}

/// Any board in plain characters: `.` for an empty cell, the glyph of a piece, and its height if it is a stack.
/// Cells keep their order from left to right and from top to bottom; one step to the right is two characters.
pub fn draw(layout: &Layout, scene: &Scene) -> String {
    let left = layout.cells.iter().map(|cell| cell.x).fold(f32::INFINITY, f32::min);
    let mut heights: Vec<f32> = layout.cells.iter().map(|cell| cell.y).collect();
    heights.sort_by(f32::total_cmp);
    heights.dedup();
    let mut rows = vec![Vec::new(); heights.len()];
    for cell in &layout.cells {
        let row = heights.partition_point(|height| *height < cell.y);
        let column = ((cell.x - left) * 2.0).round() as usize;
        let piece = scene.pieces.iter().find(|piece| piece.cell == cell.id);
        write_at(&mut rows[row], column, piece.map_or('.', |piece| piece.sprite.glyph));
        let stack = piece.filter(|piece| piece.sprite.height > 1);
        if let Some(digit) = stack.and_then(|piece| char::from_digit(u32::from(piece.sprite.height), 36)) {
            write_at(&mut rows[row], column + 1, digit);
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

fn write_at(row: &mut Vec<char>, column: usize, c: char) {
    if row.len() <= column {
        row.resize(column + 1, ' ');
    }
    row[column] = c;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::NimFamily;
    use mossa_game::{Cell, CellId, Entry, Player, Shape, Sprite};

    #[test]
    fn a_changed_game_is_seen_and_can_be_blessed() {
        let folder = std::env::temp_dir().join(format!("mossa-playthrough-{}", std::process::id()));
        let file = folder.join("deep/nim.txt");
        let compare = |seed, bless| compare(&NimFamily, "", seed, &file, bless);
        assert!(compare(1, false).unwrap_err().contains("MOSSA_BLESS=1"), "there is no file yet");
        compare(1, true).unwrap();
        compare(1, false).unwrap();
        let problem = compare(2, false).unwrap_err();
        assert!(problem.contains("nim.txt:1: the game differs"), "{problem}");
        assert!(problem.contains("was  nim, seed 1\n  is   nim, seed 2"), "{problem}");
        std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + "more\n").unwrap();
        assert!(compare(1, false).unwrap_err().contains("was  more\n  is   the end"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn boards_of_any_shape_are_drawn() {
        let cell = |id, x, y| Cell { id: CellId(id), x, y, shape: Shape::Hole, label: String::new() };
        let cells = vec![cell(0, 0.5, 0.0), cell(1, 0.0, 0.87), cell(2, 1.0, 0.87)];
        let layout = Layout { cells, columns: Vec::new(), rows: Vec::new(), entry: Entry::Place };
        let stack = Sprite { owner: Some(Player::FIRST), glyph: 'X', kind: "stack", height: 3 };
        assert_eq!(draw(&layout, &Scene::new(vec![(CellId(1), stack)])), " .\nX3.\n");
    }
}
