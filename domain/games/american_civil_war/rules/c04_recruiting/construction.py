"""Construction in the Recruitment Phase (3.2.1, 4.1.2, 4.2.4): points, whose turn it is, and its end.

After reinforcements both sides' points are computed; the Confederacy may take a fort off the track; then
the Union builds (union_building.py), and the Confederacy (projects.py). A side is asked only while it can do
something.
"""

from collections.abc import Iterable, Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_conditions import economy_of
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.projects import (
    FORTS_STATION,
    StartProject,
    TakeFort,
    confederate_candidates,
    starting,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.projects import (
    STATION as CONFEDERATE_STATION,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import (
    STATION as UNION_STATION,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import (
    points_left,
    points_of,
    union_candidates,
)
from ironclad.domain.kernel.engine.citations import Refused, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_WHOLE = 10  # economy points to a Confederate construction point (4.2.4)


class EndConstruction(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="end_construction"
):
    """Be done with construction, or with taking forts off the track; unspent points are lost."""


class ConstructionReckoned(Event, frozen=True, tag_field="type", tag="construction_reckoned"):
    """A side's construction points of the turn: the Turn Record Track's, or a tenth of the economy (4.2.4).

    economy: the recorded economy that the Confederacy's are computed from, 0 for the Union.
    """

    side: str
    turn: int
    points: int
    economy: int = 0
    rule: str = "4.1.2/1"


class ConstructionEnded(Event, frozen=True, tag_field="type", tag="construction_ended"):
    """A side has done building; points not spent are lost (4.1.2, 4.2.4)."""

    side: str
    unspent: int
    rule: str = "4.2.4/1"


@rule("4.1.2/1", "4.2.4/1", "14.1/8", "TRT/2")
def points_due(position: Position, side: str) -> int:
    """The Turn Record Track's number, or the recorded economy divided by ten with halves rounded up."""
    if side == UNION:
        return TURNS[position.turn].construction
    return (2 * position.economy + _WHOLE) // (2 * _WHOLE)


@rule("3.2.1/1", "4.1.2/1", "4.2.4/1")
def reckon_points(play: Play) -> None:
    """Compute both sides' points, once a turn, before anything is built."""
    if any(act.startswith("points/") for act in play.position.built_now):
        return
    for side in SIDES:
        points = points_due(play.position, side)
        if side == UNION:
            play.emit(ConstructionReckoned(side, play.position.turn, points))
        else:
            play.emit(
                ConstructionReckoned(side, play.position.turn, points, play.position.economy, "4.2.4/1")
            )


@step("recruitment", FORTS_STATION)
@rule("3.2.1/1", "3.2.1/2")
def forts_step(play: Play) -> None:
    """The Confederacy takes a due fort off the track if it likes, before anybody builds."""
    reckon_points(play)
    _offer_or_pass(play, CONFEDERATE, FORTS_STATION, "3.2.1/2")


@step("recruitment", UNION_STATION)
@rule("3.2.1/1", "4.1.2/2")
def union_step(play: Play) -> None:
    """The Union builds while it has points, counters and places for them."""
    reckon_points(play)
    _offer_or_pass(play, UNION, UNION_STATION, "4.1.2/2")


@step("recruitment", CONFEDERATE_STATION)
@rule("3.2.1/1", "4.2.4/3")
def confederate_step(play: Play) -> None:
    """The Confederacy begins and completes projects while it has the means."""
    reckon_points(play)
    _offer_or_pass(play, CONFEDERATE, CONFEDERATE_STATION, "4.2.4/3")


def _offer_or_pass(play: Play, side: str, kind: str, clause: str) -> None:
    if next(candidates(play.position, kind), None) is not None:
        ask(play, side, kind, clause, points=points_left(play.position, side))
    else:
        _end(play, side, kind)


def _end(play: Play, side: str, kind: str) -> None:
    if kind != FORTS_STATION:
        clause = "4.1.2/1" if side == UNION else "4.2.4/1"
        play.emit(ConstructionEnded(side, points_left(play.position, side), clause))
    next_step(play)


def conceivable(position: Position, kind: str) -> Iterator[Command]:
    """Every canonical act that might be allowed in one of the three steps."""
    if kind == FORTS_STATION:
        return iter((TakeFort(),))
    return union_candidates(position) if kind == UNION_STATION else confederate_candidates(position)


def candidates(position: Position, kind: str, among: Iterable[Command] | None = None) -> Iterator[Command]:
    """Those acts, of all that are conceivable or of some, that are legal now."""
    asked = Due("", UNION if kind == UNION_STATION else CONFEDERATE, kind, "")
    economy = None
    for command in conceivable(position, kind) if among is None else among:
        try:
            if isinstance(command, StartProject):
                economy = economy or economy_of(position)
                starting(economy, command)
            else:
                acw.checks[type(command)](position, asked, command)
        except Refused:
            continue
        yield command


@acw.check(EndConstruction, FORTS_STATION, UNION_STATION, CONFEDERATE_STATION)
def _check_end(position: Position, due: Due, command: EndConstruction) -> None:
    """Nobody has to build."""


@acw.carry_out(EndConstruction)
def _carry_out_end(play: Play, due: Due, command: EndConstruction) -> None:
    kind = play.position.step
    close(play)
    _end(play, due.seat, kind)


@acw.evolves(ConstructionReckoned)
def _reckoned(position: Position, event: ConstructionReckoned) -> None:
    position.built_now = (*position.built_now, f"points/{event.side}/{event.points}")


@acw.evolves(ConstructionEnded)
def _ended(position: Position, event: ConstructionEnded) -> None:
    """What was built stays; points that were not spent are lost."""


@acw.offer(FORTS_STATION, UNION_STATION, CONFEDERATE_STATION)
def offer_construction(position: Position, due: Due) -> Iterator[Command]:
    """Everything that may be built, begun, completed or taken now, and the end."""
    yield EndConstruction()
    yield from candidates(position, due.kind)


@acw.sample(FORTS_STATION, UNION_STATION, CONFEDERATE_STATION)
def sample_construction(position: Position, due: Due, random: Random) -> Command:
    """Mostly something, of a kind drawn first so that rare kinds are built too; each costs a point."""
    if random.random() < 0.25:
        return EndConstruction()
    by_kind: dict[str, list[Command]] = {}
    for command in conceivable(position, due.kind):
        kind = getattr(command, "kind", "") or getattr(command, "unit", "") or type(command).__name__
        by_kind.setdefault(kind, []).append(command)
    tries = [random.choice(by_kind[random.choice(sorted(by_kind))]) for _ in range(6)]
    return next(candidates(position, due.kind, tries), EndConstruction())


def construction_points(position: Position, side: str) -> tuple[int, int]:
    """Construction points of a side this turn, as computed and as left, for views of a position."""
    return points_of(position, side), points_left(position, side)


COMMANDS = (EndConstruction,)
EVENTS = (ConstructionReckoned, ConstructionEnded)
