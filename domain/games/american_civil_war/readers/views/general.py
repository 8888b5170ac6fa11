"""Views for readers: the map, the economy and the politics of a position, as plain JSON-able documents.

They hold no rules of their own: every figure is asked of the chapter that owns it. naval.py, railroads.py,
supply.py and construction.py have the views of those names; together they show all that lies on the table.
"""

from collections import Counter
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS, asp_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import name_at
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Moving
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    CAVALRY,
    FORT,
    KINDS,
    MSP,
    Group,
    strength,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import units
from ironclad.domain.games.american_civil_war.readers.prompts.questions import question
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, home_side
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import others
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import in_play, union_terms
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import besieged
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import (
    EconomyReckoned,
    economy_now,
    not_for_victory,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import CENTRES
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import draft_allowed
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
View = dict[str, Any]


def _name(hex_id: str) -> str:
    """A hex's city or fortress, or else its number."""
    return name_at(hex_id) or hex_id


def play_view(position: Position) -> View:
    """The game's place in the sequence of play, whose decision is due, and how it ended if it has.

    `line` says it in words. `question` asks the decision that is due in a sentence; `open` are the hexes
    where there is something to do in a placement step, by the type of the order.
    """
    record, due, ended = TURNS[position.turn], position.due, position.ended
    return {
        "line": _line(position),
        "turn": position.turn,
        "season": record.season,
        "year": record.year,
        "phase": position.phase,
        "step": position.step,
        "impulse": position.impulse,
        "player": position.player,
        "initiative": position.initiative or None,
        "due": None if due is None else _asked(position, due),
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def _line(position: Position) -> str:
    """The place in the sequence: "turn 3, fall 1861, recruitment"."""
    record = TURNS[position.turn]
    parts = [f"turn {position.turn}", f"{record.season} {record.year}", position.phase.replace("_", " ")]
    if position.phase == "operations":
        parts += [f"impulse {position.impulse}", position.player.capitalize()]
    return ", ".join(parts)


def _asked(position: Position, due: Due) -> View:
    asked: View = {**msgspec.to_builtins(due), "question": question(due)}
    if due.kind == "placement":
        asked["open"] = works = dict[str, list[str]]()
        for order in map(msgspec.to_builtins, others(position, due.seat)):
            works.setdefault(order["type"], []).append(order["hex"])
    return asked


def map_view(position: Position) -> View:
    """Every force, leader, fort, entrenchment and depot, who moves and fights, who controls what, the play.

    Strength is in strength points. What is afloat is in the naval view, what runs on rails in the railroads
    view, who is fed in the supply view, what is being built in the construction view.
    """
    return {
        "play": play_view(position),
        "forces": [
            _force(position, side, hex_id) for side in SIDES for hex_id in sorted(position.forces[side])
        ],
        "leaders": [_leader(position, letter) for letter in sorted(position.leaders)],
        "forts": [_fort(position, hex_id) for hex_id in sorted(position.forts)],
        "entrenchments": [
            {"hex": hex_id, "name": _name(hex_id), "side": side}
            for hex_id, side in sorted(position.entrenchments.items())
        ],
        "depots": [
            {"hex": hex_id, "name": _name(hex_id), "side": depot.side, "depots": depot.count}
            for hex_id, depot in sorted(position.depots.items())
        ],
        "battle": None if position.battle is None else _battle(position.battle),
        "moving": None if position.moving is None else _moving(position.moving),
        "control": _control(position),
    }


def _fort(position: Position, hex_id: str) -> View:
    """A fort, who is inside beside its own point, and who besieges it (11.8)."""
    fort = position.forts[hex_id]
    shut_in = besieged(position, fort.side, hex_id)
    return {
        "hex": hex_id,
        "name": _name(hex_id),
        "side": fort.side,
        "state": fort.state,
        "inside": units(g for g in position.groups(fort.side, hex_id) if g.station == FORT),
        "besieged_by": units(position.groups(ENEMY[fort.side], hex_id)) if shut_in else None,
    }


def _battle(battle: Battle) -> View:
    """The battle under way: who fights for what hex, and how far it has come."""
    return {
        "hex": battle.hex,
        "name": _name(battle.hex),
        "kind": battle.kind,
        "step": battle.step,
        "attacker": battle.attacker,
        "attackers": units(battle.attackers),
        "defenders": units(battle.defenders),
        "garrison": battle.garrison,
    }


def _moving(force: Moving) -> View:
    """The force on the move: where it is, who goes, and the movement points that it has left."""
    return {
        "seat": force.seat,
        "hex": force.hex,
        "units": [msgspec.to_builtins(group) for group in force.units],
        "leaders": list(force.leaders),
        "left": force.allowance + force.bonus - force.spent,
    }


def _force(position: Position, side: str, hex_id: str) -> View:
    groups = position.groups(side, hex_id)
    return {
        "side": side,
        "hex": hex_id,
        "name": _name(hex_id),
        **{kind: strength(groups, kind) for kind in KINDS},
        "leaders": list(position.leaders_at(side, hex_id)),
        "units": [msgspec.to_builtins(group) for group in groups],
        "marks": marks(groups),
    }


def marks(groups: tuple[Group, ...]) -> View:
    """How many strength points of a force carry which mark; nothing for a force without any."""
    counts: Counter[str] = Counter()
    for group in groups:
        marks = {
            "demoralized": bool(group.demoralized),
            "out of supply": bool(group.oos),
            "in a fort": group.station == "fort",
            "entrenched": group.station == "entrenched",
        }
        for mark, holds in marks.items():
            counts[mark] += group.count if holds else 0
    return {mark: count for mark, count in counts.items() if count}


def _leader(position: Position, letter: str) -> View:
    leader = position.leaders[letter]
    status = "on the map" if leader.hex else "wounded" if leader.returns else "not in play"
    return {
        "leader": letter,
        "side": leader.side,
        "rating": leader.rating,
        "status": status,
        "hex": leader.hex or None,
        "returns": leader.returns or None,
    }


def _control(position: Position) -> View:
    """Who controls how many hexes, towns and supply centres, and every hex that changed hands.

    A hex that is not in `changed` belongs to whom `homes` names for it, or else for its state.
    """
    held: dict[str, Counter[str]] = {side: Counter() for side in (*SIDES, "none")}
    for hex_id, place in _MAP.hexes.items():
        counts = held[controller(position, hex_id) or "none"]
        counts["hexes"] += 1
        counts["towns"] += place.city is not None
        counts["supply_centres"] += place.supply_centre
    kinds = ("hexes", "towns", "supply_centres")
    return {
        "totals": {side: {kind: counts[kind] for kind in kinds} for side, counts in held.items()},
        "changed": dict(sorted(position.control.items())),
        "homes": homes(position),
    }


_TYPICAL = {state: min(hexes - _MAP.fortresses.keys()) for state, hexes in sorted(_MAP.hexes_of.items())}


def homes(position: Position) -> View:
    """Whose a hex is until somebody takes it: its state's, but for the fortresses (3.1.1)."""
    return {
        "states": {state: home_side(position, hex_id) for state, hex_id in _TYPICAL.items()},
        "hexes": {hex_id: home_side(position, hex_id) for hex_id in sorted(_MAP.fortresses)},
    }


def economy_view(position: Position) -> View:
    """The recorded economy, what it would be if it were counted now, and this turn's levels (3.3, 14.1)."""
    levels, now = TURNS[position.turn], economy_now(position)
    survival = levels.survival - position.survival_reduction
    return {
        "turn": position.turn,
        "recorded": _sizes(position, position.economy, position.economy_factories),
        "now": {**_count(now), **_sizes(position, now.economy, not_for_victory(position, now))},
        "survival": survival,
        "survival_printed": levels.survival,
        "survival_reduction": position.survival_reduction,
        "victory": levels.victory,
        "later": [
            {"turn": turn, "survival": TURNS[turn].survival, "victory": TURNS[turn].victory}
            for turn in sorted(TURNS)
            if turn > position.turn
        ],
    }


def _sizes(position: Position, economy: int, factories: int) -> View:
    """What the two tests of victory compare: the economy less political status (3.3)."""
    size = economy - position.political_status
    return {
        "economy": economy,
        "factories": factories,
        "political_status": position.political_status,
        "size": size,
        "size_without_factories": size - factories,
    }


def _count(now: EconomyReckoned) -> View:
    return {
        "fragments": [
            {"centres": list(each.centres), "total": each.total, "full": each.full} for each in now.fragments
        ],
        "chosen": list(now.chosen),
        "centres": [msgspec.to_builtins(each) for each in now.centres],
        "ports": [msgspec.to_builtins(each) for each in now.ports],
        "works": [msgspec.to_builtins(each) for each in now.works],
        "st_louis": now.st_louis,
        "st_louis_reason": now.st_louis_reason,
    }


def politics_view(position: Position) -> View:
    """Status, Kentucky, elections, drafts and diplomacy, and the manpower that hangs on them (15, 4.1)."""
    terms = union_terms(position)
    return {
        "turn": position.turn,
        "political_status": position.political_status,
        "kentucky": {
            "status": position.kentucky,
            "violator": position.kentucky_violator or None,
            "joined": position.kentucky_joined or None,
            "centres": [
                {"hex": hex_id, "name": _name(hex_id), "held_by": controller(position, hex_id)}
                for hex_id in CENTRES
            ],
        },
        "elections": {
            "turns": [turn for turn in sorted(TURNS) if TURNS[turn].election],
            "penalty": position.election_penalty,
            "survival_reduction": position.survival_reduction,
        },
        "draft": {
            "allowed": draft_allowed(position),
            "markers": {str(turn): marker for turn, marker in sorted(position.draft.items())},
            "standing": position.standing.get("union/draft", "ask"),
        },
        "diplomacy": {
            "status": position.diplomacy,
            "union_reinforcements_halved": position.diplomacy == "intervened"
            or position.halved_turn == position.turn,
            "mediation_turn": position.mediation_turn or None,
            "at_large": position.at_large,
        },
        "manpower": {
            side: {
                "asp": in_play(position, side, ASP),
                "asp_limit": asp_limit(side) if side == UNION else None,
                "cavalry": in_play(position, side, CAVALRY),
                "msp": in_play(position, side, MSP),
            }
            for side in (UNION, CONFEDERATE)
        },
        "union_reinforcements": {
            "terms": [msgspec.to_builtins(term) for term in terms],
            "total": sum(term.amount for term in terms),
        },
        "union_asp_lost": {"this_turn": position.union_asp_lost, "last_turn": position.union_asp_lost_before},
        "militia_called": list(position.militia_called),
        "first_captures": [
            {"hex": hex_id, "name": _MAP.hexes[hex_id].city or "Union supply source"}
            for hex_id in position.first_captures
        ],
    }
