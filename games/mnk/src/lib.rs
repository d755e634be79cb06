//! (m,n,k)-games: tic-tac-toe, gomoku and everything between.
