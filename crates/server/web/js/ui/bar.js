import { h, put } from '../dom.js';
import { percent, t } from '../i18n.js';
import { chances, valueText } from '../values.js';

/** The evaluation as a bar: the share of every player, the first at the bottom. */
export class EvaluationBar {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    this.shares = names.map((_, seat) => h('i', { class: `share owner-${seat}` }));
    /** The value in words, to be put where there is room. */
    this.text = h('span', { class: 'muted small' });
    this.element = h('div', { class: 'bar' },
      h('div', { class: 'shares' }, this.shares));
    this.clear();
  }

  /** No value yet for what is on the board: nothing old is shown. */
  clear() {
    this.element.classList.add('unknown');
    this.element.setAttribute('role', 'img');
    for (const name of ['min', 'max', 'now']) this.element.removeAttribute(`aria-value${name}`);
    this.element.setAttribute('aria-label', t('bar.unknown'));
    this.element.removeAttribute('title');
    put(this.text);
    this.shares.forEach((share) => share.style.setProperty('--share', String(1 / this.names.length)));
  }

  /** @param {import('../types.js').Value|null} value @param {number} toMove */
  show(value, toMove) {
    const shares = chances(value, toMove, this.names.length);
    if (!shares) return this.clear();
    const words = valueText(value, toMove, this.names);
    const each = this.names.map((name, seat) => `${name} ${percent(shares[seat])}`).join(', ');
    this.element.classList.remove('unknown');
    this.element.setAttribute('role', 'meter');
    this.element.setAttribute('aria-valuemin', '0');
    this.element.setAttribute('aria-valuemax', '100');
    this.element.setAttribute('aria-label', `${t('bar.label')}: ${words} (${each})`);
    this.element.setAttribute('aria-valuenow', String(Math.round(shares[0] * 100)));
    this.element.title = `${words} · ${each}`;
    this.shares.forEach((share, seat) => share.style.setProperty('--share', String(shares[seat])));
    return put(this.text, this.names.length === 2 ? `${words} · ${this.names[0]} ${percent(shares[0])}` : words);
  }

  /** As it ended. @param {import('../types.js').Result} result */
  end({ winners }) {
    if (this.names.length > 2) return this.show({ each: this.names.map((_, seat) => ({ chance: winners.includes(seat) ? 1 : 0 })) }, 0);
    return winners.length === 1 ? this.show({ outcome: 'win', plies: null, chance: 1 }, winners[0]) : this.show({ outcome: 'draw', chance: 0.5 }, 0);
  }

  /** Stands beside the plate of a board, not beside its names. @param {import('../board/board.js').MossaBoard} board */
  beside({ frame }) {
    if (!frame) return;
    const [plate, { y, height }] = [frame.plate(), frame.view];
    this.element.style.setProperty('--above', String((plate.y - y) / height));
    this.element.style.setProperty('--below', String((y + height - plate.y - plate.height) / height));
  }

  /** The first player at the top, as on a board that is turned. @param {boolean} flipped */
  flip(flipped) {
    this.element.classList.toggle('flipped', flipped);
  }
}
