//! Moves as people write them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_engine::open;

#[test]
fn lines_are_told_as_people_write_them() {
    let chess = open("chess").unwrap();
    let mut position = chess.start();
    let moves = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<String>>();
    assert_eq!(position.people_line(&moves(&["e2e4", "e7e5", "g1f3"])), "1. e4 e5 2. Nf3");
    assert_eq!(position.people_line(&moves(&["e2e4", "e2e4", "g1f3"])), "1. e4", "up to what is not legal");
    assert_eq!(position.people_line(&[]), "");
    assert_eq!((position.people_move("g1f3"), position.people_move("no")), ("Nf3".into(), "no".into()));
    position.play("e2e4").unwrap();
    assert_eq!(position.people_line(&moves(&["e7e5", "g1f3"])), "1... e5 2. Nf3");
    position.play("e7e5").unwrap();
    assert_eq!(
        (position.people_history(), position.history()),
        (moves(&["e4", "e5"]), &moves(&["e2e4", "e7e5"])[..])
    );
    let other = open("mnk:3,3,3").unwrap().start();
    assert_eq!(other.people_line(&moves(&["b2", "a1"])), "b2 a1");
}
