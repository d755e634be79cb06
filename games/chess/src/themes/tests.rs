//! Hand-made positions: a move that bears a theme, and one that does not.

use mossa_game::{Family, Language, Notation, Role, Themes};

use super::THEMES;
use crate::rules::Chess;

fn role(fen: &str, m: &str, theme: &str) -> Option<Role> {
    let game = Chess::default();
    let position = game.parse_position(fen).unwrap();
    let m = game.parse_move(&position, m).unwrap();
    let index = THEMES.iter().position(|known| known.name == theme).unwrap();
    game.marks(&position, m).iter().find(|mark| mark.theme == index).map(|mark| mark.role)
}

/// In each position the first move bears the theme in a role, and the second does not bear it.
fn check(theme: &str, cases: &[(&str, &str, Role, &str)]) {
    for (fen, bears, expected, other) in cases {
        assert_eq!(role(fen, bears, theme), Some(*expected), "{theme} {fen} {bears}");
        assert_eq!(role(fen, other, theme), None, "{theme} {fen} {other}");
    }
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
/// Black's rook threatens to mate on a1; h1 gives the king no way out.
const BACK_RANK_AGAINST: &str = "6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1";
const SCHOLARS: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
/// The same a move earlier: Black must do something about f7.
const SCHOLARS_AGAINST: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

#[test]
fn mates_are_given_and_prevented() {
    check(
        "mate",
        &[
            (BACK_RANK, "a1a8", Role::Win, "a1a7"),
            (SCHOLARS, "h5f7", Role::Win, "h5e5"),
            (BACK_RANK_AGAINST, "h2h3", Role::Block, "g1h1"),
            (SCHOLARS_AGAINST, "g7g6", Role::Block, "g8f6"),
        ],
    );
}

#[test]
fn kings_are_mated_behind_their_pawns() {
    check(
        "back-rank",
        &[
            (BACK_RANK, "a1a8", Role::Win, "a1a7"),
            (BACK_RANK_AGAINST, "h2h3", Role::Block, "g1h1"),
            (BACK_RANK_AGAINST, "f2f4", Role::Block, "g1h1"),
        ],
    );
    assert_eq!(role(SCHOLARS, "h5f7", "back-rank"), None, "mate, but not along the rank");
    assert_eq!(role(SCHOLARS_AGAINST, "g7g6", "back-rank"), None);
}

#[test]
fn pieces_hang() {
    check(
        "hanging",
        &[
            // The knight on d5 stands alone.
            ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", Role::Idea, "d1d2"),
            ("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1", "d5f6", Role::Block, "e8e7"),
        ],
    );
    let protected = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(role(protected, "d1d5", "hanging"), None, "a rook for a knight");
    // The pawn on e6 protects the knight when it comes from e7.
    let unprotected = "4k3/4p3/8/3n4/8/8/8/3RK3 b - - 0 1";
    assert_eq!(role(unprotected, "e7e6", "hanging"), Some(Role::Block));
    assert_eq!(role(unprotected, "e7e5", "hanging"), None);
}

#[test]
fn forks_attack_two_pieces() {
    check(
        "fork",
        &[
            ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", Role::Idea, "d5b6"),
            ("4k3/8/2n1n3/8/3P4/8/8/4K3 w - - 0 1", "d4d5", Role::Idea, "e1e2"),
        ],
    );
    // From d6 a bishop takes the knight on c7, from f8 it does not.
    assert_eq!(role("r3kb2/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "fork"), Some(Role::Idea));
    assert_eq!(role("r3k3/8/3b4/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "fork"), None);
}

#[test]
fn pins_and_skewers_look_through_a_piece() {
    check(
        "pin",
        &[
            // The knight on e7 is pinned to its king.
            ("4k3/4n3/8/8/8/8/8/3K3R w - - 0 1", "h1e1", Role::Idea, "h1f1"),
            // The king must leave his queen.
            ("4q3/8/8/4k3/8/8/8/3K3R w - - 0 1", "h1e1", Role::Idea, "h1g1"),
        ],
    );
    assert_eq!(role("4k3/4n3/8/8/8/8/8/3K2N1 w - - 0 1", "g1e2", "pin"), None, "knights do not look so far");
}

#[test]
fn other_pieces_give_check() {
    let behind = "4k3/8/8/8/4N3/8/8/3KR3 w - - 0 1";
    check("discovered", &[(behind, "e4c5", Role::Idea, "d1d2")]);
    let ahead = "4k3/8/8/8/4N3/8/8/3K1R2 w - - 0 1";
    assert_eq!(role(ahead, "e4d6", "discovered"), None, "the knight itself gives check");
}

#[test]
fn pawns_promote_and_are_stopped() {
    check(
        "promotion",
        &[
            ("8/P7/8/8/8/k7/8/4K3 w - - 0 1", "a7a8q", Role::Idea, "e1d2"),
            // On b2 the king takes the new queen; the rook looks at a1 only when he is away.
            ("4k3/8/8/8/8/8/p7/2K4R w - - 0 1", "c1b2", Role::Block, "h1h5"),
            ("4k3/8/8/8/8/8/p7/2K4R w - - 0 1", "c1d2", Role::Block, "h1h2"),
        ],
    );
}

#[test]
fn officers_go_back_and_endgames_have_few() {
    let queen = "4k3/8/8/3Q4/8/8/8/4K3";
    check("backward", &[(&format!("{queen} w - - 0 1"), "d5d1", Role::Idea, "d5d7")]);
    check("backward", &[("4k3/8/8/3q4/8/8/8/4K3 b - - 0 1", "d5d8", Role::Idea, "d5d2")]);
    assert_eq!(role(&format!("{queen} w - - 0 1"), "e1d1", "backward"), None, "kings are others");
    assert_eq!(role(&format!("{queen} w - - 0 1"), "e1e2", "endgame"), Some(Role::Idea));
    assert_eq!(role("start", "e2e4", "endgame"), None);
    // Four officers, then five.
    assert_eq!(role("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1e2", "endgame"), Some(Role::Idea));
    assert_eq!(role("r3k2r/8/8/8/8/8/8/R2QK2R w - - 0 1", "e1e2", "endgame"), None);
}

#[test]
fn habits() {
    check("castling", &[("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Role::Habit, "e1f1")]);
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check("early-queen", &[(open, "d1h5", Role::Habit, "g1f3")]);
    assert_eq!(role(&open.replace(" 2", " 11"), "d1h5", "early-queen"), None);
    check("check", &[("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Role::Habit, "a1a7")]);
    check("capture", &[("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", Role::Habit, "d1d4")]);
}

#[test]
fn a_move_that_mates_wins_by_all_that_it_does() {
    assert_eq!(role(SCHOLARS, "h5f7", "hanging"), Some(Role::Win), "a pawn, which the bishop protects");
    assert_eq!(role(BACK_RANK, "a1a8", "endgame"), Some(Role::Win));
}

#[test]
fn themes_and_bots_have_texts() {
    let family = crate::ChessFamily;
    let catalog = family.catalog();
    let bots = family.info().bots;
    let keys = THEMES.iter().map(|theme| format!("theme-{}", theme.name));
    for key in keys.chain(bots.iter().map(|bot| format!("bot-{}", bot.name))) {
        for language in [Language::English, Language::Italian] {
            assert_ne!(catalog.text(language, &key), key, "{language:?}");
        }
    }
}
