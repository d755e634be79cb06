"""Writes bytes that are no text."""
import sys

from well import play


def misbehave(legal):
    sys.stdout.buffer.write(b"move \xff\xfe\n")
    sys.stdout.buffer.flush()


play(misbehave)
