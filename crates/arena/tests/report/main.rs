//! Reports: what they say, and that they are whole whatever they are about.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod fixtures;
mod wellformed;

use fixtures::{HOSTILE, duel, duel_with_test, empty, facts, hostile, laboratory, pods, round_robin, tally};
use mossa_arena::lab::table::LabTable;
use mossa_arena::report::{self, Facts};
use mossa_arena::summary::{Rating, Summary, Tally};
use mossa_game::Language;
use wellformed::{check, not_numbers};

const LANGUAGES: [Language; 2] = [Language::English, Language::Italian];

/// The page, after all that can be said against any page.
fn sound(html: String) -> String {
    if let Err(problem) = check(&html) {
        panic!("{problem}");
    }
    let none: [&str; 0] = [];
    assert_eq!(not_numbers(&html), none);
    html
}

fn run(summary: &Summary, language: Language) -> String {
    sound(report::run::html(summary, &facts("A title"), language))
}

fn lab(tables: &[LabTable], language: Language) -> String {
    sound(report::lab::html(tables, &facts("Ladder"), language))
}

/// The page without its style, which changes for other reasons.
fn unstyled(html: &str) -> String {
    let (before, rest) = html.split_once("<style>\n").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    format!("{before}<style></style>{after}")
}

/// The first sentence of the page, as text.
fn headline(html: &str) -> &str {
    html.split_once("<p class=\"headline\">").unwrap().1.split_once("</p>").unwrap().0
}

fn headings(html: &str) -> Vec<&str> {
    html.split("<section id=\"").skip(1).map(|part| part.split_once('"').unwrap().0).collect()
}

#[test]
fn a_match_with_a_test() {
    insta::assert_snapshot!("match", unstyled(&run(&duel_with_test(), Language::English)));
}

#[test]
fn a_tournament_on_three_boards() {
    let boards = ["mnk:3,3,3", "mnk:4,4,4", "mnk:5,5,4"];
    let summary = round_robin(&["Ada", "Bea", "Cleo", "Dora", "Eva"], &boards, 12);
    insta::assert_snapshot!("tournament", unstyled(&run(&summary, Language::Italian)));
}

#[test]
fn three_at_a_table() {
    insta::assert_snapshot!("pods", unstyled(&run(&pods(), Language::English)));
}

#[test]
fn nothing_played_yet() {
    let html = run(&empty(), Language::English);
    assert_eq!(headings(&html), ["standings"]);
    insta::assert_snapshot!("empty", unstyled(&html));
    let nobody = Summary { players: Vec::new(), crosstable: Vec::new(), duel: None, ..empty() };
    assert!(headings(&run(&nobody, Language::Italian)).is_empty());
}

#[test]
fn hostile_names() {
    let facts = Facts {
        title: HOSTILE.to_owned(),
        command: Some(HOSTILE.to_owned()),
        started: Some(HOSTILE.to_owned()),
        notes: vec![HOSTILE.to_owned()],
        ..facts("")
    };
    let html = sound(report::run::html(&hostile(), &facts, Language::English));
    // Names that look like the places of names stay what they are.
    assert!(html.contains("<bdi>{names} {points} {one}</bdi>"));
    insta::assert_snapshot!("hostile", unstyled(&html));
}

#[test]
fn searches_compared() {
    let html = lab(&[laboratory()], Language::English);
    assert_eq!(headline(&html), "1 search found values that must not be: <bdi>+table</bdi>.");
    insta::assert_snapshot!("laboratory", unstyled(&html));
}

#[test]
fn every_section_appears_when_there_is_something_to_say() {
    let pair = ["standings", "duel", "seats", "openings", "length", "endings", "forfeits"];
    assert_eq!(headings(&run(&duel_with_test(), Language::Italian)), pair);
    let all = ["standings", "ratings", "crosstable", "boards", "seats", "openings", "length", "endings"];
    assert_eq!(headings(&run(&round_robin(&["A", "B", "C"], &["x", "y"], 6), Language::English)), all);
    let table = ["standings", "ratings", "crosstable", "seats", "length", "endings"];
    assert_eq!(headings(&run(&pods(), Language::English)), table);
}

/// A match that ended so, with what is known of the difference.
fn decided(results: Tally, elo: Option<(f64, f64)>, los: f64) -> Summary {
    let mut duel = duel(results, [0; 5]);
    (duel.elo, duel.error) = elo.unzip();
    duel.los = Some(los);
    let games = results.games();
    Summary { games, planned: games, duel: Some(duel), ..empty() }
}

#[test]
fn the_headline_says_no_more_than_was_shown() {
    let english = |summary: &Summary| {
        headline(&run(summary, Language::English))
            .replace(['\u{202f}'], " ")
            .replace("<bdi>", "")
            .replace("</bdi>", "")
    };
    let better = decided(tally(200, 100, 112), Some((35.0, 12.0)), 0.998);
    assert_eq!(english(&better), "A is stronger than B: +35 ± 12 Elo, LOS 99.8 %, 412 games.");
    let worse = decided(tally(112, 100, 200), Some((-35.0, 12.0)), 0.002);
    assert_eq!(english(&worse), "B is stronger than A: +35 ± 12 Elo, LOS 99.8 %, 412 games.");
    let even = decided(tally(11, 0, 9), Some((12.0, 80.0)), 0.61);
    assert_eq!(english(&even), "No difference shown between A and B: +12 ± 80 Elo, LOS 61.0 %, 20 games.");
    let swept = decided(tally(0, 0, 1), None, 0.25);
    assert_eq!(english(&swept), "B won every game against A: LOS 75.0 %, 1 game.");
    let drawn = decided(tally(0, 2, 0), Some((0.0, 0.0)), 0.5);
    assert_eq!(english(&drawn), "No difference shown between A and B: 0.0 Elo, LOS 50.0 %, 2 games.");
    let few = decided(tally(1, 1, 0), Some((190.8, 0.0)), 0.75);
    assert_eq!(english(&few), "Too few games to tell A and B apart: +190.8 Elo, LOS 75.0 %, 2 games.");
    assert_eq!(english(&empty()), "No game has been finished yet.");
}

#[test]
fn with_a_test_the_test_is_the_judge() {
    for (accepted, expected) in
        [(Some("H1"), "passed"), (Some("H0"), "did not pass"), (None, "not decided yet")]
    {
        let mut summary = duel_with_test();
        let test = summary.duel.as_mut().unwrap().sprt.as_mut().unwrap();
        test.accepted = accepted.map(str::to_owned);
        let html = run(&summary, Language::English);
        assert!(headline(&html).contains(expected), "{}", headline(&html));
        assert!(html.contains("412 of 1000 planned games"));
    }
}

#[test]
fn first_places_may_be_shared() {
    let html = run(&pods(), Language::English);
    assert!(
        headline(&html).contains("<bdi>Ada</bdi> and <bdi>Bea</bdi> share the first place with 26 points")
    );
    assert!(headline(&html).ends_with("<bdi>Cleo</bdi> follows with 8."));
    let mut five = round_robin(&["A", "B", "C", "D", "E"], &["x"], 2);
    five.players.iter_mut().for_each(|player| player.place = 1);
    let html = run(&five, Language::English);
    assert!(headline(&html).starts_with("<bdi>A</bdi>, <bdi>B</bdi>, <bdi>C</bdi> and 2 others share"));
}

#[test]
fn numbers_that_are_none_are_not_shown_as_numbers() {
    let none = f64::NAN;
    let mut summary = duel_with_test();
    let duel = summary.duel.as_mut().unwrap();
    (duel.elo, duel.error, duel.nelo, duel.nelo_error) = (Some(f64::INFINITY), Some(none), Some(none), None);
    duel.los = Some(none);
    let test = duel.sprt.as_mut().unwrap();
    (test.llr, test.lower, test.upper) = (none, f64::NEG_INFINITY, f64::INFINITY);
    test.curve = vec![none, f64::INFINITY, 1.0, none];
    (summary.seconds, summary.length.mean) = (none, none);
    for player in &mut summary.players {
        player.rating = Some(Rating { elo: none, error: f64::INFINITY });
        (player.points, player.depth, player.speed) = (none, Some(none), Some(f64::INFINITY));
    }
    let mut many = round_robin(&["A", "B", "C"], &["x"], 4);
    many.players[0].rating = Some(Rating { elo: f64::INFINITY, error: none });
    many.players[1].rating = Some(Rating { elo: 1e308, error: 1e308 });
    let mut table = laboratory();
    table.rows[0].seconds = none;
    (table.rows[1].ratio, table.rows[1].branching) = (Some(0.0), none);
    (table.rows[2].nodes, table.rows[2].ratio) = (0, Some(f64::INFINITY));
    for language in LANGUAGES {
        run(&summary, language);
        run(&many, language);
        lab(std::slice::from_ref(&table), language);
    }
}

#[test]
fn a_single_game_has_a_report() {
    let mut summary = decided(tally(1, 0, 0), None, 0.75);
    summary.by_seat = vec![tally(1, 0, 0), tally(0, 0, 1)];
    summary.length.histogram = vec![(0, 1)];
    summary.endings = vec![("proven".to_owned(), 1)];
    for language in LANGUAGES {
        assert_eq!(headings(&run(&summary, language)), ["standings", "duel", "seats", "length", "endings"]);
    }
}

#[test]
fn tables_that_do_not_fit_together_are_no_reason_to_fail() {
    let mut summary = round_robin(&["A", "B", "C", "D"], &["x", "y", "z"], 3);
    summary.crosstable.truncate(2);
    summary.crosstable[0].clear();
    summary.by_board[1].clear();
    summary.boards.truncate(1);
    summary.players[2].by_seat.clear();
    run(&summary, Language::English);
    let mut table = laboratory();
    (table.positions, table.each) =
        (vec!["one".to_owned(), "two".to_owned(), "three".to_owned()], Vec::new());
    lab(&[table, LabTable::default()], Language::English);
}

#[test]
fn large_runs_stay_readable() {
    let names: Vec<String> = (1..=30).map(|number| format!("player {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut summary = round_robin(&names, &["x"], 4);
    let one = summary.openings[0].clone();
    summary.openings =
        (0..5000).map(|opening| mossa_arena::summary::OpeningRow { opening, ..one.clone() }).collect();
    let html = run(&summary, Language::English);
    assert!(html.contains("100 openings are shown; there are 4900 more."));
    assert!(html.contains("class=\"grid-table small\""));
    assert_eq!(html.matches("<td class=\"self\"></td>").count(), 30);
    assert!(html.contains("All pairs of players"));
    assert!(html.len() < 600_000, "{} bytes", html.len());

    let mut long = duel_with_test();
    let test = long.duel.as_mut().unwrap().sprt.as_mut().unwrap();
    test.curve = (0..1_000_000).map(|pair| f64::from(pair % 100) / 50.0).collect();
    assert!(run(&long, Language::English).len() < 100_000);
}

#[test]
fn openings_are_sorted_by_imbalance() {
    let html = run(&duel_with_test(), Language::English);
    let (_, table) = html.split_once("<caption>Openings, the most one-sided first</caption>").unwrap();
    let places =
        ["<bdi>b2</bdi>", "initial position", "<bdi>a1 c3</bdi>"].map(|text| table.find(text).unwrap());
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn the_page_says_in_which_language_it_is() {
    let [english, italian] = LANGUAGES.map(|language| run(&pods(), language));
    assert!(english.contains("<html lang=\"en\">") && english.contains("<meta charset=\"utf-8\">"));
    assert!(italian.contains("<html lang=\"it\">") && italian.contains("Classifica"));
    assert!(italian.contains("44,2\u{202f}%"), "numbers are written the Italian way");
    let nameless = report::run::html(&pods(), &Facts::default(), Language::English);
    assert!(sound(nameless).contains("<title>tournament at tables</title>"));
}

#[test]
fn the_same_run_gives_the_same_report() {
    assert_eq!(run(&hostile(), Language::English), run(&hostile(), Language::English));
}
