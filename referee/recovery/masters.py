"""Whether the master keys that are here made the seals and chains of the last games: a rehearsal asks it."""

import msgspec

from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER
from ironclad.domain.match.events import EVENTS, DiceAnchored, SealSet
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.eventlog.store.connection import Connection
from ironclad.referee.dice.custody import DiceCustody

_LAST = "SELECT stream, name, body FROM events WHERE name = ? ORDER BY position DESC LIMIT 200"


class Masters(msgspec.Struct, frozen=True):
    """The last games with seals or chains of the service (`asked`), and those that other keys made."""

    asked: int
    lost_seals: int
    lost_chains: int


def examine_masters(read: Connection, seal: bytes | None, dice: bytes | None) -> Masters:
    """Hold the keys that are here to what was committed to by them; None is a key that is not here."""
    seals, chains = _seals(read, seal), _chains(read, dice)
    return Masters(len(seals) + len(chains), seals.count(False), chains.count(False))


def _seals(read: Connection, master: bytes | None) -> list[bool]:
    found = []
    for stream, name, body in read.execute(_LAST, (f"{EVENTS.family}.seal_set.1",)).fetchall():
        event, game = EVENTS.decode(name, bytes(body)), stream.partition("/")[0]
        assert isinstance(event, SealSet)
        found.append(master is not None and GameSeal(game_key(master, game), None).fits(event.commitment))
    return found


def _chains(read: Connection, master: bytes | None) -> list[bool]:
    custody = None if master is None else DiceCustody(master)
    found = []
    for stream, name, body in read.execute(_LAST, (f"{EVENTS.family}.dice_anchored.1",)).fetchall():
        event, game = EVENTS.decode(name, bytes(body)), stream.partition("/")[0]
        assert isinstance(event, DiceAnchored)
        for chain in event.epoch.chains:
            if chain.custody == KEPT_BY_SERVER:
                line = event.timeline
                held = custody is not None and any(custody.holds(game, line, chain, v) for v in (V1, V2))
                found.append(held)
    return found
