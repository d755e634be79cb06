import { appear, drop, shift, trace, travel, vanish } from './animate.js';
import { UNIT } from './geometry.js';
import { drawPiece } from './pieces.js';

/**
 * The pieces as they are drawn. Each keeps its element as long as it keeps its identity, so that it can be seen to go.
 *
 * @typedef {import('./geometry.js').Frame} Frame
 * @typedef {import('../types.js').Effect} Effect
 * @typedef {{element: SVGGElement, cell: number, look: string}} Drawn
 */
export class Troupe {
  /** @param {SVGElement} stage Where pieces are drawn. @param {SVGElement} over Where their ways are traced. */
  constructor(stage, over) {
    this.stage = stage;
    this.over = over;
    /** @type {Map<number, Drawn>} */
    this.drawn = new Map();
    /** The first scene stands there at once. */
    this.begun = false;
  }

  clear() {
    this.drawn.forEach(({ element }) => element.remove());
    this.drawn.clear();
    this.begun = false;
  }

  /**
   * @param {Frame} frame
   * @param {import('../types.js').Scene} scene
   * @param {Effect[]} effects What led here, for the ways that pieces took.
   * @param {boolean} dragged The piece was carried there and need not go again.
   */
  show(frame, scene, effects, dragged) {
    const paths = effects.flatMap(({ travel: way }) => (way ? [way.path] : []));
    const gone = new Set(this.drawn.keys());
    for (const piece of scene.pieces) {
      gone.delete(piece.id);
      const look = JSON.stringify(piece.sprite);
      const known = this.drawn.get(piece.id);
      if (known && known.look === look) {
        if (known.cell !== piece.cell) this.move(frame, known, piece.cell, paths, dragged);
        known.element.style.transform = shift(frame.place(piece.cell));
        continue;
      }
      const element = drawPiece(piece.sprite, frame.ground);
      const at = frame.place(piece.cell);
      element.style.transform = shift(at);
      this.stage.append(element);
      if (known) {
        if (known.cell !== piece.cell && !dragged) travel(element, [frame.place(known.cell), at]);
        known.element.remove();
      } else if (this.begun) {
        this.enter(frame, element, at, effects);
      }
      this.drawn.set(piece.id, { element, cell: piece.cell, look });
    }
    for (const id of gone) {
      const piece = this.drawn.get(id);
      if (piece) vanish(piece.element, frame.place(piece.cell));
      this.drawn.delete(id);
    }
    this.begun = true;
  }

  /** @param {Frame} frame @param {Drawn} piece @param {number} to @param {number[][]} paths @param {boolean} dragged */
  move(frame, piece, to, paths, dragged) {
    const path = paths.find((way) => way[way.length - 1] === to) ?? [piece.cell, to];
    const points = path.map((cell) => frame.place(cell));
    // Who moves is on top of who stands.
    this.stage.append(piece.element);
    if (!dragged || points.length > 2) travel(piece.element, points);
    if (paths.includes(path)) trace(this.over, points);
    piece.cell = to;
  }

  /** @param {Frame} frame @param {SVGGElement} element @param {import('./animate.js').Point} at @param {Effect[]} effects */
  enter(frame, element, at, effects) {
    if (frame.ground === 'column') return drop(element, at, (frame.box.top - 1) * UNIT);
    // A piece that leaves a stack behind comes from there.
    const left = effects.find((effect) => effect.change)?.change;
    return left ? travel(element, [frame.place(left.cell), at]) : appear(element, at);
  }

  /** Brings every piece to where it stands. @param {Frame} frame */
  settle(frame) {
    for (const { element, cell } of this.drawn.values()) element.style.transform = shift(frame.place(cell));
  }

  /** @param {number} cell */
  at(cell) {
    return [...this.drawn.values()].find((piece) => piece.cell === cell)?.element ?? null;
  }
}
