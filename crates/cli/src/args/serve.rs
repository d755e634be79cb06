//! Arguments of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

use super::memory::MemoryArgs;
use super::numbers::positive_usize;

/// Where the server listens unless somebody says otherwise: on this machine alone.
const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7070);

/// How much one client may ask for: more than a person does, and less than a program that runs wild.
const USUAL_BURST: u32 = 100;
const USUAL_RATE: u32 = 10;

/// `mossa serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa serve
  mossa serve --address 127.0.0.1:0
  mossa serve --db games.db
  mossa serve --burst 10000 --rate 1000
  mossa serve --tables tables --open

The first line is `mossa is at http://...`. The page is there, the API below /api/v1, and its
description at /api/docs/. Ctrl-C ends the server; games that are being played go on when it is
started again with the same database.")]
pub(crate) struct ServeArgs {
    /// Listen at this address. Port 0 takes a free one. Others than 127.0.0.1 let other machines in.
    #[arg(long, value_name = "IP:PORT", default_value_t = USUAL_ADDRESS, value_parser = address)]
    pub(crate) address: SocketAddr,
    /// Let one client make so many expensive requests at once: tables, analyses, hints, reports, runs.
    #[arg(long, value_name = "N", default_value_t = USUAL_BURST, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) burst: u32,
    /// Let one client make so many more of them each second.
    #[arg(long, value_name = "N", default_value_t = USUAL_RATE, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rate: u32,
    /// Let one client listen to so many streams at once: tables, analyses and runs that are watched.
    #[arg(long, value_name = "N", default_value_t = mossa_server::Settings::USUAL_STREAMS, value_parser = positive_usize)]
    pub(crate) streams: usize,
    /// Use the endgame tables of this folder, which `mossa table build` made, or of Syzygy for chess. May be given for several
    /// folders: a game uses the first one that has some of its own.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,
    /// Open the page in a browser, if there is a desktop.
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not open the page in a browser, which `mossa` alone does.
    #[arg(long, conflicts_with = "open")]
    pub(crate) no_open: bool,
    /// Answer to this name, too, such as that of a proxy in front; at 127.0.0.1 others than localhost are refused.
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// Reads an address; the error is what was expected.
fn address(text: &str) -> Result<SocketAddr, String> {
    let expected =
        || format!("an IP address and a port, such as {USUAL_ADDRESS} or [::1]:{}", USUAL_ADDRESS.port());
    text.trim().parse().map_err(|_| expected())
}

/// As with no arguments at all; the page is not opened.
impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            address: USUAL_ADDRESS,
            burst: USUAL_BURST,
            rate: USUAL_RATE,
            streams: mossa_server::Settings::USUAL_STREAMS,
            tables: Vec::new(),
            open: false,
            no_open: false,
            host: Vec::new(),
            memory: MemoryArgs::default(),
        }
    }
}
