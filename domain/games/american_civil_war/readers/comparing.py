"""Two positions side by side, in words: what came, what went, what changed, as a player looks for it.

All figures are those of the views. Units and control are here, works and vessels in comparing_works.py.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted, listed, name_at, place, side_name
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import KINDS, READY
from ironclad.domain.games.american_civil_war.readers.comparing_works import works
from ironclad.domain.games.american_civil_war.readers.views.construction import construction_view
from ironclad.domain.games.american_civil_war.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.kernel.telling.comparison import CAME, CHANGED, WENT, Change, SideBySide

View = Mapping[str, Any]
TOLD = (
    "turn", "phase", "step", "impulse", "player", "initiative", "ended",
    "forces", "leaders", "control",
    "forts", "entrenchments", "depots", "rail_breaks", "upgraded", "rail_control", "line_progress",
    "railway_units", "projects", "levees_breached", "vessels",
    "economy", "economy_factories", "survival_reduction",
    "political_status", "kentucky", "kentucky_violator", "election_penalty", "diplomacy", "at_large", "draft",
    "militia_called", "first_captures", "union_asp_lost", "union_asp_lost_before", "forts_available",
)  # fmt: skip
"""The members of a position's document that the changes describe."""
_MAP = load_map()
_PLAY = {
    "turn": "Turn",
    "phase": "Phase",
    "step": "Step",
    "impulse": "Impulse",
    "player": "Player of the impulse",
    "initiative": "Initiative",
}
_ECONOMY = {
    "recorded.economy": "Confederate economy as recorded",
    "recorded.factories": "Factories in the recorded economy",
    "recorded.size": "Economy less political status",
    "now.economy": "Confederate economy if counted now",
    "now.factories": "Factories if counted now",
    "now.size": "Economy less political status, if counted now",
    "survival": "Survival level",
    "survival_reduction": "Reduction of the survival level",
    "victory": "Victory level",
}
_POLITICS = {
    "political_status": "Political status",
    "kentucky.status": "Kentucky",
    "kentucky.violator": "Who violated Kentucky",
    "elections.penalty": "Penalty in elections",
    "draft.allowed": "A draft is allowed",
    "draft.markers": "Draft markers by turn",
    "diplomacy.status": "Diplomacy",
    "diplomacy.at_large": "At-large supply centres",
    "diplomacy.union_reinforcements_halved": "Union reinforcements are halved",
    "manpower.union.asp": "Union ASP in play",
    "manpower.union.cavalry": "Union cavalry in play",
    "manpower.union.msp": "Union MSP in play",
    "manpower.confederate.asp": "Confederate ASP in play",
    "manpower.confederate.cavalry": "Confederate cavalry in play",
    "manpower.confederate.msp": "Confederate MSP in play",
    "union_reinforcements.total": "Union reinforcements",
    "union_asp_lost.this_turn": "Union ASP lost this turn",
    "union_asp_lost.last_turn": "Union ASP lost last turn",
    "militia_called": "Militia called this turn",
    "first_captures": "First captures",
}
_KINDS = {"asp": "ASP", "cavalry": "cavalry", "msp": "MSP"}
_ACTIVITIES = {
    "moved": "that have moved",
    "attacked": "that have moved and attacked",
    "attacked_in_place": "that have attacked without moving",
    "worked": "that have worked",
    "stormed": "that have moved and stormed",
    "digging": "that are digging in",
    "reacted": "that have reacted",
}
_MARKERS = {"demoralized": "demoralized", "oos": "out-of-supply"}


def side_by_side(a: Position, b: Position) -> SideBySide:
    """All that differs between two positions, grouped and in words."""
    first, second = map_view(a), map_view(b)
    changes = (
        *_figures("play", _PLAY, first["play"], second["play"]),
        *_figures("play", {"due": "Due", "end": "The end"}, _standing(first), _standing(second)),
        *_forces(first, second),
        *_leaders(first, second),
        *_control(a, b),
        *works(a, b, first, second),
        *_figures("economy", _ECONOMY, economy_view(a), economy_view(b)),
        *_points(a, b),
        *_figures("politics", _POLITICS, politics_view(a), politics_view(b)),
    )
    return SideBySide(changes, TOLD)


# -- figures


def _standing(view: View) -> View:
    """What is owed, and how the game ended, as figures."""
    due, end = view["play"]["due"], view["play"]["outcome"]
    owed = None if due is None else f"{due['kind'].replace('_', ' ')} by {side_name(due['seat'])}"
    won = None if end is None else f"{side_name(end['winner'] or '')} won, as {end['reason']} ({end['rule']})"
    return {"due": owed, "end": won}


def _figures(group: str, labels: Mapping[str, str], a: View, b: View) -> Iterator[Change]:
    for path, label in labels.items():
        ours, theirs = _at(a, path), _at(b, path)
        if ours != theirs:
            yield Change(group, CHANGED, f"{label}: {_value(ours)}, then {_value(theirs)}.", a=ours, b=theirs)


def _at(view: View, path: str) -> Any:
    found: Any = view
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _value(value: Any) -> str:
    """A figure as a player reads it."""
    match value:
        case None | "" | [] | {}:
            return "none"
        case bool():
            return "yes" if value else "no"
        case {"name": name}:
            return str(name)
        case {"hex": hex_id}:
            return place(hex_id)
        case dict():
            return listed([f"{count} in turn {turn}" for turn, count in value.items()])
        case list():
            return listed([_value(each) for each in value])
    if value in SIDES:
        return side_name(value)
    return str(value).replace("_", " ")


def _points(a: Position, b: Position) -> Iterator[Change]:
    before, after = construction_view(a), construction_view(b)
    for ours, theirs in zip(before["points"], after["points"], strict=True):
        labels = {"total": "this turn", "left": "left"}
        yield from _figures(
            "economy",
            {key: f"Construction points of {side_name(ours['side'])} {what}" for key, what in labels.items()},
            ours,
            theirs,
        )
    label = {"forts_available": "Confederate forts that wait to be placed"}
    yield from _figures("economy", label, before, after)


# -- units


def _forces(a: View, b: View) -> Iterator[Change]:
    before, after = ({(force["side"], force["hex"]): force for force in view["forces"]} for view in (a, b))
    for side, hex_id in sorted(before.keys() | after.keys(), key=lambda key: (key[1], key[0])):
        ours, theirs = before.get((side, hex_id)), after.get((side, hex_id))
        if ours == theirs:
            continue
        name, whose = place(hex_id), side_name(side)
        if ours is None or theirs is None:
            kind, force = (CAME, theirs) if ours is None else (WENT, ours)
            verb = "has come to" if ours is None else "is no longer in"
            text = f"{whose} {verb} {name}: {_force(force or {})}."
        else:
            kind, text = CHANGED, f"{whose} in {name}: {'; '.join(_changed(ours, theirs))}."
        yield Change("forces", kind, _capital(text), (hex_id,), side, _strengths(ours), _strengths(theirs))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _strengths(force: View | None) -> dict[str, Any] | None:
    """A force's points by kind, its leaders, and how many points carry which mark."""
    if force is None:
        return None
    return {**{kind: force[kind] for kind in KINDS}, "leaders": force["leaders"], "marks": _marks(force)}


def _force(force: View) -> str:
    parts = [f"{force[kind]} {word}" for kind, word in _KINDS.items() if force[kind]]
    led = f" under {listed(force['leaders'])}" if force["leaders"] else ""
    marks = "".join(f", {count} {mark}" for mark, count in _marks(force).items())
    return f"{listed(parts) or 'no units'}{led}{marks}"


def _marks(force: View) -> dict[str, int]:
    """How many points carry which mark, what they have done in the impulse among them."""
    counts = Counter[str](force["marks"])
    for group in force["units"]:
        words = [_ACTIVITIES[group["activity"]]] if group.get("activity", READY) != READY else []
        words += ["with battle supply"] if group.get("battle_supply") else []
        words += [f"bound to {group['bound']}"] if group.get("bound") else []
        words += [f"come from {place(group['origin'])}"] if group.get("origin") else []
        words += ["come out of a river loop"] if group.get("from_loop") else []
        # The view names one marker; a group may hold several of a kind.
        held = {word: group.get(marker, 0) for marker, word in _MARKERS.items()}
        words += [f"with {number} {word} markers" for word, number in held.items() if number > 1]
        for word in words:
            counts[word] += group.get("count", 1)
    return {mark: count for mark, count in counts.items() if count}


def _changed(a: View, b: View) -> list[str]:
    """What differs between two forces of a side in a hex."""
    words = [f"{a[kind]}, then {b[kind]} {word}" for kind, word in _KINDS.items() if a[kind] != b[kind]]
    came, went = (sorted(set(x["leaders"]) - set(y["leaders"])) for x, y in ((b, a), (a, b)))
    words += [f"with {listed(came)}"] if came else []
    words += [f"without {listed(went)}"] if went else []
    first, second = _marks(a), _marks(b)
    words += [
        f"{first.get(mark, 0)}, then {second.get(mark, 0)} {mark}"
        for mark in sorted(first.keys() | second.keys())
        if first.get(mark) != second.get(mark)
    ]
    return words or ["other points of the same kinds carry the marks"]


def _leaders(a: View, b: View) -> Iterator[Change]:
    for ours, theirs in zip(a["leaders"], b["leaders"], strict=True):
        if ours == theirs:
            continue
        places = tuple(dict.fromkeys(leader["hex"] for leader in (theirs, ours) if leader["hex"]))
        kind = CHANGED if ours["hex"] and theirs["hex"] else CAME if theirs["hex"] else WENT
        text = f"Leader {ours['leader']}: {_leader(ours)}, then {_leader(theirs)}."
        yield Change("leaders", kind, text, places, ours["side"], ours, theirs)


def _leader(leader: View) -> str:
    where = f"in {place(leader['hex'])}" if leader["hex"] else leader["status"]
    back = f", back in turn {leader['returns']}" if leader["returns"] else ""
    return f"{where}{back}, rating {leader['rating']}"


# -- control


def _control(a: Position, b: Position) -> Iterator[Change]:
    """Towns and supply centres one by one, other hexes together by who lost them to whom."""
    open_country: dict[tuple[str, str], list[str]] = {}
    for hex_id, here in _MAP.hexes.items():
        ours, theirs = controller(a, hex_id) or "none", controller(b, hex_id) or "none"
        if ours == theirs:
            continue
        if name_at(hex_id) or here.supply_centre:
            text = f"{place(hex_id)} is {_whose(theirs)}, and was {_whose(ours)}."
            yield Change("control", CHANGED, _capital(text), (hex_id,), _side(theirs), ours, theirs)
        else:
            open_country.setdefault((ours, theirs), []).append(hex_id)
    for (ours, theirs), hexes in sorted(open_country.items()):
        number = counted(len(hexes), "hex", "hexes")
        text = f"{number} of open country: {_whose(theirs)} now, {_whose(ours)} before."
        yield Change("control", CHANGED, text, tuple(hexes), _side(theirs), ours, theirs)


def _side(holder: str) -> str:
    return "" if holder == "none" else holder


def _whose(holder: str) -> str:
    return f"{side_name(holder)}'s"
