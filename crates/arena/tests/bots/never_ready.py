"""Does not answer the greeting."""
import time

time.sleep(600)
