import { h } from '../dom.js';
import { newBoard } from '../board/board.js';
import { touched } from '../board/scene.js';
import { calm } from '../board/animate.js';
import { positionOf } from '../api.js';

/** @typedef {import('../types.js').Board} Board */

/** A small board that only shows. @param {Board} board @param {import('../types.js').Scene} scene */
export function smallBoard(board, scene) {
  const element = newBoard();
  element.lay(board, { coordinates: false, start: scene });
  element.show({ scene });
  // Nothing to do on it: the card around it is what is reached and read.
  element.setAttribute('inert', '');
  element.setAttribute('aria-hidden', 'true');
  return h('div', { class: 'small-board' }, element);
}

/** How long a small board shows each move. */
const STEP_MS = 1900;

/**
 * A small board on which a game is replayed as long as it is seen.
 * @param {import('../types.js').BoardWithPosition} board
 * @param {string[]} moves
 * @param {AbortSignal} signal
 */
export function liveBoard(board, moves, signal) {
  const start = board.position.scene;
  const box = smallBoard(board, start);
  if (moves.length > 0) replayOn(box, board, moves, signal).catch(() => {});
  return box;
}

/** @param {HTMLElement} box @param {import('../types.js').BoardWithPosition} board @param {string[]} moves @param {AbortSignal} signal */
async function replayOn(box, board, moves, signal) {
  const element = /** @type {import('../board/board.js').MossaBoard} */ (box.firstElementChild);
  const { replay } = await import('../board/scene.js');
  const position = await positionOf({ game: board.game, moves }, signal);
  const scenes = replay(board.position.scene, position.effects);
  const show = (/** @type {number} */ ply, /** @type {boolean} */ moving) => {
    const effects = position.effects[ply - 1] ?? [];
    element.show({ scene: scenes[ply], last: touched(effects), effects: moving ? effects : [], marked: ply === moves.length ? position.marked : [] });
  };
  let ply = Math.floor(moves.length * 0.6);
  show(ply, false);
  if (calm()) return;
  let seen = false;
  const eye = new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; });
  eye.observe(box);
  const timer = setInterval(() => {
    if (!seen || document.hidden) return;
    // The end stays a little longer before the game begins again.
    ply = ply >= moves.length + 2 ? 0 : ply + 1;
    if (ply <= moves.length) show(ply, ply > 0);
  }, STEP_MS + Math.random() * 500);
  signal.addEventListener('abort', () => { clearInterval(timer); eye.disconnect(); });
}
