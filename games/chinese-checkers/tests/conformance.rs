//! Everything the contract promises, on every star, for every number of players and all named rules.

use mossa_chinese_checkers::{ChineseCheckersFamily, Profile};

#[test]
fn the_contract_holds_on_every_star() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["", "pieces=1", "pieces=3", "pieces=6", "pieces=15"],
    );
}

#[test]
fn the_contract_holds_for_more_players() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["players=3,pieces=3", "players=4,pieces=1", "players=6,pieces=1,plies=20", "players=6,pieces=3"],
    );
}

#[test]
fn the_contract_holds_on_rhombi() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["rhombus=2,pieces=1", "rhombus=5,pieces=4", "rhombus=7", "rhombus=9,pieces=10", "rhombus=13"],
    );
}

#[test]
fn the_contract_holds_for_all_rules() {
    let options: Vec<String> =
        Profile::NAMED.iter().map(|(name, _)| format!("pieces=3,rules={name},plies=60")).collect();
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    options.push("pieces=3,goal-lock=ends,rest=yes");
    mossa_conformance::check_family(&ChineseCheckersFamily, &options);
}
