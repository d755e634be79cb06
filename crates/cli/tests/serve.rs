//! `mossa serve`: its address, and what is left of it when it is killed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A server, and where it listens.
fn server(db: &Path) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.args(["serve", "--address", "127.0.0.1:0", "--db", db.to_str().unwrap()]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let address = first.trim().strip_prefix("mossa is at http://").expect(&first).to_owned();
    (child, address)
}

/// Sends a request, and gives the status and the body of the answer.
fn ask(address: &str, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    (status, serde_json::from_str(body).unwrap_or(Value::Null))
}

#[test]
fn a_killed_server_keeps_every_acknowledged_move() {
    let db = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve.db");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", db.display()));
    }
    let (mut child, address) = server(&db);
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    let (status, created) =
        ask(&address, "POST", "/tables", "", &json!({"game": "mnk:4,4,4", "seats": seats}));
    assert_eq!(status, 201, "{created}");
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let mut address = address;
    for (ply, text) in ["b2", "a1", "c3", "d4"].into_iter().enumerate() {
        let given = json!({"move": text, "ply": ply});
        let (status, table) = ask(&address, "POST", &format!("/tables/{id}/moves"), token, &given);
        assert_eq!(status, 200, "{table}");
        child.kill().unwrap();
        child.wait().unwrap();
        (child, address) = server(&db);
    }
    let (_, table) = ask(&address, "GET", &format!("/tables/{id}"), token, &json!({}));
    assert_eq!(table["position"]["history"], json!(["b2", "a1", "c3", "d4"]));
    // Ctrl-C ends it well.
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success() && child.wait().unwrap().success());
}

/// A program that notes what it is asked to open, in place of the one that opens browsers.
#[cfg(target_os = "linux")]
fn with_browser(folder: &Path, arguments: &[&str], desktop: bool) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;

    std::fs::create_dir_all(folder).unwrap();
    let (opener, opened) = (folder.join("xdg-open"), folder.join("opened"));
    let _ = std::fs::remove_file(&opened);
    std::fs::write(
        &opener,
        format!("#!/bin/sh\nprintf %s \"$1\" >'{0}.new'; mv '{0}.new' '{0}'\n", opened.display()),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.arg("serve").args(arguments).args(["--address", "127.0.0.1:0", "--db", ":memory:"]);
    command.env("PATH", path).env_remove("WAYLAND_DISPLAY").env("DISPLAY", if desktop { ":0" } else { "" });
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let found = || std::fs::read_to_string(&opened).ok();
    let mut asked = found();
    for _ in 0..if desktop { 100 } else { 5 } {
        if asked.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        asked = found();
    }
    assert!(child.try_wait().unwrap().is_none(), "the server goes on: {first}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(asked.is_none() || first.trim_end().ends_with(asked.as_deref().unwrap()), "{first} {asked:?}");
    asked
}

#[test]
#[cfg(target_os = "linux")]
fn the_page_is_opened_where_there_is_a_desktop() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    assert!(with_browser(&folder, &["--open"], true).is_some_and(|url| url.starts_with("http://127.0.0.1:")));
    assert_eq!(with_browser(&folder, &["--open"], false), None);
    assert_eq!(with_browser(&folder, &[], false), None);
}
