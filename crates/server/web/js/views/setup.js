import { post } from '../api.js';
import { apply } from '../board/scene.js';
import { drawPiece } from '../board/pieces.js';
import { h, icon, iconButton, put, s } from '../dom.js';
import { t } from '../i18n.js';
import { chips, field } from '../ui/forms.js';
import { complain } from '../ui/notice.js';

/** @typedef {import('../types.js').Sprite} Sprite */

/**
 * Placing pieces: a palette, the board as it is touched, and whose turn it is. The position is asked for only when it is done:
 * on the way to a position stand many that are none.
 *
 * @param {{
 *   view: import('../board/board.js').MossaBoard,
 *   board: import('../types.js').BoardWithPosition,
 *   position: () => import('../types.js').Position|null,
 *   done: (text: string) => Promise<void>,
 *   left: () => void,
 * }} page
 */
export function setupPanel(page) {
  const { view, board } = page;
  const element = h('section', { class: 'panel stack', hidden: true });
  const palette = board.palette ?? [];
  /** The piece to be placed; nothing takes pieces away. @type {Sprite|null} */
  let chosen = null;
  let [height, toMove, before] = [1, 0, ''];
  /** @type {import('../types.js').Scene} */
  let scene = { pieces: [] };

  const show = () => view.show({ scene });

  /** @param {number} cell */
  function touch(cell) {
    const there = scene.pieces.find((piece) => piece.cell === cell)?.sprite;
    const sprite = chosen && { ...chosen, height: chosen.kind === 'stack' ? height : chosen.height };
    const same = there && sprite && there.owner === sprite.owner && there.kind === sprite.kind && there.height === sprite.height;
    if (there) scene = apply(scene, [{ remove: { cell } }]);
    if (sprite && !same) scene = apply(scene, [{ put: { cell, sprite } }]);
    show();
  }

  /** @param {Event} event */
  function touched(event) {
    const place = element.hidden ? null : /** @type {Element} */ (event.target).closest('[data-place]')?.getAttribute('data-place');
    if (place !== null && place !== undefined) touch(Number(place));
  }
  view.addEventListener('click', touched);
  view.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') touched(event); });

  /** @param {Sprite|null} sprite */
  const choice = (sprite) => {
    const words = sprite ? view.describe({ ...sprite, height: 1 }) : t('setup.remove');
    return {
      value: sprite, title: words,
      text: h('span', { class: 'setup-piece' }, sprite
        ? s('svg', { viewBox: '-50 -50 100 100', class: 'setup-image', 'aria-hidden': 'true' }, drawPiece(sprite, view.frame?.ground ?? 'grid'))
        : icon('bin'), h('span', { class: 'unseen' }, words)),
    };
  };

  function draw() {
    const number = h('input', { type: 'number', min: 1, max: 24, value: height, on: { input: () => { height = Math.max(1, Number(number.value)); } } });
    put(element, h('h2', {}, t('setup.title')), h('p', { class: 'muted small' }, t('setup.text')),
      chips(t('setup.piece'), [...palette, null].map(choice), chosen, (sprite) => { chosen = sprite; }),
      palette.some(({ kind }) => kind === 'stack') && field(t('setup.height'), number),
      chips(t('setup.turn'), board.player_names.map((name, seat) => ({ value: seat, text: name })), toMove, (seat) => { toMove = seat; }),
      h('div', { class: 'row' },
        h('button', { type: 'button', class: 'primary', on: { click: () => finish().catch(complain) } }, t('setup.done')),
        iconButton('bin', t('setup.clear'), () => { scene = { pieces: [] }; show(); }),
        h('button', { type: 'button', class: 'quiet', on: { click: leave } }, t('cancel'))));
  }

  async function finish() {
    const pieces = scene.pieces.map(({ cell, sprite }) => ({ cell, sprite }));
    const { text } = await post('/setup', { game: board.game, pieces, to_move: toMove, before });
    await page.done(text);
    element.hidden = true;
  }

  function leave() {
    element.hidden = true;
    page.left();
  }

  function enter() {
    const position = page.position();
    if (!position) return;
    [scene, toMove, before] = [position.scene, position.to_move, position.text];
    chosen = palette[0] ?? null;
    element.hidden = false;
    draw();
    show();
    view.guide([]);
  }

  return { element, enter, active: () => !element.hidden, possible: board.palette !== null };
}
