import { s } from '../dom.js';

const WIDTH = 600;
const HEIGHT = 160;

/**
 * The chance of the first player after every ply, as an area that can be touched.
 * @param {number[]} chances From 0 to 1.
 * @param {{label: string, marks: number[], at?: number, onGo: (ply: number) => void}} options
 */
export function graph(chances, options) {
  const last = Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - 4 - chance * (HEIGHT - 8);
  const line = chances.map((chance, ply) => `${ply === 0 ? 'M' : 'L'}${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join('');
  const marks = options.marks.filter((ply) => ply < chances.length)
    .map((ply) => s('circle', { class: 'turn-mark', cx: x(ply), cy: y(chances[ply]), r: 5 }));
  const cursor = s('line', { class: 'cursor', y1: 0, y2: HEIGHT });
  const svg = s('svg', { class: 'graph', viewBox: `-6 0 ${WIDTH + 12} ${HEIGHT}`, role: 'img', 'aria-label': options.label },
    s('rect', { class: 'graph-back', x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 8 }),
    s('path', { class: 'graph-area', d: `${line}L${WIDTH} ${HEIGHT - 2}L0 ${HEIGHT - 2}Z` }),
    s('line', { class: 'graph-even', x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
    s('path', { class: 'graph-line', d: line }), cursor, marks);
  const point = (/** @type {number} */ ply) => {
    cursor.setAttribute('x1', String(x(ply)));
    cursor.setAttribute('x2', String(x(ply)));
  };
  point(options.at ?? 0);
  svg.addEventListener('pointerdown', (event) => {
    const box = svg.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * last);
    options.onGo(Math.max(0, Math.min(last, ply)));
  });
  return { element: svg, point };
}

/** A short line over time, without axes. @param {number[]} values */
export function spark(values) {
  const high = Math.max(0.01, ...values);
  const last = Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index / last) * 80},${22 - (value / high) * 20}`).join(' ');
  return s('svg', { class: 'spark', viewBox: '0 0 80 24', 'aria-hidden': 'true' }, s('polyline', { points }));
}
