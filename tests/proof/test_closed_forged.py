"""A server with the log's key and the game's forges answers that were committed to by digests alone.

Each forgery is signed as if it were true: tree, checkpoint and heads are those of the forged rows. A seat in
league with the server signs again. `FORGED` is held to the browser's verifier too
(tests/browser/test_sealed_proof.py).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironclad.eventlog.sealing import SALT_BYTES
from ironclad.referee.player_keys import message_of
from tests.proof.logs import KEY, Row
from tests.proof.test_sealed_commands import FIELDS
from tests.proof.test_sealed_commands_forged import Forge, places, played, resealed, with_body
from tests.proof.test_signed_bundle import KEYS, Body, fault_at
from tests.proof.test_verifying import verdict_of
from tests.toys.sealed_fields import SEATS

RULES = {FIELDS.name: FIELDS}
OWN = dict(zip(SEATS, (KEYS["blue"], KEYS["grey"]), strict=True))


def indices(rows: list[Row], kind: str) -> list[int]:
    return [at for at, row in enumerate(rows) if row[2] == f"match.{kind}.1"]


def cut(forged: tuple[list[Row], int]) -> tuple[list[Row], int]:
    """Up to the event at fault: what comes after it names the honest past."""
    rows, position = forged
    return rows[:position], position


def of_commit(change: Callable[[Body], object], nth: int = 0) -> Forge:
    """A change of a commit that has digests alone."""
    return lambda rows: cut(with_body(rows, indices(rows, "command_committed")[nth], change))


def of_link(change: Callable[[Body], object], nth: int = 0) -> Forge:
    return lambda rows: cut(with_body(rows, indices(rows, "link_revealed")[nth], change))


def signed_again(body: Body, game: str, command: Body) -> None:
    """The signature of a commit or a link by the key of its seat."""
    given = {name: body[name] for name in ("decision", "expected_version") if name in body}
    about = {"log": KEY.name, "game": game, "timeline": "main", "seat": body["seat"], **given}
    message = message_of({**about, "id": body["id"], "command": command, "seen": body["signature"]["seen"]})
    body["signature"]["value"] = OWN[body["seat"]].sign(message)


def boxed(rows: list[Row]) -> tuple[list[Row], int]:
    """A commit with its value, which the service had before the other seat had answered."""
    at = indices(rows, "command_committed")[0]
    link = json.loads(rows[indices(rows, "link_revealed")[0]][3])
    return cut(with_body(rows, at, lambda body: body["command"].update(plan=link["opened"]["plan"])))


def opened_otherwise(salt: bytes | None, value: Any) -> Forge:
    """The first link opens another value, or the same under another salt."""

    def forge(rows: list[Row]) -> tuple[list[Row], int]:
        at = indices(rows, "link_revealed")[0]
        box = resealed(rows, at, "plan", value, salt, "opened")
        return cut(with_body(rows, at, lambda body: body["opened"].update(plan=box)))

    return forge


def repeated_digest(rows: list[Row]) -> tuple[list[Row], int]:
    """South, in league with the server, commits to the digest of north."""
    one, other = indices(rows, "command_committed")[:2]
    plan = json.loads(rows[one][3])["command"]["plan"]
    game = rows[one][0].partition("/")[0]

    def change(body: Body) -> None:
        body["command"]["plan"] = plan
        signed_again(body, game, body["command"])

    return cut(with_body(rows, other, change))


def opened_early(rows: list[Row]) -> tuple[list[Row], int]:
    """North, in league with the server, opens over a checkpoint without the commit of south."""
    one, other = indices(rows, "command_committed")[:2]
    at = indices(rows, "link_revealed")[0]
    checkpoint = json.loads(rows[other][3])["signature"]["seen"]["checkpoint"]
    assert one < checkpoint["size"] <= other
    game, id = rows[one][0].partition("/")[0], json.loads(rows[one][3])["id"]

    def change(body: Body) -> None:
        body["signature"]["seen"]["checkpoint"] = checkpoint
        link = {"type": "reveal_link", "committed": body["committed"], "link": body["share"]["link"]}
        signed_again(body | {"id": id}, game, link)

    return cut(with_body(rows, at, change))


def carried_out_otherwise(rows: list[Row]) -> tuple[list[Row], int]:
    """Another value than was opened is carried out."""
    at = places(rows, "command_accepted", "give_orders")[0]
    box = resealed(rows, at, "plan", {"north-1": "f"})
    return cut(with_body(rows, at, lambda body: body["command"].update(plan=box)))


def _sealed(change: Callable[[Body], object]) -> Callable[[Body], object]:
    return lambda body: change(body["opened"]["plan"]["sealed"])


FORGED: dict[str, tuple[Forge, str]] = {
    "another digest": (
        of_commit(lambda body: body["command"]["plan"]["sealed"].update(digest="00" * 32)),
        "signatures",
    ),
    "a digest that is none": (
        of_commit(lambda body: body["command"]["plan"]["sealed"].update(digest="00")),
        "signatures",
    ),
    "a commit with its value": (boxed, "signatures"),
    "a commit in the open": (of_commit(lambda body: body["command"].update(plan={})), "signatures"),
    "the digest of the other seat": (repeated_digest, "signatures"),
    "another value opened": (opened_otherwise(None, {"north-1": "f"}), "seals"),
    "another salt opened": (opened_otherwise(b"s" * SALT_BYTES, {"north-1": "a"}), "seals"),
    "opened for both seats": (
        of_link(_sealed(lambda sealed: sealed.update({"for": list(SEATS)}))),
        "signatures",
    ),
    "opened in the open": (of_link(lambda body: body.update(opened={"plan": {}})), "signatures"),
    "nothing opened": (of_link(lambda body: body.pop("opened")), "dice"),
    "a field more opened": (of_link(lambda body: body["opened"].update(more=body["opened"]["plan"])), "dice"),
    "opened before the other had committed": (opened_early, "dice"),
    "carried out otherwise": (carried_out_otherwise, "seals"),
}


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return played(tmp_path_factory.mktemp("closed"), FIELDS)


def test_the_game_holds(ended: tuple[list[Row], str], tmp_path: Path) -> None:
    assert verdict_of(*ended, tmp_path, rules=RULES.__getitem__).ok
    rows, _ = ended
    commits = [json.loads(rows[at][3])["command"]["plan"] for at in indices(rows, "command_committed")]
    assert all(list(each["sealed"]) == ["digest"] for each in commits)


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_answer_is_named(what: str, ended: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = ended
    forge, check = FORGED[what]
    forged, position = forge(rows)
    failure = verdict_of(forged, game, tmp_path, rules=RULES.__getitem__).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == (check, position), failure
    if check == "signatures":
        assert fault_at(forged, game) == position
