"""Writes one line without end."""
import sys

from well import play


def misbehave(legal):
    while True:
        sys.stdout.write("x" * 65536)


play(misbehave)
