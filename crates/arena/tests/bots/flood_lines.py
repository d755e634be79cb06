"""Writes lines without end."""
from well import play, say


def misbehave(legal):
    while True:
        say("info depth 1")


play(misbehave)
