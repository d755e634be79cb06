"""Does not end its line."""
import sys

from well import play


def misbehave(legal):
    sys.stdout.write("move " + legal[0])
    sys.stdout.flush()


play(misbehave)
