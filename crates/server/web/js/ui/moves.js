import { h, iconButton, put } from '../dom.js';
import { t } from '../i18n.js';

/** The moves of a game, as a list that can be walked through. */
export class MoveList {
  /** @param {number} players @param {(ply: number) => void} onGo */
  constructor(players, onGo) {
    this.players = players;
    this.onGo = onGo;
    this.count = 0;
    this.at = 0;
    this.list = h('ol', { class: 'moves', 'aria-label': t('moves') });
    const step = (/** @type {number} */ by) => () => this.go(this.at + by);
    this.buttons = [
      iconButton('first', t('moves.first'), () => this.go(0), { bare: true }),
      iconButton('back', t('moves.back'), step(-1), { bare: true }),
      iconButton('forward', t('moves.forward'), step(1), { bare: true }),
      iconButton('last', t('moves.last'), () => this.go(this.count), { bare: true }),
    ];
    this.walk = h('div', { class: 'walk' }, this.buttons);
    this.element = h('div', { class: 'move-panel' }, this.list, this.walk);
  }

  /** @param {number} ply */
  go(ply) {
    const within = Math.max(0, Math.min(this.count, ply));
    if (within !== this.at) this.onGo(within);
  }

  /** @param {string[]} moves @param {number} at @param {Map<number, string>} [notes] Classes of moves, by ply. */
  show(moves, at, notes = new Map()) {
    this.count = moves.length;
    this.at = at;
    const rounds = Math.ceil(moves.length / this.players);
    const rows = Array.from({ length: rounds }, (_, round) => {
      const first = round * this.players;
      const buttons = moves.slice(first, first + this.players).map((text, index) => {
        const ply = first + index + 1;
        return h('button', {
          type: 'button', class: `move ${notes.get(ply) ?? ''}`, 'aria-current': ply === at ? 'step' : null,
          on: { click: () => this.go(ply) },
        }, text);
      });
      return h('li', {}, h('span', { class: 'round' }, round + 1), buttons);
    });
    put(this.list, rows.length > 0 ? rows : h('li', { class: 'none' }, t('moves.none')));
    const [first, back, forward, last] = this.buttons;
    first.disabled = back.disabled = at === 0;
    forward.disabled = last.disabled = at === moves.length;
    const current = /** @type {HTMLElement|null} */ (this.list.querySelector('[aria-current]'));
    // Only the list scrolls, never the page under the reader.
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }
}

/** Left and right walk through moves wherever no field and no board wants them.
 * @param {MoveList} list @param {AbortSignal} signal */
export function walkByKeys(list, signal) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input, textarea, select, mossa-board, dialog, [role=grid]')) return;
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) list.go(list.at + step);
  }, { signal });
}
