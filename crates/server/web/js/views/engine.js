import { ROOT, call, post } from '../api.js';
import { h, iconButton, put } from '../dom.js';
import { compact, number, t } from '../i18n.js';
import { recall, remember } from '../store.js';
import { listen } from '../stream.js';
import { select } from '../ui/forms.js';
import { complain, connectionLost, words } from '../ui/notice.js';
import { chances, valueText } from '../values.js';

/** Analyses of a tab have one name: clients take turns. */
const CLIENT = crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** The first move is analysed at once; whoever walks on quickly wants an analysis only where the walk ends. */
const SETTLE_MS = 250;

/**
 * Lines of the engine for the position that is looked at, as they come. The analysis is asked for together with the position
 * (`coming`), not after it: that is one way to the server and back less until the first line.
 * @param {{
 *   place: () => import('../types.js').Place,
 *   coming: () => Promise<import('../types.js').Position>,
 *   names: () => string[],
 *   shown: (lines: import('../types.js').Line[]) => void,
 *   play: (moves: string[]) => void,
 * }} page
 */
export function enginePanel(page) {
  const state = { on: recall('engine', true), lines: recall('lines', 3) };
  const body = h('div', { class: 'lines-box', 'aria-live': 'off' });
  const status = h('span');
  const toggle = h('div');
  /** @type {{close: () => void}|null} */
  let stream = null;
  /** @type {string|null} */
  let running = null;
  let timer = 0;
  let turn = 0;
  let asked = -Infinity;

  function stop() {
    clearTimeout(timer);
    turn += 1;
    stream?.close();
    stream = null;
    if (running) call('DELETE', `/analyses/${running}`).catch(() => {});
    running = null;
  }

  /** Asks for lines; done when they are on their way, or will not come soon. @returns {Promise<void>} */
  async function refresh() {
    stop();
    page.shown([]);
    put(status);
    drawToggle();
    if (!state.on) return put(body, h('p', { class: 'muted' }, t('analyse.idle')));
    body.classList.add('old');
    const hurries = performance.now() - asked < SETTLE_MS;
    asked = performance.now();
    if (hurries) timer = setTimeout(begin, SETTLE_MS);
    else await begin();
    return undefined;
  }

  async function begin() {
    const mine = turn;
    await start().catch((error) => {
      if (mine !== turn) return;
      const { text, more } = words(error);
      put(body, h('p', { class: 'muted' }, text, ' ', more));
      body.classList.remove('old');
    });
  }

  async function start() {
    const mine = turn;
    const wanted = post('/analyses', { ...page.place(), lines: state.lines, time_ms: 15000, depth: null, client: CLIENT });
    // What goes wrong is told below, once the position is there.
    wanted.catch(() => {});
    const position = await page.coming().catch(() => null);
    const made = await wanted;
    // Meanwhile one may have gone on, or there is no such position: then this analysis is nobody's.
    if (mine !== turn || !position) return void call('DELETE', `/analyses/${made.id}`).catch(() => {});
    running = made.id;
    stream = listen(made.events.replace(ROOT, ''), {
      on: {
        queued: ({ place }) => put(status, t('analyse.queued', { place })),
        line: (data) => show(data, position.to_move),
        done: ({ reason }) => { running = null; if (reason === 'proven') status.append(` · ${t('analyse.proven')}`); },
        failed: (problem) => { running = null; put(body, h('p', { class: 'muted' }, problem.detail, ' ', problem.hint)); },
      },
      ends: ['done', 'failed'],
      lost: () => connectionLost(true),
      found: () => connectionLost(false),
      refused: complain,
    });
  }

  /** @param {import('../types.js').Lines} data @param {number} toMove */
  function show(data, toMove) {
    body.classList.remove('old');
    put(status, t('analyse.depth', { depth: data.depth, nodes: compact(data.nodes), seconds: number(data.seconds, 1) }));
    const names = page.names();
    put(body, h('ol', { class: 'lines' }, data.lines.map((line) => {
      const shares = chances(line.value, toMove, names.length);
      return h('li', {}, h('button', { type: 'button', class: 'line', on: { click: () => page.play(line.moves.slice(0, 1)) } },
        h('b', { class: 'value', css: { '--share': shares ? shares[0] : 0.5 } }, valueText(line.value, toMove, names)),
        h('span', { class: 'line-moves' }, line.people)));
    })));
    page.shown(data.lines);
  }

  function drawToggle() {
    put(toggle, iconButton(state.on ? 'stop' : 'play', state.on ? t('analyse.stop') : t('analyse.start'), () => {
      state.on = !state.on;
      remember('engine', state.on);
      refresh();
    }, { class: state.on ? 'quiet' : 'primary' }));
  }

  const lines = select([1, 2, 3, 5].map((count) => [String(count), `${count}`]), String(state.lines), (value) => {
    state.lines = Number(value);
    remember('lines', state.lines);
    refresh();
  }, { 'aria-label': t('analyse.lines'), class: 'narrow' });
  const element = h('section', { class: 'panel' },
    h('div', { class: 'panel-head lines-head' }, h('h2', {}, t('analyse.engine')),
      h('div', { class: 'row' }, h('label', { class: 'row small muted' }, t('analyse.lines'), lines), toggle)),
    h('p', { class: 'muted small engine-status' }, status), body,
    page.names().length === 2 && h('p', { class: 'muted small' }, t('analyse.view', { player: page.names()[0] })));
  return { element, refresh, stop };
}
