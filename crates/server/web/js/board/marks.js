import { s } from '../dom.js';
import { UNIT } from './geometry.js';

/**
 * What is drawn over and under pieces to tell something: the last move, cells to touch, arrows, values.
 *
 * @typedef {import('./geometry.js').Frame} Frame
 * @typedef {{cells: number[], tone: 'best'|'second'|'hint'|'threat'}} Arrow
 * @typedef {{cell: number, text: string, tone: 'win'|'draw'|'loss'|'plain'}} Badge
 */

/** A mark that fills or rings a cell, as its shape wants. @param {Frame} frame @param {number} cell @param {string} kind */
export function cellMark(frame, cell, kind) {
  const { x, y } = frame.place(cell);
  const round = frame.ground === 'star' || frame.ground === 'column';
  if (round) return s('circle', { class: `mark ${kind}`, cx: x, cy: y, r: 0.43 * UNIT });
  const side = { grid: 0.94, lines: 0.9, chequered: 1, star: 1, column: 1 }[frame.ground] * UNIT;
  const rx = { grid: 12, lines: 14, chequered: 0, star: 0, column: 0 }[frame.ground];
  return s('rect', { class: `mark ${kind}`, x: x - side / 2, y: y - side / 2, width: side, height: side, rx });
}

/** A place to go: a dot where it is free, a ring around what stands there. @param {Frame} frame @param {number} cell @param {boolean} taken */
export function target(frame, cell, taken) {
  const { x, y } = frame.place(cell);
  const small = frame.ground === 'star' ? 0.15 : 0.14;
  return taken
    ? s('circle', { class: 'target ring', cx: x, cy: y, r: 0.43 * UNIT })
    : s('circle', { class: 'target', cx: x, cy: y, r: small * UNIT });
}

/** @param {Frame} frame @param {Arrow} arrow */
export function drawArrow(frame, arrow) {
  const cells = arrow.cells.filter((cell) => frame.layout.cells[cell].shape !== 'button');
  if (cells.length === 0) return null;
  if (cells.length === 1) return cellMark(frame, cells[0], `here ${arrow.tone}`);
  const points = cells.map((cell) => frame.place(cell));
  const [from, to] = [points[points.length - 2], points[points.length - 1]];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - ux * 8, y: to.y - uy * 8 };
  const neck = { x: tip.x - ux * 36, y: tip.y - uy * 36 };
  const shaft = [...points.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(' ');
  const head = [[tip.x, tip.y], [neck.x - uy * 25, neck.y + ux * 25], [neck.x + uy * 25, neck.y - ux * 25]];
  return s('g', { class: `arrow ${arrow.tone}` },
    s('polyline', { points: shaft }),
    s('polygon', { points: head.map((point) => point.join(',')).join(' ') }));
}

/** @param {Frame} frame @param {Badge} badge */
export function drawBadge(frame, badge) {
  const { x, y } = frame.place(badge.cell);
  const width = Math.max(46, 20 + badge.text.length * 17);
  return s('g', { class: `badge ${badge.tone}`, transform: `translate(${x} ${y})` },
    s('rect', { x: -width / 2, y: -22, width, height: 44, rx: 22 }),
    s('text', { y: 10, 'text-anchor': 'middle' }, badge.text));
}
