"""An engine of UCI that plays what the moves so far call for, and misbehaves as its second argument says.

Arguments: a marker by which tests find the process, how to behave, and a file for all lines that it hears. It knows no
rules: white shuffles Ng1-f3-g1, black Ng8-f6-g8.
"""
import sys
import time

_, MARKER, BEHAVIOUR, LOG = sys.argv


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def say_bytes(line):
    sys.stdout.buffer.write(line)
    sys.stdout.flush()


def shuffle(moves):
    white = len(moves) % 2 == 0
    home, away = ("g1", "f3") if white else ("g8", "f6")
    at_home = (len(moves) // 2) % 2 == 0
    return home + away if at_home else away + home


def misbehave():
    if BEHAVIOUR == "silent":
        time.sleep(1000)
    elif BEHAVIOUR == "crashes":
        sys.exit(3)
    elif BEHAVIOUR == "no move":
        say("bestmove")
    elif BEHAVIOUR == "illegal":
        say("bestmove e1e5")
    elif BEHAVIOUR == "gives up":
        say("bestmove (none)")
    elif BEHAVIOUR == "floods":
        while True:
            say("info string and another thing")


def hear(line, moves):
    word, _, rest = line.partition(" ")
    if word == "uci":
        say("id name Shuffler")
        if BEHAVIOUR == "latin":
            say_bytes(b"id author Jos\xe9 Mart\xednez\r\n")
        say("option name Hash type spin default 16 min 1 max 1024")
        say("option name UCI_Chess960 type check default false")
        say("option name Skill Level type spin default 20 min 0 max 20")
        say("option name Clear Hash type button")
        if BEHAVIOUR == "not ready":
            time.sleep(1000)
        say("uciok")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        moves[:] = rest.partition(" moves ")[2].split()
    elif word == "go":
        say("info depth 1 score cp 13 nodes 20 pv " + shuffle(moves))
        say("info depth 2 multipv 1 score mate 2 nodes 45 nps 1000 pv " + shuffle(moves))
        if BEHAVIOUR == "chatty":
            say("hm")
        if BEHAVIOUR == "latin":
            say_bytes(b"info string \xa1vamos!\n")
        misbehave()
        say("bestmove " + shuffle(moves) + " ponder a7a6")
        if BEHAVIOUR == "latin":
            say_bytes(b"info string adi\xf3s\n")
        if BEHAVIOUR == "says more":
            say("info string that was easy")
            say("bestmove " + shuffle(moves))


with open(LOG, "a") as log:
    known = []
    for line in sys.stdin:
        line = line.rstrip("\r\n")
        log.write(line + "\n")
        log.flush()
        if line == "quit":
            break
        hear(line, known)
