"""What commit-then-reveal dice cost: a command that rolls, and the link it owes, against two without links.

A real server, a durable log that it signs, one client that keeps the chains of both seats. Counted is the
time to the answer of the command and to that of its link, with the checkpoint that has to come between them.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from secrets import token_bytes
from time import sleep
from typing import Any
from urllib.parse import urlsplit

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.measure_signed import Table, await_signer
from ironclad.api.cli.bench.play import Figure, time
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V2, KeptChain, context
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT
from ironclad.domain.match.state import MAIN

ROLLS, WARM_UP = 150, 10
_COMMANDS = 2_000  # of games in which commands that roll are waited for, at most
_LENGTH = 2_048
_PAUSE_SECONDS = 0.02  # until what the command before set going in the background is done
_OFFERS = 50


class _Rolling:
    """A game of dice of v2 at a server, played at random by one who keeps the chains of its seats."""

    def __init__(self, api: str, ruleset: Ruleset[Any]) -> None:
        self._client, self._root = over_http.Client(api), urlsplit(api).path
        self._random, self._number = Random("rolls"), 0
        scenario = next(iter(ruleset.identity.scenarios))
        asked = {"ruleset": ruleset.name, "scenario": scenario, "dice": V2}
        self._game = self._ask("POST", "/games", asked)[1]["id"]
        self._chains = {
            seat: KeptChain(context(self._game, MAIN, seat, KEPT_BY_CLIENT, 1, V2), token_bytes(32), _LENGTH)
            for seat in ruleset.seats
        }
        self._used = dict.fromkeys(ruleset.seats, 0)
        self._tokens = {seat: self._sit(seat) for seat in ruleset.seats}
        for seat in ruleset.seats:
            self._of_game("POST", "/dice/ready", {"link": self._link(seat)}, self._tokens[seat])

    def close(self) -> None:
        self._client.close()

    def _ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[float, Any]:
        return self._client.ask(method, f"{self._root}{path}", body, token)

    def _of_game(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[float, Any]:
        return self._ask(method, f"/games/{self._game}{path}", body, token)

    def _sit(self, seat: str) -> str:
        chain = {"anchor": self._chains[seat].anchor.hex(), "length": _LENGTH}
        token: str = self._of_game("POST", f"/seats/{seat}", {"player": seat, "dice": chain})[1]["token"]
        return token

    def _link(self, seat: str) -> str:
        self._used[seat] += 1
        return self._chains[seat].link(self._used[seat]).hex()

    def command(self) -> tuple[float, bool] | None:
        """Give a command that is offered: seconds until all is answered, and whether it owed one link.

        None where the game is over.
        """
        due = over_http.unanswered(self._of_game("GET", "")[1])
        if not due:
            return None
        seat, decision = due[0]["seat"], due[0]["id"]
        listed = self._of_game("GET", f"/legal?seat={seat}&limit={_OFFERS}", token=self._tokens[seat])
        offered = listed[1]["commands"]
        self._number += 1
        body = {"id": f"command-{self._number}", "decision": decision}
        body["command"] = self._random.choice(offered)
        sleep(_PAUSE_SECONDS)
        total, answer = self._of_game("POST", "/commands", body, self._tokens[seat])
        links = 0
        while (owed := answer.get("owed")) and not answer.get("awaits"):
            first = owed[0]
            revealed = {"link": self._link(first["seat"]), "seat": first["seat"]}
            path = f"/commands/{first['id']}/link"
            seconds, answer = self._of_game("POST", path, revealed, self._tokens[first["seat"]])
            total, links = total + seconds, links + 1
        return total, links == 1


def figures(place: Path, ruleset: Ruleset[Any]) -> Iterator[Figure]:
    """rolling/p50 and rolling/p99: commit and link, against two commands without links."""
    log = place / "rolling"
    log.mkdir()
    rolling: list[float] = []
    plain: list[float] = []
    with over_http.server(log) as api:
        await_signer(api)
        rolls, other = _Rolling(api, ruleset), Table(api, ruleset, signed=False)
        for _ in range(_COMMANDS):
            if len(rolling) == ROLLS + WARM_UP:
                break
            if (given := rolls.command()) is None:
                rolls.close()
                rolls = _Rolling(api, ruleset)
                continue
            if given[1]:
                rolling.append(given[0])
                if (seconds := other.command()) is None:
                    other.close()
                    other = Table(api, ruleset, signed=False)
                else:
                    plain.append(seconds)
        rolls.close()
        other.close()
    rolling, plain = rolling[WARM_UP:], plain[WARM_UP:]
    if not rolling or not plain:
        return
    for name, share in (("p50", 0.50), ("p99", 0.99)):
        both = 2 * over_http.quantile(plain, share) * 1000
        against = f"two commands without a link ({len(rolling)} commands that roll)"
        yield time(f"rolling/{name}", over_http.quantile(rolling, share) * 1000, both, "ms", against)
