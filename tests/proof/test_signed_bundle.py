"""Bundles of games whose seats sign: whole ones pass, and no server can put a request into a seat's mouth."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.domain.match.signed import SCHEME_2, Seen
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.player_keys import PlayerKey, message_of, published_id
from tests.log.conftest import pull, referee_at, stored
from tests.proof.checking import unsigned_at
from tests.proof.logs import KEY, Row
from tests.proof.parties import OwnChain
from tests.proof.seeing import plain, roots_of, seen_by
from tests.proof.test_verifying import verdict_of

KEYS = {
    name: PlayerKey(bytes([number]) * 32) for number, name in enumerate(("blue", "grey", "new", "last"), 1)
}
Body = dict[str, Any]


class Player:
    """A game at the referee itself, whose seats sign: as v1, unless a scheme is named."""

    def __init__(self, referee: Service, origin: str = KEY.name, scheme: str = "") -> None:
        self.referee, self.origin, self.scheme = referee, origin, scheme
        self.keys = {"blue": KEYS["blue"], "grey": KEYS["grey"]}
        self.game = referee.opening.open_game("tug", "long", dice=V1).id
        self.asked = 0

    def signed(self, seat: str, command: Body, key: PlayerKey | None = None, **more: Any) -> Body:
        """An id and the signature of a request on the match, or on a timeline that is named."""
        self.asked += 1
        seen = more.pop("seen", None) or self.seen(more.get("timeline") or command.get("timeline"))
        about = {"timeline": "match", "id": f"asked-{self.asked}", **more}
        parts = {"log": self.origin, "game": self.game, "seat": seat, "command": command, **about}
        if seen is None:
            return {"id": about["id"], "signature": (key or self.keys[seat]).sign(message_of(parts))}
        signature = (key or self.keys[seat]).sign(message_of({**parts, "seen": plain(seen)}))
        return {"id": about["id"], "signature": signature, "seen": seen}

    def seen(self, line: str | None = None) -> Seen | None:
        """What this player has seen: all that there is."""
        return seen_by(self.referee, self.game, line) if self.scheme else None

    def brings(self, key: PlayerKey) -> Body:
        """What a request says of a key that it brings."""
        return {"key": key.public, **({"key_scheme": self.scheme} if self.scheme else {})}

    def sit(self, seat: str, chain: OwnChain | None = None) -> None:
        secret, key = f"a-secret-of-{seat}-{self.game}", self.keys[seat]
        command: Body = {"type": "take_seat", **self.brings(key)}
        dice = None
        if chain is not None:
            dice = Given(chain.anchor, chain.length)
            command["dice"] = {"anchor": chain.anchor, "length": chain.length}
        asked = self.signed(seat, command, id=published_id(secret))
        self.referee.opening.take_seat(
            self.game, seat, seat, dice=dice, **self.brings(key), **{**asked, "id": secret}
        )

    def order(self, seat: str, command: Body, **more: Any) -> None:
        asked = {"timeline": self.referee.queries.head(self.game)[0], **more}
        key = asked.pop("key", None)
        signed = self.signed(seat, command, key, **asked)
        self.referee.commands.handle(self.game, seat, {"command": command, **asked, **signed})

    def pull(self, **more: Any) -> None:
        (due,) = self.referee.queries.due(self.game)
        version = self.referee.queries.head(self.game)[1]
        seen = {"decision": due.id, "expected_version": version, **more}
        self.order(due.seat, {"type": "pull", "effort": 1}, **seen)

    def take_back(self, seat: str, to: int, version: int) -> None:
        asked = {"timeline": self.referee.queries.head(self.game)[0], "expected_version": version}
        signed = self.signed(seat, {"type": "take_back", "to": to}, **asked)
        self.referee.commands.take_back(self.game, seat, to=to, **asked, **signed)

    def rewind(self, by: str, at: int) -> None:
        line = self.referee.queries.head(self.game)[0]
        command = {"type": "propose_rewind", "timeline": line, "at": at, "reason": ""}
        proposal = self.referee.match.request(
            self.game, by, match_requests.ProposeRewind(at), **self.signed(by, command)
        ).id
        other = "grey" if by == "blue" else "blue"
        accepted = self.signed(other, {"type": "accept_rewind", "proposal": proposal})
        self.referee.match.request(self.game, other, match_requests.AcceptRewind(proposal), **accepted)

    def rotate(self, seat: str, new: PlayerKey) -> None:
        command = {"type": "register_key", **self.brings(new)}
        asked = self.signed(seat, command)
        possession = self.signed(seat, command, new, id=asked["id"], seen=asked.get("seen"))["signature"]
        register = match_requests.RegisterKey(new.public, self.scheme)
        self.referee.match.request(self.game, seat, register, possession=possession, **asked)
        self.keys[seat] = new

    def lose(self, seat: str, new: PlayerKey, agrees: bool = True) -> None:
        asked = self.signed(seat, {"type": "offer_key", **self.brings(new)}, new)
        offer = match_requests.OfferKey(new.public, self.scheme)
        self.referee.match.request(self.game, seat, offer, **asked)
        other = "grey" if seat == "blue" else "blue"
        how = match_requests.AcceptKey if agrees else match_requests.DeclineKey
        kind = "accept_key" if agrees else "decline_key"
        answer = self.signed(other, {"type": kind, "of": seat, "key": new.public})
        self.referee.match.request(self.game, other, how(seat, new.public), **answer)
        if agrees:
            self.keys[seat] = new


def everything(referee: Service, scheme: str = "") -> str:
    """A game with each kind of change of a key, chains of the seats' own, and an end."""
    player = Player(referee, scheme=scheme)
    chains = {seat: OwnChain(seat, player.game) for seat in ("blue", "grey")}
    for seat, chain in chains.items():
        player.sit(seat, chain)
    link = chains["grey"].link()
    anchored = {"anchored": _anchored(referee, player.game)} if scheme else {}
    asked = {"type": "reveal_first", "timeline": "main", "link": link, **anchored}
    ready = player.signed("grey", asked)
    referee.match.request(player.game, "grey", match_requests.ReadyDice(link, **anchored), **ready)
    chains["grey"].used += 1
    for _ in range(3):
        seat = referee.queries.due(player.game)[0].seat
        player.pull(link=chains[seat].link())
        chains[seat].used += 1
    player.order("blue", {"type": "shout", "word": "Zürich"}, link=chains["blue"].link())
    there = referee.queries.head(player.game)[1]
    player.order("grey", {"type": "shout", "word": "e\u0301"}, expected_version=there)
    shouted = referee.queries.head(player.game)[1]
    player.order("grey", {"type": "shout", "word": "back"})
    player.take_back("grey", shouted, shouted + 2)
    player.rotate("blue", KEYS["new"])
    branch = referee.match.request(player.game, "blue", match_requests.Branch(3)).id
    pull(referee, player.game, timeline=branch, by="blue")
    for seat in ("blue", "grey"):
        asked = player.signed(seat, {"type": "anchor_dice", "timeline": "main", "custody": "server"})
        receipt = referee.match.request(
            player.game, seat, match_requests.AnchorDice(custody="server"), **asked
        )
        if receipt.events[-1].type == "dice_offered":
            other = "grey" if seat == "blue" else "blue"
            offer = receipt.events[-1].data["offer"]
            command = {"type": "anchor_dice", "timeline": "main", "agrees_to": offer}
            referee.match.request(
                player.game,
                other,
                match_requests.AnchorDice(agrees_to=offer),
                **player.signed(other, command),
            )
    player.pull()
    player.lose("blue", KEYS["last"], agrees=False)
    player.lose("blue", KEYS["last"])
    player.rewind("blue", 3)
    player.pull()
    referee.match.request(
        player.game, "grey", match_requests.Resign(), **player.signed("grey", {"type": "resign"})
    )
    return player.game


def _anchored(referee: Service, game: str) -> int:
    """The version of the match at which the chains of a game were last anchored."""
    versions = [row[2] for row in stored(referee) if row[1:4:2] == (f"{game}/match", "match.dice_anchored.1")]
    return int(versions[-1])


def rows_of(path: Path, play: Callable[[Service], str]) -> tuple[list[Row], str]:
    signing = Signing(KEY, path / "notary")
    with referee_at(f"sqlite:///{path / 'log.db'}", signing=signing) as referee:
        game = play(referee)
        return [row[1:5] for row in stored(referee)], game


@pytest.fixture(scope="module", params=["v1", "v2"])
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    scheme = SCHEME_2 if request.param == "v2" else ""
    return rows_of(tmp_path_factory.mktemp("signed"), lambda referee: everything(referee, scheme))


def failure_of(rows: list[Row], game: str, path: Path) -> tuple[str, int | None, str]:
    """What the verifier finds first; the second verifier finds it at the same event."""
    failure = verdict_of(rows, game, path).first_failure
    assert failure is not None
    if failure.check == "signatures":
        assert fault_at(rows, game) == failure.position
    return failure.check, failure.position, failure.detail


def fault_at(rows: list[Row], game: str) -> int:
    """Where both verifiers find that a request is not shown to be its seat's, without a bundle around it."""
    return unsigned_at(game, KEY.name, seen(rows), roots_of(rows, game))


def seen(rows: list[Row]) -> list[Any]:
    """Rows as the second verifier takes them."""
    found = []
    for position, (stream, version, name, body) in enumerate(rows, 1):
        line = stream.partition("/")[2]
        found.append((position, "" if line == "match" else line, version, name, json.loads(body)))
    return found


def changed(rows: list[Row], number: int, /, **fields: Any) -> list[Row]:
    """The rows with fields of one body changed."""
    body = {**json.loads(rows[number][3]), **fields}
    return [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]


def signed_rows(rows: list[Row]) -> list[tuple[int, Body]]:
    bodies = [(number, json.loads(row[3])) for number, row in enumerate(rows)]
    return [(number, body) for number, body in bodies if body.get("signature")]


def of_each_kind(rows: list[Row]) -> list[tuple[int, Body]]:
    """The last signed request of each kind, and of each shape of signature."""
    found = {(body["command"]["type"], *body["signature"]): (n, body) for n, body in signed_rows(rows)}
    return list(found.values())


def place(rows: list[Row], kind: str, nth: int = 0) -> int:
    return [number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1"][nth]


def test_a_game_whose_seats_sign_passes_and_it_is_said_how_many_did(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = record
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok, verdict.first_failure
    found = next(check.detail for check in verdict.checks if check.name == "signatures")
    assert "requests of blue by its 3 keys" in found
    assert "requests of grey by its key" in found
    assert "agreements to chains of dice" in found
    assert "server's word" not in found
    assert fault_at(rows, game) == 0
    shown = [sorted(set(body["signature"]) - {"seen"}) for _, body in signed_rows(rows)]
    assert ["link", "value"] in shown
    assert ["new_key", "value"] in shown


@pytest.mark.full
def test_a_signature_dropped_changed_or_given_where_none_is_asked_is_named(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = record
    signed = of_each_kind(rows)
    for number, body in signed:
        own = body["signature"]
        flipped = ("1" if own["value"][0] != "1" else "2") + own["value"][1:]
        others: list[Body | None] = [None, {**own, "value": flipped}, {**own, "value": own["value"].upper()}]
        others += [{**own, "link": "0" * 64}, {**own, "new_key": "0" * 128}]
        others += [{key: own[key] for key in own if key != each} for each in own if each != "value"]
        others += [{**own, "seen": other} for other in _other_pasts(own.get("seen"))]
        for other in others:
            assert fault_at(changed(rows, number, signature=other), game) == number + 1, body
    for number, _ in signed[::5]:
        forged = changed(rows, number, signature=None)
        assert failure_of(forged, game, tmp_path)[:2] == ("signatures", number + 1)
    for kind in (b'"open_game"', b'"open_branch"'):
        number = next(place for place, row in enumerate(rows) if kind in row[3])
        forged = changed(rows, number, signature={"value": "0" * 128})
        assert failure_of(forged, game, tmp_path)[:2] == ("signatures", number + 1)


def _other_pasts(own: Body | None) -> list[Body]:
    """What was seen with one value changed, each in turn; of v1 the same where nothing has to be said."""
    if own is None:
        zeros = "00" * 32
        line = {"timeline": "main", "version": 0, "hash": zeros}
        checkpoint, match = {"size": 1, "root": zeros}, {"version": 0, "hash": zeros}
        return [{"checkpoint": checkpoint, "line": line, "match": match}]
    found = []
    for part, values in own.items():
        for name, value in values.items():
            changes = [value - 1, value + 1, 0] if isinstance(value, int) else ["ab" * 32, "other", ""]
            found += [{**own, part: {**values, name: other}} for other in changes if other != value]
    return found


def test_every_field_that_is_signed_is_held_to_the_signature(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    """Whatever the server would change of a request: the signature tells, before any rule is asked."""
    rows, game = record
    for number, body in of_each_kind(rows):
        other = "grey" if body["seat"] == "blue" else "blue"
        for fields in (
            {"id": "another"},
            {"decision": "9.x"},
            {"expected_version": 1},
            {"seat": other, "by": other},
            {"command": {**body["command"], "more": "x"}},
        ):
            assert fault_at(changed(rows, number, **fields), game) == number + 1, (fields, body)
    number, body = next(each for each in signed_rows(rows) if each[1]["command"]["type"] == "shout")
    for word, said in ((1.5, "2^53"), ("Zurich", "not signed by blue's key 1")):
        command = {**body["command"], "word": word}
        check, position, detail = failure_of(changed(rows, number, command=command), game, tmp_path)
        assert (check, position) == ("signatures", number + 1)
        assert said in detail


def test_two_signatures_swapped_are_named(record: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = record
    of_grey = [(number, body) for number, body in signed_rows(rows) if body["seat"] == "grey"]
    for (one, first), (other, second) in pairwise(of_grey):
        swapped = changed(rows, one, signature=second["signature"])
        swapped = changed(swapped, other, signature=first["signature"])
        assert failure_of(swapped, game, tmp_path)[:2] == ("signatures", one + 1)


def without(rows: list[Row], number: int) -> list[Row]:
    """The rows without one, versions closed up behind it."""
    stream, kept = rows[number][0], [*rows[:number], *rows[number + 1 :]]
    return [
        (row[0], row[1] - 1, *row[2:]) if row[0] == stream and place >= number else row
        for place, row in enumerate(kept)
    ]


def test_a_change_of_a_key_dropped_made_or_altered_is_named(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = record
    kinds = [("key_registered", nth) for nth in range(4)] + [("key_offered", 0), ("key_declined", 0)]
    for kind, nth in kinds:
        number = place(rows, kind, nth)
        check, position, detail = failure_of(without(rows, number), game, tmp_path)
        assert check == "signatures"
        assert position is not None
        assert position <= number
        assert "missing" in detail
        changes: list[Body] = [{"key": PlayerKey(bytes(32)).public}, {"seat": "green"}]
        if kind == "key_registered":
            changes += [{"number": 7}, {"agreed": "blue"}, {"log": "another.example/log"}, {"log": ""}]
        for fields in changes:
            check, position, _ = failure_of(changed(rows, number, **fields), game, tmp_path)
            assert (check, position) == ("signatures", number + 1), (kind, fields)
    body = canonical({"type": "key_registered", "seat": "blue", "key": "ab" * 32, "number": 4})
    last = len(rows)
    added = [*rows, (f"{game}/match", rows[-1][1] + 1, "match.key_registered.1", body)]
    check, position, detail = failure_of(added, game, tmp_path)
    assert (check, position) == ("signatures", last + 1)
    assert "nobody asked" in detail


def test_a_seat_that_is_taken_again_with_another_key_is_named(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    """The service cannot sit a stranger down, key and all, where a seat has a key."""
    rows, game = record
    stranger, about = PlayerKey(bytes(32)), {"game": game, "seat": "blue", "log": KEY.name}
    command = {"type": "take_seat", "player": "p", "key": stranger.public, "log": KEY.name}
    message = message_of({**about, "timeline": "match", "id": "again", "command": command})
    taken = json.loads(rows[place(rows, "seat_taken") - 1][3])
    taken |= {"id": "again", "command": command, "signature": {"value": stranger.sign(message)}}
    taken["at"] = max(each["at"] for each in map(json.loads, (row[3] for row in rows)) if "digest" in each)
    registered = {
        "type": "key_registered",
        "seat": "blue",
        "key": stranger.public,
        "number": 4,
        "log": KEY.name,
    }
    version, last = rows[-1][1], len(rows)
    more = [
        (f"{game}/match", version + 1, "match.command_accepted.1", canonical(taken)),
        (f"{game}/match", version + 2, "match.key_registered.1", canonical(registered)),
    ]
    assert failure_of([*rows, *more], game, tmp_path)[:2] == ("signatures", last + 1)


def test_what_cannot_be_a_command_is_named_and_breaks_nothing(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = record
    number = signed_rows(rows)[-1][0]
    for kind in ([], {"a": []}, None, 7, "\u0000", [[]] * 100):
        forged = changed(rows, number, command={"type": kind, "key": kind, "log": kind})
        failure = verdict_of(forged, game, tmp_path).first_failure
        assert failure is not None
        assert (failure.check, failure.position) == ("signatures", number + 1)


def test_chains_that_a_seat_did_not_ask_for_are_named(record: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = record
    for nth in range(1, 4):
        number = place(rows, "dice_anchored", nth)
        epoch = json.loads(rows[number][3])["epoch"]
        if not epoch.get("agreed"):
            continue
        chain = next(each for each in epoch["chains"] if each["party"] == epoch["agreed"][0])
        if chain["custody"] != "client":
            continue
        other = OwnChain(chain["party"], game, length=300).chain()
        forged = {**chain, "length": 300, "link": other.link}
        chains = [forged if each is chain else each for each in epoch["chains"]]
        check, position, detail = failure_of(
            changed(rows, number, epoch={**epoch, "chains": chains}), game, tmp_path
        )
        assert (check, position) == ("signatures", number + 1)
        assert "did not agree" in detail
    offered = place(rows, "dice_offered")
    failure = failure_of(changed(rows, offered, custody=""), game, tmp_path)
    assert failure[:2] == ("signatures", offered + 1)


def test_keys_for_another_log_fail_and_keys_for_none_are_told(tmp_path: Path) -> None:
    def played(origin: str) -> Callable[[Service], str]:
        def play(referee: Service) -> str:
            player = Player(referee, origin)
            player.sit("grey")
            for _ in range(2):
                pull(referee, player.game) if referee.queries.due(player.game)[
                    0
                ].seat == "blue" else player.pull()
            return player.game

        return play

    url, other = f"sqlite:///{tmp_path / 'a.db'}", type(KEY)("another.example/log", bytes(32))
    with referee_at(url, signing=Signing(other, tmp_path / "notary")) as referee:
        game = played(other.name)(referee)
        rows = [row[1:5] for row in stored(referee)]
    failure = verdict_of(rows, game, tmp_path).first_failure
    assert failure is not None
    assert failure.check == "signatures"
    assert "registered for the log 'another.example/log'" in failure.detail
    with referee_at(f"sqlite:///{tmp_path / 'b.db'}") as referee:
        game = played("")(referee)
        rows = [row[1:5] for row in stored(referee)]
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok, verdict.first_failure
    found = next(check.detail for check in verdict.checks if check.name == "signatures")
    assert "key 1 of grey was registered for no log" in found
    assert "blue has no key: 1 unsigned are the server's word" in found
    assert "2 requests of grey by its key" in found


def test_a_key_agreed_to_without_a_signature_is_told(tmp_path: Path) -> None:
    def play(referee: Service) -> str:
        player = Player(referee)
        player.sit("blue")
        referee.opening.take_seat(player.game, "grey", "grey")
        new = KEYS["new"]
        asked = player.signed("blue", {"type": "offer_key", "key": new.public}, new)
        referee.match.request(player.game, "blue", match_requests.OfferKey(new.public), **asked)
        referee.match.request(player.game, "grey", match_requests.AcceptKey("blue", new.public))
        return player.game

    rows, game = rows_of(tmp_path, play)
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok, verdict.first_failure
    found = next(check.detail for check in verdict.checks if check.name == "signatures")
    assert "that grey agreed to key 2 of blue is the server's word" in found


def test_a_game_without_keys_says_so(tmp_path: Path) -> None:
    def play(referee: Service) -> str:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        pull(referee, game)
        return game

    rows, game = rows_of(tmp_path, play)
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok
    found = next(check.detail for check in verdict.checks if check.name == "signatures")
    assert "no seat has a key" in found
