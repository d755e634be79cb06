//! The page in the browser of whoever uses the program.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Opens the page of a server in a browser, if there is a desktop. That there is none, or no browser, is no failure: the address
/// is printed anyway.
pub(crate) fn open(address: SocketAddr) {
    let Some(mut command) = opener(&url(address)) else { return };
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Somebody has to take leave of it when it ends.
        std::thread::spawn(move || child.wait());
    }
}

/// Where a browser on this machine finds a server that listens there: who listens everywhere listens here, too.
fn url(address: SocketAddr) -> String {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(here, address.port()))
}

/// What opens addresses on this system.
fn opener(url: &str) -> Option<Command> {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The first text in quotes is a title.
        command.args(["/C", "start", "", url]);
        return Some(command);
    }
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let desktop = cfg!(target_os = "macos") || ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set);
    desktop.then(|| {
        let mut command = Command::new(program);
        command.arg(url);
        command
    })
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_everywhere_is_found_here() {
        let url = |address: &str| url(address.parse().unwrap());
        assert_eq!(url("0.0.0.0:7070"), "http://127.0.0.1:7070");
        assert_eq!(url("[::]:7070"), "http://[::1]:7070");
        assert_eq!(url("192.168.1.5:80"), "http://192.168.1.5:80");
    }
}
