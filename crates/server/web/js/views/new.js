import { boardOf, games, post } from '../api.js';
import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { go, link, note } from '../router.js';
import { myName, recall, remember, sitDown } from '../store.js';
import { smallBoard } from '../ui/boardbox.js';
import { chips } from '../ui/forms.js';
import { complain, words } from '../ui/notice.js';
import { gameOptions } from './options.js';
import { opponentForm, seatsForm } from './opponents.js';

/** Minutes and seconds per move. @type {[string, number|null, number][]} */
const CLOCKS = [['none', null, 0], ['1+0', 1, 0], ['3+2', 3, 2], ['5+3', 5, 3], ['10+5', 10, 5], ['30+20', 30, 20]];

/** @type {import('../main.js').View} */
export async function newGame(root, route, signal) {
  const all = await games();
  const wanted = route.params.get('game') ?? recall('last-game', all[0].default);
  const family = (/** @type {string} */ name) => all.find((game) => game.name === name.split(':')[0]
    || game.presets.some(([preset]) => preset === name)) ?? all[0];
  const state = {
    game: wanted,
    of: family(wanted),
    /** @type {import('../types.js').Board|null} */
    board: null,
    clock: recall('clock', 'none'),
    /** @type {() => import('../types.js').SeatChoice[]} */
    seats: () => [],
  };
  const picture = h('div', { class: 'new-board' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const [options, opponents] = [h('div'), h('div')];
  const start = h('button', { class: 'primary large', type: 'submit' }, t('new.start'));

  /** @param {string} game */
  async function choose(game) {
    state.game = game;
    state.of = family(game);
    try {
      const board = await boardOf(game);
      if (signal.aborted || state.game !== game) return;
      state.board = board;
      put(picture, smallBoard(board, board.position.scene));
      trouble.hidden = true;
      start.disabled = false;
      const form = board.players === 2 ? opponentForm(state.of, board, (name) => remember('name', name)) : seatsForm(state.of, board);
      put(opponents, form.element);
      state.seats = form.seats;
      note(link('new', [], { game }));
    } catch (error) {
      const { text, more } = words(error);
      put(trouble, text, more && h('small', {}, more));
      trouble.hidden = false;
      start.disabled = true;
    }
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    start.disabled = true;
    const [, minutes, seconds] = CLOCKS.find(([name]) => name === state.clock) ?? CLOCKS[0];
    const clock = minutes === null ? null : { base_ms: minutes * 60000, increment_ms: seconds * 1000 };
    try {
      const made = await post('/tables', { game: state.game, seats: state.seats(), clock, position: route.params.get('position') });
      sitDown({ id: made.id, token: made.token, seats: made.seats, game: state.game, title: state.of.title, at: Date.now() });
      remember('last-game', state.game);
      go(link('play', [made.id]));
    } catch (error) {
      complain(error);
      start.disabled = false;
    }
  }

  const families = all.map((game) => ({ value: game.name, text: game.title }));
  const showOptions = () => put(options, gameOptions(state.of, state.game, (game) => choose(game)));
  const pick = (/** @type {string} */ name) => {
    const game = all.find((one) => one.name === name) ?? all[0];
    choose(game.default);
    showOptions();
  };
  const clocks = CLOCKS.map(([name]) => ({ value: name, text: name === 'none' ? t('clock.none') : name }));
  put(root,
    h('header', { class: 'view-head' }, h('div', {}, h('h1', {}, t('new.title')))),
    h('form', { class: 'new-form', on: { submit } },
      h('div', { class: 'stack' },
        h('section', { class: 'panel stack' }, chips(t('new.game'), families, state.of.name, pick), options, trouble),
        h('section', { class: 'panel stack' }, opponents,
          chips(t('clock'), clocks, state.clock, (name) => { state.clock = name; remember('clock', name); })),
        h('div', { class: 'row start-row' }, start)),
      h('aside', {}, picture)));
  if (!myName()) remember('name', t('you.default'));
  await choose(wanted);
  showOptions();
}

