import en from './i18n/en.js';
import it from './i18n/it.js';
import { recallWord, rememberWord } from './store.js';

/** @type {Record<string, Record<string, string>>} */
const CATALOGUES = { en, it };

export const LANGUAGES = Object.keys(CATALOGUES);

let current = choose();

function choose() {
  const wanted = [recallWord('lang'), ...navigator.languages];
  return wanted.map((word) => (word ?? '').slice(0, 2)).find((word) => word in CATALOGUES) ?? 'en';
}

export function language() {
  return current;
}

/** @param {string} lang */
export function speak(lang) {
  current = lang;
  rememberWord('lang', lang);
  document.documentElement.lang = lang;
}

/**
 * The text of a key with `{names}` filled in. A key without a text shows itself, so that its lack is seen.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const text = CATALOGUES[current][key] ?? en[/** @type {keyof typeof en} */ (key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The text of a key for so many: `key-one` where the language has a form for one. @param {string} key @param {string} name @param {number} count */
export function counted(key, name, count) {
  const one = new Intl.PluralRules(current).select(count) === 'one';
  return t(one ? `${key}-one` : key, { [name]: number(count) });
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(current, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
}

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(current, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** @param {number} count */
export function compact(count) {
  return new Intl.NumberFormat(current, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

/** How long ago, in words. @param {number|string} when Unix seconds or milliseconds, or a date as text. */
export function ago(when) {
  const ms = typeof when === 'number' ? (when < 1e11 ? when * 1000 : when) : Date.parse(when);
  if (!Number.isFinite(ms)) return '';
  const seconds = (ms - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(current, { numeric: 'auto' });
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [[86400, 'day'], [3600, 'hour'], [60, 'minute']];
  const unit = units.find(([size]) => Math.abs(seconds) >= size);
  return unit ? words.format(Math.round(seconds / unit[0]), unit[1]) : words.format(0, 'minute');
}
