"""Vessels that help a ground force defend a hex beside them (13.7)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.in_progress import Battle
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import current, defending_side
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    IRONCLAD,
    NSP,
    RSP,
    WATER_OF,
    vessels_on,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

SUPPORTING = (NSP, RSP, IRONCLAD)
PER_VESSEL = 2


class SupportWithVessels(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="support_with_vessels",
):
    """Say which vessels beside the battle help the defence; none for none (13.7)."""

    vessels: tuple[str, ...] = ()


class NavalSupportGiven(Event, frozen=True, tag_field="type", tag="naval_support_given"):
    """The defender said which vessels help him (13.7)."""

    side: str
    hex: str
    vessels: tuple[str, ...]
    rule: str = "13.7/1"


@rule("13.7/1", "13.7/3")
def supporters(position: Position, battle: Battle) -> tuple[str, ...]:
    """The defender's vessels on the hexsides of the battle hex that could help: no RF, no NTP."""
    side = defending_side(battle)
    return tuple(
        sorted(
            name
            for key in WATER_OF.get(battle.hex, ())
            for name in vessels_on(position, key, side)
            if position.vessels[name].kind in SUPPORTING
        )
    )


@rule("13.7/1", "13.7/2", "13.7/3")
def support(position: Position, raw: int) -> int:
    """What vessels add to a defence of `raw` ground SP: 2 each, never more than that; after multipliers."""
    return min(raw, PER_VESSEL * len(current(position).vessels or ()))


@rule("9.2/5", "13.7/1")
def ask_support(play: Play) -> bool:
    """Ask the defender about his vessels if he has any that could help and has not said; true if asked."""
    battle = current(play.position)
    if battle.vessels is not None or not (names := supporters(play.position, battle)):
        return False
    ask(play, defending_side(battle), "naval_support", "13.7/1", hex=battle.hex, vessels=list(names))
    return True


@acw.check(SupportWithVessels, "naval_support")
@rule("9.2/5", "13.7/3")
def _check_support(position: Position, due: Due, command: SupportWithVessels) -> None:
    able = supporters(position, current(position))
    for name in command.vessels:
        require(name in able, "13.7/3", f"{name} cannot help this defence; {', '.join(able)} could")


@acw.carry_out(SupportWithVessels)
def _support(play: Play, due: Due, command: SupportWithVessels) -> None:
    here = current(play.position).hex
    close(play)
    play.emit(NavalSupportGiven(due.seat, here, tuple(sorted(set(command.vessels)))))


@acw.evolves(NavalSupportGiven)
def _support_given(position: Position, event: NavalSupportGiven) -> None:
    position.battle = changed(current(position), vessels=event.vessels)


@acw.offer("naval_support")
def _offer_support(position: Position, due: Due) -> Iterator[Command]:
    able = supporters(position, current(position))
    yield SupportWithVessels(vessels=able)
    if len(able) > 1:
        for name in able:
            yield SupportWithVessels(vessels=(name,))
    yield SupportWithVessels()


COMMANDS = (SupportWithVessels,)
EVENTS = (NavalSupportGiven,)
