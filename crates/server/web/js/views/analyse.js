import { boardOf, exportFormat, games, get, positionOf, post, query } from '../api.js';
import { newBoard } from '../board/board.js';
import { touched } from '../board/scene.js';
import { h, iconButton, put } from '../dom.js';
import { percent, t } from '../i18n.js';
import { link, note } from '../router.js';
import { click } from '../sound.js';
import { cut, endOf, grow, newTree, pathTo } from '../tree.js';
import { EvaluationBar } from '../ui/bar.js';
import { copy, openDialog, showText } from '../ui/dialog.js';
import { field, select } from '../ui/forms.js';
import { announce, complain } from '../ui/notice.js';
import { resultText } from '../values.js';
import { enginePanel } from './engine.js';
import { exactPanel } from './exact.js';
import { allGames, same } from './options.js';
import { setupPanel } from './setup.js';
import { variations } from './variations.js';
import { whyPanel } from './why.js';

/** @typedef {import('../tree.js').Branch} Branch */

/** How long the board waits until lines have been asked for. */
const FIRST_ASK_MS = 40;

/** How long what may wait for the board and the first line waits at most. */
const IDLE_MS = 200;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** @param {() => void} work */
const whenIdle = (work) => (window.requestIdleCallback ? requestIdleCallback(work, { timeout: IDLE_MS }) : setTimeout(work, IDLE_MS));

/** @type {import('../main.js').View} */
export async function analyse(root, route, signal) {
  const all = await games();
  const game = route.params.get('game') ?? all[0].default;
  const board = await boardOf(game);
  const names = board.player_names;
  let start = route.params.get('position');
  const tree = newTree();
  /** @type {Branch} */
  let here = tree;
  /** @type {import('../types.js').Position|null} */
  let position = null;
  /** The position that was asked for last. @type {Promise<import('../types.js').Position>} */
  let coming = Promise.resolve(board.position);
  /** @type {import('../board/marks.js').Arrow[]} */
  let arrows = [];
  /** @type {import('../board/marks.js').Badge[]} */
  let badges = [];
  let asked = 0;

  const view = newBoard();
  view.lay(board, { start: board.position.scene });
  const bar = new EvaluationBar(names);
  bar.beside(view);
  const [treeBox, about, books] = [h('div'), h('p', { class: 'about', role: 'status' }), h('div')];
  const text = h('input', { 'aria-label': t('analyse.position'), spellcheck: 'false', class: 'figure' });
  const place = () => ({ game, position: start, moves: pathTo(here).map((node) => node.text) });
  const guide = () => { if (!setup.active()) view.guide(arrows, badges); };
  const playAll = (/** @type {string[]} */ moves) => {
    for (const move of moves) {
      const known = position?.moves.find((one) => one.text === move);
      here = grow(here, move, known?.people ?? move);
    }
    refresh(true);
  };

  const engine = enginePanel({
    place,
    coming: () => coming,
    names: () => names,
    play: playAll,
    shown: (lines) => {
      const gestures = new Map(position?.moves.map((move) => [move.text, move.gesture]));
      arrows = lines.flatMap((line, index) => {
        const cells = gestures.get(line.moves[0]);
        return cells ? [{ cells, tone: index === 0 ? /** @type {const} */ ('best') : /** @type {const} */ ('second') }] : [];
      }).slice(0, 3).reverse();
      if (lines.length > 0) bar.show(lines[0].value, position?.to_move ?? 0);
      guide();
    },
  });
  signal.addEventListener('abort', engine.stop);
  const exact = exactPanel({ place, position: () => position, names: () => names, play: playAll, badges: (list) => { badges = list; guide(); } });
  const why = whyPanel(place, () => position?.to_move ?? 0, view, board);
  const setup = setupPanel({ view, board, position: () => position, done: (wanted) => begin(wanted, []), left: () => refresh() });

  /** @param {boolean} [moving] */
  async function refresh(moving = false) {
    if (signal.aborted) return;
    asked += 1;
    const mine = asked;
    const isOld = () => mine !== asked || signal.aborted;
    bar.clear();
    arrows = [];
    badges = [];
    coming = positionOf(place(), signal);
    const lines = engine.refresh();
    try {
      const found = await coming;
      // To draw the board takes longer than to ask for lines: whoever asks first has them sooner.
      await Promise.race([lines, pause(FIRST_ASK_MS)]);
      if (isOld()) return;
      position = found;
      pathTo(here).forEach((node, index) => { node.people = found.people_history[index] ?? node.people; });
    } catch (error) {
      if (!isOld()) complain(error);
      return;
    }
    const last = position.effects[position.effects.length - 1] ?? [];
    view.show({ scene: position.scene, moves: position.moves, marked: position.marked, last: touched(last), effects: moving ? last : [] });
    guide();
    put(about, position.result ? resultText(position.result, names) : t('analyse.to-move', { player: names[position.to_move] }),
      ...position.facts.map((fact) => ` · ${fact}`));
    text.value = position.text;
    put(treeBox, variations(tree, here, (node) => { here = node; refresh(); }));
    const moves = place().moves.join(' ');
    note(link('analyse', [], { game, position: start, moves }));
    exact.refresh();
    whenIdle(() => {
      if (isOld()) return;
      why.refresh();
      showBook().catch(() => put(books));
    });
    root.dataset.set = view.dataset.set ?? '';
    if (moving) {
      click(last.some((effect) => effect.remove));
      announce(here.people);
    }
  }

  async function showBook() {
    if (start) return put(books);
    const mine = asked;
    const { moves, total } = await get(`/book${query({ game, moves: place().moves.join(' ') })}`, { signal });
    if (mine !== asked || signal.aborted) return undefined;
    const rows = moves.slice(0, 6).map((/** @type {any} */ one) => h('button', { type: 'button', class: 'exact-move', on: { click: () => playAll([one.move]) } },
      one.people, ' ', h('span', { class: 'muted' }, `${one.visits} · ${percent(one.score)}`)));
    return put(books, total > 0 && h('section', { class: 'panel' }, h('h2', {}, t('analyse.book')), h('div', { class: 'choice-row' }, rows)));
  }

  view.addEventListener('play', (event) => playAll([/** @type {CustomEvent} */ (event).detail.text]));
  view.addEventListener('typed', (event) => {
    positionOf({ ...place(), moves: [...place().moves, /** @type {CustomEvent} */ (event).detail] })
      .then((found) => playAll(found.history.slice(-1))).catch(complain);
  });

  /** @param {string} wanted @param {string[]} moves */
  async function begin(wanted, moves) {
    const found = await positionOf({ game, position: wanted || null, moves }, signal);
    start = wanted || null;
    tree.children = [];
    here = tree;
    found.history.forEach((move, index) => { here = grow(here, move, found.people_history[index]); });
    await refresh();
  }

  const importing = () => openDialog(t('analyse.import'), (close) => {
    const area = h('textarea', { rows: 8, 'aria-label': t('analyse.import') });
    const load = async () => {
      const found = await post('/import', { game, text: area.value });
      close();
      if (found.game !== game) location.hash = link('analyse', [], { game: found.game, position: found.position, moves: found.moves.join(' ') });
      else await begin(found.position ?? '', found.moves);
    };
    return [h('p', { class: 'muted' }, t('analyse.import-help')), area,
      h('button', { class: 'primary', type: 'button', on: { click: () => load().catch(complain) } }, t('analyse.import'))];
  });
  const exporting = async () => {
    const { name: format } = await exportFormat(board.family);
    const made = await post('/export', { game, start, moves: pathTo(endOf(here)).map((node) => node.text), format, players: names, result: null });
    showText(t('analyse.export'), made.text, made.filename);
  };
  const step = (/** @type {() => Branch|null|undefined} */ to) => () => {
    const next = to();
    if (next) { here = next; refresh(); }
  };
  const [back, forward] = [step(() => here.parent), step(() => here.children[0])];
  document.addEventListener('keydown', (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest('input, textarea, select, mossa-board, dialog')) return;
    if (event.key === 'ArrowLeft') back();
    if (event.key === 'ArrowRight') forward();
  }, { signal });
  const family = all.find((one) => one.name === board.family);
  const choices = allGames(all);
  const listed = choices.find(([value]) => family && value.split(':')[0] === family.name && same(family, value, game))?.[0];
  if (!listed) choices.unshift([game, `${board.title} (${game})`]);
  const setPosition = (/** @type {Event} */ event) => { event.preventDefault(); begin(text.value.trim(), []).catch(complain); };

  put(root, h('div', { class: 'game-page' },
    h('section', { class: 'board-side', 'aria-label': t('board'), css: { '--ratio': view.ratio } },
      h('div', { class: 'board-with-bar' }, bar.element, h('div', { class: 'board-box' }, view)),
      h('form', { class: 'position-row', on: { submit: setPosition } }, text, h('button', { type: 'submit', class: 'quiet' }, t('analyse.position-set')))),
    h('section', { class: 'talk-side stack' }, setup.element,
      h('div', { class: 'panel stack' },
        h('div', { class: 'panel-head tight' }, field(t('analyse.game'), select(choices, listed ?? game, (value) => { location.hash = link('analyse', [], { game: value }); })),
          view.entry !== 'column' && iconButton('flip', t('board.flip'), () => { view.flip(); bar.flip(view.frame?.flipped ?? false); guide(); }, { bare: true })),
        about, treeBox,
        h('div', { class: 'walk' },
          iconButton('first', t('moves.first'), step(() => tree), { bare: true }), iconButton('back', t('moves.back'), back, { bare: true }),
          iconButton('forward', t('moves.forward'), forward, { bare: true }), iconButton('last', t('moves.last'), step(() => endOf(here)), { bare: true }),
          iconButton('bin', t('analyse.delete'), () => { here = cut(here); refresh(); }, { bare: true }))),
      engine.element,
      h('div', { class: 'panel stack' }, exact.element,
        h('div', { class: 'tools' },
          setup.possible && iconButton('setup', t('setup.title'), setup.enter),
          iconButton('plus', t('analyse.import'), importing), iconButton('download', t('analyse.export'), () => exporting().catch(complain)),
          iconButton('share', t('analyse.share'), () => copy(location.href)),
          iconButton('chart', t('way.report'), () => { location.hash = link('report', [], { game, start, moves: pathTo(endOf(here)).map((node) => node.text).join(' ') }); }),
          iconButton('play', t('analyse.play'), () => { location.hash = link('new', [], { game, position: position?.text }); }))),
      books, why.element)));
  await begin(start ?? '', (route.params.get('moves') ?? '').split(' ').filter(Boolean)).catch((error) => { complain(error); return begin('', []); });
}
