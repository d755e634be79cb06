import { CHESSMEN } from './chessmen.js';

/**
 * Positions as text, for boards that are set up by hand. All games write rows from above with `/` between them, pieces as
 * short words, runs of empty cells as numbers; then whose turn it is, and what else the game wants to know.
 *
 * @typedef {import('../types.js').Layout} Layout
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').Sprite} Sprite
 */

/** @param {Sprite} sprite */
function word(sprite) {
  if (sprite.kind === 'stack') return `${sprite.glyph}${sprite.height}`;
  if (!(sprite.kind in CHESSMEN)) return sprite.glyph.toLowerCase();
  const letter = sprite.kind === 'knight' ? 'n' : sprite.kind[0];
  return sprite.owner === 0 ? letter.toUpperCase() : letter;
}

/** The cells that a position names, row by row from above: with stacks only the dark ones. @param {Layout} layout @param {boolean} stacks */
function rowsOf(layout, stacks) {
  const cells = layout.cells.filter(({ shape }) => shape !== 'button' && (!stacks || shape === 'dark'));
  const rows = [...new Set(cells.map(({ y }) => y))].sort((a, b) => a - b);
  return rows.map((row) => cells.filter(({ y }) => y === row).sort((a, b) => a.x - b.x));
}

/** @param {Layout} layout @param {Scene} scene @param {boolean} stacks */
export function rowsText(layout, scene, stacks) {
  const words = new Map(scene.pieces.map(({ cell, sprite }) => [cell, word(sprite)]));
  return rowsOf(layout, stacks).map((row) => {
    /** @type {(string|number)[]} */
    const parts = [];
    for (const { id } of row) {
      const piece = words.get(id);
      const last = parts[parts.length - 1];
      if (piece) parts.push(piece);
      else if (typeof last === 'number') parts[parts.length - 1] = last + 1;
      else parts.push(1);
    }
    return parts.join(stacks ? ',' : '');
  }).join('/');
}

/** What stands behind the rows of chess: rights to castle that the pieces still allow, and nothing of the past.
 * @param {string} rows @param {string} rights */
function chessRest(rows, rights) {
  const ranks = rows.split('/').map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));
  const at = (/** @type {string} */ square) => ranks[8 - Number(square[1])]?.['abcdefgh'.indexOf(square[0])];
  /** @type {Record<string, string[]>} */
  const homes = { K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8'] };
  const kept = [...rights].filter((right) => {
    const [king, rook] = homes[right] ?? [];
    return king && (right < 'a' ? at(king) === 'K' && at(rook) === 'R' : at(king) === 'k' && at(rook) === 'r');
  });
  return `${kept.join('') || '-'} - 0 1`;
}

/**
 * @param {Layout} layout
 * @param {Scene} scene
 * @param {number} toMove
 * @param {string} before The text of the position that was changed.
 */
export function positionText(layout, scene, toMove, before) {
  const [, turn = '', ...rest] = before.split(' ');
  const stacks = /^[wb]?\d*,/.test(before);
  const rows = rowsText(layout, scene, stacks);
  const chess = rest.length === 4;
  const letters = chess || stacks ? 'wb' : /^[a-f]$/.test(turn) ? 'abcdef' : 'xo';
  return [rows, letters[toMove], ...(chess ? [chessRest(rows, rest[0])] : rest)].join(' ');
}

/** Whether this kind of text is the one that the game writes. @param {Layout} layout @param {import('../types.js').Position} position */
export function canSetUp(layout, position) {
  if (layout.entry === 'column') return true;
  const [rows] = position.text.split(' ');
  return rowsText(layout, position.scene, rows.includes(',')) === rows;
}
