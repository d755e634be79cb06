//! Games that people are shown to see what a game is like.

use mossa_engine::{families, open};

#[test]
fn every_sample_can_be_played() {
    assert!(families().iter().any(|info| info.sample.is_some()));
    for info in families() {
        let Some((game, moves)) = info.sample else { continue };
        let mut position = open(game).unwrap().start();
        for text in moves.split_whitespace() {
            position.play(text).unwrap_or_else(|error| panic!("{}: {error}", info.name));
        }
        assert!(position.history().len() > 4, "{}", info.name);
    }
}
