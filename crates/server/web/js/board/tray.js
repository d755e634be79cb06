import { h, put, s } from '../dom.js';
import { t } from '../i18n.js';
import { drawPiece } from './pieces.js';

/**
 * What belongs to entering a move but is not on the board: buttons beside it, the question that they answer, and the
 * field for typing.
 */
export class Tray {
  /** @param {import('./board.js').MossaBoard} board */
  constructor(board) {
    this.board = board;
    this.buttons = h('div', { class: 'tray', role: 'group', hidden: true });
    this.field = h('input', {
      class: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-label': t('board.type'),
      placeholder: t('board.type'), hidden: true,
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        blur: () => { this.field.hidden = true; },
      },
    });
  }

  /** Shows the buttons that can be touched next. @param {Set<number>} next */
  show(next) {
    const { board } = this;
    const cells = [...next].sort((a, b) => a - b).map((id) => board.layout.cells[id]).filter((cell) => cell.shape === 'button');
    this.buttons.hidden = cells.length === 0;
    // Nothing but buttons: a question that has to be answered, in the middle of the board.
    const must = cells.length === next.size && board.gesture.touched.length > 0;
    this.buttons.classList.toggle('must', must);
    const question = board.gesture.touched.length > 0 ? this.question(must) : '';
    put(this.buttons, question && h('p', { class: 'question' }, question),
      h('div', { class: 'choices' }, cells.map((cell) => this.button(cell))));
    this.buttons.setAttribute('aria-label', question || t('board.choices'));
    if (must && board.contains(document.activeElement)) this.buttons.querySelector('button')?.focus();
  }

  /** @param {boolean} must */
  question(must) {
    const keys = Object.keys(this.board.texts).filter((key) => key.startsWith('question-'));
    return must && keys.length === 1 ? this.board.texts[keys[0]] : '';
  }

  /** @param {import('../types.js').Cell} cell */
  button(cell) {
    const { board } = this;
    const sprite = this.outcome(cell.id);
    const image = sprite && s('svg', { viewBox: '-50 -50 100 100', class: 'choice-image', 'aria-hidden': 'true' },
      drawPiece(sprite, board.frame?.ground ?? 'grid'));
    const words = sprite ? board.describe(sprite) : board.texts[cell.label] ?? cell.label;
    return h('button', {
      type: 'button', class: image ? 'choice image' : 'choice', 'data-choice': cell.id, 'aria-label': words, title: words,
      on: {
        click: () => board.touch(cell.id),
        keydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && board.cancel(),
      },
    }, image || words);
  }

  /** What a piece turns into where this button ends the move. @param {number} button */
  outcome(button) {
    const moves = this.board.gesture.matching([...this.board.gesture.touched, button]);
    if (moves.length !== 1) return null;
    const change = moves[0].effects.map((effect) => effect.change).find((one) => one);
    return change && change.cell !== moves[0].gesture[0] ? change.sprite : null;
  }

  /** @param {string} first */
  type(first) {
    this.field.hidden = false;
    this.field.value = first;
    this.field.classList.remove('wrong');
    this.field.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Escape') return this.board.focusCell(this.board.focused);
    if (event.key !== 'Enter') return this.field.classList.remove('wrong');
    const text = this.field.value.trim();
    if (!text) return undefined;
    const same = (/** @type {string} */ word) => word.toLowerCase() === text.toLowerCase();
    const moves = this.board.gesture.moves;
    const move = moves.find((one) => one.people === text || one.text === text)
      ?? moves.find((one) => same(one.text) || same(one.people));
    this.board.focusCell(this.board.focused);
    // The server reads more notations than it writes: what is not in the list is asked there.
    if (move) this.board.play(move);
    else this.board.dispatchEvent(new CustomEvent('typed', { detail: text }));
    return undefined;
  }
}
