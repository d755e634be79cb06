"""Complains without end."""
import sys

from well import play


def misbehave(legal):
    while True:
        sys.stderr.write("x" * 65536)


play(misbehave)
