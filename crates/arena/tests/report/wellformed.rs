//! Whether a page is what it claims to be: every tag closed, every reference leading somewhere, nothing from outside.

use std::collections::BTreeSet;

/// Elements that have no end tag in HTML.
const VOID: [&str; 1] = ["meta"];
/// The only elements that a report consists of.
const KNOWN: [&str; 44] = [
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p", "nav", "ul", "ol",
    "li", "a", "main", "section", "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "small",
    "bdi", "dl", "dt", "dd", "details", "summary", "figure", "svg", "desc", "line", "rect", "circle",
    "polyline", "text", "code", "footer", "b",
];
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Complains about everything that is wrong with `html`.
pub(crate) fn check(html: &str) -> Result<(), String> {
    let body = html.strip_prefix("<!DOCTYPE html>\n").ok_or("no doctype")?;
    let mut open: Vec<&str> = Vec::new();
    let (mut ids, mut references) = (BTreeSet::new(), Vec::new());
    let mut rest = body;
    while let Some((text, after)) = rest.split_once('<') {
        if open.last() != Some(&"style") {
            check_text(text)?;
        }
        let (tag, after) = after.split_once('>').ok_or("a tag without end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split_whitespace().next().ok_or("a tag without name")?;
        if !KNOWN.contains(&name) {
            return Err(format!("<{name}> has no business here"));
        }
        for (key, value) in attributes(&tag[name.len()..])? {
            match key {
                "id" if !ids.insert(value.to_owned()) => {
                    return Err(format!("two things are called {value}"));
                }
                "href" => {
                    references.push(value.strip_prefix('#').ok_or("a link that leads away")?.to_owned());
                }
                "aria-labelledby" => references.extend(value.split(' ').map(str::to_owned)),
                "src" | "style" => return Err(format!("an attribute {key}")),
                _ if key.starts_with("on") => return Err(format!("an attribute {key}")),
                _ => check_text(value)?,
            }
        }
        if !closed && !VOID.contains(&name) {
            open.push(name);
        }
    }
    check_text(rest)?;
    let lost = references.iter().find(|id| !ids.contains(*id));
    if let Some(id) = lost {
        return Err(format!("nothing is called {id}"));
    }
    let urls = html.replace(NAMESPACE, "");
    if urls.contains("http:") || urls.contains("https:") || urls.contains("url(") {
        return Err("something from outside".to_owned());
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are still open")) }
}

/// `key="value"` with single blanks between.
fn attributes(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) = rest.split_once("=\"").ok_or_else(|| format!("no value in `{rest}`"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("no end of `{rest}`"))?;
        if key.contains(char::is_whitespace) || found.iter().any(|(other, _)| *other == key) {
            return Err(format!("a bad attribute `{key}`"));
        }
        found.push((key, value));
        rest = after.trim_start();
    }
    Ok(found)
}

/// Only the five characters that must be are written as entities, and no control character is left.
fn check_text(text: &str) -> Result<(), String> {
    let entities = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    let stray =
        text.split('&').skip(1).find(|after| !entities.iter().any(|entity| after.starts_with(entity)));
    if let Some(stray) = stray {
        return Err(format!("a stray & before `{stray}`"));
    }
    if text.contains('>') || text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
        return Err(format!("a character that must not be in `{text}`"));
    }
    Ok(())
}

/// Words of the page that are no numbers but should have been.
pub(crate) fn not_numbers(html: &str) -> Vec<&str> {
    let words = html.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str())).collect()
}

#[test]
fn the_checker_finds_mistakes() {
    let page = |body: &str| check(&format!("<!DOCTYPE html>\n<html><body>{body}</body></html>"));
    assert_eq!(page("<p id=\"a\">x &amp; y</p><a href=\"#a\">z</a>"), Ok(()));
    let wrong = [
        "<p>",
        "</p>",
        "<p></b>",
        "<script></script>",
        "<p>&</p>",
        "<p>a > b</p>",
        "<p id=\"a\"></p><p id=\"a\"></p>",
        "<a href=\"#nowhere\">x</a>",
        "<a href=\"https://example.org\">x</a>",
        "<p onclick=\"1\"></p>",
        "<p class=a></p>",
        "<p class=\"a\" class=\"b\"></p>",
        "<p>http://example.org</p>",
        "<p>\u{1b}</p>",
    ];
    for body in wrong {
        assert!(page(body).is_err(), "{body}");
    }
    assert_eq!(not_numbers("<p>NaN info -inf</p>"), ["NaN", "inf"]);
}
