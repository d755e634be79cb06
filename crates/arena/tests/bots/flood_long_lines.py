"""Writes long lines that are each allowed, but too many."""
from well import play, say


def misbehave(legal):
    while True:
        say("info text " + "x" * 4000)


play(misbehave)
