//! Who meets whom: fair, complete, and the same whenever it is asked for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use mossa_arena::schedule::{Encounter, Plan, Schedule, Scores, Seating};
use mossa_game::{Outcome, Player};
use proptest::prelude::*;

/// All encounters; `result` says how a game ends.
fn played(schedule: &Schedule, result: impl Fn(&Seating) -> Outcome) -> (Vec<Encounter>, Scores) {
    let mut scores = Scores::new();
    let mut all = Vec::new();
    for round in 0.. {
        let Some(encounters) = schedule.round(round, &scores) else { break };
        for encounter in &encounters {
            for seating in &encounter.games {
                scores.add(encounter.number, &seating.0, &result(seating));
            }
        }
        // Results of a round do not change it.
        assert_eq!(schedule.round(round, &scores).as_ref(), Some(&encounters));
        all.extend(encounters);
    }
    (all, scores)
}

fn drawn(seating: &Seating) -> Outcome {
    Outcome::draw(seating.0.len())
}

/// The player with the lower number wins.
fn as_seeded(seating: &Seating) -> Outcome {
    let seat = (0..2).min_by_key(|seat| seating.0[*seat]).unwrap();
    Outcome::win(Player::new(seat), 2)
}

fn all_of(plan: Plan, players: usize, seats: usize, boards: usize, rounds: usize) -> Vec<Encounter> {
    played(&Schedule::new(plan, players, seats, boards, rounds).unwrap(), drawn).0
}

/// What holds for every schedule.
fn check_numbers(schedule: &Schedule, encounters: &[Encounter]) {
    let mut game = 0;
    for (number, encounter) in encounters.iter().enumerate() {
        assert_eq!((encounter.number, encounter.first_game), (number as u64, game));
        assert_eq!(encounter.opening, encounter.round, "the opening advances with the round");
        assert_eq!(encounter.players, encounter.games[0].0);
        assert!(
            encounter
                .numbered_games()
                .map(|(number, _)| number)
                .eq(game..game + encounter.games.len() as u64)
        );
        game += encounter.games.len() as u64;
        // Every seating once, and of the same players.
        let distinct: BTreeSet<&Seating> = encounter.games.iter().collect();
        assert_eq!(distinct.len(), encounter.games.len());
        let sorted = |seating: &Seating| {
            let mut seats = seating.0.clone();
            seats.sort_unstable();
            seats
        };
        assert!(encounter.games.iter().all(|seating| sorted(seating) == sorted(&encounter.games[0])));
        // Each player sits in each seat equally often.
        for player in &encounter.players {
            let in_seat = |seat: usize| encounter.games.iter().filter(|game| game.0[seat] == *player).count();
            assert!((0..schedule.seats).all(|seat| in_seat(seat) == in_seat(0)), "{encounter:?}");
        }
    }
    assert_eq!(game, schedule.planned_games());
    assert_eq!(encounters.len() as u64, schedule.planned_encounters());
    let order: Vec<_> = encounters.iter().map(|encounter| (encounter.round, encounter.board)).collect();
    assert!(order.is_sorted(), "rounds first, then boards");
}

/// How often each pair met, over all games.
fn meetings(encounters: &[Encounter]) -> BTreeMap<(usize, usize), usize> {
    let mut meetings = BTreeMap::new();
    for seating in encounters.iter().flat_map(|encounter| &encounter.games) {
        for (i, a) in seating.0.iter().enumerate() {
            for b in seating.0[i + 1..].iter().filter(|b| *b != a) {
                *meetings.entry((*a.min(b), *a.max(b))).or_default() += 1;
            }
        }
    }
    meetings
}

#[test]
fn a_match_is_two_games_for_each_opening_and_board() {
    let encounters = all_of(Plan::Match, 2, 2, 2, 3);
    let told: Vec<_> = encounters.iter().map(|e| (e.round, e.board, e.opening, e.first_game)).collect();
    assert_eq!(told, [(0, 0, 0, 0), (0, 1, 0, 2), (1, 0, 1, 4), (1, 1, 1, 6), (2, 0, 2, 8), (2, 1, 2, 10)]);
    let seatings = [Seating(vec![0, 1]), Seating(vec![1, 0])];
    assert!(encounters.iter().all(|encounter| encounter.games == seatings));
}

#[test]
fn leaders_meet_all_others() {
    let encounters = all_of(Plan::Gauntlet { leaders: 2 }, 5, 2, 1, 1);
    let pairs: Vec<_> = encounters.iter().map(|encounter| encounter.players.clone()).collect();
    assert_eq!(pairs, [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]);
    let pods = all_of(Plan::Gauntlet { leaders: 1 }, 4, 3, 1, 1);
    assert_eq!(
        pods.iter().map(|pod| pod.players.clone()).collect::<Vec<_>>(),
        [[0, 1, 2], [0, 1, 3], [0, 2, 3]]
    );
}

#[test]
fn explicit_pairs_are_as_given() {
    let plan = Plan::Explicit { pairs: vec![(3, 1), (0, 1)] };
    let pairs: Vec<_> = all_of(plan, 4, 2, 1, 2).into_iter().map(|encounter| encounter.players).collect();
    assert_eq!(pairs, [[3, 1], [0, 1], [3, 1], [0, 1]]);
}

#[test]
fn pods_take_turns_in_every_seat_and_direction() {
    let pods = all_of(Plan::RoundRobin, 3, 3, 1, 2);
    let games: BTreeSet<Seating> = pods.into_iter().flat_map(|pod| pod.games).collect();
    assert_eq!(games.len(), 6, "two rounds have all orders of three");
    let few = all_of(Plan::RoundRobin, 2, 6, 1, 1);
    let games: BTreeSet<Seating> = few.iter().flat_map(|pod| pod.games.clone()).collect();
    assert_eq!(games.len(), 20, "as many ways as there are to choose three of six seats");
    let even = |seating: &Seating| seating.0.iter().filter(|player| **player == 0).count() == 3;
    assert!(games.iter().all(even));
    assert_eq!(few.iter().map(|pod| pod.games.len()).sum::<usize>(), 20, "each of them once");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn round_robins_and_pods_are_fair(players in 2usize..9, seats in 2usize..7, boards in 1usize..4, rounds in 1usize..4) {
        let schedule = Schedule::new(Plan::RoundRobin, players, seats, boards, rounds).unwrap();
        let (encounters, _) = played(&schedule, drawn);
        check_numbers(&schedule, &encounters);
        let meetings = meetings(&encounters);
        prop_assert_eq!(meetings.len(), players * (players - 1) / 2, "everybody meets everybody");
        prop_assert!(meetings.values().all(|times| *times == meetings[&(0, 1)]), "equally often: {:?}", meetings);
        // An interruption after any round leaves that so.
        let first: Vec<_> = encounters.iter().filter(|encounter| encounter.round == 0).cloned().collect();
        prop_assert_eq!(first.len() * rounds, encounters.len());
        let json = serde_json::to_string(&schedule).unwrap();
        prop_assert_eq!(serde_json::from_str::<Schedule>(&json).unwrap(), schedule);
    }

    #[test]
    fn swiss_rounds_pair_everybody_once(
        players in 2usize..20,
        boards in 1usize..3,
        rounds in 1usize..24,
        luck in proptest::collection::vec(0usize..3, 97),
    ) {
        let schedule = Schedule::new(Plan::Swiss, players, 2, boards, rounds).unwrap();
        let result = |seating: &Seating| match luck[(seating.0[0] * 31 + seating.0[1]) % luck.len()] {
            0 => Outcome::draw(2),
            winner => Outcome::win(Player::new(winner - 1), 2),
        };
        let (encounters, scores) = played(&schedule, result);
        check_numbers(&schedule, &encounters);
        let mut byes = vec![0usize; players];
        for round in 0..rounds {
            for board in 0..boards {
                let here = encounters.iter().filter(|e| e.round == round && e.board == board);
                let mut present: Vec<usize> = here.flat_map(|e| e.players.clone()).collect();
                let bye = schedule.bye(round, &scores);
                prop_assert_eq!(bye.is_some(), players % 2 == 1);
                present.extend(bye);
                present.sort_unstable();
                prop_assert_eq!(present, (0..players).collect::<Vec<_>>());
            }
            schedule.bye(round, &scores).into_iter().for_each(|player| byes[player] += 1);
        }
        prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1, "byes go round: {byes:?}");
        prop_assert_eq!(schedule.bye(rounds, &scores), None);
    }
}

#[test]
fn nobody_meets_twice_in_a_swiss_tournament_of_usual_length() {
    for players in 4..18usize {
        let rounds = players.next_power_of_two().trailing_zeros() as usize;
        let schedule = Schedule::new(Plan::Swiss, players, 2, 1, rounds).unwrap();
        for result in [as_seeded, drawn] {
            let (encounters, _) = played(&schedule, result);
            assert!(meetings(&encounters).values().all(|games| *games == 2), "{players} players");
        }
        let (encounters, scores) = played(&schedule, as_seeded);
        // The best player wins all encounters, but for the rounds without an opponent.
        let opponents = encounters.iter().filter(|encounter| encounter.players.contains(&0)).count();
        let byes = (0..rounds).filter(|round| schedule.bye(*round, &scores) == Some(0)).count();
        assert_eq!(opponents + byes, rounds);
    }
}

/// With four players there are three rounds without a rematch, and the next three are the same again.
#[test]
fn rematches_come_as_late_as_possible() {
    let schedule = Schedule::new(Plan::Swiss, 4, 2, 1, 6).unwrap();
    let (encounters, _) = played(&schedule, as_seeded);
    assert!(meetings(&encounters[..6]).values().all(|games| *games == 2));
    assert!(meetings(&encounters).values().all(|games| *games == 4));
}

#[test]
fn winners_meet_winners() {
    let schedule = Schedule::new(Plan::Swiss, 8, 2, 1, 3).unwrap();
    let (encounters, _) = played(&schedule, as_seeded);
    let pairs: Vec<Vec<usize>> = encounters.into_iter().map(|encounter| encounter.players).collect();
    assert_eq!(pairs[..4], [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(pairs[4..8], [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(pairs[8..], [[0, 1], [2, 4], [3, 5], [6, 7]]);
}

#[test]
fn many_players_are_paired_in_time() {
    let schedule = Schedule::new(Plan::Swiss, 64, 2, 1, 20).unwrap();
    let (encounters, _) = played(&schedule, as_seeded);
    assert!(meetings(&encounters).values().all(|games| *games == 2));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let pairs = |pairs: &[(usize, usize)]| Plan::Explicit { pairs: pairs.to_vec() };
    let cases = [
        (Plan::RoundRobin, 0, 2, 1, 1, "no players"),
        (Plan::RoundRobin, 2, 1, 1, 1, "boards with 1 seats"),
        (Plan::RoundRobin, 2, 7, 1, 1, "boards with 7 seats"),
        (Plan::RoundRobin, 2, 2, 0, 1, "no boards"),
        (Plan::RoundRobin, 2, 2, 1, 0, "no rounds"),
        (Plan::Match, 2, 2, 1, usize::MAX, "18446744073709551615 rounds"),
        (Plan::RoundRobin, 64, 6, 1, 1, "74974368 encounters of 64 players"),
        (Plan::RoundRobin, usize::MAX, 6, usize::MAX, 1, "encounters of"),
        (Plan::Match, 3, 2, 1, 1, "a match of 3 players for 2 seats"),
        (Plan::Gauntlet { leaders: 0 }, 3, 2, 1, 1, "a gauntlet with 0 leaders"),
        (Plan::Gauntlet { leaders: 3 }, 3, 2, 1, 1, "a gauntlet with 3 leaders among 3 players"),
        (Plan::Swiss, 8, 3, 1, 1, "a Swiss tournament for 3 seats"),
        (Plan::Swiss, 1, 2, 1, 1, "a Swiss tournament of 1"),
        (pairs(&[]), 2, 2, 1, 1, "no pairs"),
        (pairs(&[(0, 1), (1, 1)]), 2, 2, 1, 1, "players 1 and 1 as a pair"),
        (pairs(&[(0, 2)]), 2, 2, 1, 1, "players 0 and 2 as a pair"),
    ];
    for (plan, players, seats, boards, rounds, problem) in cases {
        let error = Schedule::new(plan.clone(), players, seats, boards, rounds).unwrap_err();
        assert!(error.problem.contains(problem), "{error}");
        let unchecked = Schedule { plan, players, seats, boards, rounds };
        assert_eq!(unchecked.round(0, &Scores::new()), None);
        assert_eq!(unchecked.bye(0, &Scores::new()), None);
    }
    let endless = Schedule::new(Plan::RoundRobin, 440, 2, 1, u32::MAX as usize).unwrap();
    let last = endless.round(endless.rounds - 1, &Scores::new()).unwrap();
    assert_eq!(last.last().unwrap().first_game + 2, endless.planned_games());
}
