//! Colours, or what takes their place without them.

use mossa_game::Player;
use ratatui::style::{Color, Modifier, Style};

/// How things look. The colours are from the 256 that nearly every terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    /// Whether colours may be used.
    pub(crate) coloured: bool,
}

/// One colour for each of up to six players, easy to tell apart also for most colour-blind people.
const PLAYERS: [u8; 6] = [75, 215, 114, 212, 228, 252];
/// A dark shade of each, behind large pieces.
const SHADES: [u8; 6] = [24, 94, 22, 89, 58, 239];

impl Theme {
    fn colour(self, foreground: u8) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(foreground)) } else { Style::new() }
    }

    fn backed(self, style: Style, background: u8) -> Style {
        if self.coloured { style.bg(Color::Indexed(background)) } else { style }
    }

    /// The bar at the top.
    pub(crate) fn title(self) -> Style {
        let style = self.backed(self.colour(255), 24).add_modifier(Modifier::BOLD);
        if self.coloured { style } else { style.add_modifier(Modifier::REVERSED) }
    }

    /// What a player does or owns.
    pub(crate) fn player(self, player: Player) -> Style {
        self.colour(PLAYERS[player.index()]).add_modifier(Modifier::BOLD)
    }

    /// The shade behind a large piece.
    pub(crate) fn shaded(self, style: Style, player: Player) -> Style {
        self.backed(style, SHADES[player.index()])
    }

    /// Pieces that belong to nobody.
    pub(crate) fn nobody(self) -> Style {
        self.colour(250)
    }

    /// Lines of the board and empty cells.
    pub(crate) fn lines(self) -> Style {
        self.colour(240)
    }

    /// A dark square.
    pub(crate) fn dark(self) -> Style {
        self.backed(Style::new(), 236)
    }

    /// Names of rows and columns.
    pub(crate) fn labels(self) -> Style {
        self.colour(245)
    }

    /// Where the last move was.
    pub(crate) fn last(self, style: Style) -> Style {
        if self.coloured { self.backed(style, 238) } else { style.add_modifier(Modifier::UNDERLINED) }
    }

    /// A winning line and the like.
    pub(crate) fn marked(self, style: Style) -> Style {
        if self.coloured { self.backed(style, 28) } else { style.add_modifier(Modifier::REVERSED) }
    }

    /// What a hint advises.
    pub(crate) fn hint(self, style: Style) -> Style {
        if self.coloured { self.backed(style, 54) } else { style.add_modifier(Modifier::UNDERLINED) }
    }

    /// A cell that was touched.
    pub(crate) fn touched(self, style: Style) -> Style {
        if self.coloured { self.backed(style, 60) } else { style.add_modifier(Modifier::REVERSED) }
    }

    /// A cell that can be touched next.
    pub(crate) fn possible(self) -> Style {
        self.colour(150)
    }

    /// The cell under the cursor.
    pub(crate) fn cursor(self, style: Style) -> Style {
        if self.coloured { self.backed(style, 242) } else { style }
    }

    /// The brackets of the cursor.
    pub(crate) fn brackets(self) -> Style {
        self.colour(229).add_modifier(Modifier::BOLD)
    }

    /// Text that matters.
    pub(crate) fn strong(self) -> Style {
        self.colour(255).add_modifier(Modifier::BOLD)
    }

    /// Ordinary text.
    pub(crate) fn quiet(self) -> Style {
        self.colour(250)
    }

    /// Text in the background.
    pub(crate) fn faint(self) -> Style {
        self.colour(242)
    }

    /// Something that cannot be done.
    pub(crate) fn mistake(self) -> Style {
        self.colour(210).add_modifier(Modifier::BOLD)
    }

    /// The end of a game.
    pub(crate) fn ending(self) -> Style {
        self.colour(229).add_modifier(Modifier::BOLD)
    }

    /// The name of a key.
    pub(crate) fn key(self) -> Style {
        let style = self.backed(self.colour(255), 238);
        if self.coloured { style } else { style.add_modifier(Modifier::REVERSED) }
    }
}
