//! Arguments of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;

use super::memory::MemoryArgs;

/// Where the server listens unless somebody says otherwise: on this machine alone.
const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7070);

/// `mossa serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa serve
  mossa serve --address 127.0.0.1:0
  mossa serve --db games.db

The first line is `mossa is at http://...`. The page is there, the API below /api/v1, and its
description at /api/docs/. Ctrl-C ends the server; games that are being played go on when it is
started again with the same database.")]
pub(crate) struct ServeArgs {
    /// Listen at this address. Port 0 takes a free one. Others than 127.0.0.1 let other machines in.
    #[arg(long, value_name = "IP:PORT", default_value_t = USUAL_ADDRESS)]
    pub(crate) address: SocketAddr,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs { address: USUAL_ADDRESS, memory: MemoryArgs::default() }
    }
}
