"""Gives up in its third turn."""
from well import play, say

play(lambda legal: say("resign"), turns=2)
