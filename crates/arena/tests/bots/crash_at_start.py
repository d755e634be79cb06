"""Ends with an error before it says anything."""
import sys

sys.exit("no licence found")
