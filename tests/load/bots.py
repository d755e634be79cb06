#!/usr/bin/env python3
"""Many games of bots against each other through the API at once, and spectators on one of them.

    tests/load/bots.py MOSSA [--games 500] [--seconds 60] [--pace 1.0] [--spectators 200] [--limit 50]

Each game has two bots that move at random, one ply every `pace` seconds in the mean; a game that ends is followed by a new one.
The time of a move is that from sending the request until its answer is there, stored and all. The exit code is 1 if anything
failed, if the 99th percentile is not below the limit, or if a spectator did not see every move in order.
"""

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from client import Api, Refused, events, serve, two_bots

GAMES = ["mnk:3,3,3", "mnk:15,15,5", "connect4", "dipole", "chinese-checkers:players=2", "chess"]
# This one goes on for hundreds of plies when it is played at random.
WATCHED = "chinese-checkers:players=2"


class Load:
    def __init__(self, args, port):
        self.args, self.port = args, port
        self.times, self.errors = [], []
        self.finished = 0
        self.end = time.monotonic() + args.seconds
        self.watched = []

    async def play(self, number):
        """Plays games until the time is over."""
        dice = random.Random(number)
        api = Api(self.port)
        try:
            await asyncio.sleep(dice.random() * self.args.pace)
            while time.monotonic() < self.end:
                table_id, tokens, table = await two_bots(api, GAMES[number % len(GAMES)])
                await self.play_game(api, dice, table_id, tokens, table, None)
        except (Refused, OSError, EOFError, ValueError) as error:
            self.errors.append(f"game {number}: {error!r}")
        finally:
            api.close()

    async def play_game(self, api, dice, table_id, tokens, table, moves):
        """Plays a game to its end, or until the time is over; notes its moves in `moves`."""
        while table["state"] == "running" and time.monotonic() < self.end:
            await asyncio.sleep(dice.uniform(0.5, 1.5) * self.args.pace)
            position = table["position"]
            move = {"move": dice.choice(position["moves"])["text"], "ply": len(position["history"])}
            begun = time.perf_counter()
            status, body = await api.ask("POST", f"/tables/{table_id}/moves", move, tokens[position["to_move"]])
            self.times.append(time.perf_counter() - begun)
            if status != 200:
                raise Refused(f"{table_id} {move}: {status} {body[:300]!r}")
            table = json.loads(body)
            if moves is not None:
                moves.append(move["move"])
        self.finished += table["state"] == "over"

    async def spectate(self, table_id, seen):
        """Notes every move that the stream tells."""
        try:
            async for block in events(self.port, f"/tables/{table_id}/events"):
                if re.search(r"^event: ?move$", block, re.M):
                    seen.append(re.search(r'"ply":(\d+),"move":"([^"]*)"', block).groups())
        except (Refused, OSError, EOFError) as error:
            self.errors.append(f"spectator: {error!r}")

    async def watched_game(self):
        """The game with the spectators; gives what each of them saw, and what was played."""
        api = Api(self.port)
        table_id, tokens, table = await two_bots(api, WATCHED)
        seen = [[] for _ in range(self.args.spectators)]
        watching = [asyncio.create_task(self.spectate(table_id, one)) for one in seen]
        await asyncio.sleep(1)
        moves = []
        await self.play_game(api, random.Random(0), table_id, tokens, table, moves)
        # The last events are on their way.
        for _ in range(50):
            if all(len(one) == len(moves) for one in seen):
                break
            await asyncio.sleep(0.1)
        for task in watching:
            task.cancel()
        api.close()
        expected = [(str(ply), move) for ply, move in enumerate(moves)]
        return len(moves), sum(one == expected for one in seen)

    async def run(self):
        games = [asyncio.create_task(self.play(number)) for number in range(self.args.games)]
        watched = await self.watched_game()
        await asyncio.gather(*games)
        return watched


async def main(args):
    with tempfile.TemporaryDirectory() as folder:
        process, port = await serve(args.mossa, Path(folder) / "load.db")
        try:
            load = Load(args, port)
            moves, right = await load.run()
            memory = Path(f"/proc/{process.pid}/status").read_text()
            cpu = Path(f"/proc/{process.pid}/stat").read_text().split()[13:15]
        finally:
            process.terminate()
            await process.wait()
    times = sorted(load.times)
    at = lambda share: round(1000 * times[min(int(share * len(times)), len(times) - 1)], 1)
    result = {
        "games": args.games,
        "seconds": args.seconds,
        "moves": len(times),
        "moves_per_second": round(len(times) / args.seconds),
        "finished": load.finished,
        "errors": len(load.errors),
        "p50_ms": at(0.5),
        "p90_ms": at(0.9),
        "p99_ms": at(0.99),
        "max_ms": at(1),
        "spectators": args.spectators,
        "watched_moves": moves,
        "spectators_that_saw_all_in_order": right,
        "server_cpu_seconds": sum(map(int, cpu)) / 100,
        "server_peak_mb": int(re.search(r"VmHWM:\s+(\d+)", memory)[1]) // 1024,
    }
    print(json.dumps(result, indent=1))
    for error in load.errors[:10]:
        print(error, file=sys.stderr)
    good = not load.errors and result["p99_ms"] < args.limit and right == args.spectators and moves > 0
    return 0 if good else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mossa")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--limit", type=float, default=50)
    sys.exit(asyncio.run(main(parser.parse_args())))
