"""What there is to say of each place beside its ground and its stacks, and lists of what is afloat or away.

Both are blocks. Every figure is that of another view.
"""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import counted, place
from ironclad.domain.games.american_civil_war.board.printed_map.facts import TERMS
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import SEA_NAMES
from ironclad.domain.games.american_civil_war.readers.scene import SIDE_NAMES
from ironclad.domain.games.american_civil_war.readers.views.construction import construction_view
from ironclad.domain.games.american_civil_war.readers.views.general import economy_view, map_view
from ironclad.domain.games.american_civil_war.readers.views.naval import naval_view
from ironclad.domain.games.american_civil_war.readers.views.railroads import railroads_view
from ironclad.domain.games.american_civil_war.readers.views.reasons import reasons_view
from ironclad.domain.games.american_civil_war.readers.views.supply import supply_view
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    bad,
    clause,
    heading,
    items,
    side_name,
    table,
    text,
)
from ironclad.domain.kernel.drawing.blocks import place as link

View = dict[str, Any]
Told = Iterator[tuple[str, Said]]  # of a place
_HEADINGS = ("Supply", "Works", "Vessels", "Confederate economy", "Why")


def places_view(position: Position) -> View:
    """By place, what there is to say beside ground and forces: supply, works, vessels, economy, zones."""
    shown = map_view(position)
    parts = (_fed, _works, _vessels, _economy, _reasons)
    found: dict[str, list[Block]] = {}
    for name, part in zip(_HEADINGS, parts, strict=True):
        rows: dict[str, list[Said]] = {}
        for at, said in part(position, shown):
            rows.setdefault(at, []).append(said)
        for at, told in rows.items():
            found.setdefault(at, []).extend([heading(name, 3), items(told)])
    return {"places": dict(sorted(found.items()))}


def _fed(position: Position, shown: View) -> Told:
    for each in supply_view(position)["forces"]:
        whose = side_name(each["side"], SIDE_NAMES[each["side"]])
        if each["fed_by"] == "none":
            yield each["hex"], [whose, bad(f"Out of supply: {each['how']}")]
        else:
            away = f", {counted(each['cost'], 'movement point')} away" if each["cost"] else ""
            yield each["hex"], [whose, f": in supply by {each['fed_by']}: {each['how']}{away}"]


def _works(position: Position, shown: View) -> Told:
    rails = railroads_view(position)
    for each in shown["forts"]:
        inside = f"; besieged by {each['besieged_by']}" if each["besieged_by"] else ""
        state = each["state"].replace("_", " ")
        yield (
            each["hex"],
            _term("fort", f"{SIDE_NAMES[each['side']]}, {state}; inside: {each['inside']}{inside}"),
        )
    for each in shown["entrenchments"]:
        yield each["hex"], _term("entrenchment", SIDE_NAMES[each["side"]])
    for each in shown["depots"]:
        yield each["hex"], _term("depots", f"{each['depots']}, {SIDE_NAMES[each['side']]}")
    for each in construction_view(position)["projects"]:
        yield each["hex"], _term("project", f"{each['name']}, {each['state']}")
    for each in rails["broken"]:
        yield each["hex"], _term("break", "")
    for each in rails["usmrr"]:
        if each["hex"]:
            yield each["hex"], _term("usmrr", each["name"])
    for hex_id in rails["upgraded"]:
        yield hex_id, _term("upgraded", "")


def _term(kind: str, says: str) -> Said:
    label, rules = TERMS["works"][kind]
    return [f"{label}: {says} " if says else f"{label} ", *map(clause, rules)]


def _vessels(position: Position, shown: View) -> Told:
    for each in naval_view(position)["vessels"]:
        if each["place"] and each["place"] not in SEA_NAMES:
            supplies = f", supplies {each['supplies']}" if each["supplies"] else ""
            said = [side_name(each["side"], each["name"]), f", {each['where']}, {each['state']}{supplies}"]
            for at in each["place"].split("-"):
                yield at, said


def _economy(position: Position, shown: View) -> Told:
    now = economy_view(position)["now"]
    for each in (*now["centres"], *now["ports"], *now["works"]):
        if each.get("hex"):
            idle = each.get("counts") is False
            counts = f"would count {each['value']}, does not" if idle else f"counts {each['value']}"
            rule = [clause(each["rule"])] if each.get("rule") else []
            yield each["hex"], [f"{each['name']}: {counts}; {each['reason']} ", *rule]


def _reasons(position: Position, shown: View) -> Told:
    """Why a force is out of supply, and by whose forces a hex lies in a zone of control."""
    reasons = reasons_view(position)
    for each in reasons["unfed"]:
        for says in each["says"]:
            yield each["hex"], ["Out of supply: ", f"{says['text']} ", clause(says["rule"])]
    for side in SIDES:
        for reach, rule in (("primary", "6.2/1"), ("secondary", "6.3/1")):
            for at, sources in reasons["zones"][side][reach].items():
                yield at, [side_name(side, SIDE_NAMES[side]), *_exerted(reach, sources), clause(rule)]


def _exerted(reach: str, sources: list[str]) -> Iterator[Said]:
    yield f": {reach} zone, by the force in "
    for number, hex_id in enumerate(sources):
        yield from ([" and in "] if number else [])
        yield link(hex_id, place(hex_id))
    yield " "


def lists_view(position: Position) -> View:
    """Lists below those of the forces: the vessels, the leaders who are wounded."""
    blocks: list[Block] = []
    if vessels := naval_view(position)["vessels"]:
        rows: list[list[Said]] = [
            [side_name(each["side"], each["name"]), _berth(each), each["state"].capitalize()]
            for each in vessels
        ]
        blocks += [
            heading("Vessels"),
            table(["Vessel", "Where", "State"], rows, caption="Vessels of both sides"),
        ]
    away = [each for each in map_view(position)["leaders"] if each["status"] == "wounded"]
    if away:
        blocks.append(heading("Wounded leaders"))
        blocks.append(
            items(
                [
                    [
                        side_name(each["side"], each["side"].capitalize()),
                        f" {each['leader']} ({each['rating']}), back in turn {each['returns']}",
                    ]
                    for each in away
                ]
            )
        )
    return {"blocks": blocks or [text("Nothing is afloat, and no leader is wounded.")]}


def _berth(vessel: View) -> Said:
    if not vessel["place"] or vessel["place"] in SEA_NAMES:
        return str(vessel["where"])
    return link(vessel["place"].split("-")[0], vessel["where"])
