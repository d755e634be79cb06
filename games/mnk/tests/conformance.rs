//! Everything the contract promises, on boards of every word width and all rules.

use mossa_mnk::MnkFamily;

#[test]
fn the_contract_holds() {
    mossa_conformance::check_family(
        &MnkFamily,
        &[
            "",
            "4,3,3",
            "1,1,1",
            "2,7,2,rule=exact",
            "3,3,4",
            "5,5,4",
            "4,6,3,rule=exact",
            "8,8,5",
            "9,9,5,rule=exact",
        ],
    );
}

#[test]
fn the_contract_holds_on_large_boards() {
    mossa_conformance::check_family(&MnkFamily, &["15,15,5", "19,19,5,rule=exact"]);
}

#[test]
fn the_contract_holds_on_huge_boards() {
    mossa_conformance::check_family(&MnkFamily, &["50,50,10"]);
}

#[test]
fn the_contract_holds_for_renju() {
    let options = ["5,5,5", "3,8,5", "7,7,5", "15,15,5"].map(|sizes| format!("{sizes},rule=renju"));
    mossa_conformance::check_family(&MnkFamily, &options.each_ref().map(String::as_str));
}

#[test]
fn positions_are_counted_right() {
    mossa_conformance::perft_file(&MnkFamily, "tests/mnk.perft");
}

#[test]
fn games_go_as_recorded() {
    for (options, seed) in
        [("3,3,3", 1), ("3,3,3", 2), ("4,6,4", 3), ("7,7,5,rule=exact", 4), ("8,8,5,rule=renju", 5)]
    {
        let file = format!("tests/playthroughs/{}-{seed}.txt", options.replace([',', '='], "-"));
        mossa_conformance::playthrough(&MnkFamily, options, seed, file);
    }
}
