import { s } from '../dom.js';
import { t } from '../i18n.js';
import { shift } from './animate.js';
import { Frame, UNIT } from './geometry.js';
import { Gesture } from './gesture.js';
import { drawGround, drawNames } from './ground.js';
import { useKeyboard } from './keyboard.js';
import { pieceName, placeName } from './labels.js';
import { cellMark, drawArrow, drawBadge, target } from './marks.js';
import { colourSet, drawPiece } from './pieces.js';
import { usePointer } from './pointer.js';
import { Tray } from './tray.js';
import { Troupe } from './troupe.js';

/**
 * The board of any game, from its layout and scene. It knows no rules: which cells may be touched, and what a move
 * changes, comes with the position.
 *
 * Events: `play` with the move, `typed` with a text that is no known move.
 *
 * @typedef {import('../types.js').Move} Move
 * @typedef {import('../types.js').Sprite} Sprite
 * @typedef {import('../types.js').Effect} Effect
 * @typedef {{
 *   scene: import('../types.js').Scene,
 *   moves?: Move[],
 *   marked?: number[],
 *   last?: number[],
 *   effects?: Effect[],
 * }} Shown `moves`: what may be played now; `effects`: how the scene came about, to be animated.
 */
export class MossaBoard extends HTMLElement {
  constructor() {
    super();
    this.gesture = new Gesture();
    /** @type {Frame|null} */
    this.frame = null;
    /** @type {Record<string, string>} */
    this.texts = {};
    /** @type {string[]} */
    this.players = [];
    /** @type {Map<number, SVGElement>} */
    this.cells = new Map();
    /** @type {Shown} */
    this.shown = { scene: { pieces: [] } };
    /** @type {import('../types.js').Layout} */
    this.layout = { cells: [], columns: [], rows: [], entry: 'place' };
    /** @type {'place'|'column'|'path'} */
    this.entry = 'place';
    /** @type {import('../types.js').Scene|null} */
    this.start = null;
    this.names = true;
    this.playable = false;
    /** Whether the move was carried to its end, and need not be shown again. */
    this.dragged = false;
    /** @type {number|null} */
    this.hovered = null;
    this.focused = 0;
    /** @type {number|null} */
    this.aimed = null;
    /** @type {() => void} */
    this.forget = () => {};
    this.tray = new Tray(this);
    this.layers = {
      back: s('g'), under: s('g'), pieces: s('g'), front: s('g'), over: s('g', { class: 'over' }),
      guides: s('g', { class: 'guides' }), cells: s('g', { class: 'cells' }),
    };
    this.troupe = new Troupe(this.layers.pieces, this.layers.over);
    this.svg = s('svg', { role: 'grid', class: 'board-svg' }, Object.values(this.layers));
  }

  connectedCallback() {
    this.forget = usePointer(this);
    if (this.svg.parentNode) return;
    this.append(this.svg, this.tray.buttons, this.tray.field);
    useKeyboard(this);
  }

  disconnectedCallback() {
    this.forget();
  }

  /**
   * @param {import('../types.js').Board} board
   * @param {{coordinates?: boolean, start?: import('../types.js').Scene}} [options] `start` tints holes by who begins there
   */
  lay(board, options = {}) {
    this.layout = board.layout;
    this.entry = board.layout.entry;
    this.texts = board.texts ?? {};
    this.players = board.player_names;
    this.start = options.start ?? null;
    this.frame = new Frame(board.layout, { coordinates: options.coordinates ?? true });
    const { x, y, width, height } = this.frame.view;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.svg.setAttribute('aria-label', t('board.label', { game: board.title }));
    this.dataset.ground = this.frame.ground;
    this.dataset.entry = this.entry;
    this.names = options.coordinates ?? true;
    this.focused = this.frame.reading()[0].id;
    this.troupe.clear();
    this.drawStatic();
  }

  drawStatic() {
    const { frame } = this;
    if (!frame) return;
    const { back, front } = drawGround(frame);
    this.layers.back.replaceChildren(...back, ...(this.names ? drawNames(frame) : []));
    this.layers.front.replaceChildren(...front);
    for (const piece of this.start?.pieces ?? []) {
      this.layers.back.querySelector(`.hole[data-cell="${piece.cell}"]`)?.classList.add(`home-${piece.sprite.owner}`);
    }
    this.cells.clear();
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    for (const cell of frame.reading()) {
      const { x, y } = frame.at(cell);
      const hit = s('rect', {
        class: 'cell', role: 'gridcell', tabindex: cell.id === this.focused ? 0 : -1, 'data-place': cell.id,
        x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT, rx: frame.ground === 'chequered' ? 0 : 14,
        on: { focus: () => this.focusCell(cell.id, false) },
      });
      this.cells.set(cell.id, hit);
      const row = rows.get(cell.y) ?? s('g', { role: 'row' });
      rows.set(cell.y, row);
      row.append(hit);
    }
    this.layers.cells.replaceChildren(...rows.values());
  }

  /** @param {Shown} shown */
  show(shown) {
    if (!this.frame) return;
    const { dragged } = this;
    this.dragged = false;
    this.shown = shown;
    this.playable = (shown.moves?.length ?? 0) > 0;
    this.gesture.begin(shown.moves ?? []);
    this.aimed = null;
    this.classList.toggle('playable', this.playable);
    this.dataset.set = colourSet(this.frame.ground, shown.scene.pieces[0]?.sprite);
    this.troupe.show(this.frame, shown.scene, shown.effects ?? [], dragged);
    this.label();
    this.mark();
  }

  /** Who stands where, for those who listen. */
  label() {
    const pieces = new Map(this.shown.scene.pieces.map((piece) => [piece.cell, piece.sprite]));
    for (const [id, element] of this.cells) {
      const sprite = pieces.get(id);
      element.setAttribute('aria-label', `${placeName(this.layout, id)}: ${sprite ? this.describe(sprite) : t('board.empty')}`);
    }
  }

  /** @param {Sprite} sprite */
  describe(sprite) {
    return pieceName(sprite, this.texts, this.players);
  }

  /** Draws all marks anew: they are few. */
  mark() {
    const { frame, shown, gesture } = this;
    if (!frame) return;
    const tiled = frame.ground === 'chequered' || frame.ground === 'grid';
    const layer = tiled ? this.layers.under : this.layers.over;
    this.layers.under.replaceChildren();
    this.layers.over.querySelectorAll(':scope > :not(.trace)').forEach((old) => old.remove());
    layer.append(...(shown.last ?? []).map((cell) => cellMark(frame, cell, 'last')));
    const marked = (shown.marked ?? []).map((cell) => cellMark(frame, cell, 'marked'));
    layer.append(...marked);
    const next = gesture.next();
    if (gesture.touched.length > 0) {
      const taken = new Set(shown.scene.pieces.map((piece) => piece.cell));
      const onBoard = (/** @type {number} */ cell) => this.layout.cells[cell].shape !== 'button';
      layer.append(...gesture.touched.filter(onBoard).map((cell) => cellMark(frame, cell, 'chosen')));
      this.layers.over.append(...[...next].filter(onBoard).map((cell) => target(frame, cell, taken.has(cell))));
    }
    for (const [id, element] of this.cells) {
      element.classList.toggle('open', this.playable && (next.has(id) || gesture.starts().has(id)));
      if (gesture.touched.includes(id)) element.setAttribute('aria-selected', 'true');
      else element.removeAttribute('aria-selected');
    }
    // Advice steps back while one chooses.
    this.classList.toggle('choosing', gesture.touched.length > 0);
    this.tray.show(this.playable ? next : new Set());
  }

  /** @param {import('./marks.js').Arrow[]} arrows @param {import('./marks.js').Badge[]} [badges] */
  guide(arrows, badges = []) {
    const { frame } = this;
    if (!frame) return;
    const drawn = arrows.map((arrow) => drawArrow(frame, arrow)).filter((arrow) => arrow !== null);
    this.layers.guides.replaceChildren(...drawn, ...badges.map((badge) => drawBadge(frame, badge)));
  }

  /** Shows what a touch here would do. @param {number|null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.layers.over.querySelectorAll('.ghost').forEach((ghost) => ghost.remove());
    if (cell === null || !this.playable || this.entry === 'path' || !this.frame) return;
    const placed = this.moveAt(cell)?.effects.find((effect) => effect.put)?.put;
    if (!placed) return;
    const ghost = drawPiece(placed.sprite, this.frame.ground);
    ghost.classList.add('ghost');
    ghost.style.transform = shift(this.frame.place(placed.cell));
    this.layers.over.append(ghost);
  }

  /** A finger aims first on small cells. @param {number} cell */
  aim(cell) {
    this.hover(null);
    this.hover(cell);
    this.aimed = cell;
  }

  /** The move of one touch: at the cell, or anywhere in its column. @param {number} cell */
  moveAt(cell) {
    const x = this.layout.cells[cell].x;
    return this.gesture.moves.find(({ gesture }) => gesture.length === 1
      && (this.entry === 'column' ? this.layout.cells[gesture[0]].x === x : gesture[0] === cell));
  }

  /** @param {number} cell @param {{dragged?: boolean}} [how] */
  touch(cell, how = {}) {
    if (!this.playable) return;
    const direct = this.entry === 'column' ? this.moveAt(cell) : null;
    const move = direct ?? this.gesture.touch(cell);
    this.hover(null);
    if (move) {
      this.dragged = how.dragged ?? false;
      this.play(move);
    } else {
      this.settle();
      this.mark();
    }
  }

  /** @param {Move} move */
  play(move) {
    this.gesture.cancel();
    this.mark();
    this.dispatchEvent(new CustomEvent('play', { detail: move }));
  }

  cancel() {
    this.gesture.cancel();
    this.mark();
  }

  /** Brings a dragged piece back to where it stands. */
  settle() {
    if (this.frame) this.troupe.settle(this.frame);
  }

  flip() {
    if (!this.frame) return;
    this.frame.flipped = !this.frame.flipped;
    this.drawStatic();
    this.settle();
    this.label();
    this.mark();
  }

  /** @param {number} cell @param {boolean} [move] */
  focusCell(cell, move = true) {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = cell;
    const element = this.cells.get(cell);
    element?.setAttribute('tabindex', '0');
    if (move) element?.focus();
  }

  /** A point of the screen on the drawing. @param {number} x @param {number} y */
  pointAt(x, y) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(x, y).matrixTransform(matrix?.inverse());
    return { x: point.x, y: point.y };
  }

  /** Its width by its height. */
  get ratio() {
    return this.frame ? this.frame.view.width / this.frame.view.height : 1;
  }

  /** How wide a cell is on the screen. */
  cellSize() {
    return (this.svg.getScreenCTM()?.a ?? 1) * UNIT;
  }
}

customElements.define('mossa-board', MossaBoard);

/** @returns {MossaBoard} */
export function newBoard() {
  return /** @type {MossaBoard} */ (document.createElement('mossa-board'));
}
