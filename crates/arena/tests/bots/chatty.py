"""Says more than it was asked, in one breath with its answer."""
from well import play, say

play(lambda legal: say("move " + legal[0] + "\nmove " + legal[-1]))
