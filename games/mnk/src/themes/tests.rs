//! Hand-made positions: a move that bears a theme, and one that does not.

use mossa_game::{Game, Notation, Role, Themes};

use crate::board::Rule;
use crate::rules::Mnk;

/// The role in which a move bears a theme.
fn role<const W: usize>(game: &Mnk<W>, position: &str, m: &str, theme: &str) -> Option<Role> {
    let position = game.parse_position(position).unwrap();
    let m = game.parse_move(&position, m).unwrap();
    let themes = game.themes();
    let index = themes.iter().position(|known| known.name == theme).unwrap();
    game.marks(&position, m).iter().find(|mark| mark.theme == index).map(|mark| mark.role)
}

/// Five in a row on 9x9.
fn five(position: &str, m: &str, theme: &str) -> Option<Role> {
    role(&Mnk::<2>::new(9, 9, 5, Rule::OrMore).unwrap(), position, m, theme)
}

fn tic_tac_toe(position: &str, m: &str, theme: &str) -> Option<Role> {
    role(&Mnk::<1>::new(3, 3, 3, Rule::OrMore).unwrap(), position, m, theme)
}

#[test]
fn fours_are_completed_and_blocked_in_each_direction() {
    let fours = [
        ("horizontal", "9/9/9/9/1xxxx4/9/9/9/9", ["a5", "f5"]),
        ("vertical", "9/4x4/4x4/4x4/4x4/9/9/9/9", ["e9", "e4"]),
        ("falling", "9/1x7/2x6/3x5/4x4/9/9/9/9", ["a9", "f4"]),
        ("rising", "9/9/9/9/4x4/3x5/2x6/1x7/9", ["a1", "f6"]),
    ];
    for (theme, stones, ends) in fours {
        for (other, _, _) in fours {
            for end in ends {
                let expected = |role| (theme == other).then_some(role);
                assert_eq!(five(&format!("{stones} x"), end, other), expected(Role::Win), "{theme} {other}");
                assert_eq!(
                    five(&format!("{stones} o"), end, other),
                    expected(Role::Block),
                    "{theme} {other}"
                );
            }
        }
        for end in ends {
            let diagonal = ["falling", "rising"].contains(&theme).then_some(Role::Win);
            assert_eq!(five(&format!("{stones} x"), end, "diagonal"), diagonal, "{theme}");
            assert_eq!(five(&format!("{stones} x"), end, "four"), Some(Role::Win));
            assert_eq!(five(&format!("{stones} x"), end, "split"), None, "no gap");
        }
        assert_eq!(five(&format!("{stones} x"), "i8", theme), None, "far away");
    }
}

#[test]
fn a_gap_is_seen_by_its_neighbours() {
    let split = "9/9/9/9/1xx1xx3/9/9/9/9";
    assert_eq!(five(&format!("{split} x"), "d5", "split"), Some(Role::Win));
    assert_eq!(five(&format!("{split} o"), "d5", "split"), Some(Role::Block));
    assert_eq!(five(&format!("{split} o"), "g5", "split"), None);
    // An open three with a gap: d5 makes four that can be completed on b5 and on g5.
    let open = "9/9/9/9/2x1xx3/9/9/9/9 o";
    assert_eq!(five(open, "d5", "split"), Some(Role::Block));
    assert_eq!(five(open, "d5", "open-three"), Some(Role::Block));
    assert_eq!((five(open, "g5", "open-three"), five(open, "g5", "split")), (Some(Role::Block), None));
    assert_eq!(five(open, "h5", "open-three"), None, "b5 and g5 are left");
}

#[test]
fn open_threes_are_made_of_pairs_with_room() {
    let pair = "9/9/9/9/3xx4/9/9/9/9 x";
    for m in ["f5", "g5"] {
        assert_eq!(five(pair, m, "open-three"), Some(Role::Idea), "{m}");
        assert_eq!(five(pair, m, "horizontal"), Some(Role::Idea), "{m}");
        assert_eq!(five(pair, m, "four"), None, "{m}");
    }
    assert_eq!((five(pair, "h5", "open-three"), five(pair, "h5", "horizontal")), (None, None));
    assert_eq!(five("9/9/9/9/xx7/9/9/9/9 x", "c5", "open-three"), None, "the border closes one side");
    assert_eq!(five("9/9/9/9/1oxx5/9/9/9/9 x", "e5", "open-three"), None, "the opponent does");
}

#[test]
fn an_open_three_must_be_stopped_and_can_be_made_a_four() {
    let three = "9/9/9/9/3xxx3/9/9/9/9";
    for m in ["c5", "g5"] {
        assert_eq!(five(&format!("{three} o"), m, "open-three"), Some(Role::Block), "{m}");
        assert_eq!(five(&format!("{three} o"), m, "horizontal"), Some(Role::Block), "{m}");
        assert_eq!(five(&format!("{three} x"), m, "open-three"), Some(Role::Idea), "{m}");
        assert_eq!(five(&format!("{three} x"), m, "four"), Some(Role::Idea), "{m}");
    }
    assert_eq!(five(&format!("{three} o"), "e4", "open-three"), None);
    // Closed at the left: g5 makes a four, which has one answer.
    let closed = "9/9/9/9/2oxxx3/9/9/9/9";
    assert_eq!(five(&format!("{closed} x"), "g5", "four"), Some(Role::Idea));
    assert_eq!(five(&format!("{closed} x"), "g5", "open-three"), None);
    assert_eq!(five(&format!("{closed} o"), "g5", "open-three"), None);
    assert_eq!(
        five(&format!("{closed} o"), "g5", "horizontal"),
        Some(Role::Idea),
        "takes the cell of a four"
    );
}

#[test]
fn forks_threaten_in_two_directions() {
    // c5 and d5, e6 and e7: both become open threes on e5.
    let pairs = "9/9/4x4/4x4/2xx5/9/9/9/9";
    assert_eq!(five(&format!("{pairs} x"), "e5", "fork"), Some(Role::Idea));
    assert_eq!(five(&format!("{pairs} o"), "e5", "fork"), Some(Role::Block));
    assert_eq!(five(&format!("{pairs} x"), "f5", "fork"), None, "one open three");
    assert_eq!(tic_tac_toe("2x/1o1/x2 x", "a3", "fork"), Some(Role::Idea));
    assert_eq!(tic_tac_toe("2x/1o1/x2 o", "a3", "fork"), Some(Role::Block));
    assert_eq!(tic_tac_toe("2x/1o1/x2 x", "b3", "fork"), None);
    assert_eq!(tic_tac_toe("2x/1o1/x2 x", "b3", "four"), Some(Role::Idea), "threatens a3");
}

#[test]
fn borders_and_middles() {
    let empty = "9/9/9/9/9/9/9/9/9 x";
    for (m, edge, centre) in [
        ("a5", true, false),
        ("i9", true, false),
        ("b5", false, false),
        ("e5", false, true),
        ("g5", false, false),
    ] {
        assert_eq!(five(empty, m, "edge"), edge.then_some(Role::Habit), "{m}");
        assert_eq!(five(empty, m, "centre"), centre.then_some(Role::Habit), "{m}");
    }
    let gomoku = Mnk::<7>::new(15, 15, 5, Rule::OrMore).unwrap();
    let empty = format!("{} x", ["15"; 15].join("/"));
    let edges = ["c8", "d8"].map(|m| role(&gomoku, &empty, m, "edge").is_some());
    assert_eq!(edges, [true, false], "three rows of fifteen");
    assert_eq!(tic_tac_toe("3/3/3 x", "b2", "centre"), Some(Role::Habit));
}

#[test]
fn rows_that_are_too_long_win_where_the_rule_says_so() {
    let long = "xx1x1o1o x";
    for (rule, expected) in [(Rule::OrMore, Some(Role::Win)), (Rule::Exactly, None)] {
        let game = Mnk::<1>::new(1, 8, 3, rule).unwrap();
        assert_eq!(role(&game, long, "c1", "four"), expected, "{rule:?}");
    }
    // White wins with six in renju, Black does not and must not even put it.
    let renju = Mnk::<2>::new(9, 9, 5, Rule::Renju).unwrap();
    assert_eq!(role(&renju, "9/9/9/9/1ooo1oo2/9/9/9/9 o", "e5", "four"), Some(Role::Win));
    assert_eq!(role(&renju, "9/9/9/9/1xxx1x3/9/9/9/9 x", "e5", "four"), Some(Role::Win), "exactly five");
}

#[test]
fn every_move_that_wins_bears_four() {
    for rule in [Rule::OrMore, Rule::Exactly] {
        let game = Mnk::<1>::new(5, 6, 4, rule).unwrap();
        let mut seed = 7_u64;
        for _ in 0..40 {
            let mut position = game.start();
            while game.result(&position).is_none() {
                let moves = game.legal_moves(&position);
                for m in &moves {
                    let wins = game.marks(&position, *m).iter().any(|mark| mark.role == Role::Win);
                    let mover = position.to_move();
                    game.play(&mut position, *m);
                    assert_eq!(wins, position.winner() == Some(mover));
                    game.undo(&mut position, *m, ());
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                game.play(&mut position, moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
}

#[test]
fn the_opening_of_swap2_bears_nothing_and_the_game_after_it_the_same() {
    use crate::swap2::Swap2Family;
    use mossa_game::{Family, Host, Playable};
    struct Marked(&'static str, &'static str);
    impl Host for Marked {
        type Output = usize;
        fn host<G: Playable>(self, game: G) -> usize {
            let position = game.parse_position(self.0).unwrap();
            let m = game.parse_move(&position, self.1).unwrap();
            game.marks(&position, m).iter().filter(|mark| mark.role != Role::Habit).count()
        }
    }
    let marks = |position, m| Swap2Family.open("9,9", Marked(position, m)).unwrap();
    assert_eq!(marks("9/9/9/9/3xo4/9/9/9/9 x three", "d6"), 0);
    assert_eq!(marks("9/9/9/9/3xx4/4o4/9/9/9 o choice", "f5"), 0);
    // A row and four: blocked by O.
    assert_eq!(marks("9/9/9/9/xxxx5/9/ooo6/9/9 o first=x", "e5"), 2);
}
