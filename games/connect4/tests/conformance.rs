//! Everything the contract promises, on boards of every word width.

use mossa_connect4::Connect4Family;

#[test]
fn the_contract_holds() {
    mossa_conformance::check_family(
        &Connect4Family,
        &["", "4x4", "1x1", "5x4", "4x1", "1x6", "3x5", "8x7", "width=6,height=5", "3x20"],
    );
}

#[test]
fn the_contract_holds_on_wide_boards() {
    mossa_conformance::check_family(&Connect4Family, &["9x7", "12x9", "35x2", "3x35", "2x30"]);
}

#[test]
fn positions_are_counted_right() {
    mossa_conformance::perft_file(&Connect4Family, "tests/connect4.perft");
}

#[test]
fn games_go_as_recorded() {
    for (options, seed) in [("", 1), ("", 2), ("4x4", 3), ("9x7", 4)] {
        let board = if options.is_empty() { "7x6" } else { options };
        let file = format!("tests/playthroughs/{board}-{seed}.txt");
        mossa_conformance::playthrough(&Connect4Family, options, seed, file);
    }
}
