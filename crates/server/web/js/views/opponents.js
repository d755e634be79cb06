import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { myName, recall, remember } from '../store.js';
import { chips, field, select } from '../ui/forms.js';

/**
 * Who plays. Both forms give the seats as the server wants them.
 *
 * @typedef {import('../types.js').Game} Game
 * @typedef {import('../types.js').Board} Board
 * @typedef {import('../types.js').SeatChoice} SeatChoice
 * @typedef {{element: HTMLElement, seats: () => SeatChoice[]}} SeatsForm
 */

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** @param {(name: string) => void} onName */
function nameField(onName) {
  const input = h('input', {
    value: myName() || t('you.default'), maxlength: 40, autocomplete: 'nickname', on: { input: () => onName(input.value.trim()) },
  });
  return field(t('new.name'), input);
}

/** @returns {SeatChoice} */
const me = () => ({ kind: 'human', name: myName() || t('you.default') });

/**
 * Two players: an opponent and a side.
 * @param {Game} game @param {Board} board @param {(name: string) => void} onName @returns {SeatsForm}
 */
export function opponentForm(game, board, onName) {
  const state = { ...{ kind: 'level', level: 3, side: -1, style: 'exploit' }, ...recall('opponent', {}), bot: game.bots[0]?.name ?? '' };
  const kinds = [
    { value: 'level', text: t('seat.level') },
    ...(game.bots.length > 0 ? [{ value: 'bot', text: t('seat.bot') }] : []),
    ...(game.adaptive ? [{ value: 'adaptive', text: t('seat.adaptive') }] : []),
    ...(game.solver ? [{ value: 'perfect', text: t('seat.perfect') }] : []),
    { value: 'open', text: t('seat.friend') },
    { value: 'human', text: t('seat.hot') },
  ];
  if (!kinds.some(({ value }) => value === state.kind)) state.kind = 'level';
  const more = h('div', { class: 'more' });
  const keep = () => remember('opponent', { kind: state.kind, level: state.level, side: state.side, style: state.style });
  const detail = () => {
    keep();
    const levels = LEVELS.map((level) => ({ value: level, text: String(level) }));
    /** @type {Record<string, () => (Node|string)[]>} */
    const forms = {
      level: () => [chips(t('seat.level-legend'), levels, state.level, (level) => { state.level = level; detail(); }),
        h('p', { class: 'muted small' }, t(`level.${state.level}`))],
      bot: () => [chips(t('seat.bot-legend'), game.bots.map((bot) => ({ value: bot.name, text: bot.name })), state.bot, (bot) => { state.bot = bot; detail(); }),
        h('p', { class: 'muted small' }, game.bots.find((bot) => bot.name === state.bot)?.text ?? '')],
      adaptive: () => [chips(t('seat.style'), ['exploit', 'classic'].map((style) => ({ value: style, text: t(`style.${style}`) })), state.style, (style) => { state.style = style; detail(); }),
        h('p', { class: 'muted small' }, t(`style.${state.style}-text`))],
      perfect: () => [h('p', { class: 'muted small' }, t('seat.perfect-text'))],
      open: () => [h('p', { class: 'muted small' }, t('seat.friend-text'))],
      human: () => [h('p', { class: 'muted small' }, t('seat.hot-text'))],
    };
    put(more, forms[state.kind]());
  };
  detail();
  const sides = [
    ...board.player_names.map((name, seat) => ({ value: seat, text: seat === 0 ? t('side.first', { player: name }) : name })),
    { value: -1, text: t('side.random') },
  ];
  const element = h('div', { class: 'stack' },
    chips(t('new.opponent'), kinds, state.kind, (kind) => { state.kind = kind; detail(); }), more,
    chips(t('new.side'), sides, state.side, (side) => { state.side = side; keep(); }), nameField(onName));

  /** @returns {SeatChoice} */
  const opponent = () => {
    switch (state.kind) {
      case 'level': return { kind: 'level', level: state.level };
      case 'bot': return { kind: 'bot', name: state.bot };
      case 'adaptive': return { kind: 'adaptive', style: state.style };
      case 'human': return { kind: 'human', name: t('seat.guest') };
      default: return { kind: state.kind };
    }
  };
  return {
    element,
    seats: () => {
      const mine = state.side < 0 ? Math.floor(Math.random() * 2) : state.side;
      return mine === 0 ? [me(), opponent()] : [opponent(), me()];
    },
  };
}

/** More than two players: a choice for every seat. @param {Game} game @param {Board} board @returns {SeatsForm} */
export function seatsForm(game, board) {
  /** @type {[string, string][]} */
  const choices = [
    ['human', t('seat.you')],
    ...LEVELS.map((level) => /** @type {[string, string]} */ ([`level:${level}`, t('seat.level-n', { level })])),
    ...game.bots.map((bot) => /** @type {[string, string]} */ ([`bot:${bot.name}`, `${t('seat.bot')}: ${bot.name}`])),
    ['open', t('seat.friend')],
  ];
  /** @type {string[]} */
  const chosen = board.player_names.map((_, seat) => (seat === 0 ? 'human' : 'level:3'));
  const rows = board.player_names.map((name, seat) => field(name, select(choices, chosen[seat], (value) => { chosen[seat] = value; })));
  return {
    element: h('fieldset', {}, h('legend', {}, t('new.seats')), h('div', { class: 'option-grid' }, rows)),
    seats: () => chosen.map((choice) => {
      const [kind, rest] = choice.split(':');
      if (kind === 'human') return me();
      if (kind === 'level') return { kind, level: Number(rest) };
      return kind === 'bot' ? { kind, name: rest } : { kind };
    }),
  };
}
