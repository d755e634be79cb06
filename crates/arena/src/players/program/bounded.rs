//! Lines from somebody who may never end them.

use std::io::{self, BufRead};

/// A line that was read.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::players) enum Read {
    /// A whole line, without its end.
    Line(String),
    /// Not UTF-8; what can be shown of it.
    NotText(String),
    /// Longer than allowed.
    TooLong,
    /// The stream ended, perhaps in the middle of a line.
    End,
}

/// Reads a line of at most `most` bytes. What there is of an unfinished one is in `bytes`, which is told to `look`
/// whenever it has grown.
pub(in crate::players) fn read_line(
    input: &mut impl BufRead,
    most: usize,
    bytes: &mut Vec<u8>,
    mut look: impl FnMut(&[u8]),
) -> io::Result<Read> {
    bytes.clear();
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() {
            return Ok(Read::End);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let used = end.unwrap_or(available.len());
        if bytes.len() + used > most {
            return Ok(Read::TooLong);
        }
        bytes.extend_from_slice(&available[..used]);
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            look(&[]);
            return Ok(match std::str::from_utf8(bytes) {
                Ok(line) => Read::Line(line.trim_end_matches('\r').to_owned()),
                Err(_) => Read::NotText(String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()),
            });
        }
        look(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(input: &[u8], buffer: usize, most: usize) -> Vec<Read> {
        let mut reader = BufReader::with_capacity(buffer, input);
        let mut found = Vec::new();
        let mut bytes = Vec::new();
        loop {
            found.push(read_line(&mut reader, most, &mut bytes, |_| {}).unwrap());
            if matches!(found.last(), Some(Read::End | Read::TooLong)) {
                return found;
            }
        }
    }

    #[test]
    fn lines_are_the_same_whatever_pieces_they_come_in() {
        let line = |text: &str| Read::Line(text.to_owned());
        for buffer in 1..20 {
            let found = all("move b2\r\n\nh\u{e9}\nhalf".as_bytes(), buffer, 10);
            assert_eq!(found, [line("move b2"), line(""), line("h\u{e9}"), Read::End]);
            assert!(matches!(all(b"a\xff\n", buffer, 10)[0], Read::NotText(_)));
        }
    }

    #[test]
    fn nothing_longer_than_allowed_is_kept() {
        for buffer in [1, 7, 4096] {
            assert_eq!(all(&[b'x'; 5000], buffer, 10), [Read::TooLong]);
            assert_eq!(all(b"0123456789\n", buffer, 10)[0], Read::Line("0123456789".to_owned()));
            assert_eq!(all(b"0123456789x\n", buffer, 10)[0], Read::TooLong);
        }
    }

    #[test]
    fn unfinished_lines_can_be_looked_at() {
        let mut seen = Vec::new();
        let mut reader = BufReader::with_capacity(4, &b"done\nmove b2"[..]);
        let mut bytes = Vec::new();
        while read_line(&mut reader, 100, &mut bytes, |part| seen = part.to_vec()).unwrap() != Read::End {}
        assert_eq!(seen, b"move b2");
    }
}
