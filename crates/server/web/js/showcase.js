/**
 * A game of each kind for the shelf: what a small board replays. Chess is Morphy at the opera, Paris 1858; most
 * others mossa played against itself.
 *
 * @type {Record<string, {game: string, moves: string[]}>}
 */
export const SHOWCASE = {
  chess: {
    game: 'chess',
    moves: ('e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O '
      + 'Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#').split(' '),
  },
  connect4: {
    game: 'connect4',
    moves: ('2 4 5 4 2 2 5 5 2 5 5 7 7 3 5 6 6 4 4 6 4 6').split(' '),
  },
  dipole: {
    game: 'dipole',
    moves: ('H5,NE,1 A4,SE,4 H5,NE,2 A4,SE,1 H5,N,6 A4,S,2 B5,N,4 E8,SW,3 G6,NE,1 A4,SW,1 F7,NW,3 B3,SW,1 '
      + 'B5,NE,1 A4,E,2 C4,N,2 A6,W,2 B5,NE,1 A4,S,2 A6,NE,1').split(' '),
  },
  'chinese-checkers': {
    game: 'chinese-checkers',
    moves: ('j4-i5 k15-m13 l2-h6 m17-i13 o3-m5 l14-n12 m1-q5 m15-m11 m3-i7 n14-n10 i5-k7 m13-m9 n4-j8 n12-n8 '
      + 'p4-r6 o15-q13 l4-n6 m11-o5 i7-m11 n10-j6 m5-o7 n8-l6 q5-s7 l16-m15 n2-m3 n16-l14 k3-l4 o5-k5 '
      + 'm3-n4 m15-k13 m11-l12 i13-k11 o7-n8 l14-l10 j8-k9 m9-k3 k7-m9 k13-m11 n4-o5 l6-l2 o5-o9').split(' '),
  },
  swap2: {
    game: 'mnk:15,15,5',
    moves: ('h8 g9 i9 g7 i7 g8 g6 i8 h7 j7 h9 h6 h10 h11 i10 j11 g10 f10 i11 i12 j10 k10 j9 k8').split(' '),
  },
  mnk: {
    game: 'mnk:3,3,3',
    moves: ('b2 a3 c3 a1 a2 c2 b1 b3 c1').split(' '),
  },
};
