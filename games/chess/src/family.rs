//! The name of the game and its options.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{
    BrainVisitor, Catalog, Chances, EndgameTables, Family, FamilyInfo, GameRecord, Host, InputError,
    MoveBooks, OptionInfo, Playable, Problem, Tuning,
};

use crate::bots::bots;
use crate::chances::MODEL;
use crate::epd;
use crate::eval::{BRAIN, FULL_PHASE, Sums, Tapered, WeightedTerms};
use crate::fen::Variant;
use crate::moves::ChessMove;
use crate::pgn;
use crate::position::Position;
use crate::rules::Chess;
use crate::start::StartNumber;
use crate::train::ChessTuning;

impl Playable for Chess {
    type Evaluator = Tapered;

    fn evaluator(&self) -> Tapered {
        Tapered
    }

    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(self, &WeightedTerms::of_name(name)?))
    }

    fn chances(&self, position: &Position, score: i32) -> Option<Chances> {
        let middlegame = f64::from(Sums::of(position).phase()) / f64::from(FULL_PHASE);
        Some(MODEL.chances(middlegame, score.into()))
    }

    fn tuning(&self) -> Option<&dyn Tuning> {
        Some(&ChessTuning)
    }

    fn endgame_tables(&self) -> Option<&dyn EndgameTables> {
        Some(self)
    }

    /// In the format of Polyglot.
    fn move_books(&self) -> Option<&dyn MoveBooks> {
        Some(self)
    }

    /// PGN.
    fn exchange_text(&self, record: &GameRecord) -> Result<String, InputError> {
        pgn::write(&pgn::record::from_record(self, record)?)
    }

    /// EPD.
    fn problem(&self, line: &str) -> Result<Problem<Position, ChessMove>, InputError> {
        epd::problem::read(self, line)
    }

    /// Builds the tables of sliding pieces.
    fn prepare(&self) {
        let _ = self.start_number().position().checkers();
    }
}

/// Chess and Chess960.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessFamily;

const NAME: &str = "chess";

/// The plain value, and the name of the option, that mean Chess960.
const OPTION_960: &str = "960";

/// Morphy at the opera, Paris 1858.
const SAMPLE: (&str, &str) = (
    "chess",
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
     Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
);

impl Family for ChessFamily {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "Chess",
            summary: "The game of kings by the rules of FIDE, and Chess960 with its 960 arrangements of the pieces.",
            options: options(),
            presets: vec![("chess960", OPTION_960)],
            move_notation: "from and to: e2e4, e7e8q to promote, e1g1 to castle (in Chess960 the king takes his rook: e1h1); or as people write: e4, Nf3, exd5, O-O, e8=Q",
            position_notation: "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; start is the beginning",
            bench: bench(),
            weighted_brain: Some(BRAIN),
            bots: bots(),
            sample: Some(SAMPLE),
            ..FamilyInfo::default()
        }
    }

    fn catalog(&self) -> Catalog {
        Catalog::new(include_str!("../locales/en.txt"), include_str!("../locales/it.txt"))
    }

    fn open<H: Host>(&self, text: &str, host: H) -> Result<H::Output, InputError> {
        let options = Options::parse(NAME, text, &options())?;
        let expected = "chess, chess:960 or chess:960,start=N";
        match options.plain.as_slice() {
            [] | [OPTION_960] => {}
            [OPTION_960, OPTION_960] => return Err(options.error("960 given twice", expected)),
            [OPTION_960, other, ..] | [other, ..] => {
                return Err(options.error(format!("unknown option `{other}`"), expected));
            }
        }
        if let Some(value) = options.named(OPTION_960) {
            return Err(options.error(format!("960 with the value `{value}`"), expected));
        }
        let start = options.named("start").map(|text| start_number(&options, text)).transpose()?;
        let variant =
            if options.plain.is_empty() && start.is_none() { Variant::Chess } else { Variant::Chess960 };
        Ok(host.host(Chess::new(variant, start.unwrap_or(StartNumber::CHESS))))
    }
}

fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo {
            name: OPTION_960,
            accepts: "nothing: chess:960",
            default: "off",
            meaning: "Chess960: kings and rooks begin on any file and castle from there",
        },
        OptionInfo {
            name: "start",
            accepts: "0 to 959",
            default: "518",
            meaning: "the number of the arrangement in Chess960; 518 is that of chess",
        },
    ]
}

fn start_number(options: &Options<'_>, text: &str) -> Result<StartNumber, InputError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { text.parse().ok() } else { None };
    number
        .and_then(StartNumber::new)
        .ok_or_else(|| options.error(format!("bad start `{text}`"), "start=0 to start=959"))
}

/// The beginning, an open and a closed middlegame, an endgame, and an arrangement of Chess960.
fn bench() -> Vec<BenchPosition> {
    let position = |options, moves, depth| BenchPosition { options, moves, depth };
    vec![
        position("", "", 13),
        position("", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 Bb4 Nxc6 bxc6 Bd3 d5 exd5 cxd5 O-O O-O Bg5 c6", 12),
        position("", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 Nd3 f5 Bd2 Nf6", 12),
        position(
            "",
            "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1 Bg4 f3 Be6 Nc3 Bd6",
            13,
        ),
        position("960,start=358", "", 11),
    ]
}
