import { number, percent, t } from './i18n.js';

/** @typedef {import('./types.js').Value} Value */

/**
 * What every seat may expect, adding up to 1; nothing if the value does not say.
 * @param {Value|null|undefined} value
 * @param {number} toMove
 * @param {number} players
 * @returns {number[]|null}
 */
export function chances(value, toMove, players) {
  if (!value) return null;
  if (value.each) {
    const all = value.each.map((one) => one.chance ?? 0);
    const sum = all.reduce((a, b) => a + b, 0);
    return sum > 0 ? all.map((one) => one / sum) : all.map(() => 1 / all.length);
  }
  if (value.chance === undefined || value.chance === null || players !== 2) return null;
  return toMove === 0 ? [value.chance, 1 - value.chance] : [1 - value.chance, value.chance];
}

/** Who wins and how soon, or how much better the first player stands.
 * @param {Value|null|undefined} value @param {number} toMove @param {string[]} names */
export function valueText(value, toMove, names) {
  if (!value) return '';
  if (value.each) {
    const shares = chances(value, toMove, names.length) ?? [];
    const best = shares.indexOf(Math.max(...shares));
    return `${names[best]} ${percent(shares[best])}`;
  }
  if (value.outcome === 'draw') return t('value.draw');
  if (value.outcome) {
    const winner = value.outcome === 'win' ? toMove : 1 - toMove;
    const soon = value.plies !== null && value.plies !== undefined;
    return soon ? t('value.wins-in', { player: names[winner], plies: value.plies ?? 0 }) : t('value.wins', { player: names[winner] });
  }
  return signed((value.score ?? 0) * (toMove === 0 ? 1 : -1));
}

/** The shortest form, for a badge on a cell; seen by who moves. @param {Value} value */
export function valueBadge(value) {
  if (value.outcome === 'draw') return '=';
  if (value.outcome) return `${value.outcome === 'win' ? '+' : '−'}${value.plies ?? ''}`;
  return signed(value.score ?? 0);
}

/** @param {number} score */
export function signed(score) {
  const digits = Number.isInteger(score) || Math.abs(score) >= 100 ? 0 : 1;
  if (score === 0) return '0';
  return `${score > 0 ? '+' : '−'}${number(Math.abs(score), digits)}`;
}

/** The end of a game in words. @param {import('./types.js').Result} result @param {string[]} names */
export function resultText(result, names) {
  const who = result.winners.map((seat) => names[seat] ?? `${seat + 1}`).join(', ');
  const end = result.winners.length === 0 ? t('result.draw') : t('result.wins', { player: who });
  const key = `reason.${result.reason}`;
  const reason = result.reason && result.reason !== 'normal' && t(key) !== key ? t(key) : '';
  return reason ? `${end} ${reason}` : end;
}
