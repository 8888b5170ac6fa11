"""What a signature of v2 costs: a command with a key and a receipt against one without, over HTTP, in turn.

A real server, a durable log that it signs, one client. Of a signed command the time to its whole answer is
counted, which has the receipt in it; the client's own signing is not.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.play import Figure, time
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.signed import SCHEME_2
from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.notes import parse
from ironclad.eventlog.records import EventRecord
from ironclad.referee.player_keys import PlayerKey, message_of, published_id
from ironclad.referee.player_past import PlayerPast

COMMANDS, WARM_UP = 300, 20
_PAUSE_SECONDS = 0.02  # until what the command before set going in the background is done
_OFFERS = 50


class Table:
    """A game at a server, played at random; where it is `signed`, by keys of v2."""

    def __init__(self, api: str, ruleset: Ruleset[Any], signed: bool) -> None:
        self._client, self._root = over_http.Client(api), urlsplit(api).path
        self._random, self._number = Random("signed or not"), 0
        scenario = next(iter(ruleset.identity.scenarios))
        _, opened = self.ask("POST", "/games", {"ruleset": ruleset.name, "scenario": scenario})
        self._game = opened["id"]
        _, keys = self.ask("GET", "/log/keys")
        self._origin, self._past = keys["origin"], PlayerPast(self._game)
        self._keys = {seat: PlayerKey.new() for seat in ruleset.seats} if signed else {}
        self._tokens = {seat: self._sit(seat) for seat in ruleset.seats}

    def close(self) -> None:
        self._client.close()

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[float, Any]:
        return self._client.ask(method, f"{self._root}{path}", body, token)

    def _of_game(self, path: str) -> Any:
        return self.ask("GET", f"/games/{self._game}{path}")[1]

    def _sit(self, seat: str) -> str:
        self._catch_up()
        secret, brought = f"a-secret-of-{seat}-in-{self._game}", {}
        if seat in self._keys:
            brought = {"key": self._keys[seat].public, "key_scheme": SCHEME_2}
        signed = self._signed(seat, published_id(secret), "match", {"type": "take_seat", **brought})
        body = {"player": seat, "id": secret, **brought, **signed}
        token: str = self.ask("POST", f"/games/{self._game}/seats/{seat}", body)[1]["token"]
        self._catch_up()
        return token

    def _catch_up(self) -> None:
        """Learn every event and the last checkpoint, as a client does when it comes to a game."""
        if not self._keys:
            return
        for path in ("/match/events", "/events"):
            self._past.take(msgspec.convert(self._of_game(f"{path}?limit=500")["items"], list[EventRecord]))
        last = self.ask("GET", "/ready")[1]["log_size"]
        _, found = self.ask("GET", f"/log/checkpoint?at_least={last}")
        self._past.trust(Checkpoint(found["origin"], found["size"], bytes.fromhex(found["root"])))

    def _signed(self, seat: str, id: str, timeline: str, command: Any, **more: Any) -> dict[str, Any]:
        if seat not in self._keys:
            return {}
        seen = msgspec.to_builtins(self._past.seen("main"))
        parts = {"log": self._origin, "game": self._game, "timeline": timeline, "seat": seat, "id": id}
        parts |= {"command": command, "seen": seen, **more}
        return {"signature": self._keys[seat].sign(message_of(parts)), "seen": seen}

    def command(self) -> float | None:
        """Give a command that is offered: seconds until it is answered; None where the game is over."""
        due = over_http.unanswered(self._of_game(""))
        if not due:
            return None
        seat, decision = due[0]["seat"], due[0]["id"]
        path = f"/games/{self._game}/legal?seat={seat}&limit={_OFFERS}"
        offered = self.ask("GET", path, token=self._tokens[seat])[1]["commands"]
        self._number += 1
        body = {"id": f"command-{self._number}", "decision": decision}
        body["command"] = self._random.choice(offered)
        body |= self._signed(seat, body["id"], "main", body["command"], decision=decision)
        sleep(_PAUSE_SECONDS)
        seconds, answer = self.ask("POST", f"/games/{self._game}/commands", body, self._tokens[seat])
        if seat in self._keys:
            self._past.take(msgspec.convert(answer["events"], list[EventRecord]))
            if answer["receipt"] is None:
                self._catch_up()
            else:
                self._past.trust(parse_checkpoint(parse(answer["receipt"]["checkpoint"]).text))
        return seconds


def figures(place: Path, ruleset: Ruleset[Any]) -> Iterator[Figure]:
    """signed/p50 and signed/p99: commands of two games in turn, the same but for the keys of the seats."""
    log = place / "signed"
    log.mkdir()
    times: dict[bool, list[float]] = {True: [], False: []}
    with over_http.server(log) as api:
        await_signer(api)
        tables = {signed: Table(api, ruleset, signed) for signed in (False, True)}
        for _ in range(COMMANDS + WARM_UP):
            for signed, table in tables.items():
                if (seconds := table.command()) is not None:
                    times[signed].append(seconds)
        for table in tables.values():
            table.close()
    for name, share in (("p50", 0.50), ("p99", 0.99)):
        plain, with_key = (over_http.quantile(times[signed][WARM_UP:], share) for signed in (False, True))
        against = f"the same without a key and a receipt ({len(times[True]) - WARM_UP} commands)"
        yield time(f"signed/{name}", with_key * 1000, plain * 1000, "ms", against)


def await_signer(api: str) -> None:
    """Wait until the server signs its log. Raises BenchFault where it does not begin to."""
    client, path = over_http.Client(api), f"{urlsplit(api).path}/log/checkpoint"
    for _ in range(200):
        try:
            client.ask("GET", path)
            break
        except over_http.BenchFault:
            sleep(0.05)
    else:
        raise over_http.BenchFault("the server does not sign its log")
    client.close()
