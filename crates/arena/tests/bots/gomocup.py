"""A brain of the Gomocup protocol that takes the first free cell, and misbehaves as its second argument says.

Arguments: a marker by which tests find the process, how to behave, and a file for all lines that it hears.
"""
import sys
import time

_, MARKER, BEHAVIOUR, LOG = sys.argv


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Brain:
    def __init__(self):
        self.width = self.height = 0
        self.taken = set()

    def move(self):
        cells = ((x, y) for y in range(self.height) for x in range(self.width))
        cell = next(cell for cell in cells if cell not in self.taken)
        if BEHAVIOUR == "suggests":
            say("SUGGEST %d,%d" % cell)
            return
        self.taken.add(cell)
        if BEHAVIOUR == "chatty":
            say("DEBUG hm")
            say("message I am sure")
        misbehave(self)
        say("%d,%d" % cell)
        if BEHAVIOUR == "says more":
            say("%d,%d" % cell)

    def hear(self, line):
        word, _, rest = line.partition(" ")
        if word == "START":
            self.width = self.height = int(rest)
        elif word == "RECTSTART":
            self.width, self.height = map(int, rest.split(","))
        if word in ("START", "RECTSTART"):
            self.taken.clear()
            say("ERROR my board has 19 lines" if BEHAVIOUR == "refuses" else "OK")
        elif word == "RESTART":
            self.taken.clear()
            say("UNKNOWN command" if BEHAVIOUR == "cannot restart" else "OK")
        elif word == "BEGIN":
            self.move()
        elif word == "TURN":
            self.taken.add(tuple(map(int, rest.split(","))))
            self.move()
        elif word == "BOARD":
            self.taken.clear()
        elif word == "DONE":
            self.move()
        elif word == "PLAY":
            self.taken.add(tuple(map(int, rest.split(","))))
            say(rest)
        elif word == "INFO":
            if BEHAVIOUR == "chatty":
                say("UNKNOWN info")
        elif word[0].isdigit():
            x, y, _ = map(int, line.split(","))
            self.taken.add((x, y))


def misbehave(brain):
    if BEHAVIOUR == "silent":
        time.sleep(1000)
    elif BEHAVIOUR == "crashes":
        sys.exit(3)
    elif BEHAVIOUR == "garbage":
        say("h8")
    elif BEHAVIOUR == "errors":
        say("ERROR too difficult")
    elif BEHAVIOUR == "ignorant":
        say("UNKNOWN command")
        time.sleep(1000)
    elif BEHAVIOUR == "floods":
        while True:
            say("DEBUG and another thing")
    elif BEHAVIOUR == "outside":
        say("99,0")


with open(LOG, "a") as log:
    brain = Brain()
    for line in sys.stdin:
        line = line.rstrip("\r\n")
        log.write(line + "\n")
        log.flush()
        if line == "END" and BEHAVIOUR != "stays":
            break
        brain.hear(line)
