"""Greets, then never reads again."""
import sys
import time

from well import say

sys.stdin.readline()
say("ready deaf")
time.sleep(600)
