/**
 * The forms of the server's answers. Nothing here runs; the type checker reads it.
 *
 * @typedef {'square'|'dark'|'hole'|'button'} Shape
 * @typedef {{id: number, x: number, y: number, shape: Shape, label: string}} Cell
 * @typedef {{cells: Cell[], columns: [number, string][], rows: [number, string][], entry: 'place'|'column'|'path'}} Layout
 * @typedef {{owner: number|null, glyph: string, kind: string, height: number}} Sprite
 * @typedef {{id: number, cell: number, sprite: Sprite}} Piece
 * @typedef {{pieces: Piece[]}} Scene
 * @typedef {{put?: {cell: number, sprite: Sprite}, travel?: {path: number[]}, remove?: {cell: number},
 *   change?: {cell: number, sprite: Sprite}}} Effect
 * @typedef {{text: string, people: string, gesture: number[], effects: Effect[]}} Move
 * @typedef {{text: string, winners: number[], reason?: string|null}} Result
 * @typedef {{game: string, text: string, to_move: number, result: Result|null, moves: Move[], scene: Scene,
 *   marked: number[], facts: string[], history: string[], people_history: string[], effects: Effect[][],
 *   start: string}} Position
 * @typedef {{game: string, family: string, title: string, players: number, player_names: string[], layout: Layout,
 *   texts: Record<string, string>}} Board
 * @typedef {Board & {position: Position, palette: Sprite[]|null}} BoardWithPosition
 *
 * @typedef {{outcome?: 'win'|'draw'|'loss', plies?: number|null, score?: number, chance?: number,
 *   each?: Value[]}} Value
 *
 * @typedef {{name: string, accepts: string, default: string, meaning: string}} GameOption
 * @typedef {{name: string, text: string}} Named
 * @typedef {{name: string, ending: string}} Format
 * @typedef {{name: string, title: string, summary: string, options: GameOption[], presets: [string, string][],
 *   default: string, players: number[], solver: boolean, quick_solver: boolean, bots: Named[], adaptive: boolean,
 *   themes: Named[], move_notation: string, position_notation: string,
 *   formats: {export: Format[], import: string[]}, sample: {game: string, moves: string[]}}} Game
 *
 * @typedef {{game: string, position?: string|null, moves?: string[]|string|null}} Place
 *
 * @typedef {{kind: string, name?: string, level?: number, style?: string}} SeatChoice
 * @typedef {{kind: string, name: string, taken: boolean, yours: boolean, level?: number|null,
 *   thinking?: boolean}} Seat
 * @typedef {{base_ms: number, increment_ms: number}} ClockChoice
 * @typedef {ClockChoice & {left_ms: number[], running: number|null, at: number}} Clock
 * @typedef {{id: string, version: number, game: string, board: Board, seats: Seat[], position: Position,
 *   state: 'waiting'|'running'|'over', result: Result|null, clock: Clock|null, draw_offer: number|null,
 *   undo_offer: number|null, evaluation: {ply: number, value: Value}|null,
 *   can: {move: boolean, undo: boolean, resign: boolean, draw: boolean, hint: boolean}}} Table
 * @typedef {{id: string, game: string, title: string, players: string[], result: Result|string|null, plies: number,
 *   updated: number|string, text: string}} Summary
 *
 * @typedef {{moves: string[], people: string, value: Value}} Line
 * @typedef {{depth: number, selective_depth: number, nodes: number, seconds: number, lines: Line[],
 *   exact: boolean}} Lines
 * @typedef {{exact: boolean, value: Value, score: number|null, best: string,
 *   moves: {move: string, people: string, value: Value, score: number|null}[], source: string}} Solution
 * @typedef {{terms: {name: string, text: string, values: number[]}[], unit: string|null,
 *   threat: null|{move: string, people: string, value: Value, line: string[]|string}}} Explanation
 *
 * @typedef {{ply: number, move: string, people: string, player: number, value: Value,
 *   best: {move: string, people: string}|null, loss: number, class: string, phase: string,
 *   themes: string[]}} ReportPly
 * @typedef {{accuracy: number[], plies: ReportPly[], graph: number[], turning_points: number[],
 *   by_phase: {phase: string, loss: number[]}[], by_theme: {theme: string, text: string, missed: number[]}[],
 *   exact: boolean}} Report
 * @typedef {{state: string, place: number, done: number, plies: number, report: Report|null, detail?: string}} ReportJob
 *
 * @typedef {{name: string, text: string, mean: number, low: number, high: number, ordinary: number, ratio: number,
 *   named: boolean}} ThemeGauge
 * @typedef {{game: string, games: number, themes: ThemeGauge[], history: {taken: number|string, means: number[]}[]}} Profile
 * @typedef {{name: string, games: number,
 *   by_level: {game: string, opponent: string, wins: number, draws: number, losses: number}[],
 *   profiles: Profile[],
 *   openings: {game: string, moves: string[]|string, people: string, games: number, score: number}[]}} PlayerPage
 *
 * @typedef {{name: string, points: number, games: number, wins: number, draws: number, losses: number,
 *   elo: number|null, error: number|null, nodes_per_second: number|null}} Standing
 * @typedef {{id?: string, state: string, done: number, games: number, standings: Standing[], crosstable: string[][],
 *    elo: any, game?: string, kind?: string, lab?: {rows: {name: string, nodes: number, mean_depth: number,
 *   first_move_share: number, seconds: number}[]}|null}} Run
 */

export {};
