/** The five games; where a whole one would take long, from a position near its end. */
export const GAMES = [
  { name: 'chess', game: 'chess', position: '6k1/4Pppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' },
  { name: 'connect4', game: 'connect4', position: null },
  { name: 'mnk', game: 'mnk:3,3,3', position: null },
  { name: 'dipole', game: 'dipole', position: '1,b3,2/4/4/4/4/4/4/2,w4,1 w 16' },
  { name: 'chinese-checkers', game: 'chinese-checkers:pieces=1', position: null },
];
