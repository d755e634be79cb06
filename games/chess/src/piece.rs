//! Colours and pieces.

use mossa_game::Player;

/// Whose piece it is. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The first player.
    White = 0,
    /// The second player.
    Black = 1,
}

impl Color {
    /// Both colours, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 or 1: an index for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this colour.
    #[inline]
    pub const fn player(self) -> Player {
        match self {
            Color::White => Player::FIRST,
            Color::Black => Player::SECOND,
        }
    }

    /// The rank, from 0, on which its king begins.
    #[inline]
    pub const fn home_rank(self) -> u8 {
        self as u8 * 7
    }

    /// How far a pawn's step goes in numbers of squares.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 8,
            Color::Black => -8,
        }
    }
}

/// A kind of piece, in the order of value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

impl Kind {
    /// All kinds, in the order of value.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// An index for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; a king for all numbers beyond.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Kind {
        match index {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            _ => Kind::King,
        }
    }

    /// Its letter in English notation, capital: `P`, `N`...
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind with this capital letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// What stands on a square, in one byte: a piece of either colour, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Code(u8);

impl Code {
    /// Nothing.
    pub(crate) const EMPTY: Code = Code(15);

    #[inline]
    pub(crate) const fn new(color: Color, kind: Kind) -> Code {
        Code(kind as u8 * 2 + color as u8)
    }

    /// Below 16: an index for tables.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Below 8: the index of the kind for tables; 7 for nothing.
    #[inline]
    pub(crate) const fn kind_index(self) -> usize {
        (self.0 >> 1 & 7) as usize
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// The kind of a piece; of nothing, a king.
    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        Kind::from_index(self.0 >> 1)
    }

    #[inline]
    pub(crate) const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The piece, if there is one.
    pub(crate) fn piece(self) -> Option<(Color, Kind)> {
        (!self.is_empty()).then(|| (self.color(), self.kind()))
    }

    /// Its letter in FEN: capital for White.
    pub(crate) fn letter(self) -> char {
        let letter = self.kind().letter();
        if self.color() == Color::White { letter } else { letter.to_ascii_lowercase() }
    }
}
