import { Problem, Unreachable } from '../api.js';
import { h, iconButton } from '../dom.js';
import { t } from '../i18n.js';

/** Long enough to read two lines. */
const STAYS_MS = 7000;

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text @param {string} [more] @param {'plain'|'bad'} [tone] */
export function notify(text, more = '', tone = 'plain') {
  const close = () => notice.remove();
  const notice = h('div', { class: `notice ${tone}` },
    h('p', {}, text, more && h('small', {}, more)),
    h('button', { type: 'button', class: 'bare', 'aria-label': t('close'), on: { click: close } }, '×'));
  place('notices').append(notice);
  setTimeout(close, STAYS_MS);
}

/** What went wrong, in the server's words. @param {unknown} error @returns {{text: string, more: string}} */
export function words(error) {
  if (error instanceof Problem) {
    const text = error.detail || error.title || t('error.unknown');
    return { text: text.charAt(0).toUpperCase() + text.slice(1), more: error.hint };
  }
  if (error instanceof Unreachable) return { text: t('error.unreachable'), more: t('error.unreachable-hint') };
  console.error(error);
  return { text: t('error.unknown'), more: t('error.unknown-hint') };
}

/** @param {unknown} error */
export function complain(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const { text, more } = words(error);
  notify(text, more, 'bad');
}

/** Says something to those who listen to the page. @param {string} text */
export function announce(text) {
  place('live').textContent = text;
}

/** @type {HTMLElement|null} */
let lost = null;

/** @param {boolean} is */
export function connectionLost(is) {
  if (is && !lost) {
    lost = h('div', { class: 'lost', role: 'status' }, t('connection.lost'));
    document.body.append(lost);
  } else if (!is && lost) {
    lost.remove();
    lost = null;
  }
}

/** A place that waits for the server. */
export function waiting() {
  return h('div', { class: 'waiting' }, dots(), h('span', { class: 'unseen' }, t('loading')));
}

export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}

/** A view that could not be shown, with another try. @param {unknown} error @param {() => void} again */
export function broken(error, again) {
  const { text, more } = words(error);
  return h('div', { class: 'panel empty stack' }, h('h2', {}, text), more && h('p', {}, more),
    h('p', {}, iconButton('undo', t('again'), again)));
}
