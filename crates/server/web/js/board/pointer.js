import { shift } from './animate.js';

/** How far a finger or mouse goes before a touch becomes a drag. */
const DRAG_FROM = 6;

/** Cells smaller than this are touched twice by fingers: first to aim, then to play. */
const SMALL = 30;

/**
 * Mouse, pen and finger: click and click, or drag.
 * @param {import('./board.js').MossaBoard} board
 */
export function usePointer(board) {
  const leave = new AbortController();
  const { signal } = leave;
  /** @type {{cell: number, x: number, y: number, piece: SVGGElement|null, fresh: boolean, dragging: boolean}|null} */
  let held = null;

  /** @param {PointerEvent} event @returns {number|null} */
  const cellUnder = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const cell = found?.closest?.('[data-place]');
    return cell && board.contains(cell) ? Number(cell.getAttribute('data-place')) : null;
  };

  board.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !board.playable) return;
    const cell = cellUnder(event);
    if (cell === null) return;
    const goesOn = board.gesture.touched.length > 0 && board.gesture.next().has(cell);
    const begins = !goesOn && board.gesture.starts().has(cell) && board.entry === 'path';
    const fresh = begins && board.gesture.touched[0] !== cell;
    if (fresh) board.touch(cell);
    held = { cell, x: event.clientX, y: event.clientY, piece: begins ? board.troupe.at(cell) : null, fresh, dragging: false };
  }, { signal });

  window.addEventListener('pointermove', (event) => {
    if (!board.isConnected) return;
    if (!held) {
      if (event.pointerType === 'mouse' && board.contains(/** @type {Node} */ (event.target))) board.hover(cellUnder(event));
      return;
    }
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_FROM;
    if (held.piece && (far || held.dragging)) {
      held.dragging = true;
      board.classList.add('dragging');
      held.piece.parentNode?.append(held.piece);
      held.piece.style.transform = `${shift(board.pointAt(event.clientX, event.clientY))} scale(1.12)`;
      board.hover(cellUnder(event));
    }
  }, { passive: true, signal });

  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!held) return;
    const { cell, fresh, dragging } = held;
    held = null;
    board.classList.remove('dragging');
    const target = event.type === 'pointercancel' ? null : cellUnder(event);
    if (dragging) {
      if (target !== null && target !== cell && board.gesture.next().has(target)) board.touch(target, { dragged: true });
      else board.settle();
      return;
    }
    if (target !== cell || fresh) return;
    const finger = event.pointerType !== 'mouse' && board.entry === 'place' && board.cellSize() < SMALL;
    if (finger && board.aimed !== cell) board.aim(cell);
    else board.touch(cell);
  };
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', release, { signal });
  // A finger leaves whenever it lifts; what it aimed at stays to be seen.
  board.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') board.hover(null); }, { signal });
  return () => leave.abort();
}
