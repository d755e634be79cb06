//! Arguments of the commands that judge given results.

use clap::{ArgGroup, Args};
use mossa_arena::stats::{Model, Results};

use super::numbers::{any_u64, positive_u64};

/// `mossa elo`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa elo 136 111 96
  mossa elo --pentanomial 2,10,40,20,4
  mossa elo 136 111 96 --json

Errors are those of a 95 % interval. Normalised Elo counts the score in standard deviations of a
game: it says how many games are needed to see a difference. The likelihood of superiority is
the probability of being the stronger player. What cannot be told (the Elo of nothing but wins)
is shown as `-`, and as null in JSON.")]
pub(crate) struct EloArgs {
    /// Games won.
    #[arg(value_name = "W", required_unless_present = "pentanomial", value_parser = any_u64)]
    #[arg(allow_negative_numbers = true, conflicts_with = "pentanomial")]
    pub(crate) wins: Option<u64>,
    /// Games drawn.
    #[arg(value_name = "D", required_unless_present = "pentanomial", value_parser = any_u64)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) draws: Option<u64>,
    /// Games lost.
    #[arg(value_name = "L", required_unless_present = "pentanomial", value_parser = any_u64)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) losses: Option<u64>,
    /// Pairs of games by the points they gave: 0, 1/2, 1, 3/2, 2.
    #[arg(long, value_name = "A,B,C,D,E", value_parser = counts::<5>, allow_hyphen_values = true)]
    pub(crate) pentanomial: Option<[u64; 5]>,
    /// JSON: one object {"games", "wins", "draws", "losses", "pentanomial", "score", "elo", "error", ...}.
    #[arg(long)]
    pub(crate) json: bool,
}

impl EloArgs {
    /// The results given.
    pub(crate) fn results(&self) -> Results {
        match self.pentanomial {
            Some(pairs) => Results::Pentanomial(pairs),
            None => Results::Trinomial([self.losses, self.draws, self.wins].map(Option::unwrap_or_default)),
        }
    }
}

/// `mossa sprt`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa sprt --wdl 1320,3010,1180 --elo0 0 --elo1 10
  mossa sprt --pentanomial 127,4883,10712,5150,104 --elo0 -1.75 --elo1 0.25 --model normalized
  mossa sprt --simulate 1000 --elo 5 --elo0 0 --elo1 10 --draws 0.5

H0 says that the difference is elo0, H1 that it is elo1. The log-likelihood ratio says how much
better H1 explains the results; at the upper bound H1 is accepted, at the lower one H0. With
--simulate, results are thrown by dice until the test ends, many times.")]
#[command(group = ArgGroup::new("source").required(true).args(["wdl", "pentanomial", "simulate"]))]
pub(crate) struct SprtArgs {
    /// Games won, drawn and lost.
    #[arg(long, value_name = "W,D,L", value_parser = counts::<3>, allow_hyphen_values = true)]
    pub(crate) wdl: Option<[u64; 3]>,
    /// Pairs of games by the points they gave: 0, 1/2, 1, 3/2, 2.
    #[arg(long, value_name = "A,B,C,D,E", value_parser = counts::<5>, allow_hyphen_values = true)]
    pub(crate) pentanomial: Option<[u64; 5]>,
    /// The Elo of the hypothesis "no better".
    #[arg(long, value_name = "ELO", value_parser = real, allow_hyphen_values = true)]
    pub(crate) elo0: f64,
    /// The Elo of the hypothesis "better".
    #[arg(long, value_name = "ELO", value_parser = real, allow_hyphen_values = true)]
    pub(crate) elo1: f64,
    /// The Elo meant: normalized by the spread of the results, or logistic.
    #[arg(long, value_name = "MODEL", default_value_t = Model::default(), value_parser = model)]
    pub(crate) model: Model,
    /// The chance to accept H1 although H0 is true.
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = real, allow_hyphen_values = true)]
    pub(crate) alpha: f64,
    /// The chance to accept H0 although H1 is true.
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = real, allow_hyphen_values = true)]
    pub(crate) beta: f64,
    /// Run the test so many times on games thrown by dice.
    #[arg(long, value_name = "RUNS", value_parser = positive_u64, requires = "elo")]
    pub(crate) simulate: Option<u64>,
    /// The true Elo in --simulate, of the kind that --model says.
    #[arg(long, value_name = "ELO", value_parser = real, allow_hyphen_values = true)]
    #[arg(requires = "simulate", conflicts_with_all = ["wdl", "pentanomial"])]
    pub(crate) elo: Option<f64>,
    /// The part of the games in --simulate that are drawn.
    #[arg(long, value_name = "RATIO", value_parser = real, allow_hyphen_values = true)]
    #[arg(default_value = "0.5", requires = "simulate", conflicts_with_all = ["wdl", "pentanomial"])]
    pub(crate) draws: f64,
    /// Where the dice of --simulate begin.
    #[arg(long, value_name = "S", default_value = "0", value_parser = any_u64)]
    #[arg(requires = "simulate", conflicts_with_all = ["wdl", "pentanomial"])]
    pub(crate) seed: u64,
    /// JSON: one object {"llr", "lower", "upper", "elo0", "elo1", "model", "accepted", ...}.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SprtArgs {
    /// The results given, if it is not a simulation.
    pub(crate) fn results(&self) -> Option<Results> {
        let games = self.wdl.map(|[wins, draws, losses]| Results::Trinomial([losses, draws, wins]));
        games.or(self.pentanomial.map(Results::Pentanomial))
    }
}

/// `N` whole numbers with commas between them.
fn counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
        let example = ["2", "10", "40", "20", "4"].into_iter().cycle().take(N).collect::<Vec<_>>().join(",");
        format!("{N} whole numbers such as {example}")
    })
}

fn real(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "a number".to_owned())
}

fn model(text: &str) -> Result<Model, String> {
    text.parse().map_err(|error: mossa_game::InputError| error.expected)
}
