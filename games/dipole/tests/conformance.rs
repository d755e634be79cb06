//! Everything the contract promises, on both boards.

use mossa_dipole::DipoleFamily;

#[test]
fn the_contract_holds() {
    mossa_conformance::check_family(
        &DipoleFamily,
        &["", "limit=none", "start=steere", "start=steere,limit=none", "limit=3", "limit=1"],
    );
}

#[test]
fn the_contract_holds_on_the_large_board() {
    mossa_conformance::check_family(&DipoleFamily, &["size=10", "size=10,limit=none", "size=10,limit=1000"]);
}

#[test]
fn positions_are_counted_right() {
    mossa_conformance::perft_file(&DipoleFamily, "tests/dipole.perft");
}

#[test]
fn games_go_as_recorded() {
    let games = [("", 1, "8x8-1"), ("", 2, "8x8-2"), ("start=steere,limit=none", 3, "steere-3")];
    for (options, seed, name) in games.into_iter().chain([("size=10", 4, "10x10-4")]) {
        let file = format!("tests/playthroughs/{name}.txt");
        mossa_conformance::playthrough(&DipoleFamily, options, seed, file);
    }
}
