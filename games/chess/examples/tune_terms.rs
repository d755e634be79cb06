//! Tunes the weights of the evaluation to the results of games, and writes them as Rust source.
//!
//! ```console
//! $ xz -dc quiet.epd.xz | cargo run --release -p mossa-chess --example tune_terms -- [EPOCHS] > weights.rs
//! ```
//!
//! Lines are EPD with results: `... w - - c9 "1/2-1/2";`. Errors per epoch go to stderr.

use std::io::Write as _;

use mossa_chess::train::{Options, Samples, Tuner};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    if let Some(text) = std::env::args().nth(1) {
        options.epochs = text.parse().map_err(|_| format!("bad number of epochs `{text}`"))?;
    }
    let samples =
        Samples::read(std::io::stdin().lock(), usize::MAX, &mut |read| eprintln!("{read} positions"))?;
    if samples.is_empty() {
        return Err("no positions: lines of EPD with results in c9 are expected on the standard input".into());
    }
    let mut tuner = Tuner::new(&samples, options);
    eprintln!("{} positions, K {:.4}", samples.len(), tuner.curve().k);
    let mut next = Some(tuner.best());
    while let Some(epoch) = next {
        eprintln!(
            "epoch {:>3}: training {:.6} validation {:.6}",
            epoch.number, epoch.training, epoch.validation
        );
        next = tuner.epoch();
    }
    eprintln!("kept epoch {}", tuner.best().number);
    std::io::stdout().write_all(tuner.weights().source().as_bytes())?;
    Ok(())
}
