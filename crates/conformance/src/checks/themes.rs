//! Themes: what moves bear is declared, and a win is one.

use mossa_game::{Playable, Role, ThemeKind, Verdict};

use crate::check::{Checked, Step, require};

pub(super) fn distinct<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let themes = step.game.themes();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    for (number, theme) in themes.iter().enumerate() {
        let named = !theme.name.is_empty() && theme.name.chars().all(plain);
        require(named, || format!("a theme is called {:?}", theme.name))?;
        let twice = themes[..number].iter().any(|other| other.name == theme.name);
        require(!twice, || format!("two themes are called {}", theme.name))?;
        require((0.0..1.0).contains(&theme.base), || format!("{} has the base {}", theme.name, theme.base))?;
    }
    Ok(())
}

pub(super) fn marks<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    let (game, mover) = (step.game, step.game.to_move(step.position));
    let themes = game.themes();
    step.after_each(|m, after| {
        let marks = game.marks(step.position, m);
        for (number, mark) in marks.iter().enumerate() {
            let problem = |what: &str| format!("{} has the mark {mark:?}: {what}", step.text(m));
            let theme = themes.get(mark.theme).ok_or_else(|| problem("there is no such theme"))?;
            let twice = marks[..number].iter().any(|other| other.theme == mark.theme);
            require(!twice, || problem("the theme is there twice"))?;
            require((theme.kind == ThemeKind::Habit) == (mark.role == Role::Habit), || {
                problem("habits and only habits have that role")
            })?;
            let wins = || game.result(after).is_some_and(|outcome| outcome.verdict(mover) == Verdict::Win);
            require(mark.role != Role::Win || wins(), || problem("the move does not win"))?;
        }
        Ok(())
    })
}
