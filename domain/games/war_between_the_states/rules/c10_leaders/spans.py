"""Declaring command spans (10.1): at the start of a side's movement phase, before its first command."""

from collections.abc import Iterator, Mapping
from itertools import islice

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, stack
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import (
    rating,
    require_in_span,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.commands import DeclareSpans
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.events import SpansDeclared
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

Spans = Mapping[str, tuple[str, ...]]


@step("spans")
@rule("10.1/4")
def _ask_spans(play: Play, entered: Step) -> None:
    asking.ask(play, entered.seat, "spans", "10.1/4", standing=DeclareSpans())


@rule("10.1/5")
def kept(position: Position, side: str, declared: Spans) -> dict[str, tuple[str, ...]]:
    """The spans of a side's leaders: those declared now, for the others what is left of the last ones."""
    given = {id for ids in declared.values() for id in ids}
    found = {name: tuple(ids) for name, ids in declared.items() if ids}
    for name, ids in position.spans.items():
        if name in declared or name not in position.leaders or position.leaders[name].side != side:
            continue
        left = [id for id in ids if id not in given and may_have(position, name, id)]
        if left := left[: rating(position, name).span]:
            found[name] = tuple(left)
    return {name: found[name] for name in sorted(found)}


def may_have(position: Position, name: str, id: str) -> bool:
    """Whether a leader could have a piece in his span where both are."""
    try:
        require_in_span(position, name, id)
    except Refused:
        return False
    return True


@wbts.check(DeclareSpans, "spans")
@rule("10.1/4", "10.1/7", "10.1/8", "10.1/13", "10.1/14")
def _check_spans(position: Position, due: Due, command: DeclareSpans) -> None:
    taken: dict[str, str] = {}
    for name, ids in command.spans.items():
        leader = position.leaders.get(name)
        require(
            leader is not None and leader.side == due.seat, "10.1/2", f"the {due.seat} has no leader {name}"
        )
        span = rating(position, name).span
        require(len(ids) <= span, "10.1/2", f"{name} has a command span of {span}, not {len(ids)}")
        for id in ids:
            require_in_span(position, name, id)
            require(id not in taken, "10.1/7", f"{id} is under {taken.get(id)} and {name}")
            taken[id] = name
    _require_no_circle(kept(position, due.seat, command.spans))


def _require_no_circle(spans: Spans) -> None:
    for name in spans:
        above, here = {name}, [name]
        while here:
            below = [id for each in here for id in spans.get(each, ()) if id in spans]
            require(not above.intersection(below), "10.1/7", f"{name} is under his own command")
            above.update(below)
            here = below


@wbts.carry_out(DeclareSpans)
def _declare(play: Play, due: Due, command: DeclareSpans) -> None:
    play.emit(SpansDeclared(due.seat, kept(play.position, due.seat, command.spans)))
    asking.close(play, due)


@wbts.evolves(SpansDeclared)
def _declared(position: Position, event: SpansDeclared) -> None:
    others = {
        name: ids
        for name, ids in position.spans.items()
        if name in position.leaders and position.leaders[name].side != event.side
    }
    position.spans = {**others, **event.spans}


@wbts.also_offers("spans")
def _offer_spans(position: Position, due: Due) -> Iterator[Command]:
    """To keep what was declared, and to give each leader what is nearest to hand."""
    yield DeclareSpans()
    if (full := nearest(position, due.seat)) and full != kept(position, due.seat, {}):
        yield DeclareSpans(spans=full)


def nearest(position: Position, side: str) -> dict[str, tuple[str, ...]]:
    """For each leader of a side, as many units in his reach as his span has room for, his own hex first."""
    found: dict[str, tuple[str, ...]] = {}
    given: set[str] = set()
    for name in sorted(position.leaders):
        leader = position.leaders[name]
        if leader.side != side or not leader.hex:
            continue
        around = load_map().neighbours[leader.hex]
        near = [id for hex in around for id in stack(position, hex, side).units]
        near = [*stack(position, leader.hex, side).units, *sorted(near, key=sort_key)]
        at_hand = (id for id in near if id not in given and may_have(position, name, id))
        if ids := tuple(islice(at_hand, rating(position, name).span)):
            found[name] = ids
            given.update(ids)
    return found


wbts.sample("spans")(wbts.any_offer)
