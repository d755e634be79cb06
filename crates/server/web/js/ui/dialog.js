import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { complain, notify } from './notice.js';

/**
 * @param {string} title
 * @param {(close: () => void) => (Node|string|null|false)[]} content
 */
export function openDialog(title, content) {
  const dialog = h('dialog', { 'aria-label': title });
  const close = () => dialog.close();
  dialog.append(h('div', { class: 'dialog-body' }, h('h2', {}, title), content(close)));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(question, (close) => [
      h('div', { class: 'row' },
        h('button', { class: 'primary', type: 'button', on: { click: () => { answer = true; close(); } } }, yes),
        h('button', { class: 'quiet', type: 'button', on: { click: close } }, t('cancel'))),
    ]);
    dialog.addEventListener('close', () => resolve(answer));
  });
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(t('copied'));
  } catch {
    // Without a secure origin there is no clipboard: the text is shown to be copied by hand.
    openDialog(t('copy'), () => [h('textarea', { readonly: true, value: text })]);
  }
}

/** @param {string} text @param {string} filename */
export function download(text, filename) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  h('a', { href: url, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A text to read, copy or keep. @param {string} title @param {string} text @param {string} filename */
export function showText(title, text, filename) {
  openDialog(title, () => [
    h('textarea', { readonly: true, rows: 10, value: text, 'aria-label': title }),
    h('div', { class: 'row' },
      h('button', { class: 'primary', type: 'button', on: { click: () => copy(text).catch(complain) } }, t('copy')),
      h('button', { class: 'quiet', type: 'button', on: { click: () => download(text, filename) } }, icon('download'), t('save'))),
  ]);
}
