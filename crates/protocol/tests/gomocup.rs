//! A manager's sessions: every command of the Gomocup protocol, and what goes wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod manager;

use std::time::{Duration, Instant};

use manager::Manager;
use mossa_arena::players::gomocup::Cell;

/// Milliseconds for moves that must be the right ones: enough to see them even when others have the processors for most of
/// it. Nobody waits for the rest of it once the game is decided.
const ENOUGH: u64 = 1000;

fn cell(x: usize, y: usize) -> Cell {
    Cell { x, y }
}

/// The lines of a board.
fn board(ours: &[(usize, usize)], theirs: &[(usize, usize)]) -> Vec<String> {
    let lines = |stones: &[(usize, usize)], field| -> Vec<String> {
        stones.iter().map(|(x, y)| format!("{x},{y},{field}")).collect()
    };
    [lines(ours, 1), lines(theirs, 2)].concat()
}

fn board_command(lines: &[String]) -> String {
    format!("BOARD\r\n{}\r\nDONE", lines.join("\r\n"))
}

/// What a manager of a tournament says from the first line to the last, with the answers that the protocol wants.
#[test]
fn a_session_goes_as_the_protocol_says() {
    let mut manager = Manager::new();
    let about = manager.ask("ABOUT");
    let version = env!("CARGO_PKG_VERSION");
    assert!(about.starts_with(&format!("name=\"mossa\", version=\"{version}\", author=\"")), "{about}");
    assert!(about.contains("country=\""), "{about}");
    assert_eq!(manager.ask("START 20"), "OK");
    for info in [
        "INFO max_memory 367001600",
        "INFO timeout_match 180000",
        "INFO timeout_turn 60",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO time_left 180000",
        "INFO folder C:\\ProgramData\\piskvork",
        "INFO evaluate 3,4",
        "INFO something new",
    ] {
        manager.say(info);
    }
    manager.hears_nothing(100);
    let opening = manager.ask_move("BEGIN");
    assert!(opening.x < 20 && opening.y < 20);
    let theirs = cell(opening.x ^ 1, opening.y);
    manager.say("INFO time_left 179900");
    let second = manager.ask_move(&format!("TURN {theirs}"));
    assert!(second != opening && second != theirs);
    // A person takes back two moves and makes another.
    assert_eq!(manager.ask(&format!("TAKEBACK {second}")), "OK");
    assert_eq!(manager.ask(&format!("TAKEBACK {theirs}")), "OK");
    let other = cell(opening.x, opening.y ^ 1);
    let third = manager.ask_move(&format!("TURN {other}"));
    assert!(third != opening && third != other);
    let free = (0..20).map(|x| cell(x, 0)).find(|free| ![opening, other, third].contains(free)).unwrap();
    let broken_off = manager.ask(&format!("TURN {free}\r\nRESTART"));
    assert_eq!(broken_off, "OK", "a new game breaks off what is thought about");
    // The answer to a SUGGEST.
    assert_eq!(manager.ask("PLAY 3,19"), "3,19");
    assert!(manager.ask_move("turn 4,19") != cell(3, 19));
    // A board as a whole, and one with other sides.
    assert_eq!(manager.ask("RESTART"), "OK");
    let answer = manager.ask_move("BOARD\n10,10,1\n10,11,2\n11,11,1\n9,10,2\nDONE");
    assert!(![(10, 10), (10, 11), (11, 11), (9, 10)].contains(&(answer.x, answer.y)));
    assert_eq!(manager.ask("RECTSTART 12,7"), "OK");
    let answer = manager.ask_move("BEGIN");
    assert!(answer.x < 12 && answer.y < 7);
    assert_eq!(manager.ask("HELLO"), "UNKNOWN command `HELLO`");
    let (took, rest) = manager.leave(Some("END"));
    assert!(took < Duration::from_secs(1) && rest.is_empty(), "{took:?} {rest:?}");
}

#[test]
fn all_boards_from_5_to_20_and_more_can_be_played() {
    let mut manager = Manager::at("START 5", 0);
    for start in (5..=20).map(|side| (side, side)).chain([(5, 20), (20, 5), (30, 20), (100, 100)]) {
        let (width, height) = start;
        let line =
            if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
        assert_eq!(manager.ask(&line), "OK", "{start:?}");
        let first = manager.ask_move("BEGIN");
        assert!(first.x < width && first.y < height, "{start:?}: {first}");
        let corner = if first == cell(0, 0) { cell(1, 1) } else { cell(0, 0) };
        let second = manager.ask_move(&format!("TURN {corner}"));
        assert!(second != first && second != corner && second.x < width && second.y < height, "{start:?}");
    }
    for (start, problem) in [
        ("START 4", "ERROR no board of 4 x 4; expected sides from 5 to 100, such as 20"),
        ("START 101", "ERROR no board of 101 x 101; expected sides from 5 to 100, such as 20"),
        ("RECTSTART 20,4", "ERROR no board of 20 x 4; expected sides from 5 to 100, such as 20"),
        ("START", "ERROR `START`; expected a number, such as START 20"),
        ("RECTSTART 20", "ERROR `RECTSTART 20`; expected two numbers, such as RECTSTART 20,15"),
    ] {
        assert_eq!(manager.ask(start), problem);
    }
    assert_eq!(manager.ask("RESTART"), "OK", "the board of before is still there");
}

#[test]
fn a_board_means_the_same_in_any_order() {
    let mut manager = Manager::at("START 15", ENOUGH);
    // Four of ours with one end closed: there is one cell to win.
    let stones = board(&[(4, 3), (5, 4), (6, 5), (7, 6)], &[(3, 2), (9, 9), (10, 2), (1, 12)]);
    let mut order = stones.clone();
    for _ in 0..stones.len() {
        order.rotate_left(3);
        order.swap(0, 5);
        assert_eq!(manager.ask_move(&board_command(&order)), cell(8, 7), "{order:?}");
    }
    // With one stone more the opponent was first. Four of theirs must be stopped.
    let stones = board(&[(3, 2), (9, 9), (10, 2)], &[(4, 3), (5, 4), (6, 5), (7, 6)]);
    assert_eq!(manager.ask_move(&board_command(&stones)), cell(8, 7));
    assert_eq!(manager.ask("TURN 8,7"), "ERROR cell 8,7 is taken", "it goes on from the board");
    assert!(manager.ask_move("TURN 0,0") != cell(0, 0));
}

/// X is the column and Y the row from above, also where they could not be the other way round.
#[test]
fn columns_come_before_rows() {
    let mut manager = Manager::at("RECTSTART 20,6", ENOUGH);
    let stones = board(&[(16, 4), (17, 4), (18, 4), (19, 4)], &[(0, 0), (2, 0), (4, 1), (6, 0)]);
    assert_eq!(manager.ask_move(&board_command(&stones)), cell(15, 4));
    let mut manager = Manager::at("RECTSTART 6,20", ENOUGH);
    let stones = board(&[(4, 16), (4, 17), (4, 18), (4, 19)], &[(0, 0), (0, 2), (1, 4), (0, 6)]);
    assert_eq!(manager.ask_move(&board_command(&stones)), cell(4, 15));
}

/// Six in a row win by the first rule only; by the others the opponent's four must be stopped. The rule may come before
/// the board and after it.
#[test]
fn the_rule_decides_which_rows_win() {
    let stones =
        board(&[(2, 7), (3, 7), (4, 7), (6, 7), (7, 7)], &[(14, 0), (14, 1), (14, 2), (14, 3), (0, 14)]);
    for (rule, answer) in
        [(0, cell(5, 7)), (1, cell(14, 4)), (2, cell(5, 7)), (4, cell(14, 4)), (5, cell(14, 4))]
    {
        let mut manager = Manager::at("START 15", ENOUGH);
        manager.say(&format!("INFO rule {rule}"));
        assert_eq!(manager.ask_move(&board_command(&stones)), answer, "rule {rule}");
        manager.say("INFO rule 0");
        assert_eq!(manager.ask_move(&board_command(&stones)), cell(5, 7), "rule {rule}, then 0");
        manager.say(&format!("INFO rule {rule}"));
        assert_eq!(manager.ask("RESTART"), "OK");
        assert_eq!(manager.ask_move(&board_command(&stones)), answer, "rule {rule} again");
    }
}

#[test]
fn forbidden_moves_of_renju_are_refused() {
    let mut manager = Manager::at("START 15", 60);
    manager.say("INFO rule 4");
    let stones = board(&[(0, 0), (2, 0), (4, 0), (6, 0)], &[(2, 7), (3, 7), (4, 7), (6, 7), (7, 7)]);
    let answer = manager.ask_move(&board_command(&stones));
    // Instead we do something else, and the opponent makes six in a row, which Black must not.
    assert_eq!(manager.ask(&format!("TAKEBACK {answer}")), "OK");
    assert_eq!(manager.ask("PLAY 0,14"), "0,14");
    let error = manager.ask("TURN 5,7");
    assert!(error.starts_with("ERROR cell 5,7 is forbidden: "), "{error}");
    assert!(manager.ask_move("TURN 12,1") != cell(12, 1), "nothing has changed");
}

#[test]
fn the_rule_caro_is_not_ours() {
    let mut manager = Manager::at("START 15", 30);
    manager.say("INFO rule 8");
    let refusal = "ERROR the rule caro; expected freestyle, exactly five, or renju";
    for line in
        ["BEGIN", "TURN 3,3", "PLAY 3,3", "BOARD\r\nDONE", "SWAP2BOARD\r\nDONE", "RESTART", "START 20"]
    {
        assert_eq!(manager.ask(line), refusal, "{line}");
    }
    manager.say("INFO rule 1");
    assert_eq!(manager.ask("START 15"), "OK");
    manager.ask_move("BEGIN");
}

#[test]
fn mistakes_are_answered_and_change_nothing() {
    let mut manager = Manager::new();
    for line in
        ["BEGIN", "TURN 7,7", "PLAY 7,7", "TAKEBACK 7,7", "RESTART", "BOARD\nDONE", "SWAP2BOARD\nDONE"]
    {
        assert_eq!(manager.ask(line), "ERROR no board; expected START before", "{line}");
    }
    assert_eq!(manager.ask("START 15"), "OK");
    manager.say("INFO timeout_turn 30");
    assert_eq!(manager.ask("PLAY 7,7"), "7,7");
    for (line, answer) in [
        ("BEGIN", "ERROR the board is not empty"),
        ("PLAY 7,8", "ERROR 7,8: it is not our turn"),
        ("TURN 7,7", "ERROR cell 7,7 is taken"),
        ("TURN 15,0", "ERROR no cell 15,0; expected one from 0,0 to 14,14"),
        ("TURN 0,15", "ERROR no cell 0,15; expected one from 0,0 to 14,14"),
        ("TURN -1,0", "ERROR `TURN -1,0`; expected two numbers X,Y behind the command"),
        ("TURN", "ERROR `TURN`; expected two numbers X,Y behind the command"),
        ("TAKEBACK 3,3", "ERROR no stone on 3,3"),
        ("DONE", "UNKNOWN command `DONE`"),
        ("3,4,1", "UNKNOWN command `3,4,1`"),
        ("BOARD\n1,1,1\n2,2\nDONE", "ERROR `2,2`; expected X,Y,1 or X,Y,2 or DONE"),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR two stones on 1,1"),
        ("BOARD\n1,15,2\nDONE", "ERROR no cell 1,15; expected one from 0,0 to 14,14"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR 1 stones; expected none, three or five"),
        ("SWAP2BOARD\n1,1\n1,1\n2,2\nDONE", "ERROR two stones on 1,1"),
    ] {
        assert_eq!(manager.ask(line), answer, "{line}");
    }
    let error = manager.ask("BOARD\n1,1,1\nDONE");
    assert_eq!(error, "ERROR 1 stones of ours and 0 of theirs; expected as many, or one more of theirs");
    let error = manager.ask("BOARD\n1,1,3\nDONE");
    assert!(error.starts_with("ERROR `1,1,3`; expected only stones of the game"), "{error}");
    // Another command ends a board that was not; limits do not.
    manager.say("BOARD\n1,1,1\nABOUT");
    assert_eq!(manager.hear(), "ERROR `ABOUT`; expected DONE");
    assert!(manager.hear().starts_with("name="));
    manager.ask_move("BOARD\n1,1,1\nINFO timeout_turn 20\n\n2,2,2\nDONE");
    assert_eq!(manager.ask("RESTART"), "OK");
    assert_eq!(manager.ask("PLAY 7,7"), "7,7");
    assert!(manager.ask_move("TURN 7,8") != cell(7, 7), "the stone is still there");
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let mut manager = Manager::at("START 15", ENOUGH);
    let four = board(&[(3, 3), (4, 3), (5, 3), (6, 3)], &[(3, 5), (5, 5), (9, 9), (1, 12)]);
    let win = manager.ask_move(&board_command(&four));
    assert!(win == cell(2, 3) || win == cell(7, 3), "{win}");
    assert_eq!(manager.ask("TURN 0,0"), "ERROR the game is over");
    assert_eq!(manager.ask(&format!("TAKEBACK {win}")), "OK");
    assert_eq!(manager.ask(&format!("PLAY {win}")), win.to_string());
    // The opponent wins, on a board and with a move.
    let five = board(&[(0, 0), (2, 0), (4, 0), (6, 0)], &[(3, 5), (4, 5), (5, 5), (6, 5), (7, 5)]);
    assert_eq!(manager.ask(&board_command(&five)), "ERROR the game is over");
    // A full board: rows in which no five of one colour stand together.
    assert_eq!(manager.ask("START 5"), "OK");
    let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoo."];
    let of = |wanted: char| -> Vec<(usize, usize)> {
        let cells =
            rows.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
        cells.filter(|(_, _, c)| *c == wanted).map(|(x, y, _)| (x, y)).collect()
    };
    assert_eq!((of('x').len(), of('o').len()), (12, 12));
    assert_eq!(manager.ask_move(&board_command(&board(&of('x'), &of('o')))), cell(4, 4));
    for line in ["TURN 0,0", "TURN 4,4", "PLAY 4,4"] {
        assert!(manager.ask(line).starts_with("ERROR "), "{line}");
    }
}

#[test]
fn too_little_memory_is_told_when_it_matters() {
    let mut manager = Manager::at("START 15", 30);
    manager.say("INFO max_memory 1000000");
    manager.hears_nothing(50);
    let error = manager.ask("BEGIN");
    assert!(error.starts_with("ERROR max_memory 1000000 is too small; expected at least "), "{error}");
    assert!(manager.ask("TURN 7,7").starts_with("ERROR max_memory"), "and the stone is not put");
    manager.say("INFO max_memory 0");
    assert!(manager.ask_move("TURN 7,7") != cell(7, 7));
}

/// Answers that the three cases of the opening may have, and that the game goes on from each.
#[test]
fn swap2_openings_are_made_and_answered() {
    let mut manager = Manager::at("START 15", 300);
    manager.say("INFO rule 1");
    let cells = |text: &str| -> Vec<Cell> { text.split(' ').map(|cell| cell.parse().unwrap()).collect() };
    let began = Instant::now();
    let three = cells(&manager.ask("SWAP2BOARD\r\nDONE"));
    assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
    assert_eq!(three.len(), 3);
    let lines = |stones: &[Cell]| stones.iter().map(|stone| format!("{stone}\r\n")).collect::<String>();
    let openings =
        [three, vec![cell(7, 7), cell(0, 0), cell(8, 8)], vec![cell(0, 0), cell(7, 7), cell(14, 0)]];
    for (index, stones) in openings.iter().enumerate() {
        assert_eq!(manager.ask("RESTART"), "OK");
        let answer = manager.ask(&format!("SWAP2BOARD\r\n{}DONE", lines(stones)));
        let taken = match answer.as_str() {
            "SWAP" => stones.clone(),
            moves => [&stones[..], &cells(moves)].concat(),
        };
        assert!(taken.len() <= 5, "{answer}");
        match index {
            // Two stones in the middle against one in a corner: everybody would be black, and then the other way round.
            1 => assert_eq!(answer, "SWAP"),
            2 => assert_eq!(cells(&answer).len(), 1),
            _ => {}
        }
        // With a choice of colours left, the manager sends a board; otherwise the opponent's move.
        if taken.len() < 5 {
            let free = (0..15).map(|x| cell(x, 12)).find(|cell| !taken.contains(cell)).unwrap();
            let next = manager.ask_move(&format!("TURN {free}"));
            assert!(!taken.contains(&next) && next != free);
        }
    }
    assert_eq!(manager.ask("RESTART"), "OK");
    let five = [(7, 7), (0, 0), (8, 8), (14, 0), (9, 7)].map(|(x, y)| cell(x, y));
    assert_eq!(manager.ask(&format!("SWAP2BOARD\r\n{}DONE", lines(&five))), "SWAP");
    let five = [(0, 0), (7, 7), (14, 14), (8, 7), (0, 14)].map(|(x, y)| cell(x, y));
    assert_eq!(cells(&manager.ask(&format!("SWAP2BOARD\r\n{}DONE", lines(&five)))).len(), 1);
}
