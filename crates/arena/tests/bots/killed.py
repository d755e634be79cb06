"""Is ended by a signal in its turn."""
import os
import signal

from well import play

play(lambda legal: os.kill(os.getpid(), signal.SIGSEGV))
