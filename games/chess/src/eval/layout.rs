//! Which weights there are: groups with names, one after the other in one table.

/// A named part of the evaluation, as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What the pieces count.
    Material,
    /// What pieces count more or less beside others.
    Imbalance,
    /// Where the pieces stand.
    Placement,
    /// How many squares they reach.
    Mobility,
    /// How the pawns stand together.
    Pawns,
    /// Pawns that no pawn can stop.
    Passed,
    /// The pawns around the king.
    Shelter,
    /// What the king's neighbourhood suffers.
    Danger,
    /// Pieces under attack.
    Threats,
    /// Safe squares behind the own pawns.
    Space,
    /// Minor pieces: outposts, bishops behind their own pawns.
    Minors,
    /// Rooks and queens: files, the seventh rank.
    Majors,
    /// Pieces that cannot get out.
    Trapped,
    /// Driving a lone king to the edge.
    Mating,
    /// Having the move.
    Turn,
}

impl Part {
    /// All parts, in the order in which they are told.
    pub const ALL: [Part; 15] = [
        Part::Material,
        Part::Imbalance,
        Part::Placement,
        Part::Mobility,
        Part::Pawns,
        Part::Passed,
        Part::Shelter,
        Part::Danger,
        Part::Threats,
        Part::Space,
        Part::Minors,
        Part::Majors,
        Part::Trapped,
        Part::Mating,
        Part::Turn,
    ];

    /// Its name, also the key of its translation.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Material => "material",
            Part::Imbalance => "imbalance",
            Part::Placement => "placement",
            Part::Mobility => "mobility",
            Part::Pawns => "pawns",
            Part::Passed => "passed",
            Part::Shelter => "shelter",
            Part::Danger => "danger",
            Part::Threats => "threats",
            Part::Space => "space",
            Part::Minors => "minors",
            Part::Majors => "majors",
            Part::Trapped => "trapped",
            Part::Mating => "mating",
            Part::Turn => "turn",
        }
    }
}

/// Some weights of one kind, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in the table of weights.
    pub name: &'static str,
    /// The part of the evaluation that they belong to.
    pub part: Part,
    /// The first one's number.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

impl Group {
    const fn first(name: &'static str, part: Part, len: usize) -> Group {
        Group { name, part, start: 0, len }
    }

    /// The group that follows this one in the table.
    const fn then(self, name: &'static str, part: Part, len: usize) -> Group {
        Group { name, part, start: self.start + self.len, len }
    }

    /// The number of the only weight, or of the first.
    #[inline(always)]
    pub(super) const fn one(self) -> usize {
        self.start
    }

    /// The number of a weight of this group.
    #[inline(always)]
    pub(crate) const fn at(self, index: usize) -> usize {
        self.start + index
    }

    /// The numbers of its weights.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start..self.start + self.len
    }
}

/// Squares of a board, and ranks as their owner counts them.
const SQUARES: usize = 64;
const RANKS: usize = 8;

pub(crate) const MATERIAL: Group = Group::first("material", Part::Material, 5);
pub(super) const BISHOP_PAIR: Group = MATERIAL.then("bishop pair", Part::Imbalance, 1);
pub(super) const KNIGHT_BY_PAWNS: Group =
    BISHOP_PAIR.then("knight by own pawns above five", Part::Imbalance, 1);
pub(super) const ROOK_BY_PAWNS: Group =
    KNIGHT_BY_PAWNS.then("rook by own pawns above five", Part::Imbalance, 1);
pub(super) const ROOK_PAIR: Group = ROOK_BY_PAWNS.then("second rook", Part::Imbalance, 1);
pub(crate) const PLACEMENT: Group =
    ROOK_PAIR.then("placement, by kind and square", Part::Placement, 6 * SQUARES);

pub(crate) const KNIGHT_MOBILITY: Group = PLACEMENT.then("knight, squares reached", Part::Mobility, 9);
pub(crate) const BISHOP_MOBILITY: Group = KNIGHT_MOBILITY.then("bishop, squares reached", Part::Mobility, 14);
pub(crate) const ROOK_MOBILITY: Group = BISHOP_MOBILITY.then("rook, squares reached", Part::Mobility, 15);
pub(crate) const QUEEN_MOBILITY: Group = ROOK_MOBILITY.then("queen, squares reached", Part::Mobility, 28);

pub(super) const ISOLATED: Group = QUEEN_MOBILITY.then("isolated, opposed or not", Part::Pawns, 2);
pub(super) const BACKWARD: Group = ISOLATED.then("backward, opposed or not", Part::Pawns, 2);
pub(super) const DOUBLED: Group = BACKWARD.then("doubled", Part::Pawns, 1);
pub(super) const DOUBLED_ISOLATED: Group = DOUBLED.then("doubled and isolated", Part::Pawns, 1);
pub(super) const PHALANX: Group = DOUBLED_ISOLATED.then("beside a pawn, by rank", Part::Pawns, RANKS);
pub(super) const SUPPORTED: Group = PHALANX.then("protected by a pawn, by rank", Part::Pawns, RANKS);
pub(super) const CANDIDATE: Group = SUPPORTED.then("nearly passed, by rank", Part::Pawns, RANKS);

pub(super) const PASSED_RANK: Group = CANDIDATE.then("passed, by rank", Part::Passed, RANKS);
pub(super) const PASSED_BLOCKED: Group = PASSED_RANK.then("passed and blocked, by rank", Part::Passed, RANKS);
pub(super) const PASSED_SAFE_STEP: Group =
    PASSED_BLOCKED.then("next step safe, by rank", Part::Passed, RANKS);
pub(super) const PASSED_SAFE_PATH: Group =
    PASSED_SAFE_STEP.then("whole way safe, by rank", Part::Passed, RANKS);
pub(super) const PASSED_OWN_KING: Group =
    PASSED_SAFE_PATH.then("distance of the own king, by rank", Part::Passed, RANKS);
pub(super) const PASSED_THEIR_KING: Group =
    PASSED_OWN_KING.then("distance of their king, by rank", Part::Passed, RANKS);
pub(super) const PASSED_ROOK_BEHIND: Group =
    PASSED_THEIR_KING.then("rook behind, own or theirs", Part::Passed, 2);
pub(super) const PASSED_RACE: Group = PASSED_ROOK_BEHIND.then("their king comes too late", Part::Passed, 1);

/// By distance of the file from the edge (4) and rank of the hindmost pawn (0: none).
pub(super) const SHELTER: Group =
    PASSED_RACE.then("own pawn before the king, by file and rank", Part::Shelter, 4 * RANKS);
/// Free to go on or blocked by a pawn (2), and its rank as the king counts.
pub(super) const STORM: Group =
    SHELTER.then("their pawn before the king, free or blocked, by rank", Part::Shelter, 2 * RANKS);
pub(super) const KING_FILE: Group = STORM.then("king on a file half open, open", Part::Shelter, 2);

/// By the points of danger; see `king`.
pub(crate) const DANGER: Group = KING_FILE.then("danger, by points", Part::Danger, DANGER_STEPS);
pub(super) const SAFE_CHECK: Group =
    DANGER.then("safe check by knight, bishop, rook, queen", Part::Danger, 4);
pub(super) const FLANK_ATTACK: Group =
    SAFE_CHECK.then("attacked squares around the king's files", Part::Danger, 1);
pub(super) const PINNED: Group = FLANK_ATTACK.then("piece pinned before the king", Part::Danger, 1);
/// How many different dangers there are.
pub(super) const DANGER_STEPS: usize = 48;

pub(super) const BY_PAWN: Group = PINNED.then("pawn attacks N, B, R, Q", Part::Threats, 4);
pub(super) const BY_MINOR: Group = BY_PAWN.then("minor piece attacks P, N, B, R, Q", Part::Threats, 5);
pub(super) const BY_ROOK: Group = BY_MINOR.then("rook attacks P, N, B, R, Q", Part::Threats, 5);
pub(super) const BY_KING: Group = BY_ROOK.then("king attacks", Part::Threats, 1);
pub(super) const HANGING: Group = BY_KING.then("hanging", Part::Threats, 1);
pub(super) const PUSH: Group = HANGING.then("step of a pawn attacks", Part::Threats, 1);
pub(super) const RESTRICTED: Group = PUSH.then("their square contested", Part::Threats, 1);
pub(super) const ON_QUEEN: Group = RESTRICTED.then("knight, slider may attack the queen", Part::Threats, 2);

pub(super) const SPACE: Group = ON_QUEEN.then("safe central square, behind a pawn", Part::Space, 2);

pub(super) const KNIGHT_OUTPOST: Group = SPACE.then("knight on an outpost, protected", Part::Minors, 2);
pub(super) const BISHOP_OUTPOST: Group =
    KNIGHT_OUTPOST.then("bishop on an outpost, protected", Part::Minors, 2);
pub(super) const REACHABLE_OUTPOST: Group = BISHOP_OUTPOST.then("knight reaches an outpost", Part::Minors, 1);
pub(super) const BEHIND_PAWN: Group = REACHABLE_OUTPOST.then("minor piece behind a pawn", Part::Minors, 1);
pub(super) const BISHOP_PAWNS: Group =
    BEHIND_PAWN.then("own pawn of the bishop's colour, blocked", Part::Minors, 2);
pub(super) const KING_DISTANCE: Group =
    BISHOP_PAWNS.then("distance of knight, bishop to the own king", Part::Minors, 2);
pub(super) const LONG_DIAGONAL: Group = KING_DISTANCE.then("bishop looks at the centre", Part::Minors, 1);

pub(super) const ROOK_FILE: Group = LONG_DIAGONAL.then("rook on a file half open, open", Part::Majors, 2);
pub(super) const SEVENTH: Group = ROOK_FILE.then("rook, queen on the seventh rank", Part::Majors, 2);
pub(super) const DOUBLED_ROOKS: Group = SEVENTH.then("rook behind a rook", Part::Majors, 1);
pub(super) const QUEEN_FILE: Group = DOUBLED_ROOKS.then("rook on the file of their queen", Part::Majors, 1);

pub(super) const TRAPPED_ROOK: Group =
    QUEEN_FILE.then("rook beside a king who may, may not castle", Part::Trapped, 2);
pub(super) const TRAPPED_BISHOP: Group =
    TRAPPED_ROOK.then("bishop shut in behind their pawn", Part::Trapped, 1);
pub(super) const IMMOBILE: Group =
    TRAPPED_BISHOP.then("minor piece in their half without a safe square", Part::Trapped, 1);

pub(super) const MATING: Group = IMMOBILE.then("lone king near the edge, kings near", Part::Mating, 2);
pub(crate) const TURN: Group = MATING.then("turn", Part::Turn, 1);

/// How many weights there are.
pub const WEIGHTS: usize = TURN.start + TURN.len;

/// All groups, in the order of the table.
pub const GROUPS: [Group; 57] = [
    MATERIAL,
    BISHOP_PAIR,
    KNIGHT_BY_PAWNS,
    ROOK_BY_PAWNS,
    ROOK_PAIR,
    PLACEMENT,
    KNIGHT_MOBILITY,
    BISHOP_MOBILITY,
    ROOK_MOBILITY,
    QUEEN_MOBILITY,
    ISOLATED,
    BACKWARD,
    DOUBLED,
    DOUBLED_ISOLATED,
    PHALANX,
    SUPPORTED,
    CANDIDATE,
    PASSED_RANK,
    PASSED_BLOCKED,
    PASSED_SAFE_STEP,
    PASSED_SAFE_PATH,
    PASSED_OWN_KING,
    PASSED_THEIR_KING,
    PASSED_ROOK_BEHIND,
    PASSED_RACE,
    SHELTER,
    STORM,
    KING_FILE,
    DANGER,
    SAFE_CHECK,
    FLANK_ATTACK,
    PINNED,
    BY_PAWN,
    BY_MINOR,
    BY_ROOK,
    BY_KING,
    HANGING,
    PUSH,
    RESTRICTED,
    ON_QUEEN,
    SPACE,
    KNIGHT_OUTPOST,
    BISHOP_OUTPOST,
    REACHABLE_OUTPOST,
    BEHIND_PAWN,
    BISHOP_PAWNS,
    KING_DISTANCE,
    LONG_DIAGONAL,
    ROOK_FILE,
    SEVENTH,
    DOUBLED_ROOKS,
    QUEEN_FILE,
    TRAPPED_ROOK,
    TRAPPED_BISHOP,
    IMMOBILE,
    MATING,
    TURN,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_one_another_and_no_name_comes_twice() {
        let mut next = 0;
        for (index, group) in GROUPS.iter().enumerate() {
            assert_eq!(group.start, next, "{}", group.name);
            assert!(GROUPS[..index].iter().all(|other| other.name != group.name), "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, WEIGHTS);
    }
}
