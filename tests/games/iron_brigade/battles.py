"""Battles for tests: a bare table with a few units on it, and commands carried out with scripted dice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.board.terrain import read_table
from ironclad.domain.games.iron_brigade.events import EVENTS
from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.scenery import scenery_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import muster_of, set_up, unit_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import NoDice, ScriptedDice
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.resolution import Resolution

SIDES = {"u": "union", "c": "confederate"}


def unit(id: str, at: tuple[int, int], facing: int = 0, **facts: Any) -> dict[str, Any]:
    """A scenario's unit; the first letter of its id is its side, the number after it its number.

    A regiment of 24 regular infantry in close order unless `facts` say otherwise.
    """
    given: dict[str, Any] = {
        "id": id,
        "name": id,
        "side": SIDES[id[0]],
        "number": int(id[1:]),
        "type": "infantry",
        "at": list(at),
        "facing": facing,
        **facts,
    }
    if given["type"] == "infantry":
        given = {
            "men": 24, "grade": "regular", "value": 36, "weapons": ["rifle_musket"], "formation": "close",
            **given,
        }  # fmt: skip
    if given["type"] in ("cavalry", "mounted_infantry"):
        given = {
            "men": 12, "grade": "regular", "value": 36, "weapons": ["carbine"], "formation": "close",
            "mounted": True, **given,
        }  # fmt: skip
    if given["type"] == "battery":
        given = {
            "gun": "napoleon_12", "class": "field", "sections": 3, "men": 6, "horses": 6, "limbers": 6,
            "grade": "regular", "value": 36, "formation": "unlimbered", "loaded": True, **given,
        }  # fmt: skip
    return given


def battle(*units: Mapping[str, Any], terrain: Sequence[Mapping[str, Any]] = (), **fields: Any) -> Position:
    """A bare table of 60 by 48 inches with these units, each with the deeds of a turn that begins."""
    position = set_up("bare_table")
    position.scenery = scenery_of(
        read_table({"width": 6000, "height": 4800}, [dict(each) for each in terrain])
    )
    for each in units:
        position.muster[each["id"]] = muster_of(each)
        position.units[each["id"]] = unit_of(each)
    position.deeds = {id: Deeds(men=found.men) for id, found in position.units.items()}
    for name, value in fields.items():
        setattr(position, name, value)
    return position


def changed(position: Position, id: str, **facts: Any) -> Position:
    """The position with other facts of one unit; `marks` and `deeds` are dicts of what changes in them."""
    found = position.units[id]
    if "marks" in facts:
        facts["marks"] = msgspec.structs.replace(found.marks, **facts["marks"])
    deeds = facts.pop("deeds", None)
    if deeds:
        position.deeds[id] = msgspec.structs.replace(position.deeds[id], **deeds)
    position.units[id] = msgspec.structs.replace(found, **facts)
    return position


def resolving(position: Position, dice: Iterable[int] = ()) -> tuple[Play, ScriptedDice]:
    """A resolution on a position with these dice."""
    script = ScriptedDice(dice)
    keep_answers(position)
    return Resolution(position, script, brigade.evolvers, EVENTS), script


def opened(position: Position) -> Position:
    """The position after all that follows of itself, with its first decisions open."""
    RULESET.rules.proceed(Resolution(position, NoDice(), brigade.evolvers, EVENTS))
    return position


def give(
    position: Position, *commands: tuple[str, Command], dice: Iterable[int] = ()
) -> tuple[list[Event], Position]:
    """Commands of seats carried out one after another; all dice must be used."""
    script, events = ScriptedDice(dice), list[Event]()
    for seat, command in commands:
        more, position = decider.execute(RULESET, position, seat, command, script)
        events += more
    assert script.left() == (), "all dice are used"
    return events, position


def of(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of one type."""
    return [each for each in events if isinstance(each, kind)]
