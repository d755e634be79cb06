import { sentence } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { chips, field, select } from '../ui/forms.js';

/**
 * The presets of a game, and all of its options. A name is put together from what differs from the default; whether
 * it is a game the server says.
 *
 * @param {import('../types.js').Game} game
 * @param {string} chosen
 * @param {(name: string) => void} onChange
 */
export function gameOptions(game, chosen, onChange) {
  const values = given(game, chosen);
  const presets = [
    ...(game.presets.some(([, full]) => same(game, full, game.default)) ? [] : [{ value: game.default, text: t('new.standard') }]),
    ...game.presets.map(([name, full]) => ({ value: full, text: sentence(name) })),
  ];
  const preset = presets.find(({ value }) => same(game, value, chosen))?.value ?? '';
  const rename = () => {
    const changed = game.options.filter(({ name }) => (values.get(name) ?? '') !== '');
    const parts = changed.map((option) => (isFlag(option) ? option.name : `${option.name}=${values.get(option.name)}`));
    onChange(parts.length > 0 ? `${game.name}:${parts.join(',')}` : game.default);
  };
  const change = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    values.set(name, value);
    rename();
  };
  const players = game.players.map((count) => ({ value: String(count), text: String(count) }));
  return h('div', { class: 'stack' },
    players.length > 1 && chips(t('new.players'), players, values.get('players') ?? players[0].value, change('players')),
    presets.length > 1 && chips(t('new.preset'), presets, preset, onChange),
    game.options.length > 0 && h('details', {}, h('summary', {}, t('new.options')),
      h('div', { class: 'option-grid' }, game.options.map((option) => field(sentence(option.meaning), input(option, values.get(option.name) ?? '', change(option.name)), ranged(option) ? option.accepts : '')))));
}

/** What a full name says: `name=value`, a flag, or a value by its place. @param {import('../types.js').Game} game @param {string} full */
function given(game, full) {
  /** @type {Map<string, string>} */
  const values = new Map();
  const parts = (full.split(':')[1] ?? '').split(',').filter(Boolean);
  parts.forEach((part, index) => {
    const [name, value] = part.split('=');
    if (value !== undefined) values.set(name, value);
    else if (game.options.some((option) => option.name === name)) values.set(name, 'on');
    else if (game.options[index]) values.set(game.options[index].name, name);
  });
  return values;
}

/** Whether two names are the same game: what they leave out is as by default. @param {import('../types.js').Game} game @param {string} one @param {string} other */
export function same(game, one, other) {
  const [first, second] = [given(game, one), given(game, other)];
  return game.options.every(({ name, default: usual }) => (first.get(name) ?? usual) === (second.get(name) ?? usual));
}

/** What a game with its options is called: by its preset, if it is one. @param {import('../types.js').Game[]} all @param {string} full */
export function titleOf(all, full) {
  const game = all.find(({ name }) => name === full.split(':')[0]);
  const preset = game?.presets.find(([, options]) => same(game, options, full));
  if (!game || !preset || (game.presets.length === 1 && same(game, full, game.default))) return game?.title ?? full;
  return sentence(preset[0]);
}

/** Every game with its presets, to choose from. @param {import('../types.js').Game[]} all @returns {[string, string][]} */
export function allGames(all) {
  return all.flatMap((game) => [[game.default, game.title], ...game.presets.filter(([, full]) => !same(game, full, game.default))
    .map(([name, full]) => /** @type {[string, string]} */ ([full, `${game.title}: ${sentence(name)}`]))]);
}

/** @param {import('../types.js').GameOption} option An option that is there or not. */
const isFlag = (option) => option.accepts.startsWith('nothing') || option.default === 'off' && !option.accepts.includes(',');

/** @param {import('../types.js').GameOption} option */
const ranged = (option) => /^\d+ to \d+|^da \d+|^\d+ a \d+/.test(option.accepts);

/** @param {import('../types.js').GameOption} option @param {string} value @param {(value: string) => void} onChange */
function input(option, value, onChange) {
  if (isFlag(option)) return select([['', t('no')], ['on', t('yes')]], value, onChange);
  if (ranged(option)) {
    const element = h('input', {
      type: 'text', inputmode: 'numeric', placeholder: option.default, value, on: { change: () => onChange(element.value.trim()) },
    });
    return element;
  }
  const words = option.accepts.split(',').map((word) => word.trim()).filter(Boolean);
  const usual = words.includes(option.default) ? option.default : '';
  const choices = /** @type {[string, string][]} */ (words.map((word) => [word === usual ? '' : word, word]));
  return select(usual ? choices : [['', t('new.as-default', { value: option.default })], ...choices], value === usual ? '' : value, onChange);
}
