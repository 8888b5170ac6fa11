"""Chains that a director orders in place of lost ones: no seat has to agree, and every share is void."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.eventlog.signer import Signing
from tests.disputes.hall import HOLDS, NAMED, Hall, hall, kinds
from tests.proof.logs import KEY
from tests.proof.parties import OwnChain
from tests.proof.test_second_disputes import both

LOST = {"timeline": "main", "seats": ["blue"], "custody": "server", "why": "The disk of blue broke."}


class Chains:
    """A game whose seats keep their own chains."""

    def __init__(self, game: Hall, scheme: str) -> None:
        self.game, self.scheme = game, scheme
        self.own = {seat: OwnChain(seat, game.game, scheme=scheme) for seat in HOLDS}
        for seat, by in HOLDS.items():
            answer = game.post(f"/seats/{seat}", by, dice=given(self.own[seat]))
            assert answer.status_code == 201, answer.text

    def pull(self) -> None:
        """The pull that is due, with each link that it needs."""
        game, due = self.game, self.game.read("", "Ann")["due"][0]
        seat, id = due["seat"], f"p{next(self.game.ids)}"
        body = {"id": id, "decision": due["id"], "command": {"type": "pull", "effort": 1}}
        if self.scheme == V1 and seat in self.own:
            body["link"] = self.own[seat].link()
        answer = game.call("POST", "/commands", HOLDS[seat], body)
        if answer.status_code == 202:
            link = {"link": self.own[seat].link()}
            answer = game.post(f"/commands/{id}/link", HOLDS[seat], **link)
        assert answer.status_code == 200, answer.text
        if seat in self.own:
            self.own[seat].used += 1

    def ready(self, seat: str) -> None:
        answer = self.game.post("/dice/ready", HOLDS[seat], link=self.own[seat].link())
        assert answer.status_code == 200, answer.text
        self.own[seat].used += 1


def given(own: OwnChain) -> dict[str, Any]:
    return {"anchor": own.anchor, "length": own.length}


@contextmanager
def played(path: Path, scheme: str) -> Iterator[Chains]:
    with hall(f"sqlite:///{path / 'log.db'}", signing=Signing(KEY, path / "notary")) as made:
        yield Chains(made.open(sit=False, officials=NAMED, dice=scheme, control="10m+30s"), scheme)


@pytest.fixture(params=[V1, V2])
def chains(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Chains]:
    with played(tmp_path, request.param) as made:
        yield made


def holds(game: Hall, path: Path) -> None:
    assert game.verdict(path).word == "holds"
    assert both(game, game.rows(), path) == (None, None)


def test_the_service_keeps_a_chain_in_place_of_a_lost_one(chains: Chains, tmp_path: Path) -> None:
    game = chains.game
    chains.ready("grey")
    chains.ready("blue")
    events = game.done("/chains", "Carl", **LOST)
    assert kinds(events)[1:3] == ["chains_ordered", "dice_anchored"]
    epoch = game.read("/dice")["epoch"]
    assert [each["custody"] for each in epoch["chains"]] == ["server", "server", "client"]
    del chains.own["blue"]
    chains.ready("grey")
    for _ in range(3):
        chains.pull()
    holds(game, tmp_path)


def test_a_seat_anchors_another_chain_of_its_own(chains: Chains, tmp_path: Path) -> None:
    game = chains.game
    chains.ready("grey")
    events = game.done("/chains", "Carl", **{**LOST, "custody": "client"})
    assert "clock_pressed" not in kinds(events), "blue owes its order already"
    due = game.read("", "Ann")["due"][0]
    order = {"id": "x", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
    if chains.scheme == V1:
        order["link"] = "0" * 64
    assert game.call("POST", "/commands", "Ann", order).json["rule"] == "dice/anchor"
    own = chains.own["blue"] = OwnChain("blue", game.game, series=2, scheme=chains.scheme)
    answer = game.post("/dice/anchors", "Ann", **given(own))
    assert answer.status_code == 200, answer.text
    chains.ready("grey")
    chains.ready("blue")
    for _ in range(3):
        chains.pull()
    holds(game, tmp_path)


def test_both_seats_lose_their_chains(chains: Chains, tmp_path: Path) -> None:
    game = chains.game
    game.done("/chains", "Carl", **{**LOST, "seats": ["blue", "grey"], "custody": "client"})
    for seat, by in HOLDS.items():
        own = chains.own[seat] = OwnChain(seat, game.game, series=2, scheme=chains.scheme)
        assert game.post("/dice/anchors", by, **given(own)).status_code == 200
    chains.ready("grey")
    chains.ready("blue")
    chains.pull()
    game.done("/chains", "Dora", **{**LOST, "seats": ["grey", "blue"]})
    chains.own.clear()
    chains.pull()
    holds(game, tmp_path)


def test_a_committed_roll_is_not_replaced(tmp_path: Path) -> None:
    with played(tmp_path, V2) as chains:
        made = chains.game
        chains.ready("grey")
        due = made.read("", "Ann")["due"][0]
        order = {"id": "x", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
        assert made.call("POST", "/commands", "Ann", order).status_code == 202
        assert made.refused("/chains", "Carl", **LOST) == "chains/owed"
        assert made.refused("/vacate", "Carl", of="blue", why="Gone.") == "chains/owed"


def test_bad_orders(chains: Chains) -> None:
    game = chains.game
    bad = [({"seats": []}, 409), ({"seats": ["green"]}, 409), ({"seats": ["blue", "blue"]}, 409)]
    for change, status in [*bad, ({"custody": "mine"}, 422), ({"seats": "blue"}, 422), ({"why": 1}, 422)]:
        assert game.post("/chains", "Carl", **{**LOST, **change}).status_code == status
    assert game.refused("/chains", "Carl", **{**LOST, "timeline": "other"}) == "chains/timeline"
    for by in ("Ann", "Bob", "Otto", "Olga", "Judge 1"):
        assert game.refused("/chains", by, **LOST) == "ruling/by"
    game.done("/officials/conflict", "Carl", why="My brother plays.")
    assert game.refused("/chains", "Carl", **LOST) == "ruling/conflict"
    game.done("/end", "Dora", winner=None, why="So.")
    assert game.refused("/chains", "Dora", **LOST) == "match/over"


@pytest.mark.parametrize("what", ["custody", "seats", "by", "chain", "dropped", "agreed"])
def test_what_is_altered_is_named(chains: Chains, tmp_path: Path, what: str) -> None:
    game = chains.game
    game.done("/chains", "Carl", **LOST)
    rows = game.rows()
    names = [row[2] for row in rows]
    ordered = names.index("match.chains_ordered.1")
    anchored = len(names) - 1 - names[::-1].index("match.dice_anchored.1")
    place = anchored if what in ("chain", "agreed") else ordered
    data = msgspec.json.decode(rows[place][3])
    if what == "dropped":
        rows.pop(place)
    else:
        change: dict[str, Any] = {"custody": "client", "seats": ["grey"], "by": "eve"}
        if what in ("chain", "agreed"):
            epoch = data["epoch"]
            lost = [
                {**each, "custody": "server", "series": epoch["number"], "length": 9}
                for each in epoch["chains"]
            ]
            change = {"epoch": {**epoch, **({"chains": lost} if what == "chain" else {"agreed": ["grey"]})}}
            data |= change
        else:
            data[what] = change[what]
        rows[place] = (*rows[place][:3], canonical(data))
    assert game.verdict(tmp_path, rows).word == "fails"
    if what in ("by", "chain", "agreed"):
        second, ours = both(game, rows, tmp_path)
        assert ours is not None
        assert second is not None
        assert second[1] == ours[1]


def test_chains_change_without_an_order(chains: Chains, tmp_path: Path) -> None:
    """The same chains under another request of the same official are nobody's."""
    game = chains.game
    chains.ready("grey")
    game.done("/chains", "Carl", **LOST)
    rows = game.rows()
    place = next(number for number, row in enumerate(rows) if row[2] == "match.chains_ordered.1")
    data = msgspec.json.decode(rows[place - 1][3])
    data["command"] = {"type": "declare_conflict", "why": "So."}
    rows[place - 1] = (*rows[place - 1][:3], canonical(data))
    conflict = {"type": "conflict_declared", "official": data["by"], "why": "So."}
    rows[place] = (*rows[place][:2], "match.conflict_declared.1", canonical(conflict))
    second, ours = both(game, rows, tmp_path)
    assert second == ours == ("dice", place + 2)
