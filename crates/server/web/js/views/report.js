import { boardOf, get, positionOf, post } from '../api.js';
import { newBoard } from '../board/board.js';
import { replay, touched } from '../board/scene.js';
import { h, icon, put } from '../dom.js';
import { number, percent, t } from '../i18n.js';
import { link } from '../router.js';
import { myTable } from '../store.js';
import { wideTable } from '../ui/forms.js';
import { graph } from '../ui/graph.js';
import { MoveList, walkByKeys } from '../ui/moves.js';
import { words } from '../ui/notice.js';
import { chances } from '../values.js';
import { seatNames } from './seats.js';

/** How often the server is asked how far it is. */
const ASK_MS = 700;

/** From here on a move is worth talking about. */
const TOLD = new Set(['inaccuracy', 'mistake', 'blunder']);

/**
 * The server counts the plies before a move; here a ply is the position after it, and 0 the beginning.
 * @param {import('../types.js').Report} made @returns {import('../types.js').Report}
 */
function afterMoves(made) {
  const [first] = made.plies;
  const start = first && chances(first.value, first.player, made.accuracy.length);
  return {
    ...made,
    plies: made.plies.map((one) => ({ ...one, ply: one.ply + 1 })),
    turning_points: made.turning_points.map((ply) => ply + 1),
    graph: [start ? start[0] : 1 / made.accuracy.length, ...made.graph],
  };
}

/** @type {import('../main.js').View} */
export async function report(root, route, signal) {
  const id = route.params.get('table');
  let [game, start, moves] = [route.params.get('game'), route.params.get('start'), (route.params.get('moves') ?? '').split(' ').filter(Boolean)];
  /** @type {string[]|null} */
  let names = null;
  if (id) {
    /** @type {import('../types.js').Table} */
    const table = await get(`/tables/${id}`, { token: myTable(id)?.token });
    [game, start, moves] = [table.game, table.position.start, table.position.history];
    names = seatNames(table);
  }
  const head = h('header', { class: 'view-head' }, h('div', {}, h('h1', {}, t('report.title')), h('p', {}, t('report.text'))));
  if (!game || moves.length === 0) return put(root, head, h('div', { class: 'panel empty' }, t('report.none')));
  const board = await boardOf(game);
  const progress = h('progress', { max: moves.length, value: 0 });
  const status = h('p', { class: 'muted', role: 'status' });
  const body = h('div', {}, h('div', { class: 'panel stack' }, status, progress));
  put(root, head, body);
  const players = names ?? board.player_names;
  const made = await post('/report', { game, start, moves, nodes: 20000 });
  wait(made.id).catch((error) => {
    if (signal.aborted) return;
    const { text, more } = words(error);
    put(body, h('div', { class: 'panel empty' }, text, ' ', more));
  });
  return undefined;

  /** @param {string} job */
  async function wait(job) {
    for (;;) {
      /** @type {import('../types.js').ReportJob} */
      const state = await get(`/reports/${job}`, { signal });
      if (state.state === 'done' && state.report) return show(afterMoves(state.report));
      if (state.state === 'failed') return put(body, h('div', { class: 'panel empty' }, state.detail ?? t('report.failed')));
      progress.value = state.done;
      put(status, state.state === 'queued' ? t('report.queued', { place: state.place }) : t('report.running', { done: state.done, plies: state.plies }));
      await new Promise((resolve) => { setTimeout(resolve, ASK_MS); });
    }
  }

  /** @param {import('../types.js').Report} made */
  async function show(made) {
    const position = await positionOf({ game: game ?? '', position: start, moves });
    const first = (await positionOf({ game: game ?? '', position: start })).scene;
    const scenes = replay(first, position.effects);
    const view = newBoard();
    view.lay(board, { start: first });
    const list = new MoveList(board.players, (ply) => go(ply));
    const notes = new Map(made.plies.map((ply) => [ply.ply, TOLD.has(ply.class) ? `is-${ply.class}` : '']));
    const course = graph(made.graph, { label: t('report.graph-label', { player: players[0] }), marks: made.turning_points, onGo: (ply) => go(ply) });
    const comment = h('p', { class: 'comment', role: 'status' });

    /** @param {number} ply */
    function go(ply) {
      const effects = position.effects[ply - 1] ?? [];
      view.show({ scene: scenes[ply], last: touched(effects), effects: ply === list.at + 1 ? effects : [], marked: ply === moves.length ? position.marked : [] });
      list.show(position.people_history, ply, notes);
      course.point(ply);
      const told = made.plies.find((one) => one.ply === ply);
      put(comment, told && [h('b', { class: `is-${told.class}` }, `${told.people}: ${t(`class.${told.class}`)}`),
        told.best && told.best.move !== told.move && ` · ${t('report.better', { move: told.best.people })}`,
        told.loss >= 0.01 && ` · ${t('report.lost', { chance: percent(told.loss) })}`]);
    }
    walkByKeys(list, signal);
    root.dataset.set = view.dataset.set ?? '';
    put(body, h('div', { class: 'report-page' },
      h('div', { class: 'stack' }, accuracies(made),
        h('section', { class: 'panel' }, h('h2', {}, t('report.graph')), course.element,
          h('p', { class: 'muted small' }, t('report.graph-label', { player: players[0] })), made.exact && h('p', { class: 'muted small' }, t('report.exact'))),
        turning(made, go), mistakes(made, go), tables(made)),
      h('div', { class: 'stack report-board' }, h('div', { class: 'board-box' }, view), comment, h('div', { class: 'panel' }, list.element),
        h('a', { class: 'button', href: link('analyse', [], { game, position: start, moves: moves.join(' ') }) }, icon('lens'), t('way.analyse')))));
    go(made.turning_points[0] ?? moves.length);
    root.dataset.set = view.dataset.set ?? '';
  }

  /** @param {import('../types.js').Report} made */
  function accuracies(made) {
    const card = (/** @type {number} */ value, /** @type {number} */ seat) => h('div', { class: `panel accuracy owner-${seat}` },
      h('span', { class: 'row' }, h('i', { class: 'swatch' }), players[seat]), h('b', {}, number(value, 1)), h('span', { class: 'muted small' }, t('report.accuracy')),
      h('span', { class: 'meter', css: { '--size': value / 100 } }));
    return h('div', { class: 'accuracies' }, made.accuracy.map(card));
  }

  /** @param {import('../types.js').ReportPly} one @param {(ply: number) => void} go */
  function item(one, go) {
    return h('li', {}, h('button', { type: 'button', class: 'told', on: { click: () => go(one.ply) } },
      h('span', { class: `tag is-${one.class}` }, t(`class.${one.class}`)),
      h('span', {}, h('b', {}, `${Math.ceil(one.ply / board.players)}. ${one.people}`), ' ', h('span', { class: 'muted' }, players[one.player]), h('br'),
        one.best && one.best.move !== one.move && h('span', { class: 'small' }, t('report.better', { move: one.best.people }), ' · ', t('report.lost', { chance: percent(one.loss) })))));
  }

  /** @param {import('../types.js').Report} made @param {(ply: number) => void} go */
  function turning(made, go) {
    const found = made.turning_points.flatMap((ply) => made.plies.filter((one) => one.ply === ply));
    return h('section', { class: 'panel' }, h('h2', {}, t('report.turning')),
      found.length > 0 ? h('ul', {}, found.map((one) => item(one, go))) : h('p', { class: 'muted' }, t('report.turning-none')));
  }

  /** @param {import('../types.js').Report} made @param {(ply: number) => void} go */
  function mistakes(made, go) {
    const found = made.plies.filter((one) => TOLD.has(one.class)).sort((a, b) => b.loss - a.loss).slice(0, 12);
    return h('section', { class: 'panel' }, h('h2', {}, t('report.mistakes')),
      found.length > 0 ? h('ul', {}, found.map((one) => item(one, go))) : h('p', { class: 'muted' }, t('report.mistakes-none')));
  }

  /** @param {import('../types.js').Report} made */
  function tables(made) {
    const heads = (/** @type {string} */ name) => h('thead', {}, h('tr', {}, h('th', {}, name), players.map((player) => h('th', {}, player))));
    const phases = made.by_phase.map((row) => h('tr', {}, h('td', {}, t(`phase.${row.phase}`)), row.loss.map((loss) => h('td', {}, percent(loss)))));
    const themes = made.by_theme.map((row) => h('tr', {}, h('td', {}, row.text), row.missed.map((missed) => h('td', {}, missed))));
    return h('div', { class: 'two' },
      h('section', { class: 'panel' }, h('h2', {}, t('report.phases')), wideTable(t('report.phases'), heads(t('report.phase')), h('tbody', {}, phases))),
      themes.length > 0 && h('section', { class: 'panel' }, h('h2', {}, t('report.themes')), wideTable(t('report.themes'), heads(t('report.theme')), h('tbody', {}, themes))));
  }
}
