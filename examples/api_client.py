#!/usr/bin/env python3
"""Plays a game against mossa through its HTTP API, with the standard library alone.

    mossa serve &
    python3 examples/api_client.py [http://127.0.0.1:7070] [game] [level]

It plays any legal move; a better player puts its own choice into `choose`.
"""

import json
import random
import sys
import urllib.request


def ask(address, path, body=None, token=None):
    """Sends a request, and gives the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": "Bearer " + token} if token else {})
    request = urllib.request.Request(address + "/api/v1" + path, data, headers)
    return json.load(urllib.request.urlopen(request))


def events(address, path):
    """The server-sent events of a stream: names and data."""
    name = None
    for line in urllib.request.urlopen(address + "/api/v1" + path):
        field, _, value = line.decode().rstrip("\n").partition(":")
        if field == "event":
            name = value.strip()
        elif field == "data":
            yield name, json.loads(value)


def choose(position):
    return random.choice(position["moves"])["text"]


def main(address="http://127.0.0.1:7070", game="mnk:3,3,3", level="1"):
    seats = [{"kind": "human", "name": "api_client"}, {"kind": "level", "level": int(level)}]
    table = ask(address, "/tables", {"game": game, "seats": seats})
    print("table", table["id"])
    for name, data in events(address, f"/tables/{table['id']}/events"):
        if name == "move":
            print(f"{data['ply'] + 1}. {data['people']}")
        if data.get("result"):
            return print(data["result"]["text"], data["result"]["reason"])
        position = data.get("position")
        if position and not position["result"] and position["to_move"] == 0:
            move = {"move": choose(position), "ply": len(position["history"])}
            ask(address, f"/tables/{table['id']}/moves", move, table["token"])


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except urllib.request.URLError as error:
        problem = json.load(error) if getattr(error, "fp", None) else {"detail": str(error.reason)}
        sys.exit("\n".join(problem[part] for part in ("detail", "hint") if part in problem))
