"""The README's lines for many workers, typed as they stand: a game is played on what they start."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest

from tests import postgresql
from tests.api.running import PATIENCE, ROOT, Table
from tests.redis_server import own_redis

pytestmark = pytest.mark.full

README = (ROOT / "README.md").read_text(encoding="utf-8")


def lines_of(heading: str) -> str:
    """The commands under a heading."""
    return README.split(f"## {heading}\n")[1].split("```sh\n")[1].split("```")[0]


def test_four_workers_a_projector_postgresql_and_redis(tmp_path: Path) -> None:
    shim = tmp_path / "ironclad"
    shim.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ironclad.api.cli "$@"\n')
    shim.chmod(0o755)
    with postgresql.schema() as store, own_redis() as redis:
        lines = lines_of("Many workers")
        own = {"URL": store, "REDIS": redis.url, "LOG_KEY_FILE": str(tmp_path / "ironclad.log-key")}
        for name, value in own.items():
            named = rf"(?m)^(export IRONCLAD_{name}=).*$"
            lines, changed = re.subn(named, rf"\g<1>{shlex.quote(value)}", lines)
            assert changed == 1
        lines, changed = re.subn(r"(?m)^(ironclad serve --workers 4 .*)$", r"\1 --json --port 0", lines)
        assert changed == 1
        environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        started = subprocess.Popen(
            ["bash", "-euc", lines],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env=environment,
            process_group=0,
        )
        try:
            assert started.stdout is not None
            api = next(line.split('"')[3] for line in started.stdout if '"api"' in line)
            play(api)
        finally:
            os.killpg(started.pid, signal.SIGTERM)
            started.wait(PATIENCE)
            started.stdout.close()  # type: ignore[union-attr]


def play(api: str) -> None:
    """Some commands of a game by both seats, each call on a connection of its own: any worker may get it."""
    chance = Random(1)
    with httpx.Client(
        base_url=api, timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0)
    ) as http:
        table = Table.open(http, "campaign", "american_civil_war")
        for number in range(60):
            due = table.get().json()["due"][0]
            offers = table.get("/legal", seat=due["seat"]).json()["commands"]
            given = table.give(due["seat"], chance.choice(offers), decision=due["id"])
            assert given.status_code == 200, given.text
            assert table.version() == given.json()["version"], f"command {number} is seen by each worker"
        (listed,) = http.get("/games").json()["items"]
        assert (listed["id"], listed["version"]) == (table.game, table.version())
