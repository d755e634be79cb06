//! Which techniques of the search are on, as people write it.

use mossa_search::{Feature, Features};

/// Reads `-table,+pvs` (changes to everything), or `alphabeta,table` (only these), or `none`, `all`, `exact`.
pub(crate) fn parse(text: &str) -> Result<Features, String> {
    let signed = |part: &&str| part.starts_with(['+', '-']);
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut features = if parts.first().is_some_and(signed) { Features::ALL } else { Features::NONE };
    for (index, part) in parts.into_iter().enumerate() {
        features = match part {
            "all" if index == 0 => Features::ALL,
            "none" if index == 0 => Features::NONE,
            "exact" if index == 0 => Features::ALL.exact(),
            _ => match part.strip_prefix('-') {
                Some(name) => features.without(named(name)?),
                None => features.with(named(part.trim_start_matches('+'))?),
            },
        };
    }
    Ok(features)
}

fn named(name: &str) -> Result<Feature, String> {
    Feature::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Feature::ALL.into_iter().map(Feature::name).collect();
        format!(
            "all, none, exact or names such as `-table,-pvs` or `alphabeta,table`, from {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_change_everything_and_names_alone_are_a_list() {
        assert_eq!(parse("-table,-pvs"), Ok(Features::ALL.without(Feature::Table).without(Feature::Pvs)));
        let two = Features::NONE.with(Feature::AlphaBeta).with(Feature::Table);
        assert_eq!(parse("alphabeta, table"), Ok(two));
        assert_eq!(parse("none,+table"), Ok(Features::NONE.with(Feature::Table)));
        assert_eq!(parse("exact,-table"), Ok(Features::ALL.exact().without(Feature::Table)));
        for bad in ["", "tabel", "-", "+", "table,none", "table,,pvs"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
