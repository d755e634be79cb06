import { s } from '../dom.js';
import { CHESSMEN } from './chessmen.js';

/**
 * @typedef {import('../types.js').Sprite} Sprite
 * @typedef {import('./geometry.js').Ground} Ground
 */

/**
 * The set of colours that suits a board: CSS gives every set its owners' colours.
 * @param {Ground} ground
 * @param {Sprite|undefined} sprite
 */
export function colourSet(ground, sprite) {
  if (ground === 'column') return 'discs';
  if (ground === 'star') return 'marbles';
  if (sprite && (sprite.kind in CHESSMEN || sprite.kind === 'stack')) return 'men';
  return ground === 'lines' ? 'stones' : 'marks';
}

/**
 * A piece, drawn around 0,0 in a cell of 100.
 * @param {Sprite} sprite
 * @param {Ground} ground
 * @returns {SVGGElement}
 */
export function drawPiece(sprite, ground) {
  const owner = sprite.owner === null ? 'owner-none' : `owner-${sprite.owner}`;
  return s('g', { class: `piece ${owner}` }, ...shapes(sprite, ground));
}

/** @param {Sprite} sprite @param {Ground} ground @returns {SVGElement[]} */
function shapes(sprite, ground) {
  if (sprite.kind in CHESSMEN) return chessman(sprite.kind);
  if (sprite.kind === 'stack') return stack(sprite.height);
  if (ground === 'column') return disc(sprite.owner ?? 0);
  if (ground === 'star') return marble(sprite.glyph);
  if (sprite.kind === 'stone') return ground === 'lines' ? stone() : mark(sprite);
  return [...stone(), letter(sprite.glyph, 44)];
}

/** @param {string} kind */
function chessman(kind) {
  const { shapes: bodies, details = [], dots = [] } = CHESSMEN[kind];
  const group = s('g', { transform: 'translate(-55 -53.5) scale(1.1)' });
  group.append(
    ...bodies.map((d) => s('path', { class: 'body', d })),
    ...details.map((d) => s('path', { class: 'detail', d })),
    ...dots.map(([cx, cy, r]) => s('circle', { class: 'dot', cx, cy, r })),
  );
  return [group];
}

function stone() {
  return [s('circle', { class: 'body', r: 44 }), s('path', { class: 'shine', d: 'M-24 -20A31 31 0 0 1 6 -31' })];
}

/** Crosses and noughts, for boards with large cells. @param {Sprite} sprite */
function mark(sprite) {
  return sprite.owner === 0
    ? [s('path', { class: 'stroke', d: 'M-25 -25L25 25M25 -25L-25 25' })]
    : [s('circle', { class: 'stroke', r: 27 })];
}

/** Owners differ by a ring or a dot too, not by colour alone. @param {number} owner */
function disc(owner) {
  const inner = owner === 0
    ? s('circle', { class: 'ring', r: 27 })
    : s('path', { class: 'ring', d: 'M0 -27L25.7 -8.3L15.9 21.8H-15.9L-25.7 -8.3Z' });
  return [s('circle', { class: 'body', r: 43 }), inner];
}

/** @param {string} glyph */
function marble(glyph) {
  return [
    s('circle', { class: 'body', r: 38 }),
    s('path', { class: 'shine', d: 'M-21 -16A27 27 0 0 1 4 -27' }),
    letter(glyph, 30),
  ];
}

/** At most so many discs are drawn; the number tells the rest. */
const TALLEST = 6;

/** Discs on each other, and how many. @param {number} height */
function stack(height) {
  const shown = Math.min(height, TALLEST);
  const step = 7;
  const lowest = ((shown - 1) * step) / 2 + 3;
  const discs = Array.from({ length: shown }, (_, index) => {
    const y = lowest - index * step;
    return s('path', { class: 'body', d: `M-37 ${y - 4}v7a37 26 0 0 0 74 0v-7a37 26 0 0 0 -74 0a37 26 0 0 0 74 0` });
  });
  const top = lowest - (shown - 1) * step - 4;
  return [...discs, s('text', { class: 'count', y: top + 13, 'text-anchor': 'middle' }, height)];
}

/** @param {string} glyph @param {number} size */
function letter(glyph, size) {
  return s('text', { class: 'letter', y: size * 0.35, 'font-size': size, 'text-anchor': 'middle' }, glyph);
}
