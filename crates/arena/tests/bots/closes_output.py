"""Closes its output and lives on."""
import os
import time

from well import play


def misbehave(legal):
    os.close(1)
    time.sleep(600)


play(misbehave)
