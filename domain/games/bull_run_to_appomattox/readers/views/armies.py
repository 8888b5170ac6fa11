"""The armies view: HQs and what they command, as the reader may know it (6.4)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import DRAWN, OUT, Findings, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import between, place, units
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import is_besieged, is_besieger

View = dict[str, Any]


def armies_view(position: Position) -> View:
    """HQs on the map, leaderless units, and the HQs that are elsewhere.

    `units` are CP by type, None where the reader may not know them; in a combat they are what it shows.
    `found` is what the reader's reconnaissance found of an enemy HQ: each figure as [lowest, highest], true
    in its `turn`; None where there is nothing. `says` is all that in a sentence.
    """
    return {
        "armies": [army(position, hq) for side in SIDES for hq in position.hqs_of(side)],
        "leaderless": list(_leaderless(position)),
        "reserve": {side: list(reserve_of(position, side)) for side in SIDES},
        "drawn": _elsewhere(position, DRAWN),
        "out": _elsewhere(position, OUT),
    }


def army(position: Position, hq: str) -> View:
    """An HQ on the map, with what the reader knows of its contents."""
    record, counter = position.hqs[hq], headquarters()[hq]
    found = position.intelligence.get(ENEMY[record.side], {}).get(hq)
    contents = contents_of(position, hq)
    return {
        "hq": hq,
        "name": counter.name,
        "side": record.side,
        "spot": record.spot,
        "where": place(record.spot),
        "aboard": list(record.aboard),
        "cost": counter.action_points,
        "experienced": record.experienced,
        "active": record.active,
        "digging": record.digging,
        "besieged": is_besieged(position, record),
        "besieges": is_besieger(position, record),
        "won": record.won,
        "lost": record.lost,
        "units": None if contents is None else msgspec.to_builtins(contents),
        "found": None if found is None else _figures(found),
        "says": says_of(position, hq),
    }


def contents_of(position: Position, hq: str) -> Units | None:
    """What an HQ commands; None where the reader may not know it."""
    own = position.units_of(hq)
    return own if own.known else position.shown.get(hq)


def says_of(position: Position, hq: str) -> str:
    """What the reader knows of an HQ's contents, in words."""
    contents = contents_of(position, hq)
    if contents is not None:
        return units(contents) if contents.total else "alone"
    found = position.intelligence.get(ENEMY[position.hqs[hq].side], {}).get(hq)
    if found is None:
        return "contents not known"
    figures = {"in all": found.total, **{each: getattr(found, each) for each in ("infantry", "cavalry")}}
    figures["artillery"] = found.artillery
    told = ", ".join(f"{between(range_)} {name}" for name, range_ in figures.items() if range_ is not None)
    return f"in turn {found.turn}: {told} CP" if told else "contents not known"


def _figures(found: Findings) -> View:
    return {
        "turn": found.turn,
        "spot": found.spot,
        **{
            name: None if range_ is None else [range_.low, range_.high]
            for name in ("total", "infantry", "cavalry", "artillery")
            for range_ in (getattr(found, name),)
        },
    }


def _leaderless(position: Position) -> Iterator[View]:
    for side in SIDES:
        awaited = [each.spot for each in position.vacancies if each.side == side]
        for spot, of in sorted(position.leaderless[side].items()):
            yield {
                "side": side,
                "spot": spot,
                "where": place(spot),
                "units": msgspec.to_builtins(of),
                "lost_their_hq": spot in position.orphaned[side],
                "awaits_hq": spot in awaited,
                "says": units(of),
            }


def _elsewhere(position: Position, state: str) -> View:
    return {
        side: [id for id, hq in position.hqs.items() if (hq.side, hq.state) == (side, state)]
        for side in SIDES
    }
