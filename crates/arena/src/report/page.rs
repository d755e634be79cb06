//! The file around the sections: head, style, facts.

use std::fmt::Write;

use super::markup::{Markup, escape};
use super::texts::Texts;

/// What is known of a run besides its results.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What the report is called.
    pub title: String,
    /// The command that made it.
    pub command: Option<String>,
    /// The seed of everything that was drawn by lot.
    pub seed: u64,
    /// When it began, in words.
    pub started: Option<String>,
    /// The version of the program.
    pub version: &'static str,
    /// What else the reader ought to know.
    pub notes: Vec<String>,
}

/// A part of the page with a heading.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// A name that no other section has: letters, digits and `-`.
    pub(super) id: String,
    /// What stands above it.
    pub(super) heading: String,
    /// What it holds.
    pub(super) body: Markup,
}

impl Section {
    /// A section with several parts.
    pub(super) fn new(id: &str, heading: &str, parts: &[Markup]) -> Section {
        Section { id: id.to_owned(), heading: heading.to_owned(), body: Markup::joined(parts, "") }
    }
}

/// A paragraph.
pub(super) fn paragraph(content: &Markup) -> Markup {
    Markup::raw(format!("<p>{content}</p>\n"))
}

/// Names and what belongs to them.
pub(super) fn definitions(class: &str, entries: &[(&str, Markup)]) -> Markup {
    let mut out = format!("<dl class=\"{class}\">\n");
    for (name, content) in entries {
        let _ = writeln!(out, "<div><dt>{}</dt><dd>{content}</dd></div>", escape(name));
    }
    Markup::raw(out + "</dl>\n")
}

/// Something that may be folded away. It is open at first: what is closed is not printed.
pub(super) fn foldable(summary: &str, content: &Markup) -> Markup {
    Markup::raw(format!("<details open=\"\">\n<summary>{}</summary>\n{content}</details>\n", escape(summary)))
}

/// What the page consists of.
pub(super) struct Page<'a> {
    /// What is known besides the results.
    pub(super) facts: &'a Facts,
    /// The title if the facts have none.
    pub(super) kind: String,
    /// What it comes down to.
    pub(super) headline: Vec<Markup>,
    /// Names and what belongs to them: what was played or searched.
    pub(super) about: Vec<(&'a str, Markup)>,
    /// Everything else.
    pub(super) sections: Vec<Section>,
}

/// More sections than these get a list of contents.
const CONTENTS_FROM: usize = 4;

/// The whole file. The policy in its head lets browsers load nothing and run nothing, whatever the page contains.
pub(super) fn page(page: &Page<'_>, texts: &Texts) -> String {
    let title = if page.facts.title.trim().is_empty() { &page.kind } else { &page.facts.title };
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"mossa {}\">\n<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n\
         <header>\n<h1><bdi>{title}</bdi></h1>\n",
        texts.code(),
        escape(page.facts.version),
        include_str!("style.css"),
    );
    for (at, sentence) in page.headline.iter().enumerate() {
        let class = if at == 0 { "headline" } else { "lead" };
        let _ = writeln!(out, "<p class=\"{class}\">{sentence}</p>");
    }
    let _ = writeln!(out, "{}</header>", contents(&page.sections, texts));
    out.push_str("<main>\n");
    for section in &page.sections {
        let Section { id, heading, body } = section;
        let heading = escape(heading);
        let _ = write!(
            out,
            "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n<h2 id=\"{id}-heading\">{heading}</h2>\n\
             {body}</section>\n"
        );
    }
    let _ = write!(out, "</main>\n{}</body>\n</html>\n", footer(page, texts));
    out
}

fn contents(sections: &[Section], texts: &Texts) -> Markup {
    if sections.len() < CONTENTS_FROM {
        return Markup::default();
    }
    let mut out = format!("<nav aria-label=\"{}\">\n<ul>\n", escape(texts.get("page.contents")));
    for section in sections {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", section.id, escape(&section.heading));
    }
    Markup::raw(out + "</ul>\n</nav>\n")
}

/// What was played, how to do it again, and remarks.
fn footer(page: &Page<'_>, texts: &Texts) -> Markup {
    let facts = page.facts;
    let mut entries = page.about.clone();
    entries.push((texts.get("page.seed"), Markup::text(&facts.seed.to_string())));
    if let Some(started) = &facts.started {
        entries.push((texts.get("page.started"), Markup::text(started)));
    }
    if let Some(command) = &facts.command {
        entries.push((texts.get("page.command"), Markup::raw(format!("<code>{}</code>", escape(command)))));
    }
    entries.push((texts.get("page.version"), Markup::text(&format!("mossa {}", facts.version))));
    let mut out = format!("<footer>\n<h2>{}</h2>\n", escape(texts.get("page.about")));
    let _ = write!(out, "{}", definitions("facts", &entries));
    if !facts.notes.is_empty() {
        out.push_str("<ul>\n");
        for note in &facts.notes {
            let _ = writeln!(out, "<li>{}</li>", Markup::name(note));
        }
        out.push_str("</ul>\n");
    }
    Markup::raw(out + "</footer>\n")
}
