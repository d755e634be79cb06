import { h } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../tree.js').Branch} Branch */

/**
 * The tree as text: the main line, and every other branch in brackets where it leaves.
 * @param {Branch} root @param {Branch} current @param {(node: Branch) => void} onGo
 */
export function variations(root, current, onGo) {
  /** @param {Branch} node @param {number} ply @param {boolean} numbered */
  const move = (node, ply, numbered) => h('button', {
    type: 'button', class: 'move', 'aria-current': node === current ? 'step' : null, on: { click: () => onGo(node) },
  }, numbered && h('span', { class: 'muted' }, `${Math.ceil(ply / 2)}${ply % 2 ? '.' : '…'} `), node.people);

  /** @param {Branch} node @param {number} ply How many moves are before it. @param {boolean} fresh @returns {Node[]} */
  const line = (node, ply, fresh) => {
    /** @type {Node[]} */
    const out = [];
    let [at, count, begins] = [node, ply, fresh];
    while (at.children.length > 0) {
      const [main, ...others] = at.children;
      count += 1;
      out.push(move(main, count, begins || count % 2 === 1));
      begins = false;
      for (const other of others) {
        out.push(h('div', { class: 'branch' }, move(other, count, true), line(other, count, false)));
        begins = true;
      }
      at = main;
    }
    return out;
  };
  const all = line(root, 0, true);
  return h('div', { class: 'variations' }, all.length > 0 ? all : h('p', { class: 'muted' }, t('moves.none')));
}
