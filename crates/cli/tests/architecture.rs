//! The arrows of ARCHITECTURE.md: who may depend on whom.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// The rooms from the bottom to the top. A package may use those of lower floors only.
const FLOORS: &[&[&str]] = &[
    &["mossa-game", "mossa-memory"],
    &["mossa-conformance", "mossa-search", "mossa-solve"],
    &[], // the games: every package in games/
    &["mossa-engine"],
    &["mossa-adapt", "mossa-arena"],
    &["mossa-protocol"],
    &["mossa-store"],
    &["mossa-learner"],
    &["mossa-server"],
    &["mossa"],
];
const GAMES: usize = 2;

/// Every package of the workspace: its folder and the packages of the workspace it is built with (tests may use more).
fn packages() -> BTreeMap<String, (String, Vec<String>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo tells of the workspace");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut packages = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let uses = package["dependencies"].as_array().unwrap().iter();
        let uses = uses.filter(|used| used["kind"].is_null()).map(|used| text(&used["name"]));
        let uses = uses.filter(|name| name.starts_with("mossa")).collect();
        packages.insert(text(&package["name"]), (text(&package["manifest_path"]), uses));
    }
    packages
}

fn floor(name: &str, manifest: &str) -> Option<usize> {
    if manifest.contains("/games/") {
        return Some(GAMES);
    }
    FLOORS.iter().position(|rooms| rooms.contains(&name))
}

#[test]
fn arrows_point_downwards_only() {
    let packages = packages();
    assert!(packages.len() >= 6, "the whole workspace is looked at: {packages:?}");
    for (name, (manifest, uses)) in &packages {
        let here = floor(name, manifest);
        assert!(here.is_some(), "{name} has no floor: give it one here and in ARCHITECTURE.md");
        for used in uses {
            let there = floor(used, &packages[used].0);
            assert!(there < here, "{name} must not depend on {used}");
        }
    }
}

#[test]
fn only_the_registry_knows_the_games() {
    let packages = packages();
    for (name, (manifest, _)) in packages.iter().filter(|(_, (manifest, _))| manifest.contains("/games/")) {
        for (user, (_, uses)) in &packages {
            assert!(!uses.contains(name) || user == "mossa-engine", "{user} depends on {name} ({manifest})");
        }
    }
}
