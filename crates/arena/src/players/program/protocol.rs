//! How other people's programs are spoken to.

use mossa_game::{InputError, InputKind};

/// A protocol by which a program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::players) enum Protocol {
    Line,
    Gomocup,
    Uci,
}

impl Protocol {
    /// The protocol that players call so.
    pub(in crate::players) fn called(name: &str) -> Option<Protocol> {
        [Protocol::Line, Protocol::Gomocup, Protocol::Uci]
            .into_iter()
            .find(|protocol| protocol.name() == name)
    }

    /// What players call it.
    pub(in crate::players) fn name(self) -> &'static str {
        match self {
            Protocol::Line => "line",
            Protocol::Gomocup => "gomocup",
            Protocol::Uci => "uci",
        }
    }

    /// The error of a player without a command.
    pub(in crate::players) fn no_command(self, command: &str) -> InputError {
        let name = self.name();
        let example = match self {
            Protocol::Line => "python3 examples/bot.py",
            Protocol::Gomocup => "./pbrain-mossa",
            Protocol::Uci => "stockfish",
        };
        let expected = format!("a command such as `{name}:{example}`, quotes closed");
        InputError::new(InputKind::Setting, format!("no command in `{name}:{command}`"), expected)
    }
}
