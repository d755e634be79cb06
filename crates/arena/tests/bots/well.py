"""Well-behaved parts that the hostile bots share: greet, then play the first legal move until `when` says otherwise.

The first argument of every bot is a marker: tests look for it among the processes of the machine.
"""
import sys


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def play(misbehave, turns=0):
    """Plays; calls `misbehave(legal)` instead of answering, after so many turns that went well."""
    legal = []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "mossa-line":
            say("ready " + sys.argv[0])
        elif word == "legal":
            legal = rest
        elif word == "go":
            if turns == 0:
                misbehave(legal)
            else:
                turns -= 1
                say("info depth 1 nodes 2 value +3")
                say("move " + legal[0])
        elif word == "quit":
            return
