//! What the first paint needs is written into the page.
//!
//! A browser paints nothing before the style sheets and scripts in the head of a page are there. Each is a request of its own,
//! and together they cost as much time as everything else. So those that are marked with `data-inline` are sent within the
//! page, and the policy of the page allows exactly their contents:
//!
//! ```html
//! <link rel="stylesheet" href="style/base.css" data-inline>
//! <script src="js/appearance.js" data-inline></script>
//! ```
//!
//! They remain files, and a page that is served by something else works as well.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// What marks the elements. Each stands in a line of its own.
const MARK: &str = " data-inline";

/// A page, and what a policy has to allow for it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) html: String,
    /// Hashes of the styles within the page, as policies write them.
    pub(super) styles: Vec<String>,
    /// Hashes of the scripts within the page.
    pub(super) scripts: Vec<String>,
}

/// The page with the contents of the files that it marks. A file that cannot be found is left to the browser.
pub(super) fn compose(html: &str, read: &dyn Fn(&str) -> Option<String>) -> Page {
    let mut page = Page::default();
    for line in html.split_inclusive('\n') {
        let marked = line.contains(MARK);
        if let Some(text) = attribute(line, "href").filter(|_| marked).and_then(read) {
            page.styles.push(hash(&text));
            page.html.push_str(&format!("<style>{text}</style>\n"));
        } else if let Some(text) = attribute(line, "src").filter(|_| marked).and_then(read) {
            page.scripts.push(hash(&text));
            page.html.push_str(&format!("<script>{text}</script>\n"));
        } else {
            page.html.push_str(line);
        }
    }
    page
}

/// The value of an attribute of the element in `line`.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|(value, _)| value)
}

/// As content security policies name what they allow.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(path: &str) -> Option<String> {
        match path {
            "a.css" => Some("p { color: red }".to_owned()),
            "b.js" => Some("start();".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn marked_files_are_written_into_the_page() {
        let page = compose(
            "<head>\n<link rel=\"stylesheet\" href=\"a.css\" data-inline>\n<script src=\"b.js\" data-inline></script>\n</head>",
            &files,
        );
        assert_eq!(page.html, "<head>\n<style>p { color: red }</style>\n<script>start();</script>\n</head>");
        // By `printf 'p { color: red }' | openssl dgst -sha256 -binary | base64`.
        assert_eq!(page.styles, ["'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4='"]);
        assert_eq!(page.scripts, ["'sha256-E6jQvrT2ZivWG9GJ4AAEZf4MhI7l3QkLroW4hgvUT4c='"]);
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        let html = "<link href=\"a.css\">\n<script src=\"none.js\" data-inline></script>\n<p>";
        assert_eq!(compose(html, &files), Page { html: html.to_owned(), ..Page::default() });
    }
}
