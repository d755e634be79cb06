//! Which part of the games each player won, where a player may have several seats.
//!
//! With two kinds of players in games of three the usual score says little: a seat of even strength wins a third of its
//! games. What can be compared is who won the *game*, against the part of the seats that the player had in it. Those who
//! share the first place share the win.

use serde::Serialize;

use super::elo::Z_95;

/// Which part of its games a player won with any of its seats.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WinShare {
    /// Games that the player took part in, together with others.
    pub games: u64,
    /// Games won, shared first places in proportion.
    pub won: f64,
    /// The part of the games won.
    pub share: f64,
    /// What it would be if all seats were equal: the part of the seats it had.
    pub even: f64,
    /// Half of the interval that holds the true share with 95 %, for games that do not depend on each other; `None`
    /// for fewer than two games.
    pub error: Option<f64>,
}

/// The shares of `players` players in games in which each seat is told by its player and its place, 1 being the best;
/// `None` for those who never met anybody.
pub fn shares(players: usize, games: &[Vec<(usize, u8)>]) -> Vec<Option<WinShare>> {
    (0..players).map(|player| share(player, games)).collect()
}

fn share(player: usize, games: &[Vec<(usize, u8)>]) -> Option<WinShare> {
    let (mut won, mut even) = (0.0, 0.0);
    let mut surprises = Vec::new();
    for game in games {
        let seats = game.iter().filter(|seat| seat.0 == player).count();
        if seats == 0 || seats == game.len() {
            continue;
        }
        let first = game.iter().filter(|seat| seat.1 == 1);
        let own = first.clone().filter(|seat| seat.0 == player).count();
        let part = own as f64 / first.count().max(1) as f64;
        let expected = seats as f64 / game.len() as f64;
        won += part;
        even += expected;
        surprises.push(part - expected);
    }
    if surprises.is_empty() {
        return None;
    }
    let games = surprises.len() as f64;
    let mean = surprises.iter().sum::<f64>() / games;
    let squares = surprises.iter().map(|surprise| (surprise - mean).powi(2)).sum::<f64>();
    let error = (surprises.len() > 1).then(|| Z_95 * (squares / (games * (games - 1.0))).sqrt());
    Some(WinShare { games: surprises.len() as u64, won, share: won / games, even: even / games, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_of_any_seat_counts_and_ties_are_shared() {
        let games = [
            vec![(0, 1), (0, 2), (1, 2)],
            vec![(1, 2), (1, 2), (0, 1)],
            vec![(0, 1), (1, 1), (1, 2)],
            vec![(0, 1), (0, 2), (0, 3)],
        ];
        let found = shares(3, &games);
        let first = found[0].unwrap();
        assert_eq!((first.games, first.won), (3, 2.5), "a game against oneself says nothing");
        assert!((first.even - (2.0 + 1.0 + 1.0) / 9.0).abs() < 1e-12);
        let second = found[1].unwrap();
        assert!((first.share + second.share - 1.0).abs() < 1e-12);
        assert_eq!(found[2], None);
    }

    #[test]
    fn errors_are_those_of_a_share() {
        // Even seats: the error of a share p of n games is 1.96 sqrt(p (1 - p) / (n - 1)).
        let game = |won| vec![(0, if won { 1 } else { 2 }), (1, if won { 2 } else { 1 })];
        let games: Vec<_> = (0..100).map(|number| game(number % 4 != 0)).collect();
        let found = shares(2, &games)[0].unwrap();
        assert_eq!((found.share, found.even), (0.75, 0.5));
        assert!((found.error.unwrap() - 1.96 * (0.75 * 0.25 / 99.0_f64).sqrt()).abs() < 1e-4);
        assert_eq!(shares(2, &games[..1])[0].unwrap().error, None);
    }
}
