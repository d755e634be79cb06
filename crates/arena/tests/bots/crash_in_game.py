"""Plays one move, then runs into an error."""
from well import play

play(lambda legal: 1 // 0, turns=1)
