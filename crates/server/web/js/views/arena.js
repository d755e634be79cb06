import { call, games, get, post } from '../api.js';
import { h, iconButton, put } from '../dom.js';
import { compact, number, percent, t } from '../i18n.js';
import { go, link } from '../router.js';
import { listen } from '../stream.js';
import { chips, field, select, wideTable } from '../ui/forms.js';
import { complain, connectionLost } from '../ui/notice.js';
import { signed } from '../values.js';
import { allGames, titleOf } from './options.js';

/** @type {import('../main.js').View} */
export async function arena(root, route, signal) {
  return route.args[0] ? oneRun(root, route.args[0], signal) : allRuns(root);
}

const head = () => h('header', { class: 'view-head' }, h('div', {}, h('h1', {}, t('arena.title')), h('p', {}, t('arena.text'))));

/** @param {HTMLElement} root */
async function allRuns(root) {
  const [all, runs] = await Promise.all([games(), get('/runs')]);
  // Matches are quickest to look at where perfect play is known.
  const state = { kind: 'match', game: (all.find((game) => game.quick_solver) ?? all[0]).default };
  const nodes = h('input', { type: 'number', min: 1000, max: 10000000, value: 20000 });
  const sets = h('input', { placeholder: 'alphabeta;alphabeta,table;all' });
  const choices = allGames(all);
  const players = h('textarea', { value: 'level:2\nlevel:4', rows: 4 });
  const count = h('input', { type: 'number', min: 2, max: 2000, value: 20 });
  const openings = h('input', { value: 'random:4' });
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    const names = players.value.split('\n').map((line) => line.trim()).filter(Boolean);
    const wanted = state.kind === 'lab' ? { nodes: Number(nodes.value), sets: sets.value.trim() || null }
      : { players: names, games: Number(count.value), openings: openings.value.trim() || 'start' };
    post('/runs', { ...state, ...wanted, seed: 1 })
      .then(({ id }) => go(link('arena', [id]))).catch(complain);
  };
  const rows = runs.map((/** @type {import('../types.js').Run} */ run) => h('li', {}, h('a', { class: 'run-link', href: link('arena', [run.id ?? '']) },
    h('b', {}, run.standings.map((one) => one.name).join(' – ') || t(`arena.${run.kind}`)), h('span', { class: 'muted small' },
      [run.game && titleOf(all, run.game), progress(run), t(`state.${run.state}`)].filter(Boolean).join(' · ')))));
  const contest = h('div', { class: 'stack' }, field(t('arena.players'), players, t('arena.players-help')),
    h('div', { class: 'option-grid' }, field(t('arena.games'), count), field(t('arena.openings'), openings)));
  const lab = h('div', { class: 'stack', hidden: true }, h('p', { class: 'muted small' }, t('arena.lab-text')),
    field(t('arena.sets'), sets, t('arena.sets-help')), field(t('arena.nodes'), nodes));
  put(root, head(), h('div', { class: 'two' },
    h('form', { class: 'panel stack', on: { submit: start } },
      chips(t('arena.kind'), ['match', 'tournament', 'lab'].map((kind) => ({ value: kind, text: t(`arena.${kind}`) })), state.kind, (kind) => {
        state.kind = kind;
        [contest.hidden, lab.hidden] = [kind === 'lab', kind !== 'lab'];
      }),
      field(t('new.game'), select(choices, state.game, (game) => { state.game = game; })),
      contest, lab,
      h('button', { class: 'primary', type: 'submit' }, t('arena.start'))),
    h('section', { class: 'panel' }, h('h2', {}, t('arena.runs')), rows.length > 0 ? h('ul', {}, rows) : h('p', { class: 'muted' }, t('arena.none')))));
}

/** @param {HTMLElement} root @param {string} id @param {AbortSignal} signal */
async function oneRun(root, id, signal) {
  const all = await games();
  const body = h('div', { class: 'stack' });
  put(root, head(), body);
  const stop = () => call('DELETE', `/runs/${id}`).catch(complain);

  /** @param {import('../types.js').Run} run */
  function show(run) {
    const going = run.state === 'running' || run.state === 'queued';
    put(body,
      h('div', { class: 'panel stack' }, h('div', { class: 'panel-head' }, h('b', {}, [run.game && titleOf(all, run.game), t(`state.${run.state}`)].filter(Boolean).join(' · ')),
        h('span', { class: 'muted' }, progress(run)), going && iconButton('stop', t('arena.stop'), stop)),
      h('progress', { max: Math.max(1, run.games), value: run.done, 'aria-label': progress(run) }), verdict(run)),
      run.lab ? laboratory(run.lab) : standings(run), run.crosstable?.length > 0 && crosstable(run));
    if (!going) stream.close();
  }

  // It begins with the run as it is. An answer to another request could come later and be older.
  const stream = listen(`/runs/${id}/events`, {
    on: { run: show }, lost: () => connectionLost(true), found: () => connectionLost(false), refused: complain,
  });
  signal.addEventListener('abort', () => stream.close());
}

/** @param {import('../types.js').Run} run */
const progress = (run) => t(run.kind === 'lab' ? 'arena.searched' : 'arena.progress', { done: run.done, games: run.games });

/** What every set of techniques costs and finds. @param {NonNullable<import('../types.js').Run['lab']>} lab */
function laboratory(lab) {
  const rows = lab.rows.map((row) => h('tr', {}, h('td', {}, row.name), h('td', {}, compact(row.nodes)), h('td', {}, number(row.mean_depth, 1)),
    h('td', {}, percent(row.first_move_share)), h('td', {}, number(row.seconds, 2)), h('td', {}, row.seconds > 0 ? compact(row.nodes / row.seconds) : '')));
  const heads = ['set', 'nodes', 'depth', 'first', 'seconds', 'speed'].map((name) => h('th', {}, t(`arena.${name}`)));
  return h('section', { class: 'panel' }, h('h2', {}, t('arena.lab')), wideTable(t('arena.lab'), h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)));
}

/** @param {import('../types.js').Run} run */
function standings(run) {
  const rows = run.standings.map((one, index) => h('tr', {}, h('td', {}, h('span', { class: 'thin' }, `${index + 1}  `), one.name), h('td', {}, h('b', {}, number(one.points, 1))), h('td', {}, one.games),
    h('td', {}, `${one.wins}–${one.draws}–${one.losses}`),
    h('td', {}, one.elo === null || one.elo === undefined ? '' : signed(Math.round(one.elo)), h('span', { class: 'thin' }, one.error ? ` ± ${number(one.error)}` : '')),
    h('td', {}, one.nodes_per_second ? compact(one.nodes_per_second) : '')));
  const heads = ['player', 'points', 'games', 'wdl', 'elo', 'speed'].map((name) => h('th', {}, t(`arena.${name}`)));
  return h('section', { class: 'panel' }, h('h2', {}, t('arena.standings')), wideTable(t('arena.standings'), h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)));
}

/** Row against column, in the order of the standings. @param {import('../types.js').Run} run */
function crosstable(run) {
  const heads = run.standings.map((_, index) => h('th', {}, index + 1));
  const rows = run.crosstable.map((row, index) => h('tr', {}, h('td', {}, `${index + 1}  ${run.standings[index]?.name ?? ''}`),
    row.map((cell, column) => h('td', {}, index === column ? '·' : cell.replaceAll('-', '–')))));
  return h('section', { class: 'panel cross' }, h('h2', {}, t('arena.crosstable')), wideTable(t('arena.crosstable'),
    h('thead', {}, h('tr', {}, h('th', {}, t('arena.wdl')), heads)), h('tbody', {}, rows)));
}

/** What a match says about the first who was named. @param {import('../types.js').Run} run */
function verdict({ elo }) {
  if (!elo || elo.elo === null || elo.elo === undefined) return null;
  const error = elo.error ? ` ± ${number(elo.error)}` : '';
  const sure = elo.los === null || elo.los === undefined ? '' : ` · ${t('arena.los', { chance: percent(elo.los) })}`;
  return h('p', {}, h('b', {}, `Elo ${signed(Math.round(elo.elo))}${error}`), h('span', { class: 'muted' }, sure));
}
