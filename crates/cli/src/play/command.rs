//! What a player can ask for beside moving.

use std::path::PathBuf;

/// A wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// What full strength would do.
    Hint,
    /// Take back the last move.
    Undo,
    /// Change the level: to the one that is written, or to the next.
    Level(Option<String>),
    /// Begin again.
    New,
    /// Write the record, to this file or the usual one.
    Save(Option<PathBuf>),
    /// Show the board.
    Board,
    /// List the legal moves.
    Moves,
    /// Explain.
    Help,
    /// Leave.
    Quit,
}

impl Command {
    /// The command that `text` means, with or without `:` or `/` in front; `None` if it means none.
    pub(crate) fn parse(text: &str) -> Option<Command> {
        let text = text.trim().trim_start_matches([':', '/']);
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let alone = |command: Command| rest.is_none().then_some(command);
        match word {
            "hint" => alone(Command::Hint),
            "undo" => alone(Command::Undo),
            "level" => Some(Command::Level(rest.map(str::to_owned))),
            "new" => alone(Command::New),
            "save" => Some(Command::Save(rest.map(PathBuf::from))),
            "board" => alone(Command::Board),
            "moves" => alone(Command::Moves),
            "help" | "?" => alone(Command::Help),
            "quit" | "exit" => alone(Command::Quit),
            _ => None,
        }
    }

    /// Whether `text` can only be a command, because no move begins like this.
    pub(crate) fn is_marked(text: &str) -> bool {
        text.starts_with([':', '/'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_and_moves_are_not() {
        assert_eq!(Command::parse("hint"), Some(Command::Hint));
        assert_eq!(Command::parse(" :level 3 "), Some(Command::Level(Some("3".to_owned()))));
        assert_eq!(Command::parse("/level"), Some(Command::Level(None)));
        assert_eq!(Command::parse("save my game.txt"), Some(Command::Save(Some("my game.txt".into()))));
        assert_eq!(Command::parse(":?"), Some(Command::Help));
        for not in ["", "b2", "hint b2", ":", "quitting", "e2-e4"] {
            assert_eq!(Command::parse(not), None, "{not}");
        }
    }
}
