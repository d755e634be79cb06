import { ROOT, call, post } from './api.js';
import { listen } from './stream.js';

/** A short look is enough for a bar. */
const LOOK_MS = 500;

/** The server values new positions by itself; only what it has not valued until then is asked for. */
const PATIENCE_MS = 400;

const CLIENT = crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/**
 * Values for positions that nobody has valued, such as the one where a page is opened.
 * @param {(ply: number, value: import('./types.js').Value, toMove: number) => void} onValue
 */
export function evaluator(onValue) {
  let turn = 0;
  let timer = 0;
  /** What is being valued. */
  let asked = '';
  /** @type {{close: () => void}|null} */
  let stream = null;

  function stop() {
    turn += 1;
    asked = '';
    clearTimeout(timer);
    stream?.close();
    stream = null;
  }

  /** @param {number} ply @param {import('./types.js').Place} place @param {number} toMove */
  function ask(ply, place, toMove) {
    const key = JSON.stringify(place);
    // A table changes in many ways that leave the position as it is.
    if (key === asked) return;
    stop();
    asked = key;
    const mine = turn;
    timer = setTimeout(async () => {
      const made = await post('/analyses', { ...place, lines: 1, time_ms: LOOK_MS, depth: null, client: CLIENT }).catch(() => null);
      // A bar without a value is no trouble worth a notice.
      if (!made) return;
      if (mine !== turn) return void call('DELETE', `/analyses/${made.id}`).catch(() => {});
      stream = listen(made.events.replace(ROOT, ''), {
        on: { line: ({ lines }) => { if (mine === turn && lines[0]) onValue(ply, lines[0].value, toMove); } },
        ends: ['done', 'failed'],
      });
    }, PATIENCE_MS);
  }

  return { ask, stop };
}
