import { t } from '../i18n.js';

/** What cells and pieces are called, for those who listen to the board. @typedef {import('../types.js').Sprite} Sprite */

/** @param {Sprite} sprite @param {Record<string, string>} texts The words of the game. @param {string[]} players */
export function pieceName(sprite, texts, players) {
  const kind = texts[sprite.kind] ?? sprite.kind;
  const owner = sprite.owner === null ? '' : players[sprite.owner] ?? '';
  return sprite.height > 1 ? t('board.stack', { owner, kind, height: sprite.height }) : t('board.piece', { owner, kind });
}

/** Where a cell is; in a column its name alone does not say. @param {import('../types.js').Layout} layout @param {number} id */
export function placeName(layout, id) {
  const cell = layout.cells[id];
  if (layout.entry !== 'column') return cell.label;
  const row = layout.rows.find(([y]) => y === cell.y)?.[1] ?? '';
  return t('board.column', { column: cell.label, row });
}
