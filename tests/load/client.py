"""A small asynchronous client of mossa's HTTP API, with the standard library alone."""

import asyncio
import json
import re


class Refused(Exception):
    """An answer that was not expected."""


class Api:
    """One connection that stays open, as a browser or a bot would have."""

    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def ask(self, method, path, body=None, token=None):
        """Sends a request; gives the status and the body as bytes."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        data = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} /api/v1{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(data)}"]
        if body is not None:
            head.append("Content-Type: application/json")
        if token:
            head.append(f"Authorization: Bearer {token}")
        self.writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
        await self.writer.drain()
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", answer)
        return int(answer[9:12]), await self.reader.readexactly(int(length[1]) if length else 0)

    async def json(self, method, path, body=None, token=None):
        """Sends a request that must succeed; gives what the body says."""
        status, answer = await self.ask(method, path, body, token)
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}: {status} {answer.decode(errors='replace')[:300]}")
        return json.loads(answer) if answer else None

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def serve(mossa, database, *more):
    """Starts a server at a free port; gives the process and the port."""
    arguments = ["serve", "--address", "127.0.0.1:0", "--db", str(database), "--burst", "100000", "--rate", "10000"]
    process = await asyncio.create_subprocess_exec(mossa, *arguments, *more, stdout=asyncio.subprocess.PIPE)
    first = (await process.stdout.readline()).decode()
    port = re.fullmatch(r"mossa is at http://127\.0\.0\.1:(\d+)\n", first)
    if not port:
        raise Refused(f"the server says {first!r}")
    return process, int(port[1])


async def two_bots(api, game):
    """A table for two bots; gives its id, the tokens of both, and the table."""
    seats = [{"kind": "human", "name": "bot A"}, {"kind": "open"}]
    made = await api.json("POST", "/tables", {"game": game, "seats": seats})
    joined = await api.json("POST", f"/tables/{made['id']}/join", {"name": "bot B"})
    table = await api.json("GET", f"/tables/{made['id']}")
    return made["id"], [made["token"], joined["token"]], table
