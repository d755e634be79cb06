//! A server on a thread, and a player made of bare lines.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use mossa_engine::AnyGame;
use mossa_protocol::dipole::{GameReport, Server, ServerEvent, ServerSettings, Side, game_called};
use mossa_search::StopSignal;

pub(crate) fn dipole() -> Arc<dyn AnyGame> {
    game_called("course", "60").unwrap()
}

/// As the course's, but without a pause and with time enough for a busy machine.
pub(crate) fn settings() -> ServerSettings {
    ServerSettings {
        time: Duration::from_secs(20),
        warm_up: Duration::ZERO,
        ..ServerSettings::course(dipole())
    }
}

/// A server that plays one game on its own thread.
pub(crate) struct Hosted {
    pub(crate) address: SocketAddr,
    pub(crate) stop: StopSignal,
    seated: Receiver<Side>,
    thread: JoinHandle<GameReport>,
}

impl Hosted {
    pub(crate) fn new(settings: ServerSettings) -> Hosted {
        let server = Server::bind("127.0.0.1:0").unwrap();
        let (address, stop) = (server.address().unwrap(), StopSignal::new());
        let signal = stop.clone();
        let (seat, seated) = channel();
        let thread = std::thread::spawn(move || {
            let mut watch = |event: &ServerEvent| {
                if let ServerEvent::Connected { side, .. } = event {
                    // Not every test waits for it.
                    let _ = seat.send(*side);
                }
            };
            server.host(&settings, &signal, &mut watch).unwrap()
        });
        Hosted { address, stop, seated, thread }
    }

    /// Waits until White, then Black has come.
    pub(crate) fn seated(&self) -> Side {
        self.seated.recv_timeout(Duration::from_secs(30)).unwrap()
    }

    /// Two bare players who have been told that both are here.
    pub(crate) fn players(&self) -> (Raw, Raw) {
        let mut white = Raw::connect(self.address);
        assert_eq!(white.hear(2), ["WELCOME White", "MESSAGE Group 0, please wait for the opponent"]);
        let mut black = Raw::connect(self.address);
        assert_eq!(black.hear(2), ["WELCOME Black", "MESSAGE Group 1, please wait for the opponent"]);
        assert_eq!(white.hear(1), ["MESSAGE All players connected"]);
        assert_eq!(black.hear(1), ["MESSAGE All players connected"]);
        (white, black)
    }

    pub(crate) fn report(self) -> GameReport {
        self.thread.join().unwrap()
    }
}

/// A player made of bare lines.
pub(crate) struct Raw {
    reader: BufReader<TcpStream>,
}

impl Raw {
    pub(crate) fn connect(address: SocketAddr) -> Raw {
        Raw::over(TcpStream::connect(address).unwrap())
    }

    pub(crate) fn over(stream: TcpStream) -> Raw {
        stream.set_nodelay(true).unwrap();
        // So that a test that goes wrong ends.
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Raw { reader: BufReader::new(stream) }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.reader.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    /// So many lines.
    pub(crate) fn hear(&mut self, lines: usize) -> Vec<String> {
        (0..lines).map(|_| self.line().expect("a line")).collect()
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line.strip_suffix('\n').map(str::to_owned)
    }

    /// Everything until the server closes the connection.
    pub(crate) fn rest(&mut self) -> String {
        let mut text = String::new();
        self.reader.read_to_string(&mut text).unwrap();
        text
    }

    pub(crate) fn close(self) {
        let _ = self.reader.get_ref().shutdown(Shutdown::Both);
    }

    /// Nothing more will be sent, but the rest can be heard.
    pub(crate) fn finish(&mut self) {
        self.reader.get_ref().shutdown(Shutdown::Write).unwrap();
    }

    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.reader.get_mut()
    }
}
