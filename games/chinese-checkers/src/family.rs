//! The name of the game, its options, and the right word width for a board.

use mossa_game::family::{BenchPosition, Options};
use mossa_game::{
    BrainVisitor, Catalog, EndgameTables, Family, FamilyInfo, Host, InputError, OptionInfo, Playable,
    Reproduction, Solver,
};

use crate::bots::{self, OwnEyes, WeighedProgress};
use crate::document;
use crate::eval::Progress;
use crate::notation::{
    DEFAULT_PIECES, DEFAULT_PLAYERS, DEFAULT_RHOMBUS_PIECES, GOALS, LOCKS, YES_OR_NO, default_profile, number,
};
use crate::profile::Profile;
use crate::rules::ChineseCheckers;
use crate::setup::Setup;
use crate::shape::Shape;
use crate::solver::TableSolver;
use crate::space::Numbers;

impl<const W: usize> Playable for ChineseCheckers<W> {
    type Evaluator = Progress;

    fn evaluator(&self) -> Progress {
        Progress
    }

    fn with_brain<V: BrainVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(&OwnEyes::new(self), &WeighedProgress::of_name(name)?))
    }

    fn solver(&self, table_bytes: usize) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(TableSolver::new(self, table_bytes)?))
    }

    /// Where there are few enough positions to number them.
    fn endgame_tables(&self) -> Option<&dyn EndgameTables> {
        Numbers::new(self.board()).map(|_| self as &dyn EndgameTables)
    }

    /// Races of two are counted beforehand: that takes up to a second, which no clock should run for.
    fn prepare(&self) {
        if self.board().players == 2 {
            self.solo();
        }
    }

    fn reproduction(&self, name: &str) -> Option<Box<dyn Reproduction>> {
        (name == document::NAME).then(|| document::repeated(self)).flatten()
    }
}

/// Chinese Checkers on all stars.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChineseCheckersFamily;

const NAME: &str = "chinese-checkers";

/// No game needs so many plies.
const MOST_PLIES: usize = 10_000;
const MOST_TURNS: usize = 1000;

/// A game that mossa played against itself.
const SAMPLE: (&str, &str) = (
    "chinese-checkers",
    "j4-i5 k15-m13 l2-h6 m17-i13 o3-m5 l14-n12 m1-q5 m15-m11 m3-i7 n14-n10 i5-k7 m13-m9 n4-j8 n12-n8 \
     p4-r6 o15-q13 l4-n6 m11-o5 i7-m11 n10-j6 m5-o7 n8-l6 q5-s7 l16-m15 n2-m3 n16-l14 k3-l4 o5-k5 m3-n4 \
     m15-k13 m11-l12 i13-k11 o7-n8 l14-l10 j8-k9 m9-k3 k7-m9 k13-m11 n4-o5 l6-l2 o5-o9",
);

impl Family for ChineseCheckersFamily {
    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            name: NAME,
            title: "Chinese Checkers",
            summary: "Bring your pieces to the opposite point of the star, by steps and by chains of hops over other pieces.",
            options: options(),
            presets: vec![("halma-star", "rules=free"), ("diamond", "rhombus=7,pieces=6")],
            move_notation: "two holes, columns by letters and rows from below: n4-m5 (or row,column from 0 above: 13,13-12,12); pass where nothing can move",
            position_notation: "rows from above, letters for the players' pieces and numbers of empty holes, then who moves: b/4/3/4/a a",
            bench: vec![
                BenchPosition { options: "", moves: "", depth: 4 },
                BenchPosition { options: "pieces=3", moves: "", depth: 8 },
                BenchPosition { options: "players=3,pieces=6", moves: "", depth: 3 },
            ],
            weighted_brain: Some(bots::BRAIN),
            bots: bots::bots(),
            sample: Some(SAMPLE),
            experiments: vec![
                ("chinese-checkers-document", include_str!("../lab/chinese-checkers-document.json")),
                ("chinese-checkers-models", include_str!("../lab/chinese-checkers-models.json")),
            ],
            ..FamilyInfo::default()
        }
    }

    fn catalog(&self) -> Catalog {
        Catalog::new(include_str!("../locales/en.txt"), include_str!("../locales/it.txt"))
    }

    fn open<H: Host>(&self, text: &str, host: H) -> Result<H::Output, InputError> {
        let options = Options::parse(NAME, text, &options())?;
        if let Some(plain) = options.plain.first() {
            let expected = "names and values, such as chinese-checkers:players=3,pieces=6";
            return Err(options.error(format!("`{plain}` has no name"), expected));
        }
        let setup = setup(&options)?;
        let game = match setup.shape.places().len() {
            0..=64 => ChineseCheckers::<1>::with(&setup).map(|game| host.host(game)),
            65..=128 => ChineseCheckers::<2>::with(&setup).map(|game| host.host(game)),
            _ => ChineseCheckers::<3>::with(&setup).map(|game| host.host(game)),
        };
        game.ok_or_else(|| options.error(format!("no board for {} players", setup.players), "players=2"))
    }
}

/// Who plays on which board by which rules.
fn setup(options: &Options<'_>) -> Result<Setup, InputError> {
    let players = one_of(options, "players", &PLAYERS)?.unwrap_or(DEFAULT_PLAYERS);
    let shape = match options.named("rhombus") {
        None | Some("no") => star(options)?,
        Some(side) => rhombus(options, side, players)?,
    };
    Ok(Setup {
        shape,
        players,
        profile: profile(options, default_profile(shape))?,
        plies: plies(options, players)?,
        repetitions: one_of(options, "repetition", &REPETITIONS)?.flatten(),
    })
}

fn star(options: &Options<'_>) -> Result<Shape, InputError> {
    let pieces = one_of(options, "pieces", &STARS)?.unwrap_or(DEFAULT_PIECES);
    Shape::star(pieces).ok_or_else(|| options.error(format!("no star with {pieces} pieces"), PIECES))
}

fn rhombus(options: &Options<'_>, side: &str, players: usize) -> Result<Shape, InputError> {
    let (least, most) = (Shape::SIDES.start(), Shape::SIDES.end());
    let expected = || format!("rhombus=no, or a side from {least} to {most}");
    let side = number(side)
        .filter(|side| Shape::SIDES.contains(side))
        .ok_or_else(|| options.error(format!("bad rhombus `{side}`"), expected()))?;
    if players != 2 {
        return Err(options.error(format!("{players} players on a rhombus"), "players=2"));
    }
    let most = Shape::most_pieces(side);
    let pieces = options.named("pieces").map_or(Some(DEFAULT_RHOMBUS_PIECES.min(most)), number);
    let shape = pieces.and_then(|pieces| Shape::rhombus(side, pieces));
    let given = || options.named("pieces").unwrap_or_default();
    let expected = || format!("pieces=1 to {most} on a rhombus of side {side}");
    shape.ok_or_else(|| options.error(format!("bad pieces `{}`", given()), expected()))
}

const PLAYERS: [(&str, usize); 4] = [("2", 2), ("3", 3), ("4", 4), ("6", 6)];
const STARS: [(&str, usize); 5] = [("1", 1), ("3", 3), ("6", 6), ("10", 10), ("15", 15)];
const REPETITIONS: [(&str, Option<u8>); 3] = [("off", None), ("2", Some(2)), ("3", Some(3))];
const PIECES: &str = "1, 3, 6, 10, 15";

/// The value of an option that is one of these words.
fn one_of<T: Copy>(
    options: &Options<'_>,
    name: &'static str,
    words: &[(&str, T)],
) -> Result<Option<T>, InputError> {
    let Some(text) = options.named(name) else { return Ok(None) };
    let known = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    let list = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    let expected = || format!("{name} one of {}", list());
    known.map(Some).ok_or_else(|| options.error(format!("bad {name} `{text}`"), expected()))
}

/// The named rules, with the switches that were given beside.
fn profile(options: &Options<'_>, otherwise: Profile) -> Result<Profile, InputError> {
    let named = one_of(options, "rules", &Profile::NAMED)?.unwrap_or(otherwise);
    Ok(Profile {
        goal: one_of(options, "win", &GOALS)?.unwrap_or(named.goal),
        goal_lock: one_of(options, "goal-lock", &LOCKS)?.unwrap_or(named.goal_lock),
        home_lock: one_of(options, "home-lock", &LOCKS)?.unwrap_or(named.home_lock),
        rest: one_of(options, "rest", &YES_OR_NO)?.unwrap_or(named.rest),
        transit: one_of(options, "transit", &YES_OR_NO)?.unwrap_or(named.transit),
    })
}

/// The limit of plies, which may be given in turns of each player.
fn plies(options: &Options<'_>, players: usize) -> Result<Option<u16>, InputError> {
    let plies = count(options, "plies", MOST_PLIES)?;
    let turns = count(options, "turns", MOST_TURNS)?;
    if plies.is_some() && turns.is_some() {
        return Err(options.error("both plies and turns", "one of them"));
    }
    let plies = plies.or(turns.map(|turns| turns * players));
    Ok(plies.and_then(|plies| u16::try_from(plies).ok()))
}

/// The number given for an option, if there is one.
fn count(options: &Options<'_>, name: &str, most: usize) -> Result<Option<usize>, InputError> {
    let Some(text) = options.named(name).filter(|text| *text != "none") else { return Ok(None) };
    let expected = || format!("{name}=none, or a number from 1 to {most}");
    let found = number(text).filter(|count| (1..=most).contains(count));
    found.map(Some).ok_or_else(|| options.error(format!("bad {name} `{text}`"), expected()))
}

fn options() -> Vec<OptionInfo> {
    let locks = "no, ends, landings";
    vec![
        OptionInfo { name: "players", accepts: "2, 3, 4, 6", default: "2", meaning: "how many play" },
        OptionInfo {
            name: "pieces",
            accepts: PIECES,
            default: "10",
            meaning: "how many pieces each has; the star has 13, 37, 73, 121 or 181 holes",
        },
        OptionInfo {
            name: "rhombus",
            accepts: "2 to 13, no",
            default: "no",
            meaning: "instead of the star a rhombus with sides of so many holes, for two, with any number of pieces (default 3)",
        },
        OptionInfo {
            name: "rules",
            accepts: "free, free-fill, special, special-landing, special-notransit, special-allown, diamond-fill, diamond-allown",
            default: "special",
            meaning: "a name for the five that follow; diamond-fill is the default on a rhombus",
        },
        OptionInfo {
            name: "win",
            accepts: "all, fill",
            default: "as in rules",
            meaning: "all of one's pieces in the goal, or a full goal with one of them",
        },
        OptionInfo {
            name: "goal-lock",
            accepts: locks,
            default: "as in rules",
            meaning: "a piece in its goal does not leave it, at the ends of a move or at every landing",
        },
        OptionInfo {
            name: "home-lock",
            accepts: locks,
            default: "as in rules",
            meaning: "a piece that has left home does not return",
        },
        OptionInfo {
            name: "rest",
            accepts: "yes, no",
            default: "as in rules",
            meaning: "moves may end in the other points of the star",
        },
        OptionInfo {
            name: "transit",
            accepts: "yes, no",
            default: "as in rules",
            meaning: "chains may land there on their way",
        },
        OptionInfo {
            name: "plies",
            accepts: "1 to 10000, none",
            default: "none",
            meaning: "moves of all players together until the game is drawn",
        },
        OptionInfo {
            name: "turns",
            accepts: "1 to 1000, none",
            default: "none",
            meaning: "the same in turns of each player",
        },
        OptionInfo {
            name: "repetition",
            accepts: "off, 2, 3",
            default: "off",
            meaning: "the game is drawn when a position comes for this time",
        },
    ]
}
