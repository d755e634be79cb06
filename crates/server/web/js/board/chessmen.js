/**
 * Six chessmen, drawn for mossa in a box of 100 by 100. Each is a pile of plain shapes; every shape has the colour and
 * the outline of its owner, `detail` lines are drawn in the colour of details.
 *
 * @typedef {{shapes: string[], details?: string[], dots?: [number, number, number][]}} Drawing
 */

const BASE = 'M27 78h46a5 5 0 0 1 5 5v3a2 2 0 0 1-2 2H24a2 2 0 0 1-2-2v-3a5 5 0 0 1 5-5Z';

/** A circle as a path, so that every shape is one. @param {number} x @param {number} y @param {number} r */
const ball = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** @type {Record<string, Drawing>} */
export const CHESSMEN = {
  pawn: {
    shapes: [
      'M41 48C41 62 36 70 30 78H70C64 70 59 62 59 48Z',
      'M40 45h20a4 4 0 0 1 0 8H40a4 4 0 0 1 0-8Z',
      ball(50, 33, 13.5),
      BASE,
    ],
  },
  rook: {
    shapes: [
      'M36 42L32 78H68L64 42Z',
      'M27 19h10.5v7.5h7V19h11v7.5h7V19H73v17l-7.5 7.5h-31L27 36Z',
      BASE,
    ],
    details: ['M36.5 43.5h27', 'M34 69h32'],
  },
  knight: {
    shapes: [
      'M31 78C31 66 42 61 45 51C40 55 36 55 33 59C30.5 62.5 26.5 63.5 23.5 61C19 58 18.5 53.5 21.5 49.5'
        + 'C26 43 27 36.5 32 30C33 25 32.5 20.5 34 14.5C38.5 16.5 42 19 44.5 22.5C63 20 76 36 74.5 60'
        + 'C74 68 72 73 70 78Z',
      BASE,
    ],
    details: ['M54 29C63 35 67 46 66 68', 'M26.5 54.5l2 1.5'],
    dots: [[38, 34.5, 2.9]],
  },
  bishop: {
    shapes: [
      'M41 58C40 67 36 72 30 78H70C64 72 60 67 59 58Z',
      'M50 19C60 26 66.5 35 65 44C64 49.5 60.5 53 57 54.5H43C39.5 53 36 49.5 35 44C33.5 35 40 26 50 19Z',
      'M39 53h22a4 4 0 0 1 0 8H39a4 4 0 0 1 0-8Z',
      ball(50, 16, 5),
      BASE,
    ],
    details: ['M57 30L48.5 41'],
  },
  queen: {
    shapes: [
      'M35 60C36 68 33 73 28 78H72C67 73 64 68 65 60Z',
      'M19 32L31.5 62H68.5L81 32L68 47L65 24L55 44L50 20L45 44L35 24L32 47Z',
      ball(19, 29, 4.4), ball(35, 21, 4.4), ball(50, 16.5, 4.8), ball(65, 21, 4.4), ball(81, 29, 4.4),
      BASE,
    ],
    details: ['M33.5 67.5C44 65 56 65 66.5 67.5'],
  },
  king: {
    shapes: [
      'M35 60C36 68 33 73 28 78H72C67 73 64 68 65 60Z',
      'M46.8 8.5h6.4v5.3h5.3v6.2h-5.3V29h-6.4v-9h-5.3v-6.2h5.3Z',
      'M50 62H32.5C23 52 18.5 44 22.5 36.5C27 29 42 29.5 50 41C58 29.5 73 29 77.5 36.5C81.5 44 77 52 67.5 62Z',
      'M50 25C57 32 57.5 38 50 50C42.5 38 43 32 50 25Z',
      BASE,
    ],
    details: ['M33.5 67.5C44 65 56 65 66.5 67.5'],
  },
};
