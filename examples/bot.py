#!/usr/bin/env python3
"""A player of every game: any legal move. To write a better one, replace `choose`.

    mossa match level:2 "line:python3 examples/bot.py" --game mnk:5,5,4

It speaks the line protocol (docs/line-protocol.md) on standard input and output.
"""
import random
import sys


def choose(legal, dice):
    """The move to make; `legal` are all that there are."""
    return dice.choice(legal)


dice, legal = random.Random(0), []
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "mossa-line":
        print("ready random moves in Python", flush=True)
    elif word == "game":  # game NAME PLAYERS SEAT SEED
        dice = random.Random(int(rest[3]))
    elif word == "legal":  # sent before every `go`
        legal = rest
    elif word == "go":
        print("move", choose(legal, dice), flush=True)
    elif word == "quit":
        break
    # Everything else (position, clock, result, and what may come) can be ignored.
