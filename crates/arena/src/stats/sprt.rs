//! The sequential probability ratio test: play until one of two hypotheses is accepted.
//!
//! After each sample the log-likelihood ratio of "`elo1` is true" against "`elo0` is true" is compared with Wald's
//! bounds ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). Reaching the upper one accepts `elo1`, reaching the lower
//! one `elo0`. If `elo0` is true, `elo1` is accepted with probability about alpha; if `elo1` is true, `elo0` is
//! accepted with probability about beta; between, the stronger the player, the more likely is `elo1`.

use std::fmt;
use std::str::FromStr;

use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};

use super::counts::Results;
use super::llr::llr;

/// The largest Elo of a hypothesis: beyond it, no game would need a test.
pub const MOST_ELO: f64 = 1000.0;

/// What the numbers of a hypothesis mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Model {
    /// Elo of the logistic curve: a score. However clear the results, each sample adds at most ln(s1 / s0) to the
    /// ratio, for scores s0 and s1: [0, 10] needs 104 pairs at least.
    Logistic,
    /// Normalised Elo: a score in standard deviations. The length of a test does not depend on the rate of draws, and
    /// clear results end it sooner.
    #[default]
    Normalized,
}

impl Model {
    /// All models.
    pub const ALL: [Model; 2] = [Model::Logistic, Model::Normalized];

    /// The word used in every text and JSON form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Model {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Model, InputError> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalized" | "normalised" => Ok(Model::Normalized),
            _ => Err(setting(format!("unknown model `{text}`"), "logistic or normalized")),
        }
    }
}

impl TryFrom<String> for Model {
    type Error = InputError;

    fn try_from(text: String) -> Result<Model, InputError> {
        text.parse()
    }
}

impl From<Model> for String {
    fn from(model: Model) -> String {
        model.as_str().to_owned()
    }
}

/// A test. Whoever fills in the numbers lets [`Sprt::checked`] look at them; reading one does it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Sprt {
    /// The Elo of the hypothesis "no better".
    pub elo0: f64,
    /// The Elo of the hypothesis "better".
    pub elo1: f64,
    /// The chance to accept `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` although `elo1` is true.
    pub beta: f64,
    /// What the numbers mean.
    pub model: Model,
}

/// A test as it is read.
#[derive(Deserialize)]
struct Unchecked {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl TryFrom<Unchecked> for Sprt {
    type Error = InputError;

    fn try_from(read: Unchecked) -> Result<Sprt, InputError> {
        let Unchecked { elo0, elo1, alpha, beta, model } = read;
        Sprt { elo0, elo1, alpha, beta, model }.checked()
    }
}

/// One of the two statements that a test decides between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Hypothesis {
    /// `elo0` is true.
    H0,
    /// `elo1` is true.
    H1,
}

impl Hypothesis {
    /// The word used in every text and JSON form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        }
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct State {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below it, `elo0` is accepted.
    pub lower: f64,
    /// At or above it, `elo1` is accepted.
    pub upper: f64,
    /// What is accepted; `None` while the test goes on.
    pub accepted: Option<Hypothesis>,
}

impl Sprt {
    /// The usual chances of error.
    pub const USUAL_ERROR: f64 = 0.05;

    /// A test of `elo0` against `elo1` with the usual chances of error.
    pub fn new(elo0: f64, elo1: f64, model: Model) -> Result<Sprt, InputError> {
        Sprt { elo0, elo1, alpha: Sprt::USUAL_ERROR, beta: Sprt::USUAL_ERROR, model }.checked()
    }

    /// The test itself, if its numbers make sense.
    pub fn checked(self) -> Result<Sprt, InputError> {
        for (name, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                let expected = format!("a number from -{MOST_ELO} to {MOST_ELO}");
                return Err(setting(format!("{name} is {elo}"), expected));
            }
        }
        if self.elo0 >= self.elo1 {
            let problem = format!("elo0 {} is not below elo1 {}", self.elo0, self.elo1);
            return Err(setting(problem, "elo0 < elo1"));
        }
        for (name, chance) in [("alpha", self.alpha), ("beta", self.beta)] {
            // With 1/2 the bound would be 0, and the test over before it begins.
            if !(chance > 0.0 && chance < 0.5) {
                return Err(setting(format!("{name} is {chance}"), "a chance above 0 and below 0.5"));
            }
        }
        Ok(self)
    }

    /// The lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where the test stands after `results`.
    pub fn state(&self, results: &Results) -> State {
        let llr = llr(results, self.model, self.elo0, self.elo1);
        let (lower, upper) = self.bounds();
        let accepted = match llr {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        };
        State { llr, lower, upper, accepted }
    }
}

fn setting(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt::new(0.0, 5.0, Model::Normalized).unwrap().bounds();
        assert_eq!((format!("{lower:.6}"), format!("{upper:.6}")), ("-2.944439".into(), "2.944439".into()));
        let uneven = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.01, beta: 0.2, model: Model::Logistic };
        assert_eq!(uneven.checked().unwrap().bounds(), ((0.2f64 / 0.99).ln(), (0.8f64 / 0.01).ln()));
    }

    #[test]
    fn the_test_ends_at_either_bound() {
        let test = Sprt::new(0.0, 10.0, Model::Logistic).unwrap();
        let accepted = |counts| test.state(&Results::Trinomial(counts)).accepted;
        assert_eq!(accepted([0, 0, 0]), None);
        assert_eq!(accepted([100, 300, 120]), None);
        assert_eq!(accepted([1000, 3000, 1400]), Some(Hypothesis::H1));
        assert_eq!(accepted([1400, 3000, 1000]), Some(Hypothesis::H0));
        let edge = Sprt { elo0: 0.0, elo1: 10.0, alpha: 1e-300, beta: 1e-300, model: Model::Logistic };
        assert_eq!(edge.checked().unwrap().state(&Results::Trinomial([1000, 3000, 1400])).accepted, None);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let good = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        assert_eq!(good.checked(), Ok(good));
        let told = |test: Sprt| test.checked().unwrap_err().to_string();
        assert_eq!(told(Sprt { elo0: 5.0, ..good }), "elo0 5 is not below elo1 5; expected elo0 < elo1");
        assert_eq!(
            told(Sprt { elo0: f64::NAN, ..good }),
            "elo0 is NaN; expected a number from -1000 to 1000"
        );
        assert_eq!(
            told(Sprt { elo1: 1e9, ..good }),
            "elo1 is 1000000000; expected a number from -1000 to 1000"
        );
        for chance in [0.0, 0.5, -0.1, 1.0, f64::NAN] {
            assert!(told(Sprt { alpha: chance, ..good }).starts_with("alpha is"), "{chance}");
            assert!(told(Sprt { beta: chance, ..good }).starts_with("beta is"), "{chance}");
        }
    }

    #[test]
    fn tests_are_written_and_read() {
        let test = Sprt::new(-1.75, 0.25, Model::Normalized).unwrap();
        let json = serde_json::to_string(&test).unwrap();
        assert_eq!(json, r#"{"elo0":-1.75,"elo1":0.25,"alpha":0.05,"beta":0.05,"model":"normalized"}"#);
        assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
        let error = serde_json::from_str::<Sprt>(&json.replace("0.25", "-2")).unwrap_err();
        assert!(error.to_string().contains("elo0 < elo1"), "{error}");
    }

    #[test]
    fn models_have_names() {
        for model in Model::ALL {
            assert_eq!(model.to_string().parse(), Ok(model));
            let json = serde_json::to_string(&model).unwrap();
            assert_eq!(json, format!("\"{model}\""));
            assert_eq!(serde_json::from_str::<Model>(&json).unwrap(), model);
        }
        assert_eq!("normalised".parse(), Ok(Model::Normalized));
        let told = "bayes".parse::<Model>().unwrap_err().to_string();
        assert_eq!(told, "unknown model `bayes`; expected logistic or normalized");
    }
}
