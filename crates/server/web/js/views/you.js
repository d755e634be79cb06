import { Problem, call, games, get } from '../api.js';
import { h, iconButton, put } from '../dom.js';
import { counted, number, percent, t } from '../i18n.js';
import { link, note } from '../router.js';
import { myName, remember } from '../store.js';
import { confirmed, download } from '../ui/dialog.js';
import { field, wideTable } from '../ui/forms.js';
import { spark } from '../ui/graph.js';
import { complain, notify } from '../ui/notice.js';
import { titleOf } from './options.js';

/** @type {import('../main.js').View} */
export async function you(root, route, signal) {
  const all = await games();
  const title = (/** @type {string} */ game) => titleOf(all, game);
  let name = route.params.get('name') || myName() || t('you.default');
  const input = h('input', { value: name, maxlength: 40, autocomplete: 'nickname', on: { change: () => choose(input.value.trim()) } });
  const body = h('div', { class: 'stack wide' });
  put(root,
    h('header', { class: 'view-head' }, h('div', {}, h('h1', {}, t('you.title')), h('p', {}, t('you.text'))), field(t('new.name'), input)), body);

  /** @param {string} wanted */
  async function choose(wanted) {
    name = wanted || t('you.default');
    remember('name', name);
    note(link('you', [], { name }));
    await show();
  }

  async function show() {
    const path = `/players/${encodeURIComponent(name)}`;
    try {
      draw(await get(path, { signal }), path);
    } catch (error) {
      // A name without games is no fault.
      if (error instanceof Problem && error.status === 404) put(body, h('div', { class: 'panel empty' }, t('you.none')));
      else throw error;
    }
  }

  /** @param {import('../types.js').PlayerPage} player @param {string} path */
  function draw(player, path) {
    if (player.games === 0 && player.by_level.length === 0) return put(body, h('div', { class: 'panel empty' }, t('you.none')));
    const keep = () => get(`${path}/export`, { text: true }).then((text) => download(text, `${name}.json`)).catch(complain);
    const erase = async () => {
      if (!await confirmed(t('you.erase-sure', { name }), t('you.erase'))) return;
      await call('DELETE', path);
      notify(t('you.erased'));
      await show();
    };
    return put(body,
      h('div', { class: 'row' }, h('b', { class: 'grow' }, counted('you.games', 'games', player.games)),
        iconButton('download', t('you.export'), keep),
        iconButton('bin', t('you.erase'), () => erase().catch(complain), { class: 'quiet danger' })),
      player.by_level.length > 0 && results(player),
      player.profiles.map((profile) => gauges(profile, path)),
      player.openings.length > 0 && openings(player));
  }

  /** @param {import('../types.js').PlayerPage} player */
  function results(player) {
    const rows = player.by_level.map((row) => {
      const all = Math.max(1, row.wins + row.draws + row.losses);
      const part = (/** @type {string} */ kind, /** @type {number} */ count) => count > 0 && h('i', { class: kind, css: { '--share': count / all } }, count);
      return h('tr', {}, h('td', {}, title(row.game)), h('td', { class: 'left' }, row.opponent),
        h('td', { class: 'wdl-cell' }, h('span', { class: 'wdl', 'aria-label': `${row.wins} – ${row.draws} – ${row.losses}` }, part('w', row.wins), part('d', row.draws), part('l', row.losses))));
    });
    return h('section', { class: 'panel' }, h('h2', {}, t('you.levels')), wideTable(t('you.levels'),
      h('thead', {}, h('tr', {}, h('th', {}, t('new.game')), h('th', { class: 'left' }, t('you.opponent')), h('th', { class: 'left' }, t('you.record')))), h('tbody', {}, rows)));
  }

  /** @param {import('../types.js').Profile} profile @param {string} path */
  function gauges(profile, path) {
    const most = Math.max(0.05, ...profile.themes.map((theme) => Math.max(theme.high, theme.ordinary)));
    const rows = profile.themes.map((theme, index) => h('li', { class: `gauge ${theme.named ? 'named' : ''}` },
      h('span', {}, theme.text, theme.named && h('em', {}, t('you.named'))),
      h('span', {
        class: 'gauge-bar', role: 'img', 'aria-label': `${percent(theme.mean)} (${percent(theme.low)} – ${percent(theme.high)}), ${t('you.ordinary')} ${percent(theme.ordinary)}`,
        css: { '--mean': theme.mean / most, '--low': theme.low / most, '--high': theme.high / most, '--ordinary': theme.ordinary / most },
      }, h('i', { class: 'band' }), h('i', { class: 'ordinary' }), h('i', { class: 'mean' })),
      h('span', { class: 'figure' }, percent(theme.mean)),
      profile.history.length > 1 ? spark(profile.history.map((moment) => moment.means[index] ?? 0)) : h('span')));
    const forget = () => call('DELETE', `${path}/profiles/${profile.game.split(':')[0]}`).then(show).catch(complain);
    return h('section', { class: 'panel' },
      h('div', { class: 'panel-head' }, h('h2', {}, t('you.profile', { game: title(profile.game) })), h('span', { class: 'muted small' }, counted('you.games', 'games', profile.games))),
      h('p', { class: 'muted small' }, t('you.gauge-help')), h('ul', { class: 'gauges' }, rows),
      h('div', { class: 'row end' }, iconButton('bin', t('you.forget'), forget, { class: 'quiet small' })));
  }

  /** @param {import('../types.js').PlayerPage} player */
  function openings(player) {
    const rows = player.openings.map((row) => {
      const moves = Array.isArray(row.moves) ? row.moves.join(' ') : row.moves;
      return h('tr', {}, h('td', {}, h('a', { href: link('analyse', [], { game: row.game, moves }) }, row.people)), h('td', { class: 'left' }, title(row.game)),
        h('td', {}, number(row.games)), h('td', {}, percent(row.score)));
    });
    return h('section', { class: 'panel' }, h('h2', {}, t('you.openings')), wideTable(t('you.openings'),
      h('thead', {}, h('tr', {}, h('th', {}, t('you.opening')), h('th', { class: 'left' }, t('new.game')), h('th', {}, t('you.times')), h('th', {}, t('you.score')))), h('tbody', {}, rows)));
  }

  await show();
}
