/**
 * Scenes and effects are data; applying one to the other is the same for every game, as in the server's `Scene`.
 *
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').Effect} Effect
 */

/** @param {Scene} scene @param {Effect[]} effects @returns {Scene} */
export function apply(scene, effects) {
  let pieces = scene.pieces.map((piece) => ({ ...piece }));
  let next = /** @type {any} */ (scene).next_id ?? Math.max(-1, ...pieces.map((piece) => piece.id)) + 1;
  for (const effect of effects) {
    if (effect.put) {
      pieces.push({ id: next, ...effect.put });
      next += 1;
    } else if (effect.remove) {
      const { cell } = effect.remove;
      pieces = pieces.filter((piece) => piece.cell !== cell);
    } else if (effect.travel) {
      const { path } = effect.travel;
      const piece = pieces.find((other) => other.cell === path[0]);
      if (piece) piece.cell = path[path.length - 1];
    } else if (effect.change) {
      const { cell, sprite } = effect.change;
      const piece = pieces.find((other) => other.cell === cell);
      if (piece) piece.sprite = sprite;
    }
  }
  return /** @type {any} */ ({ pieces, next_id: next });
}

/** The scenes from the start to the last ply. @param {Scene} start @param {Effect[][]} effects */
export function replay(start, effects) {
  const scenes = [start];
  for (const ply of effects) scenes.push(apply(scenes[scenes.length - 1], ply));
  return scenes;
}

/** The cells that a move touched, to be marked as the last move. @param {Effect[]} effects */
export function touched(effects) {
  const cells = new Set();
  for (const { put, travel, remove, change } of effects) {
    if (travel) [travel.path[0], travel.path[travel.path.length - 1]].forEach((cell) => cells.add(cell));
    for (const at of [put, change]) if (at) cells.add(at.cell);
    if (remove && effects.length === 1) cells.add(remove.cell);
  }
  return /** @type {number[]} */ ([...cells]);
}
