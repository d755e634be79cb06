//! The report of a run or of the laboratory: one HTML file that needs nothing else.
//!
//! No network, no script, no font of its own; it reads well on a phone, on paper, in light and dark, and aloud: every
//! picture has a title and a description, and what it shows is also told in text.
//!
//! | module | what it is |
//! |---|---|
//! | [`run`] | the report of a match or tournament |
//! | [`lab`] | the report of a comparison of searches |
//! | [`sheets`] | the report of an experiment that others describe |
//! | `page` | the file around the sections: head, style, facts |
//! | `markup`, `table` | text that cannot break out of its place; tables |
//! | `texts`, `numbers` | words and numbers in the reader's language |
//! | `svg`, `axis`, `charts` | pictures |

mod axis;
mod charts;
pub mod lab;
mod markup;
mod numbers;
mod page;
pub mod run;
pub mod sheets;
mod svg;
mod table;
mod texts;

pub use page::Facts;
