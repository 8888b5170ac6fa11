"""What the forms of decisions ask that are filled in, for the seat that answers and no other.

Two shapes serve all of them: numbers by name (`amounts`), and pieces that are ticked (`ticks`). The check of
the command alone decides what is legal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.standing import StandingAnswers
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.labels import side_name, unit_label
from ironclad.domain.games.war_between_the_states.readers.prompts.saying import standing_words
from ironclad.domain.games.war_between_the_states.readers.wording import capital, piece, place
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import spread
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import rating
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.spans import kept, may_have
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import by_order
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.broadcasting import receivers
from ironclad.domain.kernel.engine.records import Due

Form = dict[str, Any]


def form_of(position: Position, due: Due) -> Form | None:
    """What the form of a decision asks; None for decisions that are answered otherwise."""
    made = _FORMS.get(due.kind)
    return None if made is None else made(position, due)


def at_any_time(position: Position, seat: str) -> list[Form]:
    """The orders that a seat may give whatever is due, each with its form: its standing answers (R.1/12)."""
    answers = position.standing.get(seat, StandingAnswers())
    form = {
        "kinds": ["infantry", "cavalry", "militia", "garrison"],
        "sides": [{"id": side, "name": side_name(side)} for side in ("union", "confederate")],
        "now": _answers(answers),
        "says": list(standing_words(answers)),
    }
    return [
        {
            "kind": "standing",
            "seat": seat,
            "rule": "R.1/12",
            "name": f"Standing answers of the {side_name(seat)}",
            "form": form,
        }
    ]


def _answers(answers: StandingAnswers) -> Form:
    """All members, also those at their default."""
    bands = {
        name: [{"ratio": band.ratio, "chit": band.chit} for band in getattr(answers, name)]
        for name in ("attack_chits", "defence_chits")
    }
    return {name: getattr(answers, name) for name in answers.__struct_fields__} | bands


def _named(position: Position, id: str) -> str:
    unit = position.units.get(id)
    if unit is None:
        leader = position.leaders.get(id)
        return f"{id}, {place(leader.hex)}" if leader is not None else capital(piece(id))
    return f"{capital(unit_label(unit))}, {place(unit.hex)}"


# -- numbers by name


def _amounts(
    position: Position,
    command: str,
    field: str,
    most: Mapping[str, int],
    first: Mapping[str, int],
    total: int | None,
    button: str,
) -> Form:
    """`rows` have the most of each and what it begins with; `total` is what they must add up to, or null."""
    rows = [
        {"id": id, "name": _named(position, id), "most": count, "now": first.get(id, 0)}
        for id, count in most.items()
    ]
    return {"command": command, "field": field, "rows": rows, "total": total, "button": button}


def _losses(position: Position, due: Due) -> Form:
    strengths, loss = due.about["strengths"], due.about["loss"]
    first = spread(dict(strengths), loss)
    return _amounts(position, "take_losses", "taken", strengths, first, loss, "Take these losses")


def _combat_supply(position: Position, due: Due) -> Form:
    need, stores = due.about["need"], due.about["stores"]
    first = by_order(stores, need)
    return _amounts(position, "pay_combat_supply", "paid", stores, first, need, "Pay so")


def _broadcast(position: Position, due: Due) -> Form:
    """What can still be sent, by depot, train and army."""
    rooms = {
        name: min(found.room, position.supply.get(due.seat, 0))
        for name, found in receivers(position, due.seat).items()
    }
    return _amounts(position, "broadcast", "points", rooms, {}, None, "Send these")


# -- pieces that are ticked


def _spans(position: Position, due: Due) -> Form:
    """For each leader with a span, the units and leaders in his reach; ticked are those that he has now."""
    now = kept(position, due.seat, {})
    groups = []
    for name, leader in sorted(position.leaders.items()):
        if leader.side != due.seat or not leader.hex:
            continue
        ids = [id for id in _near(position, due.seat) if may_have(position, name, id)]
        if ids and (span := rating(position, name).span):
            rows = [{"id": id, "name": _named(position, id), "on": id in now.get(name, ())} for id in ids]
            groups.append({"id": name, "name": f"{name}, in {place(leader.hex)}", "most": span, "rows": rows})
    return {
        "command": "declare_spans",
        "field": "spans",
        "by_group": True,
        "groups": groups,
        "button": "Declare these spans",
    }


def _near(position: Position, side: str) -> Iterable[str]:
    units = (id for id, unit in position.units.items() if unit.side == side and unit.hex and not unit.hq)
    leaders = (name for name, each in position.leaders.items() if each.side == side and each.hex)
    return (*sorted(units, key=sort_key), *sorted(leaders))


def _feeding(position: Position, due: Due) -> Form:
    """The places that need supply; those that are not ticked are not paid for."""
    rows = [
        {"id": at, "name": f"{place(at)}: {need} supply points", "on": True}
        for at, need in due.about["needs"].items()
    ]
    group = {"id": "fed", "name": "Paid for, as far as points go", "most": len(rows), "rows": rows}
    return {
        "command": "feed_units",
        "field": "withheld",
        "inverse": True,
        "groups": [group],
        "button": "Feed these",
    }


_FORMS: dict[str, Callable[[Position, Due], Form]] = {
    "losses": _losses,
    "combat_supply": _combat_supply,
    "broadcast": _broadcast,
    "spans": _spans,
    "feeding": _feeding,
}
KINDS = frozenset(_FORMS)
"""The kinds of decision that have a form."""
