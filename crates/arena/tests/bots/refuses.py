"""Says that it cannot play."""
from well import play, say

play(lambda legal: say("error this board is too small for me"))
