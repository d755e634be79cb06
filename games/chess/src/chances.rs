//! What points mean in results: how often games between strong players are won, drawn and lost.
//!
//! A win is as likely as a logistic curve says whose middle lies some points above zero, a loss likewise on the other
//! side; what is left are draws. The fewer pieces are on the board, the fewer points suffice.

use mossa_game::Chances;

/// One curve: where a win is as likely as not, and how flat it is, both in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Points with which every second game is won.
    pub middle: f64,
    /// Points that change the odds by a factor of e.
    pub width: f64,
}

/// The curves of positions with all pieces and with none but pawns; others lie between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// With all pieces.
    pub full: Curve,
    /// With kings and pawns alone.
    pub bare: Curve,
}

/// Fitted to 1.8 million quiet positions of players above 2500 by `examples/fit_chances.rs`.
pub const MODEL: Model =
    Model { full: Curve { middle: 126.0, width: 133.0 }, bare: Curve { middle: 160.0, width: 80.0 } };

impl Model {
    /// The curve for a position in which so much of the middlegame is left, 0 to 1.
    pub fn curve(&self, middlegame: f64) -> Curve {
        let between = |full: f64, bare: f64| bare + (full - bare) * middlegame;
        Curve {
            middle: between(self.full.middle, self.bare.middle),
            width: between(self.full.width, self.bare.width),
        }
    }

    /// The chances of whoever has `score` points.
    pub fn chances(&self, middlegame: f64, score: f64) -> Chances {
        let curve = self.curve(middlegame);
        Chances::of(curve.win(score), curve.win(-score))
    }
}

impl Curve {
    /// The probability of a win with `score` points.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.middle - score) / self.width).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_win_more_often_and_sides_are_alike() {
        for part in [0.0, 0.3, 1.0] {
            let of = |score: f64| MODEL.chances(part, score);
            assert!((-2000..2000).all(|score| of(score.into()).win <= of((score + 1).into()).win));
            let (good, bad) = (of(150.0), of(-150.0));
            assert_eq!((good.win, good.draw, good.loss), (bad.loss, bad.draw, bad.win));
            assert!(of(0.0).draw > 400, "{:?}", of(0.0));
            assert!(of(1500.0).win > 950, "{:?}", of(1500.0));
        }
    }
}
