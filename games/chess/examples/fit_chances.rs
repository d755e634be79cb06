//! Fits what points mean in results, and prints the numbers of `src/chances.rs`.
//!
//! ```console
//! $ xz -dc quiet.epd.xz | cargo run --release -p mossa-chess --example fit_chances
//! ```

use mossa_chess::train::{Samples, chances};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples =
        Samples::read(std::io::stdin().lock(), usize::MAX, &mut |read| eprintln!("{read} positions"))?;
    let (model, surprise) = chances::fit(&samples);
    println!("{} positions, mean surprise {surprise:.5}", samples.len());
    println!("{model:#?}");
    Ok(())
}
