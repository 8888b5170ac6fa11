"""A game of each published ruleset that hides something, over HTTP: its bundle, half-way and at its end, as
`ironclad verify` and the browser's verifier find it.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from ironclad.domain import games
from tests.api.running import ROOT, Server, Table
from tests.api.test_every_ruleset import offers_of
from tests.browser import near_a_battle
from tests.browser.modules import at_home, verdict_of

pytestmark = pytest.mark.full
HIDING = [name for name in games.names() if games.ruleset(name).sight.hides]
SHORT = {"bull_run_to_appomattox": "introductory"}
"""The scenarios that are played to their ends; other games end by a resignation."""
SEALED = {"eagle_variant": {"sealed_free_setup": "yes"}}
"""Options by which the first orders of a game are sealed, where others are not."""
HOLDS, WAITS = 0, 4
MOST = 1000


def play(table: Table, random: Random, commands: int) -> bool:
    """Random legal commands of both seats; whether the game has ended."""
    committed: set[str] = set()  # answers that wait for another seat's
    for _ in range(commands):
        game = table.get().json()
        if game["outcome"] is not None:
            return True
        due = random.choice([each for each in game["due"] if each["id"] not in committed])
        given = table.give(due["seat"], random.choice(offers_of(table, due)), decision=due["id"])
        assert given.status_code in (200, 202), given.text
        if given.status_code == 202:
            committed.add(due["id"])
    return False


def checked(path: Path, key: str) -> tuple[int, dict[str, Any]]:
    """The exit status of `ironclad verify`, in a process of its own, and its document."""
    program = "from ironclad.api.cli import main; main()"
    command = [sys.executable, "-c", program, "verify", str(path), "--log-key", key, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("name", HIDING)
def test_it_verifies_in_part_for_a_spectator_and_whole_at_its_end(
    name: str, server: Server, chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page()
    try:
        home = at_home(page, server)
        with server.client() as http:
            scenario = SHORT.get(name) or next(iter(games.ruleset(name).identity.scenarios))
            table = Table.open(http, scenario, name, options=SEALED.get(name, {}))
            random = Random(name)
            key = http.get("/log/keys").json()["keys"][0]["key"]
            path = tmp_path / "game.bundle"

            assert not play(table, random, 12)
            path.write_bytes(table.get("/bundle").content)
            status, document = checked(path, key)
            assert (status, document["verdict"]) == (WAITS, "waits")
            assert document["first_failure"] is None
            checks = {each["name"]: each for each in document["checks"]}
            assert {each["ok"] for each in checks.values()} == {True, None}
            assert checks["rules"]["ok"] is None
            assert "to be opened when the game ends" in checks["seals"]["detail"]
            seen = verdict_of(home, path.read_bytes(), key)
            assert seen["firstFailure"] is None
            assert seen["waits"] == document["waits"] > 0

            if name in SHORT:
                assert play(table, random, MOST), "the game does not end"
            else:
                seat = next(iter(table.tokens))
                assert table.post("/resignation", {}, seat).status_code == 200
            path.write_bytes(table.get("/bundle").content)
            status, document = checked(path, key)
            assert (status, document["verdict"], document["waits"]) == (HOLDS, "holds", 0)
            assert all(each["ok"] for each in document["checks"])
            seen = verdict_of(home, path.read_bytes(), key)
            assert (seen["ok"], seen["waits"], seen["firstFailure"]) == (True, 0, None)

            body = bytearray(path.read_bytes())
            body[len(body) // 2] ^= 1
            path.write_bytes(bytes(body))
            assert checked(path, key)[0] not in (HOLDS, WAITS)
    finally:
        page.close()


def test_a_sealed_battle_verifies_in_part_while_it_is_fought_and_whole_at_its_end(
    server: Server, tmp_path: Path
) -> None:
    """One set-up is in, sealed; then both, with standing orders; then battle and game are over."""
    with server.client() as http:
        key = http.get("/log/keys").json()["keys"][0]["key"]
        table, path = near_a_battle.opened(http), tmp_path / "battle.bundle"
        for seat, start in (("csa", "VA_E"), ("usa", "MD")):
            units = near_a_battle.units_of(table, seat, start)
            near_a_battle.give(table, {"type": "move_units", "units": units, "path": ["VA_NE"]}, seat)
            near_a_battle.give(table, {"type": "end_movement"}, seat)

        waits = []
        for seat in ("csa", "usa"):
            standing = {"stance": "fire", "pursue": "all"}
            command = {**near_a_battle.first(table, seat), "standing": standing}
            assert command["type"] == "seal_set_up"
            near_a_battle.give(table, command, seat)
            path.write_bytes(table.get("/bundle").content)
            status, document = checked(path, key)
            assert (status, document["first_failure"]) == (WAITS, None)
            waits.append(document["waits"])
        assert 0 < waits[0] < waits[1]

        assert "Battle in Virginia" in table.get("/views/chronicle?limit=500").text
        while any(each["kind"] not in ("movement", "production") for each in table.get().json()["due"]):
            near_a_battle.give(table, None)
        assert table.post("/resignation", {}, "usa").status_code == 200
        path.write_bytes(table.get("/bundle").content)
        status, document = checked(path, key)
        assert (status, document["verdict"], document["waits"]) == (HOLDS, "holds", 0)
        assert all(each["ok"] for each in document["checks"])
