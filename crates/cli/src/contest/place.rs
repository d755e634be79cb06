//! Where the journals of runs are kept if nobody says it, and what time it was.

use std::fs::OpenOptions;
use std::path::PathBuf;

use crate::failure::Failure;

/// The folder for what mossa keeps: `MOSSA_DATA`, or `mossa` in the user's data directory.
fn data_directory() -> Result<PathBuf, Failure> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("MOSSA_DATA")
        .or_else(|| set("XDG_DATA_HOME").map(|folder| folder.join("mossa")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/mossa")))
        .ok_or_else(|| Failure::setting("no place to keep the games", "--out FILE, or HOME set"))
}

/// A new, empty file for a run that began at `started`.
pub(super) fn unused(kind: &str, started: u64) -> Result<PathBuf, Failure> {
    let folder = data_directory()?.join("runs");
    let failed = |error: std::io::Error| anyhow::Error::from(error).context(folder.display().to_string());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let name = format!("{kind}-{}", date_and_time(started).replace([':', ' '], "-"));
    for number in 1u32.. {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{name}{number}.jsonl"));
        // Two runs that begin in the same second must not share a file.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error).into()),
        }
    }
    Err(Failure::setting("no free name for the games", "--out FILE"))
}

/// `2026-11-16 01:02:03` (UTC) from seconds since 1970.
pub(super) fn date_and_time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days as i64);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The date so many days after 1970-01-01, by the Gregorian calendar. Years are counted from March, so that the leap
/// day is the last of its year; 146 097 days are 400 years, 719 468 days lie between 0000-03-01 and 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months from March on have 31, 30, 31, 30, 31, 31, 30... days: 153 in five.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year_of_era + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date_and_time(0), "1970-01-01 00:00:00");
        assert_eq!(date_and_time(951_782_399), "2000-02-28 23:59:59");
        assert_eq!(date_and_time(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(date_and_time(4_107_542_400), "2100-03-01 00:00:00");
        assert_eq!(date_and_time(1_000_000_000), "2001-09-09 01:46:40");
    }
}
