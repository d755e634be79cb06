//! Mistakes on the command line, told in one line as all other errors are.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::{EXIT_BAD_INPUT, tell};

/// Prints help and version as asked for; tells what is wrong otherwise.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Whoever closed the pipe does not want to read the rest of the help.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    tell(one_line(error));
    ExitCode::from(EXIT_BAD_INPUT)
}

fn one_line(error: &clap::Error) -> String {
    let get = |kind| error.get(kind).map(context_text).filter(|text| !text.is_empty());
    let argument = get(ContextKind::InvalidArg).unwrap_or_default();
    let value = get(ContextKind::InvalidValue).unwrap_or_default();
    let usage = get(ContextKind::Usage).map(|usage| usage.trim_start_matches("Usage: ").to_owned());
    let usage = usage.map_or("another form, see `mossa --help`".to_owned(), |usage| format!("`{usage}`"));
    match error.kind() {
        ErrorKind::MissingRequiredArgument => format!("missing {argument}; expected {usage}"),
        ErrorKind::InvalidSubcommand => {
            let wrong = get(ContextKind::InvalidSubcommand).unwrap_or_default();
            let meant = get(ContextKind::SuggestedSubcommand);
            let expected = meant.map_or_else(|| commands(&usage), |meant| format!("`{meant}`"));
            format!("unknown command `{wrong}`; expected {expected}")
        }
        ErrorKind::MissingSubcommand => format!("missing command; expected {}", commands(&usage)),
        ErrorKind::UnknownArgument => {
            let meant = get(ContextKind::SuggestedArg).map(|meant| format!("`{meant}`"));
            format!("unknown argument `{argument}`; expected {}", meant.unwrap_or(usage))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{argument} has no value; expected {}", accepted(&get, "one behind it"))
        }
        ErrorKind::InvalidValue => {
            format!("`{value}` cannot be {argument}; expected {}", accepted(&get, &usage))
        }
        ErrorKind::ValueValidation => {
            let expected = std::error::Error::source(error).map_or(usage, ToString::to_string);
            format!("`{value}` cannot be {argument}; expected {expected}")
        }
        ErrorKind::ArgumentConflict => {
            let other = get(ContextKind::PriorArg).unwrap_or_default();
            if other == argument {
                return format!("{argument} is given twice; expected it once");
            }
            format!("{argument} cannot be used together with {other}; expected one of them")
        }
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            format!("{}; expected {usage}", first.trim_start_matches("error: "))
        }
    }
}

fn accepted(get: &impl Fn(ContextKind) -> Option<String>, usage: &str) -> String {
    get(ContextKind::ValidValue).map_or(usage.to_owned(), |values| format!("one of {values}"))
}

/// The commands that can stand where `usage` ends.
fn commands(usage: &str) -> String {
    let mut command = <crate::args::Cli as clap::CommandFactory>::command();
    for word in usage.trim_matches('`').split_whitespace().skip(1) {
        let Some(next) = command.find_subcommand(word).cloned() else { break };
        command = next;
    }
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let names: Vec<&str> = shown.map(clap::Command::get_name).collect();
    format!("one of {}", names.join(", "))
}

fn context_text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(yes) => yes.to_string(),
        _ => String::new(),
    }
}
