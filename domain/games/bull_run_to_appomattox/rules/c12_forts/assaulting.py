"""Attacks in place: besiegers assault, the besieged sortie (12.2/11 to 12.2/13)."""

from collections.abc import Iterator
from itertools import combinations

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation, Attack, AttackKind
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    hqs_in,
    is_army,
    is_besieged,
    is_besieger,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import open_battle
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import is_winter, protections
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Assault, Sortie
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.relieving import require_armies
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


def _active(position: Position) -> Activation:
    assert position.activation is not None
    return position.activation


def _others(position: Position, hq: str) -> tuple[str, ...]:
    record = position.hqs[hq]
    return tuple(each for each in hqs_in(position, record.side, record.spot) if each != hq)


@rule("7.5/4", "7.5/7", "12.2/11", "12.2/12")
def _require_in_place(position: Position, joined: tuple[str, ...], rule: str) -> None:
    """The active HQ attacks where it is, with others named, not in winter where only a 6 would hit."""
    activation = _active(position)
    hq = position.hqs[activation.hq]
    require(not activation.mode, rule, "an HQ that has moved does not attack in place")
    require(is_army(position, activation.hq), "2.5/1", "an HQ without units does not attack")
    require_armies(position, joined, _others(position, activation.hq), rule)
    barred = is_winter(position) and protections(position, ENEMY[hq.side], hq.spot, False)
    require(not barred, "7.5/4", "no attack in winter where only a 6 would hit")


@brta.check(Assault, "hq_orders")
@rule("4/12", "12.2/11")
def _check_assault(position: Position, due: Due, command: Assault) -> None:
    hq = position.hqs[_active(position).hq]
    require(is_besieger(position, hq), "12.2/11", "the HQ besieges nothing")
    _require_in_place(position, command.joined, "12.2/11")


@brta.check(Sortie, "hq_orders")
@rule("4/12", "12.2/12")
def _check_sortie(position: Position, due: Due, command: Sortie) -> None:
    hq = position.hqs[_active(position).hq]
    require(is_besieged(position, hq), "12.2/12", "the HQ is not besieged")
    _require_in_place(position, command.joined, "12.2/12")


@brta.carry_out(Assault)
def _assault(play: Play, due: Due, command: Assault) -> None:
    _attack(play, due, "assault", command.joined)


@brta.carry_out(Sortie)
@rule("12.2/17")
def _sortie(play: Play, due: Due, command: Sortie) -> None:
    _attack(play, due, "sortie", command.joined)


def _attack(play: Play, due: Due, kind: AttackKind, joined: tuple[str, ...]) -> None:
    asking.close(play, due)
    hq = _active(play.position).hq
    open_battle(play, Attack(kind, due.seat, (hq, *joined), play.position.hqs[hq].spot))


@also_offers("hq_orders")
def _offer_attacks(position: Position, due: Due) -> Iterator[Command]:
    others = _others(position, _active(position).hq)
    for count in range(len(others), -1, -1):
        for joined in combinations(others, count):
            yield Assault(joined=joined)
            yield Sortie(joined=joined)
