//! What a manager can do to a brain: anything, at any moment; and what the brain owes it: an answer in time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod manager;
mod random;

use std::time::{Duration, Instant};

use manager::Manager;
use mossa_arena::players::gomocup::Cell;
use mossa_protocol::gomocup::Settings;
use random::Random;

impl Random {
    /// A line that a manager might send, or that looks like one, or nothing of the kind.
    fn line(&mut self) -> Vec<u8> {
        const WORDS: [&str; 22] = [
            "START",
            "RECTSTART",
            "RESTART",
            "BEGIN",
            "TURN",
            "BOARD",
            "DONE",
            "TAKEBACK",
            "PLAY",
            "SWAP2BOARD",
            "INFO",
            "ABOUT",
            "turn",
            "TURN",
            "DONE",
            "BOARD",
            "SUGGEST",
            "ENDED",
            "OK",
            "UNKNOWN",
            "",
            "play",
        ];
        const REST: [&str; 20] = [
            "15",
            "20",
            "5",
            "4",
            "1000",
            "-3",
            "7,7",
            "8,7",
            "7,8",
            "0,0",
            "19,19",
            "20,20",
            "3,3,1",
            "4,4,2",
            "5,5,3",
            "rule 1",
            "rule 4",
            "max_memory 80000000",
            "99999999999999999999,1",
            "x,y",
        ];
        match self.below(10) {
            0 => (0..self.below(60)).map(|_| self.below(256) as u8).filter(|byte| *byte != b'\n').collect(),
            1 => self.one_of(&REST).as_bytes().to_vec(),
            2 => format!("{},{},{}", self.below(21), self.below(21), self.below(4)).into_bytes(),
            3 => format!("{} {}", self.one_of(&WORDS), "9".repeat(self.below(9000))).into_bytes(),
            4 => format!("TURN {},{}", self.below(16), self.below(16)).into_bytes(),
            _ => format!("{} {}", self.one_of(&WORDS), self.one_of(&REST)).into_bytes(),
        }
    }
}

/// Whether the protocol knows such an answer.
fn is_answer(line: &str) -> bool {
    let cells = line.split(' ').all(|word| word.parse::<Cell>().is_ok());
    let others = ["OK", "SWAP"].contains(&line);
    let told = ["ERROR ", "UNKNOWN ", "name=\"mossa\""].iter().any(|start| line.starts_with(start));
    cells || others || told
}

#[test]
fn a_thousand_random_lines_do_no_harm() {
    // At once, when later lines break off most that is thought about, and slowly enough to think about some of them.
    for (seed, pause) in [(1, Duration::ZERO), (2, Duration::from_millis(3))] {
        let mut manager = Manager::at("START 15", 5);
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ seed);
        for _ in 0..1000 {
            let line = random.line();
            // These would end the session, and it is the others' turn to be tried.
            if line.to_ascii_uppercase().trim_ascii_start().starts_with(b"END") && line.len() < 6 {
                continue;
            }
            manager.say_bytes(&[&line[..], b"\n"].concat());
            std::thread::sleep(pause);
        }
        // Whatever it was gathering is over with the next command.
        manager.say("ABOUT\nTHE-LAST");
        let (mut answers, mut moves) = (0, 0);
        loop {
            let answer = manager.hear();
            assert!(is_answer(&answer), "{answer}");
            if answer == "UNKNOWN command `THE-LAST`" {
                break;
            }
            answers += 1;
            moves += usize::from(answer.contains(',') && answer.starts_with(|c: char| c.is_ascii_digit()));
        }
        assert!(answers > 300 && (pause.is_zero() || moves > 20), "{answers} {moves}");
        manager.say("INFO rule 0\nINFO max_memory 0\nRECTSTART 15,14");
        assert_eq!(manager.hear(), "OK");
        manager.say("INFO timeout_turn 30");
        let first = manager.ask_move("BEGIN");
        let other = Cell { x: first.x, y: first.y ^ 1 };
        assert!(manager.ask_move(&format!("TURN {other}")) != first);
        let (_, rest) = manager.leave(Some("END"));
        assert!(rest.is_empty(), "{rest:?}");
    }
}

#[test]
fn the_end_comes_at_once_while_it_thinks() {
    let mut manager = Manager::at("START 20", 600_000);
    manager.say("BEGIN");
    manager.hears_nothing(200);
    let (took, rest) = manager.leave(Some("END"));
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(rest.is_empty(), "{rest:?}");
}

#[test]
fn a_new_game_breaks_off_what_it_thinks_about() {
    let mut manager = Manager::at("START 20", 600_000);
    for line in ["RESTART", "START 15", "RECTSTART 12,10"] {
        manager.say("BEGIN");
        manager.hears_nothing(100);
        let began = Instant::now();
        assert_eq!(manager.ask(line), "OK", "and not a move");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }
    manager.say("BEGIN");
    manager.hears_nothing(100);
    manager.say("INFO timeout_turn 30");
    let answer = manager.ask_move("BOARD\n3,3,1\n4,4,2\nDONE");
    assert!(answer.x < 12 && answer.y < 10);
    // So does one that was said before the thinking began.
    manager.say("INFO timeout_turn 600000\nRESTART\nBEGIN\nRESTART\nABOUT");
    assert_eq!((manager.hear(), manager.hear()), ("OK".to_owned(), "OK".to_owned()));
    assert!(manager.hear().starts_with("name="));
}

#[test]
fn whoever_leaves_without_a_word_gets_an_answer_and_no_long_search() {
    let mut manager = Manager::at("START 15", 600_000);
    manager.say("BEGIN");
    manager.hears_nothing(50);
    let (took, rest) = manager.leave(None);
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(rest.len(), 1);
    assert!(rest[0].parse::<Cell>().is_ok(), "{rest:?}");
}

#[test]
fn lines_that_come_while_it_thinks_are_answered_after_it() {
    let mut manager = Manager::at("START 15", 150);
    manager.say("BEGIN\nABOUT\nINFO timeout_turn 20\nHELLO");
    assert!(manager.hear().parse::<Cell>().is_ok());
    assert!(manager.hear().starts_with("name="));
    assert_eq!(manager.hear(), "UNKNOWN command `HELLO`");
}

/// How long answers take to `BEGIN` and some moves after it.
fn times(infos: &str, moves: usize) -> Vec<Duration> {
    let mut manager = Manager::at("START 15", 1000);
    manager.say(infos);
    let mut times = Vec::new();
    let mut line = "BEGIN".to_owned();
    let mut taken = Vec::new();
    for _ in 0..moves {
        let began = Instant::now();
        let answer = manager.ask_move(&line);
        times.push(began.elapsed());
        taken.push(answer);
        let free = (0..15).map(|x| Cell { x, y: (x * 7) % 15 }).find(|cell| !taken.contains(cell)).unwrap();
        taken.push(free);
        line = format!("TURN {free}");
    }
    times
}

#[test]
fn moves_come_in_time() {
    let ms = Duration::from_millis;
    for (infos, most) in [
        ("INFO timeout_turn 150", ms(150)),
        // At once, but for what it takes to wake up on a busy machine.
        ("INFO timeout_turn 0", ms(100)),
        ("INFO timeout_turn 200\nINFO timeout_match 0\nINFO time_left 2147483647", ms(200)),
        // The time for the game is shared out: no move takes half of it.
        ("INFO timeout_turn 100000\nINFO timeout_match 2000", ms(1000)),
        ("INFO timeout_turn 100000\nINFO time_left 400", ms(300)),
        // There is none left.
        ("INFO timeout_turn 400\nINFO time_left -30", ms(120)),
    ] {
        // On a crowded machine a thread may get no processor for 50 ms now and then, but not in every game.
        let mut late = Vec::new();
        let in_time = (0..3).any(|_| {
            let times = times(infos, 5);
            let fine = times.iter().all(|time| *time < most);
            late.extend((!fine).then_some(times));
            fine
        });
        assert!(in_time, "{infos}: {late:?}");
    }
}

/// The answers to four of ours with one end closed and to four of theirs, when it has to play at once.
fn plain_moves(infos: &str) -> [Cell; 2] {
    // A table as large as usual, which is made when the first move is asked for.
    let mut manager = Manager::with(Settings { threads: 1, megabytes: 64 });
    assert_eq!(manager.ask("START 15"), "OK");
    manager.say(infos);
    [
        "BOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n2,3,2\n9,8,2\n9,9,2\n9,10,2\nDONE",
        "BOARD\n2,3,1\n9,8,1\n1,10,1\n3,3,2\n4,3,2\n5,3,2\n6,3,2\nDONE",
    ]
    .map(|board| manager.ask_move(board))
}

/// However short the time is, what is plain to see is seen: five of ours, or four of theirs.
#[test]
fn moves_without_time_are_not_blind() {
    for infos in [
        "INFO timeout_turn 0",
        "INFO timeout_turn 60",
        "INFO timeout_turn 500\nINFO time_left 60",
        "INFO timeout_turn 0\nINFO rule 1",
        "INFO timeout_turn 0\nINFO rule 4",
    ] {
        // Whoever gets no processor at all sees nothing, on a crowded machine now and then.
        let answers: Vec<[Cell; 2]> = (0..3).map(|_| plain_moves(infos)).collect();
        assert!(answers.contains(&[Cell { x: 7, y: 3 }; 2]), "{infos}: {answers:?}");
    }
}

/// All of the time is used if nothing is to be saved, but for the margin.
#[test]
fn time_is_not_wasted() {
    // A crowded machine needs a larger margin now and then.
    let times: Vec<Vec<Duration>> = (0..3).map(|_| times("INFO timeout_turn 400", 2)).collect();
    assert!(times.iter().any(|game| game[0] > Duration::from_millis(200)), "{times:?}");
}
