"""Plays well, but does not leave when asked to."""
import time

from well import play, say

play(lambda legal: say("move " + legal[0]), turns=100)
time.sleep(600)
