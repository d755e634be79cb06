/**
 * Entering a move by touching cells. A gesture knows only the lists of cells that the server gave for every legal move.
 *
 * @typedef {import('../types.js').Move} Move
 */

export class Gesture {
  constructor() {
    /** @type {Move[]} */
    this.moves = [];
    /** The cells touched so far. @type {number[]} */
    this.touched = [];
  }

  /** @param {Move[]} moves */
  begin(moves) {
    this.moves = moves;
    this.touched = [];
  }

  /** The moves that begin with these cells. @param {number[]} cells */
  matching(cells) {
    return this.moves.filter((move) => cells.every((cell, index) => move.gesture[index] === cell));
  }

  /** The cells that may be touched next. @returns {Set<number>} */
  next() {
    const length = this.touched.length;
    const open = this.matching(this.touched).filter((move) => move.gesture.length > length);
    return new Set(open.map((move) => move.gesture[length]));
  }

  /** The cells with which a move may begin. @returns {Set<number>} */
  starts() {
    return new Set(this.moves.map((move) => move.gesture[0]));
  }

  /** The move that the touched cells complete, if any. @returns {Move|null} */
  complete() {
    const { touched } = this;
    return this.matching(touched).find((move) => touched.length > 0 && move.gesture.length === touched.length) ?? null;
  }

  /**
   * Touches a cell. A cell that does not go on begins anew, or lets go.
   * @param {number} cell
   * @returns {Move|null} the move, once there is nothing more to touch or it is confirmed
   */
  touch(cell) {
    const again = this.touched[this.touched.length - 1] === cell;
    // A move that another one goes on from is played by touching its last cell twice.
    if (again && this.complete()) return this.finish(this.complete());
    if (this.next().has(cell)) this.touched = [...this.touched, cell];
    else this.touched = !again && this.starts().has(cell) ? [cell] : [];
    const move = this.complete();
    return move && this.next().size === 0 ? this.finish(move) : null;
  }

  /** @param {Move|null} move */
  finish(move) {
    this.touched = [];
    return move;
  }

  cancel() {
    this.touched = [];
  }
}
