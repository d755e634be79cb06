/**
 * Where cells are on the drawing. One cell is `UNIT` wide, so that all numbers in the SVG are comfortable.
 *
 * @typedef {import('../types.js').Layout} Layout
 * @typedef {import('../types.js').Cell} Cell
 * @typedef {'column'|'star'|'chequered'|'lines'|'grid'} Ground How the board under the pieces is drawn.
 */

export const UNIT = 100;

/** From this many rows on, plain squares are drawn as crossing lines with stones on the crossings. */
const LINES_FROM = 9;

/** Holes of a star stand half a unit away from the edge of the plate and a little more. */
const STAR_EDGE = 0.85;

/** @param {Layout} layout @param {Cell[]} places @returns {Ground} */
function groundOf(layout, places) {
  if (layout.entry === 'column') return 'column';
  if (places.every((cell) => cell.shape === 'hole')) return 'star';
  if (places.some((cell) => cell.shape === 'dark')) return 'chequered';
  return Math.min(layout.columns.length, layout.rows.length) >= LINES_FROM ? 'lines' : 'grid';
}

export class Frame {
  /**
   * @param {Layout} layout
   * @param {{coordinates: boolean}} options
   */
  constructor(layout, options) {
    /** The cells that are part of the board; buttons are beside it. */
    this.places = layout.cells.filter((cell) => cell.shape !== 'button');
    this.ground = groundOf(layout, this.places);
    this.layout = layout;
    this.flipped = false;
    const xs = this.places.map((cell) => cell.x);
    const ys = this.places.map((cell) => cell.y);
    const edge = this.ground === 'star' ? STAR_EDGE : 0.5;
    /** The outermost centres. */
    this.box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const rim = this.ground === 'column' ? 0.62 : edge;
    const gutter = options.coordinates ? 0.46 : 0.04;
    const far = options.coordinates ? 0.08 : 0.04;
    this.edge = rim;
    this.view = {
      x: (this.box.left - rim - gutter) * UNIT,
      y: (this.box.top - rim - far) * UNIT,
      width: (this.box.right - this.box.left + 2 * rim + gutter + far) * UNIT,
      height: (this.box.bottom - this.box.top + 2 * rim + gutter + far) * UNIT,
    };
  }

  /** @param {{x: number, y: number}} cell The centre of a cell on the drawing. */
  at(cell) {
    const { left, right, top, bottom } = this.box;
    const x = this.flipped ? left + right - cell.x : cell.x;
    const y = this.flipped ? top + bottom - cell.y : cell.y;
    return { x: x * UNIT, y: y * UNIT };
  }

  /** @param {number} id */
  place(id) {
    return this.at(this.layout.cells[id]);
  }

  /** The places as they are read: row by row from above, as they are drawn. */
  reading() {
    const ordered = [...this.places].sort((a, b) => a.y - b.y || a.x - b.x);
    return this.flipped ? ordered.reverse() : ordered;
  }

  /** The plate of the board. */
  plate() {
    const { left, right, top, bottom } = this.box;
    return {
      x: (left - this.edge) * UNIT,
      y: (top - this.edge) * UNIT,
      width: (right - left + 2 * this.edge) * UNIT,
      height: (bottom - top + 2 * this.edge) * UNIT,
    };
  }

  /**
   * The next cell in a direction on the drawing: along the row, or in the nearest row above or below.
   * @param {Cell} from
   * @param {{x: number, y: number}} step
   */
  neighbour(from, step) {
    const here = this.at(from);
    let best = null;
    let least = Infinity;
    for (const cell of this.places) {
      const there = this.at(cell);
      const [dx, dy] = [(there.x - here.x) / UNIT, (there.y - here.y) / UNIT];
      const ahead = dx * step.x + dy * step.y;
      const aside = Math.abs(dx * step.y - dy * step.x);
      const cost = step.x !== 0 ? ahead + 3 * aside : 3 * ahead + aside;
      if (ahead > 0.3 && aside <= ahead + 0.2 && cost < least) {
        least = cost;
        best = cell;
      }
    }
    return best;
  }

  /** The names of columns and rows that belong to the board, not to buttons beside it. */
  names() {
    const { left, right, top, bottom } = this.box;
    return {
      columns: this.layout.columns.filter(([x]) => x >= left - 0.1 && x <= right + 0.1),
      rows: this.layout.rows.filter(([y]) => y >= top - 0.1 && y <= bottom + 0.1),
    };
  }
}
