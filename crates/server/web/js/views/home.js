import { boardOf, games, get, positionOf, query, sentence } from '../api.js';
import { h, icon, put } from '../dom.js';
import { ago, counted, t } from '../i18n.js';
import { link } from '../router.js';
import { myTables } from '../store.js';
import { liveBoard, smallBoard } from '../ui/boardbox.js';
import { same, titleOf } from './options.js';

/** @type {import('../main.js').View} */
export async function home(root, _route, signal) {
  const all = await games();
  const recent = h('section', { class: 'stack', hidden: true });
  put(root,
    h('section', { class: 'hero' }, h('h1', {}, t('home.title')), h('p', {}, t('home.text'))),
    recent,
    h('section', { class: 'shelf', 'aria-label': t('home.games') }, all.map((game) => card(game, signal))));
  showRecent(recent, all, signal).catch(() => {
    // Games of the past are an extra: without them the shelf is still there.
  });
}

/** @param {import('../types.js').Game} game @param {AbortSignal} signal */
function card(game, signal) {
  const picture = h('div', { class: 'card-board' });
  const shown = game.sample;
  // Boards come when they are about to be seen.
  const eye = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    eye.disconnect();
    boardOf(shown.game).then((board) => put(picture, liveBoard(board, shown.moves, signal))).catch(() => {});
  }, { rootMargin: '80px' });
  eye.observe(picture);
  signal.addEventListener('abort', () => eye.disconnect());
  const preset = (/** @type {[string, string]} */ [name, full]) => h('a', { class: 'preset', href: link('new', [], { game: full }) }, sentence(name));
  // A single preset that is the game itself says nothing.
  const presets = game.presets.filter(([, full]) => game.presets.length > 1 || !same(game, full, game.default));
  return h('article', { class: 'card' },
    picture,
    h('div', { class: 'card-text' },
      h('h2', {}, h('a', { href: link('new', [], { game: game.default }) }, game.title)),
      h('p', { class: 'muted small' }, game.summary),
      h('p', { class: 'presets' },
        presets.slice(0, 3).map(preset),
        h('a', { class: 'preset', href: link('analyse', [], { game: game.default }) }, icon('lens'), t('way.analyse')))));
}

/** @param {HTMLElement} section @param {import('../types.js').Game[]} all @param {AbortSignal} signal */
async function showRecent(section, all, signal) {
  const ids = myTables().map((table) => table.id).slice(0, 12);
  if (ids.length === 0) return;
  /** @type {import('../types.js').Summary[]} */
  const found = await get(`/tables${query({ mine: ids.join(','), limit: 12 })}`, { signal });
  const tables = found.filter((table) => ids.includes(table.id)).slice(0, 6);
  if (tables.length === 0) return;
  section.hidden = false;
  put(section, h('h2', {}, t('home.recent')), h('div', { class: 'recent' }, tables.map((table) => recentCard(table, titleOf(all, table.game), signal))));
}

/** @param {import('../types.js').Summary} table @param {string} title @param {AbortSignal} signal */
function recentCard(table, title, signal) {
  const picture = h('div', { class: 'recent-board' });
  Promise.all([boardOf(table.game), positionOf({ game: table.game, position: table.text }, signal)])
    .then(([board, position]) => put(picture, smallBoard(board, position.scene))).catch(() => {});
  const result = typeof table.result === 'string' ? table.result : table.result?.text;
  return h('a', { class: 'recent-card', href: link('play', [table.id]) }, picture,
    h('span', {}, h('b', {}, title),
      h('small', { class: 'muted' }, table.players.map((name) => name || t('seat.open')).join(' – ')),
      h('small', { class: 'muted' }, h('span', { class: result ? '' : 'go-on' }, result ?? t('home.continue')),
        ` · ${[counted('home.plies', 'plies', table.plies), result && ago(table.updated)].filter(Boolean).join(' · ')}`)));
}
