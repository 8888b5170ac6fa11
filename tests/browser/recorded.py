"""A recorded game whose seats sign and keep their own chains, and forgeries of its record."""

from collections.abc import Callable
from json import loads
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.player_keys import PlayerKey, message_of, published_id
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Log, Row, lines_of, packed
from tests.proof.parties import OwnChain
from tests.toy_versions import ROPE

ANCHORED = "match.dice_anchored.1"


class Players:
    """Both seats of a game at the referee itself, each with a key and a chain of its own."""

    def __init__(self, referee: Service, version: str | None = None) -> None:
        self.referee, self.asked = referee, 0
        self.game = referee.opening.open_game("tug", "long", version=version, dice=V1).id
        self.keys = {seat: PlayerKey(bytes([number]) * 32) for number, seat in enumerate(("blue", "grey"), 1)}
        self.chains = {seat: OwnChain(seat, self.game) for seat in self.keys}
        for seat in self.keys:
            self._sit(seat)

    def _signed(self, seat: str, command: dict[str, Any], key: PlayerKey | None = None, **more: Any) -> Any:
        self.asked += 1
        about = {"timeline": "match", "id": f"asked-{self.asked}", **more}
        parts = {"log": KEY.name, "game": self.game, "seat": seat, "command": command, **about}
        return {"id": about["id"], "signature": (key or self.keys[seat]).sign(message_of(parts))}

    def _sit(self, seat: str) -> None:
        secret, key, chain = f"a-secret-of-{seat}", self.keys[seat].public, self.chains[seat]
        own = {"anchor": chain.anchor, "length": chain.length}
        signed = self._signed(seat, {"type": "take_seat", "dice": own, "key": key}, id=published_id(secret))
        given = {"dice": Given(chain.anchor, chain.length), "key": key, **signed, "id": secret}
        self.referee.opening.take_seat(self.game, seat, seat, **given)

    def ready(self, seat: str) -> None:
        link = self.chains[seat].link()
        signed = self._signed(seat, {"type": "reveal_first", "timeline": "main", "link": link})
        self.referee.match.request(self.game, seat, match_requests.ReadyDice(link), **signed)
        self.chains[seat].used += 1

    def move_rules(self, seat: str, version: str) -> None:
        command = {"type": "move_rules", "version": version, "readings": {}}
        self.referee.match.request(
            self.game, seat, match_requests.MoveRules(version), **self._signed(seat, command)
        )

    def withdraw_rules(self, seat: str) -> None:
        self.referee.match.request(
            self.game, seat, match_requests.WithdrawRules(), **self._signed(seat, {"type": "withdraw_rules"})
        )

    def order(self, seat: str, command: dict[str, Any], **more: Any) -> None:
        asked = {"timeline": "main", "link": self.chains[seat].link(), **more}
        signed = self._signed(seat, command, **asked)
        self.referee.commands.handle(self.game, seat, {"command": command, **asked, **signed})

    def pull(self) -> None:
        (due,) = self.referee.queries.due(self.game)
        seen = {"decision": due.id, "expected_version": self.referee.queries.head(self.game)[1]}
        self.order(due.seat, {"type": "pull", "effort": 2}, **seen)
        self.chains[due.seat].used += 1

    def take_back(self, seat: str, to: int, expected_version: int) -> None:
        asked = {"timeline": "main", "expected_version": expected_version}
        signed = self._signed(seat, {"type": "take_back", "to": to}, **asked)
        self.referee.commands.take_back(self.game, seat, to=to, **asked, **signed)

    def rotate(self, seat: str, key: PlayerKey) -> None:
        command = {"type": "register_key", "key": key.public}
        signed = self._signed(seat, command)
        possession = self._signed(seat, command, key, id=signed["id"])["signature"]
        self.referee.match.request(
            self.game, seat, match_requests.RegisterKey(key.public), possession=possession, **signed
        )
        self.keys[seat] = key

    def rewind(self, seat: str, at: int) -> None:
        asked = {"type": "propose_rewind", "timeline": "main", "at": at, "reason": "Spaß"}
        signed = self._signed(seat, asked)
        self.referee.match.request(self.game, seat, match_requests.ProposeRewind(at, reason="Spaß"), **signed)


def recorded(path: Path) -> tuple[list[Row], str]:
    """A game's rows, the only ones of their log, and its id."""
    with referee_at(f"sqlite:///{path / 'log.db'}", signing=Signing(KEY, path / "notary")) as referee:
        players = Players(referee)
        players.ready("grey")
        for _ in range(4):
            players.pull()
        players.order("blue", {"type": "shout", "word": "Zürich 😀"})
        shouted = referee.queries.head(players.game)[1]
        players.order("blue", {"type": "shout", "word": "back"})
        players.take_back("blue", shouted, shouted + 2)
        players.rotate("blue", PlayerKey(bytes([3]) * 32))
        players.pull()
        players.rewind("blue", 3)
        return [row[1:5] for row in stored(referee)], players.game


class Record:
    """The record, and bundles of it as it is and as somebody would have it."""

    def __init__(self, rows: list[Row], game: str) -> None:
        self.rows, self.game = rows, game
        self.key = str(KEY.verifier)
        self.sizes = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
        self.bundle = self.bundled(rows)

    def bundled(self, rows: list[Row]) -> bytes:
        """A bundle of other rows, hashed and signed as if they were the log's."""
        return Log(rows).bundle(self.game, earlier=self.sizes)

    def changed(self, place: int, change: Callable[[dict[str, Any]], object]) -> bytes:
        """A bundle in which the event at a position says something else, all hashed and signed again."""
        rows = list(self.rows)
        stream, version, name, body = rows[place - 1]
        said = loads(body)
        change(said)
        rows[place - 1] = (stream, version, name, msgspec.json.encode(said, order="sorted"))
        return self.bundled(rows)

    def places(self, test: Callable[[dict[str, Any]], Any], name: str = "command_accepted") -> list[int]:
        """The positions of events of a name whose bodies pass a test."""
        return [
            place
            for place, row in enumerate(self.rows, 1)
            if row[2] == f"match.{name}.1" and test(loads(row[3]))
        ]

    def forged(self, random: Random) -> bytes:
        """A change of any kind: a value in an event (all signed again), a line dropped or swapped, a byte."""
        how = random.randrange(4)
        if how < 2:
            return self.changed(random.randint(1, len(self.rows)), lambda said: spoil(said, random))
        lines = lines_of(self.bundle)
        one, other = random.sample(range(len(lines)), 2)
        if how == 2:
            lines[one], lines[other] = lines[other], lines[one]
        else:
            at = random.randrange(len(lines[one]))
            lines[one] = lines[one][:at] + b"7" + lines[one][at + 1 :]
        return packed(lines)


def spoil(value: Any, random: Random) -> None:
    """Change one value somewhere in plain data."""
    while True:
        names = list(value) if isinstance(value, dict) else list(range(len(value)))
        name = random.choice(names)
        inner = value[name]
        if isinstance(inner, dict | list) and inner and random.random() < 0.8:
            value = inner
            continue
        if isinstance(inner, str):
            value[name] = random.choice(["", inner + "x", inner[::-1], "grey", "client"])
        else:
            value[name] = random.choice([0, 1, 77, None, [], {}])
        return


def verdict_in_python(bundle: bytes, key: str | None, file: Path) -> Verdict:
    """What `ironclad verify` finds, but for the rules."""

    def no_rules(name: str) -> Any:
        raise LookupError(name)

    file.write_bytes(bundle)
    return verify(file, key, no_rules, rules=False)


def moved_bundle(path: Path) -> bytes:
    """The bundle of a game whose seats sign, keep their chains, and move it from version 1.0 to 1.1."""
    rows, game = moved_rows(path)
    anchors = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
    return Log(rows).bundle(game, earlier=anchors)


def moved_rows(path: Path) -> tuple[list[Row], str]:
    """The rows of that game, the only ones of their log, and its id."""
    signing = Signing(KEY, path / "notary")
    with referee_at(f"sqlite:///{path / 'moved.db'}", {"tug": ROPE}, signing=signing) as referee:
        players = Players(referee, "1.0")
        players.ready("grey")
        for _ in range(3):
            players.pull()
        players.move_rules("blue", "1.1")
        players.withdraw_rules("grey")
        for seat in ("grey", "blue"):
            players.move_rules(seat, "1.1")
        for _ in range(3):
            players.pull()
        return [row[1:5] for row in stored(referee)], players.game
