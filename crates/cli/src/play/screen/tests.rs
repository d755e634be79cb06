//! Screens of 80 by 24 characters, compared as text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mossa_game::{CellId, Language};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use crate::play::app::{App, Message};
use crate::play::desk::tests::setting;
use crate::play::screen::draw;
use crate::play::screen::theme::Theme;
use crate::texts::Texts;

fn app(game: &str, moves: &str, people: &[bool], language: Language) -> App {
    App::new(setting(game, moves, people), None, Texts::new(language), Theme { coloured: true }).unwrap()
}

fn screen(app: &App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal
}

/// The screen as lines, without what is empty at their ends.
fn text(app: &App, width: u16, height: u16) -> String {
    let terminal = screen(app, width, height);
    let buffer = terminal.backend().buffer();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE)).unwrap();
}

fn write(app: &mut App, text: &str) {
    text.chars().for_each(|c| press(app, KeyCode::Char(c)));
    press(app, KeyCode::Enter);
}

/// Waits for the engine's answer, as the terminal does.
fn settle(app: &mut App) {
    app.tick().unwrap();
    while app.thinking().is_some() {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.tick().unwrap();
    }
}

#[test]
fn a_small_board_is_large() {
    insta::assert_snapshot!(text(&app("mnk:3,3,3", "b2 a3", &[true, false], Language::English), 80, 24));
}

#[test]
fn a_finished_game_in_italian() {
    let app = app("mnk:5,5,4", "c3 a1 c2 a2 c4 a3 c5", &[true, false], Language::Italian);
    insta::assert_snapshot!(text(&app, 80, 24));
}

#[test]
fn nineteen_rows_fit() {
    insta::assert_snapshot!(text(&app("mnk:19,19,5", "k10 l11", &[true, true], Language::English), 80, 24));
}

#[test]
fn a_huge_board_shows_what_is_around_the_cursor() {
    let mut app = app("mnk:50,50,10", "", &[true, false], Language::English);
    (0..12).for_each(|_| press(&mut app, KeyCode::Right));
    (0..40).for_each(|_| press(&mut app, KeyCode::Down));
    insta::assert_snapshot!(text(&app, 80, 24));
}

#[test]
fn the_help_lies_over_the_board() {
    let mut app = app("mnk:3,3,3", "", &[true, false], Language::English);
    press(&mut app, KeyCode::F(1));
    insta::assert_snapshot!(text(&app, 80, 24));
    press(&mut app, KeyCode::Char('x'));
    assert!(!app.help && app.typed.is_empty(), "the key that closes it does nothing else");
}

#[test]
fn any_size_of_screen_is_drawn() {
    let app = app("mnk:15,15,5", "h8", &[true, true], Language::English);
    for (width, height) in [(1, 1), (2, 30), (30, 2), (10, 6), (63, 24), (64, 5), (200, 60)] {
        screen(&app, width, height);
    }
}

#[test]
fn pieces_have_the_colour_of_their_owner_and_none_without_colours() {
    let mut app = app("mnk:19,19,5", "a1 s19", &[true, true], Language::English);
    let colours = |app: &App| {
        let terminal = screen(app, 80, 24);
        let mut found: Vec<Color> = terminal.backend().buffer().content.iter().map(|cell| cell.fg).collect();
        found.sort_by_key(|colour| format!("{colour:?}"));
        found.dedup();
        found
    };
    let coloured = colours(&app);
    assert!(
        coloured.contains(&Color::Indexed(75)) && coloured.contains(&Color::Indexed(215)),
        "{coloured:?}"
    );
    app.theme = Theme { coloured: false };
    assert_eq!(colours(&app), [Color::Reset]);
}

#[test]
fn moves_are_typed_and_pointed_at() {
    let mut app = app("mnk:3,3,3", "", &[true, true], Language::English);
    write(&mut app, "a1");
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.shown.position.history(), ["a1", "a2"]);
    // The cell is taken now.
    press(&mut app, KeyCode::Char(' '));
    assert_eq!(app.message, Message::Mistake("Nothing to do at a2.".to_owned()));
    write(&mut app, "z9");
    assert!(matches!(&app.message, Message::Mistake(text) if text.starts_with("Not possible: ")));
    assert_eq!(app.shown.position.history().len(), 2);
}

#[test]
fn the_height_of_a_stack_is_read_under_the_cursor() {
    let mut app = app("dipole", "H5,NE,3 A4,SW,1 E8,NW,1", &[true, true], Language::English);
    let cell = |app: &App, label: &str| app.layout.cells.iter().find(|cell| cell.label == label).unwrap().id;
    for (label, drawn) in [("H5", "[w₉]"), ("A4", "[b₁₁]"), ("E8", "[w₂]"), ("B3", "[b]"), ("D7", "[w]")]
    {
        app.cursor.jump(cell(&app, label));
        for (width, height) in [(80, 24), (80, 16), (40, 16), (120, 60)] {
            let screen = text(&app, width, height);
            assert!(screen.contains(drawn), "{label} on {width}x{height}:\n{screen}");
        }
    }
}

#[test]
fn long_mistakes_are_told_to_their_end() {
    let mut app = app("dipole", "", &[true, true], Language::English);
    write(&mut app, "H5,N,3");
    let Message::Mistake(mistake) = app.message.clone() else { panic!("{:?}", app.message) };
    assert!(mistake.chars().count() > 100);
    for width in [80, 64, 40] {
        let screen = text(&app, width, 24);
        let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&mistake), "{width}:\n{screen}");
        assert!(screen.contains("Move ❯") && screen.contains("F10"), "{screen}");
    }
    write(&mut app, ":moves");
    assert!(text(&app, 80, 24).contains("H5,NW,12"));
}

#[test]
fn a_game_tells_what_it_asks_and_what_is_left() {
    let mut app = app("dipole", "", &[true, true], Language::English);
    let cell = |app: &App, label: &str| app.layout.cells.iter().find(|cell| cell.label == label).unwrap().id;
    for (label, said) in [("H5", "where it goes"), ("NE", "how many pieces leave?")] {
        app.cursor.jump(cell(&app, label));
        press(&mut app, KeyCode::Enter);
        assert!(matches!(&app.message, Message::News(text) if text.contains(said)), "{:?}", app.message);
    }
    app.cursor.jump(cell(&app, "4"));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.shown.position.history(), ["H5,NE,4"]);
    press(&mut app, KeyCode::F(1));
    insta::assert_snapshot!("the_help_of_a_game_with_holes", text(&app, 80, 24));
    press(&mut app, KeyCode::Esc);
    insta::assert_snapshot!("a_game_of_stacks", text(&app, 80, 24));
}

#[test]
fn tab_goes_where_something_can_be_done() {
    let mut app = app("mnk:3,3,3", "b2 c2", &[true, true], Language::English);
    let free = |app: &App| app.shown.moves.iter().any(|m| m.gesture == [app.cursor.cell]);
    let mut seen: Vec<CellId> = Vec::new();
    for _ in 0..7 {
        press(&mut app, KeyCode::Tab);
        assert!(free(&app));
        seen.push(app.cursor.cell);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 7);
}

#[test]
fn the_engine_answers_and_both_moves_are_taken_back() {
    let mut app = app("mnk:3,3,3", "", &[true, false], Language::English);
    write(&mut app, "b2");
    settle(&mut app);
    assert_eq!(app.shown.position.history().len(), 2);
    assert!(app.seen.is_some());
    press(&mut app, KeyCode::F(3));
    assert_eq!(app.shown.position.history().len(), 0);
    press(&mut app, KeyCode::F(3));
    assert_eq!(app.message, Message::Mistake("There is nothing to take back.".to_owned()));
}

#[test]
fn a_hint_points_at_the_best_move() {
    // Only b1 wins at once; everything else lets the other side draw or win.
    let mut app = app("mnk:3,3,3", "b2 a1 b3 a2", &[true, true], Language::English);
    press(&mut app, KeyCode::F(2));
    settle(&mut app);
    assert_eq!(app.message, Message::News("Hint: b1 (win in 1)".to_owned()));
    assert_eq!(app.hint, [app.cursor.cell]);
    write(&mut app, "b1");
    assert!(app.shown.result.is_some());
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.message, Message::Mistake("The game is over; F5 begins a new one.".to_owned()));
    press(&mut app, KeyCode::F(5));
    assert_eq!(
        app.shown.position.history(),
        ["b2", "a1", "b3", "a2"],
        "a new game begins where this one began"
    );
}

#[test]
fn levels_change_by_key_and_by_name() {
    let mut app = app("mnk:3,3,3", "", &[true, false], Language::English);
    press(&mut app, KeyCode::F(4));
    assert_eq!(app.skill().to_string(), "5");
    write(&mut app, ":level 8");
    press(&mut app, KeyCode::F(4));
    assert_eq!(app.skill().to_string(), "1", "after the last comes the first");
    write(&mut app, ":level 9");
    assert!(matches!(&app.message, Message::Mistake(text) if text.contains("from 1")));
    write(&mut app, ":levle 2");
    assert!(matches!(&app.message, Message::Mistake(text) if text.contains(":levle 2")));
    assert_eq!(app.skill().to_string(), "1");
}

#[test]
fn escape_forgets_what_was_typed() {
    let mut app = app("mnk:3,3,3", "", &[true, true], Language::English);
    "b2".chars().for_each(|c| press(&mut app, KeyCode::Char(c)));
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::F(10));
    assert!(app.typed.is_empty() && app.done && app.shown.position.history().is_empty());
}
