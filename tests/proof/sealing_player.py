"""Players of games that hide something, who sign their commands under salts of their own."""

from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.sealed_commands import with_digests
from ironclad.eventlog.records import Receipt
from ironclad.referee.dice.links import LinkRequest
from tests.proof.round_player import RoundPlayer
from tests.proof.test_signed_bundle import Body


class SealingPlayer(RoundPlayer):
    """Two clients with keys of v2 in a game that hides something; a command with hidden fields has salts."""

    def __init__(
        self,
        referee: Service,
        ruleset: str,
        own: tuple[str, ...] = (),
        scenario: str = "standard",
        **more: Any,
    ) -> None:
        self.picked = 0
        self.kept: dict[str, Body] = {}
        super().__init__(referee, ruleset, own, scenario, **more)
        for seat in own[:1]:
            self.ready(seat)  # where something is hidden, both seats are before any command

    def salt(self) -> str:
        """A salt that was never picked before."""
        self.picked += 1
        return sha256(b"salt %d" % self.picked).hexdigest()[:32]

    def closes(self, command: Body) -> bool:
        """Whether the seats commit to a command by its digests."""
        terms = self.referee.queries.dice(self.game).epoch.terms
        return self.keyed and len(self.chains) == 2 and command["type"] in terms.together

    def ask(self, seat: str, command: Body, asked: Body) -> Body:
        """A command as the seat sends it; with `open` with its values, with `as_given` without salts."""
        if asked.pop("as_given", False):
            return super().ask(seat, command, asked)
        secret = self.referee.queries.ruleset_of(self.game).storage.commands.secret_fields(command)
        if secret and "salts" not in asked and self.keyed:
            asked = {**asked, "salts": {f"/{field}": self.salt() for field in secret if field in command}}
        if not secret or not self.closes(command) or asked.pop("open", False):
            return super().ask(seat, command, asked)
        salts = asked.pop("salts")
        opened = {field: command[field] for field in secret if field in command}
        by_field = {field: bytes.fromhex(salts[f"/{field}"]) for field in opened}
        body = super().ask(seat, with_digests(command, by_field), asked)
        self.kept[body["id"]] = {"opened": opened, "salts": salts}
        return body

    def link_of(self, seat: str, id: str, committed: int, **more: Any) -> LinkRequest:
        kept = {**self.kept.get(id, {}), **more.pop("opening", {})}
        return msgspec.structs.replace(super().link_of(seat, id, committed, **more), **kept)

    def send(self, seat: str, command: Body, decision: str, **more: Any) -> Receipt:
        """Give a command, with a link where the dice are of v1, and reveal each link that is owed then."""
        chain = self.chains.get(seat)
        link = {"link": chain.link()} if self.dice == V1 and chain is not None else {}
        found = self.give(seat, command, decision=decision, **link, **more)
        if link and seat in _revealed(found):
            self.chains[seat].used += 1
        while isinstance(found.owed, tuple) and found.owed and not found.awaits:
            owed = found.owed[0]
            found = self.reveal(owed.seat, owed.id, owed.committed)
        return found

    def play_on(self, seed: int, commands: int = 10_000) -> None:
        """Play what a seed chooses, by what each seat sees: to the end, or so many commands."""
        rules, random = self.referee.queries.ruleset_of(self.game), Random(seed)
        for _ in range(commands):
            if (owed := self.due()) is None:
                return
            position = self.referee.queries.live_position(self.game, seat=owed.seat)
            command = msgspec.to_builtins(decider.sample(rules, position, owed, random))
            self.send(owed.seat, command, owed.id)

    def due(self) -> Due | None:
        """A decision that is not answered yet; None at the game's end."""
        waiting = {each.seat for each in self.referee.queries.game(self.game).owed or ()}
        due = self.referee.queries.due(self.game)
        return next((each for each in due if each.seat not in waiting), None)


def _revealed(found: Receipt) -> tuple[str, ...]:
    proof = found.events[0].data.get("dice_proof") or {}
    return tuple(proof.get("revealed", ()))
