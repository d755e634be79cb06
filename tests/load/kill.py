#!/usr/bin/env python3
"""Kills the server again and again while games are played, and looks for every acknowledged move afterwards.

    tests/load/kill.py MOSSA [--games 100] [--rounds 3] [--seconds 4]

The bots move as fast as the server answers. After each `kill -9` the server is started again with the same database: each game
must have exactly the moves that were acknowledged, in order, and at most the one that was under way. Games that ended must be
among the recorded ones. The exit code is 1 otherwise.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from client import Api, Refused, serve, two_bots

GAMES = ["mnk:3,3,3", "mnk:15,15,5", "connect4", "dipole", "chinese-checkers:players=2", "chess"]


class Game:
    """A game as its bots know it."""

    def __init__(self, table_id, tokens, table):
        self.id, self.tokens, self.table = table_id, tokens, table
        self.acknowledged = []
        self.under_way = None

    async def play(self, api, dice):
        position = self.table["position"]
        self.under_way = dice.choice(position["moves"])["text"]
        move = {"move": self.under_way, "ply": len(self.acknowledged)}
        self.table = await api.json("POST", f"/tables/{self.id}/moves", move, self.tokens[position["to_move"]])
        self.acknowledged.append(self.under_way)
        self.under_way = None

    def check(self, table):
        """Compares with what the server has after its restart; gives what is wrong."""
        history = table["position"]["history"]
        possible = [self.acknowledged]
        if self.under_way is not None:
            possible.append(self.acknowledged + [self.under_way])
        if history not in possible:
            return f"{self.id} has {history[-3:]} at {len(history)}, not {self.acknowledged[-3:]} at {len(self.acknowledged)}"
        self.acknowledged, self.under_way, self.table = history, None, table
        return None


async def play(number, port, games, running):
    """Plays until the server is gone; games that ended are followed by new ones."""
    api, dice = Api(port), random.Random(time.time_ns())
    try:
        while True:
            if running[number] is None or running[number].table["state"] == "over":
                running[number] = None
                running[number] = Game(*await two_bots(api, GAMES[number % len(GAMES)]))
                games.append(running[number])
            await running[number].play(api, dice)
    except (OSError, EOFError):
        pass
    finally:
        api.close()


async def main(args):
    problems, games = [], []
    running = [None] * args.games
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "kill.db"
        for _ in range(args.rounds):
            process, port = await serve(args.mossa, database)
            tasks = [asyncio.create_task(play(number, port, games, running)) for number in range(args.games)]
            await asyncio.sleep(random.uniform(0.7, 1.3) * args.seconds)
            process.kill()
            await process.wait()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            problems += [repr(result) for result in results if isinstance(result, Exception)]
            process, port = await serve(args.mossa, database)
            api = Api(port)
            for game in games:
                try:
                    problems += filter(None, [game.check(await api.json("GET", f"/tables/{game.id}"))])
                except Refused as error:
                    problems.append(str(error))
            over = sum(game.table["state"] == "over" for game in games)
            for _ in range(100):
                recorded = (await api.json("GET", "/players/bot%20A"))["games"]
                if recorded >= over:
                    break
                await asyncio.sleep(0.1)
            moves = sum(len(game.acknowledged) for game in games)
            print(f"{len(games)} games, {moves} moves, {over} over, {recorded} recorded, {len(problems)} problems")
            if recorded != over:
                problems.append(f"{over} games are over, and {recorded} are recorded")
            api.close()
            process.kill()
            await process.wait()
    for problem in problems[:10]:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mossa")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4)
    sys.exit(asyncio.run(main(parser.parse_args())))
