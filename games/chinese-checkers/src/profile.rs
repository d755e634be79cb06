//! The rules that differ from place to place.

/// Where a rule about a piece's way holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// Nowhere.
    No,
    /// Where a move begins and ends.
    Ends,
    /// At every landing of a chain.
    Landings,
}

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Whoever has all pieces in the goal.
    All,
    /// Whoever has a piece in the goal when it is full.
    Fill,
}

/// The rules of a game, each a switch of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Who has won.
    pub goal: Goal,
    /// A piece in its goal does not leave it.
    pub goal_lock: Lock,
    /// A piece that has left home does not return.
    pub home_lock: Lock,
    /// A move may end in a point of the star that is neither home nor goal.
    pub rest: bool,
    /// A chain may land in such a point on its way.
    pub transit: bool,
}

impl Profile {
    /// Everything is allowed, and all pieces must arrive.
    pub const FREE: Profile =
        Profile { goal: Goal::All, goal_lock: Lock::No, home_lock: Lock::No, rest: true, transit: true };

    /// What a students' report has as its rules.
    pub const SPECIAL: Profile = Profile {
        goal: Goal::Fill,
        goal_lock: Lock::Ends,
        home_lock: Lock::Ends,
        rest: false,
        transit: true,
    };

    const LANDING: Profile =
        Profile { goal_lock: Lock::Landings, home_lock: Lock::Landings, ..Self::SPECIAL };

    /// What N. Sturtevant solved rhombic boards with.
    pub const DIAMOND: Profile = Profile { goal: Goal::Fill, rest: false, transit: false, ..Self::FREE };

    /// The combinations that have a name.
    pub const NAMED: [(&'static str, Profile); 8] = [
        ("free", Self::FREE),
        ("free-fill", Profile { goal: Goal::Fill, ..Self::FREE }),
        ("special", Self::SPECIAL),
        ("special-landing", Self::LANDING),
        ("special-notransit", Profile { transit: false, ..Self::LANDING }),
        ("special-allown", Profile { goal: Goal::All, ..Self::SPECIAL }),
        ("diamond-fill", Self::DIAMOND),
        ("diamond-allown", Profile { goal: Goal::All, ..Self::DIAMOND }),
    ];

    /// The combination of this name.
    pub fn named(name: &str) -> Option<Profile> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, profile)| *profile)
    }

    /// The name of this combination, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, profile)| profile == self).map(|(name, _)| *name)
    }
}
