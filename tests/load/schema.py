#!/usr/bin/env python3
"""Starts a server and lets schemathesis ask it whatever its description allows, and what it does not.

    tests/load/schema.py MOSSA SCHEMATHESIS [OPTIONS OF SCHEMATHESIS]

Half of the requests are about things that are there: a table with a token, an analysis, a report, a run. Streams never end, so
they are not read here. The exit code is that of schemathesis, or 1 if the server is gone at the end.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from client import Api, serve

# What an answer is looked at for: no 5xx, only described statuses, kinds and bodies, and 405 for other methods.
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance," \
    "response_schema_conformance,unsupported_method"

GAME = {"game": "mnk:15,15,5"}


async def things(api):
    """Something of each kind: the path below which it is, its id, and the token for it."""
    table = await api.json("POST", "/tables", {**GAME, "seats": [{"kind": "human"}, {"kind": "level", "level": 1}]})
    analysis = await api.json("POST", "/analyses", {**GAME, "time_ms": 300000})
    report = await api.json("POST", "/report", {**GAME, "moves": ["h8", "h9"]})
    run = await api.json("POST", "/runs", {**GAME, "kind": "match", "players": ["level:1", "random"]})
    return [
        ("tables", table["id"], table["token"]),
        ("analyses", analysis["id"], None),
        ("reports", report["id"], None),
        ("runs", run["id"], None),
    ]


def settings(known):
    """The settings of schemathesis: which ids, names and tokens it uses where nothing else is said."""
    text = ""
    for kind, name, token in known:
        text += f'[[operations]]\ninclude-path-regex = "/{kind}/"\nparameters = {{ id = "{name}" }}\n'
        text += f'headers = {{ Authorization = "Bearer {token}" }}\n\n' if token else "\n"
    return text


async def main(mossa, schemathesis, *more):
    with tempfile.TemporaryDirectory() as folder:
        process, port = await serve(mossa, Path(folder) / "schema.db")
        arguments = [
            "run", f"http://127.0.0.1:{port}/api/v1/openapi.json", "--checks", CHECKS, "--seed", "1",
            "--exclude-path-regex", "events$", "--request-timeout", "60", "--max-examples", "100",
        ]
        try:
            status = 0
            known = Path(folder) / "schemathesis.toml"
            for text in ["", settings(await things(Api(port)))]:
                known.write_text(text)
                asked = await asyncio.create_subprocess_exec(schemathesis, "--config-file", known, *arguments, *more)
                status = await asked.wait() or status
            health, _ = await Api(port).ask("GET", "/health")
            return status or int(health != 200)
        finally:
            process.terminate()
            await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
