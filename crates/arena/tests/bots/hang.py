"""Never answers, does not want to be ended, and has a child that does not, either."""
import signal
import subprocess
import sys
import time

from well import play

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]])
play(lambda legal: time.sleep(600))
