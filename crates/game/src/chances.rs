//! What a value means in results.

use serde::Serialize;

/// How likely each result is, in thousandths that make 1000 together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Chances {
    /// That the player wins.
    pub win: u16,
    /// That nobody does.
    pub draw: u16,
    /// That the other player does.
    pub loss: u16,
}

impl Chances {
    /// From the probabilities of a win and of a loss; the rest are draws. Whatever lies outside is brought in.
    pub fn of(win: f64, loss: f64) -> Chances {
        let thousandths =
            |p: f64| if p.is_finite() { (p.clamp(0.0, 1.0) * 1000.0).round() as u16 } else { 0 };
        let win = thousandths(win);
        let loss = thousandths(loss).min(1000 - win);
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_make_a_thousand() {
        for (win, loss) in
            [(0.5, 0.25), (1.0, 1.0), (0.0, 0.0), (-1.0, 2.0), (f64::NAN, 0.3), (0.3335, 0.3335)]
        {
            let chances = Chances::of(win, loss);
            assert_eq!(chances.win + chances.draw + chances.loss, 1000, "{win} {loss}");
        }
        assert_eq!(Chances::of(0.5, 0.25), Chances { win: 500, draw: 250, loss: 250 });
    }
}
