//! What may be wrong with a family is found, too.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_conformance::toy::NimFamily;
use mossa_conformance::try_family;
use mossa_game::family::BenchPosition;
use mossa_game::{BotInfo, Catalog, Family, FamilyInfo, Host, InputError, InputKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defect {
    None,
    BadName,
    EmptySummary,
    AcceptsAnything,
    IgnoresValues,
    PoorErrors,
    OptionsGrow,
    PresetUnknown,
    BenchIllegal,
    BenchOver,
    BotsAlike,
    BotWithoutDepth,
    BotWithoutBrain,
    BotBlindToNothing,
    BotOverlooksNothing,
    BotWithoutText,
    WeightsForNobody,
    Untranslated,
    NoTexts,
}

fn bot() -> BotInfo {
    BotInfo::new("novice", "Knows the rules.", 1)
}

struct Broken(Defect);

impl Family for Broken {
    fn info(&self) -> FamilyInfo {
        let mut info = NimFamily.info();
        let bench = |moves| vec![BenchPosition { options: "1.1", moves, depth: 3 }];
        match self.0 {
            Defect::BadName => info.name = "Nim game",
            Defect::EmptySummary => info.summary = "",
            Defect::PresetUnknown => info.presets.push(("grundy", "one heap")),
            Defect::BenchIllegal => info.bench = bench("a1 a1"),
            Defect::BenchOver => info.bench = bench("a1 b1"),
            Defect::BotsAlike => info.bots = vec![bot(), bot()],
            Defect::BotWithoutDepth => info.bots = vec![BotInfo { depth: 0, ..bot() }],
            Defect::BotWithoutBrain => info.bots = vec![BotInfo { brain: Some("none"), ..bot() }],
            Defect::BotOverlooksNothing => info.bots = vec![BotInfo { overlooks: vec![("air", 5)], ..bot() }],
            Defect::BotBlindToNothing => info.bots = vec![BotInfo { blind: vec![("air", 5)], ..bot() }],
            Defect::BotWithoutText => info.bots = vec![BotInfo { name: "nobody", ..bot() }],
            Defect::WeightsForNobody => info.weighted_brain = Some("none"),
            Defect::None => info.bots = vec![BotInfo { blind: vec![("last-stone", 5)], ..bot() }],
            _ => {}
        }
        info
    }

    fn catalog(&self) -> Catalog {
        match self.0 {
            Defect::Untranslated => Catalog::new("stone = a stone", ""),
            Defect::NoTexts => Catalog::new("", ""),
            _ => NimFamily.catalog(),
        }
    }

    fn open<H: Host>(&self, options: &str, host: H) -> Result<H::Output, InputError> {
        match self.0 {
            Defect::AcceptsAnything if options.contains("no-such-option") => NimFamily.open("", host),
            Defect::IgnoresValues if options.ends_with('=') => NimFamily.open("", host),
            Defect::PoorErrors => NimFamily
                .open(options, host)
                .map_err(|_| InputError::new(InputKind::Options, "bad options", "")),
            Defect::OptionsGrow if options == "players=3" => NimFamily.open("players=4", host),
            Defect::OptionsGrow if options == "players=4" => NimFamily.open("players=5", host),
            _ => NimFamily.open(options, host),
        }
    }
}

#[test]
fn a_sound_family_passes() {
    assert_eq!(try_family(&Broken(Defect::None), &["", "players=3"]), Ok(()));
}

#[test]
fn each_defect_of_a_family_is_caught() {
    let expected = [
        (Defect::BadName, "the name is \"Nim game\""),
        (Defect::EmptySummary, "empty texts"),
        (Defect::AcceptsAnything, "options \"no-such-option=1\" are accepted"),
        (Defect::IgnoresValues, "options \"heaps=\" are accepted"),
        (Defect::PoorErrors, "poor error"),
        (Defect::OptionsGrow, "options \"players=3\", written and read again"),
        (Defect::PresetUnknown, "unreadable heaps \"one heap\""),
        (Defect::BenchIllegal, "bench position `a1 a1`: illegal move \"a1\""),
        (Defect::BenchOver, "bench position `a1 b1`: the game is over"),
        (Defect::BotsAlike, "two bots are called novice"),
        (Defect::BotWithoutDepth, "novice looks no ply ahead"),
        (Defect::BotWithoutBrain, "no brain `none`"),
        (Defect::BotBlindToNothing, "no theme `air`, which novice does not see"),
        (Defect::BotOverlooksNothing, "no theme `air`, which novice does not see"),
        (Defect::BotWithoutText, "no text for `bot-nobody`"),
        (Defect::WeightsForNobody, "no brain `none`"),
        (Defect::Untranslated, "texts in only one language: [\"stone\"]"),
        (Defect::NoTexts, "no text for `last-stone`"),
    ];
    for (defect, problem) in expected {
        let found = try_family(&Broken(defect), &["", "players=3"]).unwrap_err();
        assert!(found.contains(problem), "{defect:?}: {found}");
    }
}
