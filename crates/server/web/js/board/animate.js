import { s } from '../dom.js';
import { UNIT } from './geometry.js';

/**
 * Movement. Everything ends where the scene says, whether it moved there or not.
 *
 * @typedef {import('./geometry.js').Frame} Frame
 * @typedef {{x: number, y: number}} Point
 */

export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @param {Point} point */
export const shift = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** @param {SVGElement} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function run(element, frames, options) {
  if (calm() || !element.animate) return null;
  return element.animate(frames, { easing: 'cubic-bezier(.3,.7,.3,1)', ...options });
}

/** A piece goes through all points; a chain of hops goes up and down at each. @param {SVGElement} piece @param {Point[]} points */
export function travel(piece, points) {
  const hops = points.length - 1;
  const frames = points.flatMap((point, index) => {
    const here = { transform: shift(point), offset: index / hops };
    if (hops < 2 || index === hops) return [here];
    const next = points[index + 1];
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return [here, { transform: `${shift(middle)} scale(1.18)`, offset: (index + 0.5) / hops }];
  });
  const easing = hops < 2 ? 'cubic-bezier(.3,.7,.3,1)' : 'linear';
  run(piece, frames, { duration: hops < 2 ? 220 : 210 * hops, easing });
}

/** A stone falls, and bounces a little. @param {SVGElement} piece @param {Point} to @param {number} top */
export function drop(piece, to, top) {
  const rows = (to.y - top) / UNIT;
  const above = { transform: shift({ x: to.x, y: top }), easing: 'cubic-bezier(.5,0,.9,.6)' };
  const low = { transform: shift(to), offset: 0.72, easing: 'cubic-bezier(.1,.5,.5,1)' };
  const bounce = { transform: shift({ x: to.x, y: to.y - 12 }), offset: 0.86, easing: 'ease-in' };
  run(piece, [above, low, bounce, { transform: shift(to) }], { duration: 180 + 70 * rows });
}

/** @param {SVGElement} piece @param {Point} at */
export function appear(piece, at) {
  run(piece, [{ transform: `${shift(at)} scale(.4)`, opacity: 0 }, { transform: shift(at), opacity: 1 }], { duration: 160 });
}

/** The piece fades, then leaves the drawing. @param {SVGElement} piece @param {Point} at */
export function vanish(piece, at) {
  const frames = [{ transform: shift(at), opacity: 1 }, { transform: `${shift(at)} scale(.6)`, opacity: 0 }];
  const animation = run(piece, frames, { duration: 200 });
  if (!animation) return piece.remove();
  animation.onfinish = () => piece.remove();
  // A hidden page does not finish animations, and would keep the taken pieces.
  setTimeout(() => piece.remove(), 600);
}

/** The way of a piece, that fades. @param {SVGElement} layer @param {Point[]} points */
export function trace(layer, points) {
  if (points.length < 3) return;
  const line = s('polyline', { class: 'trace', points: points.map(({ x, y }) => `${x},${y}`).join(' ') });
  layer.append(line);
  line.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: 2600, fill: 'forwards' });
  setTimeout(() => line.remove(), 2600);
}
