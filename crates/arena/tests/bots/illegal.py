"""Makes a move that does not exist."""
from well import play, say

play(lambda legal: say("move zz99"))
