"""Answers with something that the protocol does not know."""
from well import play, say

play(lambda legal: say("bestmove " + legal[0]))
