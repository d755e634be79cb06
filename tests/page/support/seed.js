import { call, post, tableOf } from './api.js';

/** Games that are there before anybody looks: the page is judged with something on it. */

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** A table where we sit first and mossa second. @param {string} game @param {object} [opponent] */
export async function seat(game, opponent = { kind: 'level', level: 1 }, name = 'Ada') {
  const made = await post('/tables', { game, seats: [{ kind: 'human', name }, opponent], clock: { base_ms: 600_000, increment_ms: 5000 }, position: null });
  return { id: made.id, token: made.token, seats: made.seats, game, title: made.table.board.title, at: Date.now() };
}

/** What looks like a game on the pictures; where none of these is legal, any move does. */
const LIKED = ['e4', 'd4', 'Nf3', 'Be3', 'h8', 'h9', 'g8', 'i7', '4', '3', 'H5,NE,2', 'H5,NW,3', 'G6,N,2', 'l4-m5', 'n4-l6', 'k3-m5'];

/** Waits until it is our turn, or the game is over. @param {string} id */
async function ourTurn(id) {
  for (;;) {
    const table = await tableOf(id);
    if (table.state === 'over' || table.position.to_move === 0) return table;
    await pause(80);
  }
}

/** Plays some moves of ours, each answered. @param {{id: string, token: string}} table @param {number} turns */
export async function playOn({ id, token }, turns) {
  for (let turn = 0; turn < turns; turn += 1) {
    const { state, position } = await ourTurn(id);
    if (state === 'over') return;
    const texts = position.moves.map(({ people }) => people);
    const move = LIKED.find((one) => texts.includes(one)) ?? texts[(7 * turn) % texts.length];
    await post(`/tables/${id}/moves`, { move, ply: position.history.length }, { token });
  }
  await ourTurn(id);
}

/** A run of the arena that is over. */
export async function finishedRun() {
  const { id } = await post('/runs', { kind: 'tournament', game: 'mnk:3,3,3', players: ['level:1', 'level:3', 'random'], games: 4, openings: 'start', seed: 1 });
  for (;;) {
    const run = await call('GET', `/runs/${id}`);
    if (run.state !== 'running' && run.state !== 'queued') return id;
    await pause(200);
  }
}
