/** @type {Record<string, {x: number, y: number}>} */
const STEPS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Arrows walk over the board as it is drawn, Enter touches, Escape lets go, and letters open the field for moves.
 * @param {import('./board.js').MossaBoard} board
 */
export function useKeyboard(board) {
  board.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    const place = target.getAttribute?.('data-place');
    if (place === null || place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = Number(place);
    const step = STEPS[event.key];
    if (step) {
      const next = board.frame?.neighbour(board.layout.cells[cell], step);
      if (next) board.focusCell(next.id);
    } else if (event.key === 'Home' || event.key === 'End') {
      const rows = board.frame?.places.filter((other) => other.y === board.layout.cells[cell].y) ?? [];
      board.focusCell(rows[event.key === 'Home' ? 0 : rows.length - 1].id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      board.touch(cell);
    } else if (event.key === 'Escape') {
      board.cancel();
    } else if (/^[\p{L}\d]$/u.test(event.key) && board.playable) {
      board.tray.type(event.key);
    } else {
      return;
    }
    event.preventDefault();
  });
}
