"""A seat that has registered a key signs its claims, and what is signed by another key is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.signed import MATCH, Message
from tests.disputes.hall import NAMED, STANDS, Hall, hall
from tests.proof.signing import Key

KEY = Key("blue's")


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        made.open(officials=NAMED, dice=V1)
        command = {"type": "register_key", "key": KEY.public}
        signed(made, "/seats/blue/key", "k-1", command, {"key": KEY.public})
        yield made


def signature(game: Hall, id: str, command: dict[str, Any], key: Key = KEY) -> str:
    message = Message("", game.game, MATCH, "blue", "", 0, id, canonical(command))
    return key.sign(message.to_bytes())


def signed(game: Hall, path: str, id: str, command: dict[str, Any], body: dict[str, Any]) -> None:
    game.done(path, "Ann", **body, id=id, signature=signature(game, id, command))


def claim_of(version: int) -> dict[str, Any]:
    about = {"timeline": "main", "version": version}
    return {"about": about, "kind": "rules", "clauses": ["2"], "says": "It holds.", "asks": STANDS}


def test_what_a_seat_asks_of_claims_is_signed(game: Hall, tmp_path: Path) -> None:
    claim = claim_of(1)
    signed(game, "/claims", "c-1", {"type": "make_claim", **claim}, claim)
    remedy = {"remedy": STANDS}
    signed(game, "/claims/1/settle", "c-2", {"type": "settle_claim", "claim": 1, **remedy}, remedy)
    withdrawn = {"type": "withdraw_claim", "claim": 1}
    signed(game, "/claims/1/withdraw", "c-3", withdrawn, {})
    assert game.verdict(tmp_path).word == "holds"
    rows = game.rows()
    place = next(number for number, row in enumerate(rows) if b'"type":"withdraw_claim"' in row[3])
    stream, version, name, body = rows[place]
    unsigned = {**msgspec.json.decode(body), "signature": None}
    rows[place] = (stream, version, name, canonical(unsigned))
    assert game.verdict(tmp_path, rows).word == "fails"


def test_what_is_not_signed_by_the_seat_is_refused(game: Hall) -> None:
    claim = claim_of(1)
    command = {"type": "make_claim", **claim}
    assert game.refused("/claims", "Ann", **claim) == "signature/missing"
    other = signature(game, "c-1", {**command, "says": "It slips."})
    assert game.refused("/claims", "Ann", **claim, id="c-1", signature=other) == "signature/wrong"
    stranger = signature(game, "c-1", command, Key("grey's"))
    assert game.refused("/claims", "Ann", **claim, id="c-1", signature=stranger) == "signature/wrong"
    assert game.refused("/officials", "Ann", chief="Dora") == "officials/named"
    assert game.refused("/claims", "Bob", **claim, id="c-1", signature=other) == "signature/unasked"
