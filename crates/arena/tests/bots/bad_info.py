"""Tells nonsense of its search."""
from well import play, say

play(lambda legal: say("info depth deep"))
