//! Arguments of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;

use super::memory::MemoryArgs;

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

The first line is `mossa is at http://...`. The page is there, the API below /api/v1, and its
description at /api/docs/. Ctrl-C ends the server; games that are being played go on when it is
started again with the same database.")]
pub(crate) struct ServeArgs {
    /// Listen at this address. Port 0 takes a free one. Others than 127.0.0.1 let other machines in.
    #[arg(long, value_name = "IP:PORT", default_value_t = USUAL_ADDRESS)]
    pub(crate) address: SocketAddr,
    /// Let one client make so many expensive requests at once: tables, analyses, hints, reports, runs.
    #[arg(long, value_name = "N", default_value_t = USUAL_BURST, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) burst: u32,
    /// Let one client make so many more of them each second.
    #[arg(long, value_name = "N", default_value_t = USUAL_RATE, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rate: u32,
    /// Answer to this name, too, such as that of a proxy in front; at 127.0.0.1 others than localhost are refused.
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            address: USUAL_ADDRESS,
            burst: USUAL_BURST,
            rate: USUAL_RATE,
            host: Vec::new(),
            memory: MemoryArgs::default(),
        }
    }
}
