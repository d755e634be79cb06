//! Tags as the position in which a game begins.

use mossa_game::{InputError, InputKind};

use super::game::{Game, GameResult};
use crate::fen::{self, Variant};

/// Takes the tags that have a place of their own out of the list, and puts them there.
pub(super) fn take_tags(game: &mut Game) -> Result<(), InputError> {
    let mut fen = None;
    let mut variant = None;
    game.tags.retain_mut(|(name, value)| {
        match name.as_str() {
            "FEN" => fen = Some(std::mem::take(value)),
            "Variant" => variant = Some(std::mem::take(value)),
            "SetUp" => {}
            "Result" => game.result = GameResult::from_text(value).unwrap_or_default(),
            _ => return true,
        }
        false
    });
    game.variant = variant.map_or(Ok(Variant::Chess), |name| self::variant(&name))?;
    if let Some(text) = fen {
        game.start = fen::read(&text, game.variant).map_err(|error| {
            InputError::new(InputKind::Position, format!("[FEN]: {}", error.problem), error.expected)
        })?;
    }
    Ok(())
}

/// The variant with this name, of which there are many.
fn variant(name: &str) -> Result<Variant, InputError> {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    match plain.to_ascii_lowercase().as_str() {
        "" | "standard" | "normal" | "chess" | "fromposition" => Ok(Variant::Chess),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc"
        | "freestyle" => Ok(Variant::Chess960),
        _ => Err(InputError::new(InputKind::Record, format!("the variant `{name}`"), "Standard or Chess960")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_many_names() {
        for name in ["Standard", "normal", "From Position", "Chess", ""] {
            assert_eq!(variant(name), Ok(Variant::Chess), "{name}");
        }
        for name in ["Chess960", "Chess 960", "chess-960", "Fischerandom", "FRC"] {
            assert_eq!(variant(name), Ok(Variant::Chess960), "{name}");
        }
        assert!(variant("Crazyhouse").unwrap_err().to_string().contains("Crazyhouse"));
    }
}
