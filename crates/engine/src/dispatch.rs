//! From a type-erased request to the search that answers it, and back.

use std::time::Duration;

use mossa_game::{
    BrainVisitor, Evaluate, Game, Move, Outcome, Playable, Player, Shares, Symmetric, Tactics, Value,
};
use mossa_search::multiplayer::{self, best_reply, maxn, paranoid};
use mossa_search::{Line, LineValue, News, Report, Request, Statistics, StopSignal, Table, alphabeta, mcts};

use crate::any::{Analysis, AnalysisLine, AnalysisRequest, LineAssessment, Method};
use crate::erased::Erased;

/// Searches `position`, before which there were positions with the keys `history`; a finished game gives an analysis without lines.
pub(crate) fn analyse<G: Playable>(
    erased: &Erased<G>,
    position: &G::Position,
    history: Vec<u64>,
    request: &AnalysisRequest,
    stop: &StopSignal,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let Erased { game, evaluator, .. } = erased;
    if game.result(position).is_some() {
        return nothing_to_search();
    }
    let asked = Request {
        limits: request.limits,
        lines: request.lines.max(1),
        threads: request.threads.max(1),
        features: request.features,
        seed: request.seed,
        history,
        details: request.details,
        only: request
            .only
            .iter()
            .filter_map(|text| game.parse_move(position, text).ok())
            .map(Move::pack)
            .collect(),
        win_within: request.win_within,
    };
    let method = chosen(request.method, game.players());
    let told = |found: &Report<G::Move>| {
        let shared = method == Method::BestReply && game.players() > 2;
        let tell = |line: &Line<G::Move>| {
            if shared { shared_among_all(game, evaluator, position, line) } else { line.value }
        };
        convert(game, position, found, tell)
    };
    let mut each = |found: &Report<G::Move>| report(&told(found));
    let each = &mut each;
    let found = match method {
        Method::Auto | Method::AlphaBeta => {
            let search = Search { rules: game, position, asked: &asked, table: &request.table, stop, each };
            match &request.brain {
                None => search.visit(game, evaluator),
                Some(brain) => match game.with_brain(brain, search) {
                    Some(found) => found,
                    None => return nothing_to_search(),
                },
            }
        }
        Method::MaxN => maxn::search(game, evaluator, position, &asked, &request.table, stop, each),
        Method::Paranoid => paranoid::search(game, evaluator, position, &asked, &request.table, stop, each),
        Method::BestReply => {
            best_reply::search(game, evaluator, position, &asked, &request.table, stop, each)
        }
        Method::Mcts => {
            let options = mcts::Options::for_players(game.players());
            mcts::search(game, evaluator, position, &options, &asked, stop, each)
        }
    };
    told(&found)
}

/// What a line is worth to everybody, where the search knows only what whoever is to move gets: what is left for the others
/// is shared as the evaluation shares it at the end of the line.
fn shared_among_all<G: Playable, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    line: &Line<G::Move>,
) -> LineValue {
    let LineValue::Mover { value, .. } = line.value else { return line.value };
    let (mover, players) = (game.to_move(position), game.players());
    if let (true, Some(plies)) = (value.is_win(), value.plies()) {
        // Whatever was guessed about other moves.
        let shares = Shares::of_outcome(&Outcome::win(mover, players), plies);
        return LineValue::Each { shares, exhausted: true };
    }
    let mut end = position.clone();
    line.moves.iter().for_each(|m| {
        game.play(&mut end, *m);
    });
    let shares = match game.outcome(&end) {
        Some(outcome) => Shares::of_outcome(&outcome, line.moves.len() as u32),
        None => evaluator.shares(game, &end, &evaluator.fresh(game, &end)),
    };
    let own = multiplayer::share_of_guess(value, players);
    LineValue::Each { shares: shares.with_share(mover, own, players), exhausted: false }
}

/// The alpha-beta search, for whichever brain.
struct Search<'a, G: Playable> {
    rules: &'a G,
    position: &'a G::Position,
    asked: &'a Request,
    table: &'a Table,
    stop: &'a StopSignal,
    each: &'a mut dyn FnMut(&Report<G::Move>),
}

impl<G: Playable> BrainVisitor<G> for Search<'_, G> {
    type Output = Report<G::Move>;

    fn visit<H, E>(self, game: &H, evaluator: &E) -> Report<G::Move>
    where
        H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>,
    {
        if let Some(outcome) = game.outcome(self.position) {
            return self.over(&outcome);
        }
        let Search { position, asked, table, stop, each, .. } = self;
        alphabeta::search(game, evaluator, position, asked, table, stop, each)
    }
}

impl<G: Playable> Search<'_, G> {
    /// A brain may know the result before the rules call the game over: then all moves are equal, and one must be made.
    fn over(&self, outcome: &Outcome) -> Report<G::Move> {
        let verdict = outcome.verdict(self.rules.to_move(self.position));
        let value = LineValue::Mover { value: Value::proven(verdict, 0), exhausted: true };
        let moves = self.rules.legal_moves(self.position).into_iter().take(self.asked.lines);
        Report {
            news: News::Iteration,
            depth: 0,
            selective_depth: 0,
            lines: moves.map(|m| Line { moves: vec![m], value }).collect(),
            elapsed: Duration::ZERO,
            statistics: Statistics::default(),
        }
    }
}

/// The search that `method` means for so many players. Alpha-beta knows two sides only; more get what matches found best
/// (`docs/adr/0020-many-players.md`).
fn chosen(method: Method, players: usize) -> Method {
    match method {
        Method::Auto | Method::AlphaBeta if players > 2 => Method::BestReply,
        Method::Auto => Method::AlphaBeta,
        other => other,
    }
}

/// The analysis of a game that is over.
pub(crate) fn nothing_to_search() -> Analysis {
    Analysis {
        news: News::Iteration,
        depth: 0,
        selective_depth: 0,
        nodes: 0,
        seconds: 0.0,
        lines: Vec::new(),
        statistics: Statistics::default(),
        branching_factor: 0.0,
    }
}

fn convert<G: Playable>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
    value: impl Fn(&Line<G::Move>) -> LineValue,
) -> Analysis {
    let line = |line: &Line<G::Move>| AnalysisLine {
        moves: line_texts(game, position, &line.moves),
        value: assess(game, game.to_move(position), value(line)),
    };
    Analysis {
        news: report.news.map(|m| game.move_text(position, m)),
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.statistics.nodes,
        seconds: report.elapsed.as_secs_f64(),
        lines: report.lines.iter().map(line).collect(),
        statistics: report.statistics,
        branching_factor: report.statistics.branching_factor(report.depth),
    }
}

/// The texts of a line. It ends where a move is not legal: the tail of a line may come from a table, and
/// two positions with the same key are rare but possible.
pub(crate) fn line_texts<G: Playable>(game: &G, position: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        if game.result(&position).is_some() || !game.is_legal(&position, m) {
            break;
        }
        texts.push(game.move_text(&position, m));
        game.play(&mut position, m);
    }
    texts
}

/// In a game of two every value is told to the player to move, whichever search found it. In a game of more
/// it is told to each, except by searches that know only what the player to move gets.
fn assess<G: Playable>(game: &G, mover: Player, value: LineValue) -> LineAssessment {
    let players = game.players();
    match value {
        LineValue::Mover { value, exhausted } => LineAssessment::Mover(value.assessment(exhausted)),
        LineValue::Each { shares, exhausted } if players == 2 => {
            LineAssessment::Mover(shares.assessment(mover, players, exhausted))
        }
        LineValue::Each { shares, exhausted } => {
            let told = Player::all(players).map(|p| shares.assessment(p, players, exhausted));
            LineAssessment::Each(told.collect())
        }
    }
}
