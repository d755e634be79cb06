/** The five games, from their beginnings; Chinese Checkers with one piece each. */
export const GAMES = [
  { name: 'chess', game: 'chess', position: null },
  { name: 'connect4', game: 'connect4', position: null },
  { name: 'mnk', game: 'mnk:3,3,3', position: null },
  { name: 'dipole', game: 'dipole', position: null },
  { name: 'chinese-checkers', game: 'chinese-checkers:pieces=1', position: null },
];
