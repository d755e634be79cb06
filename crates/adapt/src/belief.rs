//! What is believed of one theme: a probability with its uncertainty.

use mossa_game::{ThemeInfo, ThemeKind};
use serde::{Deserialize, Serialize};
use statrs::function::beta::beta_reg;

use crate::evidence::{Event, Evidence};

/// The rates at which the report learns: a missed win, a missed block, a right defence.
pub const RATES: Rates = Rates { lethal: 0.8, strategic: 0.3, correction: 0.1 };

/// How much each kind of event counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// A missed win.
    pub lethal: f64,
    /// A missed block.
    pub strategic: f64,
    /// A right defence.
    pub correction: f64,
}

impl Rates {
    /// The weight of an event as evidence: a missed block counts as one, the others in proportion to their rates. Habits
    /// have no degrees of seriousness.
    fn weight(&self, event: Event) -> f64 {
        match event {
            Event::Lethal => self.lethal / self.strategic,
            Event::Strategic | Event::Overlooked | Event::Followed | Event::Resisted => 1.0,
            Event::Correction | Event::Win | Event::Found => self.correction / self.strategic,
        }
    }
}

/// How much the population weighs against the first events of somebody unknown, in events.
pub const PRIOR_EVENTS: f64 = 10.0;

/// Where the bias of the report begins: neither weak nor strong.
pub const NEUTRAL_BIAS: f64 = 1.0;
/// Where a bias goes by missed wins. The report gives no number; its thresholds 1.5 and 2.0 lie below.
const LETHAL_TARGET: f64 = 3.0;
/// Where a bias goes by missed blocks: above both thresholds, too, but slowly.
const STRATEGIC_TARGET: f64 = 2.5;

/// Sure enough to name a weakness.
pub const NAMED: f64 = 0.95;
/// A habit must be followed more often than by chance by at least so much to be worth a name: everybody leans a little, and
/// who looks after every move finds something sooner or later.
pub const HABIT_MARGIN: f64 = 0.1;
/// Not sure any more.
pub const FORGIVEN: f64 = 0.5;

/// What is believed of one theme. Counts are plain numbers that fade, so they need not be whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Belief {
    /// The theme.
    pub theme: String,
    /// What kind of mistake it is about.
    pub kind: ThemeKind,
    /// How often ordinary players miss it; for habits nothing.
    pub base: f64,
    /// How often it was missed, or the habit followed.
    pub missed: f64,
    /// How often it was seen, or the habit resisted.
    pub seen: f64,
    /// The same weighed by how serious it was: what the posterior is made of.
    pub against: f64,
    /// What speaks for the player, weighed.
    pub in_favour: f64,
    /// For habits: how often they would have been followed by chance, added up.
    pub by_chance: f64,
    /// The bias of the report: 1 is neutral.
    pub bias: f64,
    /// Whether the weakness is named: on above [`NAMED`], off below [`FORGIVEN`].
    pub named: bool,
}

impl Belief {
    /// What is believed before anything was seen.
    pub fn new(theme: &ThemeInfo) -> Belief {
        Belief {
            theme: theme.name.to_owned(),
            kind: theme.kind,
            base: theme.base,
            missed: 0.0,
            seen: 0.0,
            against: 0.0,
            in_favour: 0.0,
            by_chance: 0.0,
            bias: NEUTRAL_BIAS,
            named: false,
        }
    }

    /// Takes note of an event.
    pub fn note(&mut self, evidence: &Evidence) {
        let weight = RATES.weight(evidence.event);
        if evidence.event.is_against() {
            self.missed += 1.0;
            self.against += weight;
        } else {
            self.seen += 1.0;
            self.in_favour += weight;
        }
        self.by_chance += evidence.chance.unwrap_or(0.0);
        let (rate, target) = match evidence.event {
            Event::Lethal => (RATES.lethal, LETHAL_TARGET),
            Event::Strategic | Event::Overlooked => (RATES.strategic, STRATEGIC_TARGET),
            Event::Correction | Event::Win | Event::Found => (RATES.correction, NEUTRAL_BIAS),
            Event::Followed | Event::Resisted => return,
        };
        self.bias += rate * (target - self.bias);
    }

    /// How many events there were, faded ones in part.
    pub fn events(&self) -> f64 {
        self.missed + self.seen
    }

    /// What somebody ordinary would show, in the weights of the posterior. For habits it is what chance would show.
    pub fn ordinary(&self) -> f64 {
        match self.kind {
            ThemeKind::Habit => {
                if self.events() > 0.0 {
                    (self.by_chance / self.events()).clamp(0.01, 0.99)
                } else {
                    0.5
                }
            }
            ThemeKind::Sight => {
                let missed = self.base * RATES.weight(Event::Strategic);
                missed / (missed + (1.0 - self.base) * RATES.weight(Event::Correction))
            }
        }
    }

    /// The posterior: Beta(a, b), beginning with the population's mean and [`PRIOR_EVENTS`].
    pub fn posterior(&self) -> (f64, f64) {
        let ordinary = self.ordinary();
        (PRIOR_EVENTS * ordinary + self.against, PRIOR_EVENTS * (1.0 - ordinary) + self.in_favour)
    }

    /// The posterior's mean.
    pub fn mean(&self) -> f64 {
        let (a, b) = self.posterior();
        a / (a + b)
    }

    /// The mean as a multiple of what is ordinary: what a dashboard shows.
    pub fn ratio(&self) -> f64 {
        self.mean() / self.ordinary()
    }

    /// The interval that holds the probability with 90 %.
    pub fn interval(&self) -> (f64, f64) {
        let (a, b) = self.posterior();
        (quantile(a, b, 0.05), quantile(a, b, 0.95))
    }

    /// How probable it is that the player misses the theme more often than `rate`.
    pub fn chance_above(&self, rate: f64) -> f64 {
        let (a, b) = self.posterior();
        1.0 - beta_reg(a, b, rate.clamp(0.0, 1.0))
    }

    /// Looks again whether the weakness is to be named: because it is missed more often than is ordinary, and than this
    /// player's own `rate` elsewhere; or because the opponent is `suspected` to be somebody who has it.
    pub fn settle(&mut self, rate: f64, suspected: f64) {
        let margin = if self.kind == ThemeKind::Habit { HABIT_MARGIN } else { 0.0 };
        let sure = self.chance_above(rate.max(self.ordinary()) + margin).max(suspected);
        self.named = sure > NAMED || (self.named && sure >= FORGIVEN);
    }

    /// Lets evidence fade: what is left of it is `part`.
    pub fn fade(&mut self, part: f64) {
        for count in
            [&mut self.missed, &mut self.seen, &mut self.against, &mut self.in_favour, &mut self.by_chance]
        {
            *count *= part;
        }
    }

    /// Cools the bias of the report after a lost game: above 2.0 it loses 15 %.
    pub fn cool(&mut self) {
        const ARROGANT: f64 = 2.0;
        const COOLING: f64 = 0.15;
        if self.bias > ARROGANT {
            self.bias *= 1.0 - COOLING;
        }
    }
}

/// The value below which a part `p` of Beta(a, b) lies, by bisection.
fn quantile(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // 40 halvings: twelve digits.
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if beta_reg(a, b, middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(belief: &mut Belief, event: Event, times: usize) {
        (0..times).for_each(|_| belief.note(&Evidence { theme: 0, event, chance: None }));
    }

    #[test]
    fn biases_follow_the_formula_of_the_report() {
        let mut belief = Belief::new(&ThemeInfo::sight("rows", 10));
        note(&mut belief, Event::Lethal, 1);
        assert!((belief.bias - (1.0 + 0.8 * 2.0)).abs() < 1e-12);
        note(&mut belief, Event::Correction, 1);
        assert!((belief.bias - (2.6 - 0.1 * 1.6)).abs() < 1e-12);
        let before = belief.bias;
        belief.cool();
        assert!((belief.bias - before * 0.85).abs() < 1e-12);
        note(&mut belief, Event::Strategic, 1);
        let before = belief.bias;
        assert!((1.5..=2.5).contains(&before));
        let mut calm = Belief::new(&ThemeInfo::sight("rows", 10));
        note(&mut calm, Event::Strategic, 1);
        assert!((calm.bias - 1.45).abs() < 1e-12);
        calm.cool();
        assert!((calm.bias - 1.45).abs() < 1e-12, "only above 2.0");
    }

    /// Beta(1, 9) after 3 misses in 5 is Beta(4, 11): mean 0.2667, P(p > 0.1) = 0.956.
    #[test]
    fn posteriors_are_those_of_the_textbook() {
        assert!((1.0 - beta_reg(4.0, 11.0, 0.1) - 0.956).abs() < 5e-4);
        let mut belief = Belief::new(&ThemeInfo::habit("edge"));
        for followed in [true, true, true, false, false] {
            let event = if followed { Event::Followed } else { Event::Resisted };
            belief.note(&Evidence { theme: 0, event, chance: Some(0.1) });
        }
        assert_eq!(belief.posterior(), (4.0, 11.0));
        assert!((belief.mean() - 0.2667).abs() < 1e-4 && (belief.ratio() - 2.667).abs() < 1e-3);
        let (low, high) = belief.interval();
        assert!(low < 0.2667 && 0.2667 < high && (beta_reg(4.0, 11.0, low) - 0.05).abs() < 1e-9);
        belief.settle(0.0, 0.0);
        assert!(!belief.named, "one in ten is expected, and two in ten would be nothing special");
        belief.settle(0.0, 0.96);
        assert!(belief.named);
        belief.fade(0.0);
        belief.settle(0.0, 0.0);
        assert!(belief.events() == 0.0 && belief.posterior() == (5.0, 5.0));
    }

    #[test]
    fn names_are_taken_back_later_than_they_are_given() {
        let mut belief = Belief::new(&ThemeInfo::sight("rows", 20));
        note(&mut belief, Event::Overlooked, 12);
        belief.settle(0.0, 0.0);
        assert!(belief.named);
        // More right than wrong: doubtful, but the name stays until it is more likely wrong.
        while belief.chance_above(belief.ordinary()) > NAMED {
            note(&mut belief, Event::Found, 1);
        }
        belief.settle(0.0, 0.0);
        assert!(belief.named);
        note(&mut belief, Event::Found, 300);
        belief.settle(0.0, 0.0);
        assert!(!belief.named);
    }
}
