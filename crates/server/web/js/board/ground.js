import { s } from '../dom.js';
import { UNIT } from './geometry.js';

/** @typedef {import('./geometry.js').Frame} Frame */

const HOLE = 0.42 * UNIT;

/**
 * The board itself, behind the pieces, and for boards with columns also the front with its holes.
 * @param {Frame} frame
 * @returns {{back: SVGElement[], front: SVGElement[]}}
 */
export function drawGround(frame) {
  switch (frame.ground) {
    case 'column': return column(frame);
    case 'star': return { back: star(frame), front: [] };
    case 'chequered': return { back: chequered(frame), front: [] };
    case 'lines': return { back: lines(frame), front: [] };
    default: return { back: grid(frame), front: [] };
  }
}

/** @param {Frame} frame @param {number} radius */
function plate(frame, radius) {
  return s('rect', { class: 'plate', ...frame.plate(), rx: radius });
}

/** Pieces fall between a back and a front with holes. @param {Frame} frame */
function column(frame) {
  const { x, y, width, height } = frame.plate();
  const r = 0.28 * UNIT;
  const outline = `M${x + r} ${y}H${x + width - r}a${r} ${r} 0 0 1 ${r} ${r}V${y + height - r}a${r} ${r} 0 0 1 ${-r} ${r}`
    + `H${x + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${y + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
  const holes = frame.places.map((cell) => {
    const at = frame.at(cell);
    return `M${at.x - HOLE} ${at.y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
  });
  const rims = frame.places.map((cell) => {
    const at = frame.at(cell);
    return s('circle', { class: 'rim', cx: at.x, cy: at.y, r: HOLE });
  });
  return {
    back: [s('rect', { class: 'depth', x: x + 8, y: y + 8, width: width - 16, height: height - 16, rx: r - 6 })],
    front: [s('path', { class: 'front', d: outline + holes.join(''), 'fill-rule': 'evenodd' }), ...rims],
  };
}

/** Round holes joined by lines, on a plate that follows them. @param {Frame} frame */
function star(frame) {
  const body = frame.places.map((cell) => {
    const at = frame.at(cell);
    return s('circle', { cx: at.x, cy: at.y, r: 0.78 * UNIT });
  });
  const paths = [];
  for (const [index, cell] of frame.places.entries()) {
    for (const other of frame.places.slice(index + 1)) {
      if (Math.hypot(cell.x - other.x, cell.y - other.y) > 1.05) continue;
      const [from, to] = [frame.at(cell), frame.at(other)];
      paths.push(`M${from.x} ${from.y}L${to.x} ${to.y}`);
    }
  }
  const holes = frame.places.map((cell) => {
    const at = frame.at(cell);
    return s('circle', { class: 'hole', 'data-cell': cell.id, cx: at.x, cy: at.y, r: 0.3 * UNIT });
  });
  return [s('g', { class: 'star-plate' }, body), s('path', { class: 'links', d: paths.join('') }), ...holes];
}

/** @param {Frame} frame */
function chequered(frame) {
  const dark = frame.places.filter((cell) => cell.shape === 'dark').map((cell) => {
    const at = frame.at(cell);
    return `M${at.x - UNIT / 2} ${at.y - UNIT / 2}h${UNIT}v${UNIT}h${-UNIT}Z`;
  });
  return [plate(frame, 0), s('path', { class: 'dark', d: dark.join('') })];
}

/** Stones stand on crossings; the outermost lines end there. @param {Frame} frame */
function lines(frame) {
  const { left, right, top, bottom } = frame.box;
  const [x0, x1, y0, y1] = [left, right, top, bottom].map((value) => value * UNIT);
  const down = frame.layout.columns.map(([x]) => `M${frame.at({ x, y: 0 }).x} ${y0}V${y1}`);
  const across = frame.layout.rows.map(([y]) => `M${x0} ${frame.at({ x: 0, y }).y}H${x1}`);
  return [plate(frame, 18), s('path', { class: 'lines', d: [...down, ...across].join('') }), ...points(frame)];
}

/** Dots that help the eye: the middle, and four between it and the corners. @param {Frame} frame */
function points(frame) {
  const { left, right, top, bottom } = frame.box;
  const inset = right - left >= 12 ? 3 : 2;
  const middle = (/** @type {number} */ a, /** @type {number} */ b) => (Number.isInteger((a + b) / 2) ? (a + b) / 2 : null);
  const centre = [middle(left, right), middle(top, bottom)];
  const corners = [left + inset, right - inset].flatMap((x) => [top + inset, bottom - inset].map((y) => [x, y]));
  return [centre, ...corners].flatMap(([x, y]) => {
    if (x === null || y === null) return [];
    const at = frame.at({ x, y });
    return [s('circle', { class: 'point', cx: at.x, cy: at.y, r: 9 })];
  });
}

/** @param {Frame} frame */
function grid(frame) {
  const cells = frame.places.map((cell) => {
    const at = frame.at(cell);
    const side = 0.94 * UNIT;
    return s('rect', { class: 'tile', x: at.x - side / 2, y: at.y - side / 2, width: side, height: side, rx: 12 });
  });
  return cells;
}

/** The names of columns below and of rows on the left. @param {Frame} frame */
export function drawNames(frame) {
  const { columns, rows } = frame.names();
  const box = frame.plate();
  const close = columns.length > 1 && Math.abs(columns[1][0] - columns[0][0]) < 0.9;
  const size = close ? 28 : Math.min(26, 16 + frame.view.width / UNIT);
  const below = columns.map(([x, name]) => s('text', {
    class: 'name', x: frame.at({ x, y: 0 }).x, y: box.y + box.height + 32, 'font-size': size, 'text-anchor': 'middle',
  }, name));
  const beside = rows.map(([y, name]) => s('text', {
    class: 'name', x: box.x - 14, y: frame.at({ x: 0, y }).y + size * 0.36, 'font-size': size, 'text-anchor': 'end',
  }, name));
  return [...below, ...beside];
}
