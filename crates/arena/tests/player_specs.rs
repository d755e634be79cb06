//! Players as they are written, and what sits down at the board.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use mossa_arena::players::PlayerSpec;
use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyGame, AnyPosition, Registry};
use mossa_game::{Assessment, InputKind, Player, Verdict};
use mossa_search::{Limits, StopSignal};
use proptest::prelude::*;

fn spec(text: &str) -> PlayerSpec {
    PlayerSpec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mnk(options: &str) -> Arc<dyn AnyGame> {
    mossa_engine::open(&format!("mnk:{options}")).unwrap()
}

fn three_players() -> Arc<dyn AnyGame> {
    Registry::empty().with(NimFamily).open("nim:2.3.4,players=3").unwrap()
}

fn turn<'a>(position: &'a dyn AnyPosition, limits: Limits, stop: &'a StopSignal) -> Turn<'a> {
    Turn { position, start: None, limits, clocks: &[], patience: Duration::MAX, stop }
}

fn choose(player: &mut dyn Contestant, position: &dyn AnyPosition, limits: Limits) -> Choice {
    match player.choose(&turn(position, limits, &StopSignal::new())) {
        Ok(Answer::Move(choice)) => choice,
        other => panic!("{other:?}"),
    }
}

fn seated(text: &str, game: &Arc<dyn AnyGame>, seed: u64) -> Box<dyn Contestant> {
    let mut player = spec(text).seat(game).unwrap();
    begin(&mut *player, game, seed);
    player
}

fn begin(player: &mut dyn Contestant, game: &Arc<dyn AnyGame>, seed: u64) {
    player.begin(&NewGame { game, seat: Player::FIRST, seed, stop: &StopSignal::new() }).unwrap();
}

#[test]
fn lines_in_canonical_form_stay_as_they_are() {
    for text in [
        "mossa",
        "mossa:time=100",
        "mossa:tc=10+0.1",
        "mossa:tc=40/60+0.5,nodes=7",
        "alphabeta:-table,+order,nodes=1000,depth=6,threads=4,table=1,name=the one",
        "alphabeta:table,ordering,depth=3",
        "mossa:none,+table,depth=2",
        "minimax:depth=2",
        "maxn:depth=2",
        "paranoid:-table,depth=2",
        "bestreply:depth=2",
        "mcts:nodes=500",
        "level:1",
        "level:3,name=Ada",
        "perfect",
        "perfect:time=100,threads=2,table=8",
        "level:8,time=50,threads=2",
        "random",
        "random:name=Zufall",
        "document",
        "document:moveorder",
        "mnk-document:moveorder,time=100",
        "mnk-document:time=100",
        "line:python3 examples/bot.py",
        "line[time=100,threads=2,name=bot]:python3 \"my bots/a,b[c]:d.py\" --fast=1",
        "gomocup:./pbrain-mossa",
        "gomocup[time=500,threads=2,memory=350,folder=/tmp/a b,name=brain]:wine pbrain-x.exe",
        "uci:stockfish",
        "uci[tc=5+0.05,threads=1,table=64,option.UCI_LimitStrength=true,option.Clear Hash=,name=sf]:stockfish",
    ] {
        assert_eq!(spec(text).text(), text);
        let json = serde_json::to_string(&spec(text)).unwrap();
        assert_eq!(serde_json::from_str::<PlayerSpec>(&json).unwrap(), spec(text));
    }
}

#[test]
fn there_are_several_ways_to_write_a_player() {
    let same = [
        ("alphabeta,-table,time=100", "alphabeta:-table,time=100"),
        (" alphabeta : time = 100 , -table ", "alphabeta:-table,time=100"),
        ("alphabeta[-table]:time=100", "alphabeta:-table,time=100"),
        ("alphabeta[-table,time=100]", "alphabeta:-table,time=100"),
        ("level[name=x]:3", "level:3,name=x"),
        ("level,3", "level:3"),
        ("mnk-document[time=5]:moveorder", "mnk-document:moveorder,time=5"),
        ("line:  a   b ", "line:a   b"),
        ("mossa:tc=60", "mossa:tc=60+0"),
    ];
    for (text, canonical) in same {
        assert_eq!(spec(text).text(), canonical);
    }
    let bot = spec("line[time=100,name=bot]:python3 bot.py");
    assert_eq!(bot.budget(), Budget { time: Some(TimeRule::PerMove(100)), ..Budget::default() });
    assert_eq!((bot.name().as_str(), bot.threads()), ("bot", 1));
}

#[test]
fn names_are_short_and_can_be_told_apart() {
    for (text, name) in [
        ("mossa", "mossa"),
        ("alphabeta,-table,-pvs,time=100", "alphabeta -table -pvs time=100"),
        ("level:3", "level:3"),
        ("mnk-document:moveorder", "mnk-document:moveorder"),
        ("line[nodes=5]:python3 a,b.py", "python3 a b.py nodes=5"),
        ("random:name=Any one", "Any one"),
        ("line:,", "line"),
    ] {
        assert_eq!(spec(text).name(), name);
    }
    let long = spec(&format!("line:{}", "long ".repeat(100)));
    assert!(long.name().chars().count() <= 100);
    let budget = Budget { nodes: Some(5), ..Budget::default() };
    assert_eq!(spec(&long.clone().with_default_budget(budget).text()).name(), long.name());
}

#[test]
fn a_default_budget_is_for_those_who_need_one() {
    let budget = Budget { nodes: Some(5), ..Budget::default() };
    for text in ["mossa", "line:bot", "level:8", "document:moveorder", "alphabeta,-table,-pvs"] {
        let with = spec(text).with_default_budget(budget);
        assert_eq!((with.budget(), with.name()), (budget, spec(text).name()), "{text}");
        assert_eq!(spec(&with.text()), with, "it is written with its budget");
    }
    for text in ["mossa:time=5", "level:3", "random", "level:7"] {
        assert_eq!(spec(text).with_default_budget(budget), spec(text));
    }
    assert!(spec("perfect").is_repeatable() && !spec("perfect:time=5").is_repeatable());
    assert!(spec("mossa:nodes=5").is_repeatable() && spec("random").is_repeatable());
    for text in ["mossa:time=5", "mossa:nodes=5,threads=2", "line[nodes=5]:bot", "gomocup:bot"] {
        assert!(!spec(text).is_repeatable(), "{text}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (text, part) in [
        ("", "unknown player ``; expected one of: mossa, alphabeta, minimax, maxn, paranoid"),
        ("alphabta", "did you mean `alphabeta`?; expected one of: mossa"),
        ("levl:3", "did you mean `level`?"),
        ("level", "no level ``; expected a number from 1"),
        ("level:9", "no level `9`; expected a number from 1"),
        ("level:3,time=100", "level:3 has no setting `time=100`; expected only name=TEXT"),
        ("random:depth=1", "random has no setting `depth=1`; expected only name=TEXT"),
        ("random:5", "random has no setting `5`"),
        ("perfect:-table", "perfect has no setting `-table`"),
        ("prefect", "unknown player `prefect`, did you mean `perfect`?"),
        (
            "mossa:",
            "mossa has no setting ``; expected time=MS, tc=10+0.1, nodes=N, depth=N, threads=N, table=MB",
        ),
        ("mossa:speed=5", "mossa has no setting `speed=5`"),
        ("mossa:-tabel", "unknown technique `-tabel`"),
        ("mossa:-table,none", "unknown technique `none`"),
        ("minimax,-table", "minimax has no setting `-table`"),
        ("mcts:table", "mcts has no setting `table`"),
        ("mossa:time=0", "time=0 cannot be; expected a whole number from 1 to 86400000"),
        ("mossa:nodes=x", "nodes=x cannot be; expected a whole number from 1 to 2^64 - 1"),
        ("mossa:threads=257", "expected a whole number from 1 to 256"),
        ("mossa:tc=x", "unreadable time control `x`"),
        ("mossa:time=5,tc=10", "time is given twice; expected it once"),
        ("mossa:depth=5,depth=6", "depth is given twice"),
        ("mossa:name=", "no player can be called ``"),
        ("mossa[time=5", "a bracket that is never closed; expected `]`"),
        ("mossa[time=5]x", "`x` behind the settings of mossa"),
        ("line", "no command in `line:`; expected a command such as"),
        ("line: ", "no command"),
        ("line:\"bot", "no command in `line:\"bot`"),
        ("line:bot\nrm", "a player with control characters"),
        ("line[table=5]:bot", "line has no setting `table=5`"),
        ("line[memory=5]:bot", "line has no setting `memory=5`"),
        ("gomocup", "no command in `gomocup:`; expected a command such as `gomocup:./pbrain-mossa`"),
        (
            "gomocup[nodes=5]:x",
            "gomocup has no setting `nodes=5`; expected time=MS, tc=10+0.1, threads=N, memory=MB, folder=DIR, name=TEXT",
        ),
        ("gomocup[memory=0]:x", "memory=0 cannot be; expected a whole number from 1 to 1048576"),
        ("gomocup[folder=]:x", "a folder without a name; expected folder=DIR"),
        ("uci", "no command in `uci:`; expected a command such as `uci:stockfish`"),
        ("uci[option.=5]:x", "an option without a name; expected option.NAME=VALUE"),
        ("uci[option.Elo=5,option.elo=6]:x", "option elo is given twice; expected it once"),
        (
            "uci[-pvs]:x",
            "uci has no setting `-pvs`; expected time=MS, tc=10+0.1, nodes=N, depth=N, threads=N, table=MB, option.NAME=VALUE, name=TEXT",
        ),
        ("gomocop:x", "unknown player `gomocop`, did you mean `gomocup`?"),
    ] {
        let error = PlayerSpec::parse(text).expect_err(text);
        assert!(error.kind == InputKind::Setting && error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn not_everybody_can_sit_down_everywhere() {
    let refusal = |text: &str, game: &Arc<dyn AnyGame>| spec(text).seat(game).err().unwrap().to_string();
    let (two, three) = (mnk("3,3,3"), three_players());
    for text in ["mossa", "alphabeta", "level:8", "mcts", "document:moveorder"] {
        let error = refusal(text, &two);
        assert!(error.contains("would think for ever; expected a limit: time=MS"), "{error}");
    }
    for text in ["alphabeta:depth=1", "minimax:depth=1"] {
        let error = refusal(text, &three);
        assert!(error.contains("a game for 3; expected mossa, maxn, paranoid"), "{error}");
    }
    let error = refusal("mnk-document:mover,depth=1", &two);
    assert!(error.contains("no player `mnk-document:mover`; expected mnk-document:negamax, "), "{error}");
    let error = refusal("mnk-document:moveorder:depth=3", &two);
    assert!(error.contains("no player `mnk-document:moveorder:depth=3`"), "{error}");
    assert!(refusal("chess-document,depth=1", &two).contains("no player `chess-document`"));
    assert!(refusal("chess-document:x,depth=1", &two).contains("no player `chess-document:x`"));
    assert!(refusal("document:moveorder,depth=1", &three).contains("no player `nim-document:moveorder`"));
}

/// From here x wins at once with a3; whatever looks ahead sees it.
const WINNING: [&str; 4] = ["a1", "b1", "a2", "b2"];

fn position(game: &Arc<dyn AnyGame>, moves: &[&str]) -> Box<dyn AnyPosition> {
    let mut position = Arc::clone(game).start();
    moves.iter().for_each(|m| drop(position.play(m).unwrap()));
    position
}

#[test]
fn whoever_thinks_takes_a_win_and_says_so() {
    let game = mnk("3,3,3");
    let here = position(&game, &WINNING);
    let win = Assessment::Proven { outcome: Verdict::Win, plies: Some(1) };
    for text in [
        "mossa:depth=2",
        "alphabeta,-table,+order,nodes=500",
        "alphabeta,table,ordering,depth=2",
        "minimax:depth=2",
        "minimax:nodes=500",
        "minimax:time=50",
        "maxn:depth=2",
        "paranoid:depth=2",
        "bestreply:depth=2",
        "mcts:nodes=500",
        "level:7",
        "level:8,depth=2",
        "document:moveorder,depth=2",
        "mnk-document:negamax,nodes=500",
    ] {
        let choice = choose(&mut *seated(text, &game, 1), &*here, Limits::default());
        assert_eq!((choice.text.as_str(), choice.value), ("a3", Some(win)), "{text}");
        assert!(choice.depth.is_some() && choice.nodes.is_some_and(|nodes| nodes > 0), "{text}: {choice:?}");
    }
}

#[test]
fn techniques_are_what_was_written() {
    let game = mnk("4,4,4");
    let nodes = |text: &str| {
        choose(&mut *seated(text, &game, 1), &*Arc::clone(&game).start(), Limits::default()).nodes.unwrap()
    };
    let minimax = nodes("minimax:depth=3");
    // 16 moves, then 15, then 14, and the position itself: the search counts what it visits.
    assert!((16 * 15 * 14..=1 + 16 + 16 * 15 + 16 * 15 * 14).contains(&minimax), "{minimax}");
    assert_eq!(nodes("alphabeta:none,depth=3"), minimax);
    assert!(nodes("minimax:depth=3,nodes=1000000") > minimax, "it deepens where nodes are limited");
    let plain = nodes("alphabeta:ordering,depth=3");
    assert!(plain < minimax && nodes("alphabeta:none,alphabeta,deepening,ordering,depth=3") == plain);
    let all = nodes("alphabeta:depth=6");
    assert_eq!(nodes("mossa:depth=6"), all);
    assert_eq!(nodes("mossa,+order,depth=6"), all);
    assert_ne!(nodes("mossa,-table,depth=6"), all);
}

#[test]
fn nothing_is_remembered_from_game_to_game() {
    let game = mnk("4,4,3");
    for text in ["mossa:depth=5", "mcts:nodes=300", "level:2", "level:8,nodes=700", "random"] {
        let mut player = spec(text).seat(&game).unwrap();
        let mut play = |seed| {
            begin(&mut *player, &game, seed);
            let mut here = Arc::clone(&game).start();
            let mut told = Vec::new();
            for _ in 0..3 {
                let choice = choose(&mut *player, &*here, Limits::default());
                here.play(&choice.text).unwrap();
                told.push(choice);
            }
            told
        };
        let first = play(1);
        let games: Vec<_> = (2..8).map(&mut play).collect();
        assert_eq!(play(1), first, "{text}");
        if matches!(text, "random" | "level:2") {
            assert!(games.iter().any(|game| *game != first), "{text} depends on the seed");
        }
    }
}

#[test]
fn the_perfect_player_needs_a_solver_and_obeys_its_time() {
    let error = spec("perfect").seat(&mnk("3,3,3")).err().unwrap();
    assert!(error.problem == "mnk:3,3,3 has no solver for perfect play", "{error}");
    assert!(spec("perfect").seat(&three_players()).is_err());
    let game = Registry::empty().with(NimFamily).open("nim:5.6.7").unwrap();
    let position = Arc::clone(&game).start();
    let proven = |choice: &Choice| match choice.value {
        Some(Assessment::Proven { outcome, .. }) => Some(outcome),
        _ => None,
    };
    // Limits of nodes and depth are for the search that is not needed here, whatever the solver remembers.
    for limits in
        [Limits::default(), Limits::nodes(1), Limits::depth(1), Limits::per_move(Duration::from_secs(9))]
    {
        let choice = choose(&mut *seated("perfect:table=1", &game, 1), &*position, limits);
        assert_eq!((choice.text.as_str(), proven(&choice)), ("a4", Some(Verdict::Win)));
    }
    let hasty = Limits::per_move(Duration::from_nanos(10));
    let choice = choose(&mut *seated("perfect:table=2", &game, 1), &*position, hasty);
    assert!(position.moves().iter().any(|m| m.text == choice.text), "the search moves then");
    let stop = StopSignal::new();
    stop.stop();
    let stopped = seated("perfect", &game, 1).choose(&turn(&*position, Limits::default(), &stop));
    assert_eq!(stopped, Err(Fault::Stopped));
}

#[test]
fn random_moves_are_all_equally_likely() {
    let game = mnk("3,3,3");
    let here = Arc::clone(&game).start();
    let mut player = seated("random", &game, 3);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..9000 {
        *counts.entry(choose(&mut *player, &*here, Limits::default()).text).or_insert(0_u32) += 1;
    }
    // 1000 each, with a standard deviation of 30.
    assert!(counts.len() == 9 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn limits_and_stops_are_obeyed() {
    let game = mnk("15,15,5");
    let here = Arc::clone(&game).start();
    let choice = choose(&mut *seated("mossa:depth=50", &game, 1), &*here, Limits::nodes(1000));
    assert!(choice.nodes.unwrap() <= 1100, "{choice:?}");
    for text in ["mossa:depth=50", "mcts:time=60000", "level:8,time=60000", "random", "level:3"] {
        let mut player = seated(text, &game, 1);
        let stop = StopSignal::new();
        stop.stop();
        let began = Instant::now();
        assert_eq!(player.choose(&turn(&*here, Limits::default(), &stop)), Err(Fault::Stopped), "{text}");
        assert!(began.elapsed() < Duration::from_secs(5), "{text}");
    }
}

#[test]
fn values_are_those_of_the_player_to_move() {
    let game = three_players();
    let here = Arc::clone(&game).position("0.0.4 2").unwrap();
    for text in ["mossa:depth=6", "maxn:depth=6", "paranoid:depth=6", "level:8,depth=6"] {
        let choice = choose(&mut *seated(text, &game, 1), &*here, Limits::default());
        assert_eq!(choice.text, "c4", "{text}");
        let win = matches!(choice.value, Some(Assessment::Proven { outcome: Verdict::Win, .. }));
        assert!(win, "{text}: {choice:?}");
    }
}

proptest! {
    #[test]
    fn nothing_that_is_written_panics(text in "\\PC{0,60}") {
        let _ = PlayerSpec::parse(&text);
    }

    #[test]
    fn what_can_be_read_can_be_written(
        kind in "mossa|alphabeta|level|line|perfect|random|mnk-document|document|mcts",
        rest in "[\\[:,]{0,2}[-+=,:\\]\\[ a-z0-9\"]{0,20}",
        settings in prop::collection::vec("time=[0-9]{1,4}|-table|pvs|name=[a-z ]{1,4}|depth=2|3|tc=1\\+0.1", 0..4),
    ) {
        for text in [format!("{kind}{rest}"), format!("{kind}[{}]{rest}", settings.join(",")),
            format!("{kind}:{}", settings.join(","))] {
            if let Ok(spec) = PlayerSpec::parse(&text) {
                let again = PlayerSpec::parse(&spec.text());
                prop_assert_eq!(again.as_ref(), Ok(&spec), "{} {}", text, spec.text());
                let named = spec.clone().with_default_budget(Budget { nodes: Some(1), ..Budget::default() });
                prop_assert_eq!(PlayerSpec::parse(&named.text()), Ok(named));
            }
        }
    }
}
