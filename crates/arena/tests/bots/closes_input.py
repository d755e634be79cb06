"""Plays a move, closes its input and lives on."""
import os
import time

from well import play, say


def misbehave(legal):
    say("move " + legal[0])
    os.close(0)
    time.sleep(600)


play(misbehave)
