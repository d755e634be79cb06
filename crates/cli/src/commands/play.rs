//! `mossa play`: play in the terminal.

use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mossa_adapt::Bot;
use mossa_engine::Means;
use mossa_search::Limits;

use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::memory::{Memory, usual_name};
use crate::output::Output;
use crate::play::app::App;
use crate::play::desk::Setting;
use crate::play::rival::{self, Learner, Rival};
use crate::play::screen::theme::Theme;
use crate::play::{plain, seats, terminal};
use crate::setup;
use crate::texts::{self, Texts};

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<(), Failure> {
    let mut setting = setting(args)?;
    let rival = rival(args, &setting)?;
    setting.guest = rival.as_ref().map(Rival::name);
    setting.name = args.style.map(|_| name(args));
    let texts = Texts::new(texts::language(args.lang));
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.plain || !on_terminal {
        return plain::run(setting, rival, texts, output);
    }
    let wants_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let theme = Theme { coloured: !args.no_colour && !wants_none };
    terminal::run(&mut App::new(setting, rival, texts, theme)?)
}

fn setting(args: &PlayArgs) -> Result<Setting, Failure> {
    let position = setup::position(&args.start)?;
    setup::load_tables(&*position.game(), args.tables.as_deref())?;
    let mut means = Means::new(args.seed.unwrap_or_else(some_seed));
    if let Some(time) = args.time {
        means.limits = Limits::per_move(Duration::from_millis(time));
    }
    let setting = Setting {
        people: seats::parse(&args.side, &*position.game(), texts::language(args.lang))?,
        skill: args.level.parse()?,
        name: None,
        guest: None,
        save: args.save.clone(),
        position,
        means,
    };
    setting.skill.check(&*setting.position.game())?;
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        return Err(Failure::setting(format!("{} exists and stays as it is", path.display()), "a new file"));
    }
    // A file that cannot be written is better known before the game than after it.
    match setting.keep(&setting.session()?) {
        Ok(()) => Ok(setting),
        Err(error) => {
            let path = args.save.clone().unwrap_or_default();
            let problem = format!("cannot write {}: {error}", path.display());
            Err(Failure::setting(problem, "a file in a directory that exists"))
        }
    }
}

/// What the person is called.
fn name(args: &PlayArgs) -> String {
    args.name.clone().unwrap_or_else(usual_name)
}

/// Who plays instead of a level, if the arguments ask for somebody.
fn rival(args: &PlayArgs, setting: &Setting) -> Result<Option<Rival>, Failure> {
    let game = setting.position.game();
    if let Some(bot) = &args.bot {
        return Ok(Some(Rival::Bot(Bot::new(&*game, bot, setting.means.seed)?)));
    }
    let Some(style) = args.style else {
        return match args.memory.db.is_some() {
            true => Err(Failure::setting(
                "--db of a game that nobody remembers",
                "--style exploit or classic, too",
            )),
            false => Ok(None),
        };
    };
    rival::check_seats(&*game, &setting.people)?;
    let settings = rival::settings(&*game, style, args.tolerance);
    let memory = Memory::open(args.memory.db.as_deref())?;
    Ok(Some(Rival::Learner(Box::new(Learner::open(&game, &name(args), settings, memory.shared())?))))
}

/// Another number every time.
fn some_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
