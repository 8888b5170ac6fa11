"""What happens in reactions (6.4, 11.7/6), and what it does to the position."""

from typing import NamedTuple

from ironclad.domain.games.american_civil_war.position.in_progress import Contingent, Reaction, Tried
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import FIELD, Group, merged
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import REACTED
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import forget_origins
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

SUCCESS_FROM = 5  # 6.4: on the modified die


class ReactionBegan(Event, frozen=True, tag_field="type", tag="reaction_began"):
    """A mover halts in the hex it has entered while forces whose zone it left may react (6.4)."""

    reaction: Reaction
    rule: str = "6.4/2"


class ReactionAttempted(Event, frozen=True, tag_field="type", tag="reaction_attempted"):
    """A force rolled to react: 5 or more with one leader's rating added (6.4)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    success: bool
    rule: str = "6.4/3"


class ForceReacted(Event, frozen=True, tag_field="type", tag="force_reacted"):
    """A reacting force went one hex, without movement points (6.4). attacks: it is now in the mover's hex;
    works: those of its new hex that it went into, or ""."""

    side: str
    from_hex: str
    to: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    crossing: str
    attacks: bool
    works: str = ""
    rule: str = "6.4/4"


class ReactedIntoWorks(Event, frozen=True, tag_field="type", tag="reacted_into_works"):
    """A field force reacted into the fort or entrenchment of its own hex before the attack (11.7)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    works: str
    rule: str = "11.7/6"


class ReactionStayed(Event, frozen=True, tag_field="type", tag="reaction_stayed"):
    """A force whose attempt succeeded stayed where it was."""

    side: str
    hex: str


class ReactionEnded(Event, frozen=True, tag_field="type", tag="reaction_ended"):
    """All reactions to this exit are made (6.4/10).

    enters: what the mover has still to settle in its hex: "attack", "siege", "vacated" if all who were there
    have reacted away, or "" where nobody was.
    """

    side: str
    exited: str
    entered: str
    enters: str


class ReactionRoll(NamedTuple):
    """A roll to react, in the order in which the events hold it."""

    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    success: bool


@rule("6.4/3")
def roll_to_react(play: Play, purpose: str, clause: str, leaders: tuple[str, ...]) -> ReactionRoll:
    """Roll 1d6 plus the rating of the best of the leaders who go along; 5 or more succeeds."""
    (die,) = play.roll(purpose, clause)
    best = max(leaders, key=lambda letter: play.position.leaders[letter].rating, default="")
    modifiers = (Modifier(f"leader {best}", play.position.leaders[best].rating, "6.4/3"),) if best else ()
    total = die + sum(modifier.amount for modifier in modifiers)
    return ReactionRoll(die, modifiers, total, total >= SUCCESS_FROM)


def the_reaction(position: Position) -> Reaction:
    """The reaction under way."""
    record = position.reaction
    assert record is not None
    return record


@acw.evolves(ReactionBegan)
def _reaction_began(position: Position, event: ReactionBegan) -> None:
    position.reaction = event.reaction


@acw.evolves(ReactionAttempted)
def _reaction_attempted(position: Position, event: ReactionAttempted) -> None:
    tried = Tried(event.hex, event.units, event.leaders)
    record = the_reaction(position)
    if event.success:
        position.reaction = changed(record, moving=tried)
    else:
        position.reaction = changed(record, tried=(*record.tried, tried))


@acw.evolves(ForceReacted)
@rule("6.4/8", "6.4/16")
def _force_reacted(position: Position, event: ForceReacted) -> None:
    """Who has moved has had his attempt at this exit; who was left behind may try by himself."""
    record = the_reaction(position)
    origin = event.from_hex if event.attacks else ""
    station = event.works or FIELD
    units = merged(
        group.with_(activity=REACTED, station=station, origin=origin, from_loop=False)
        for group in event.units
    )
    position.remove(event.side, event.from_hex, event.units)
    position.add(event.side, event.to, units)
    if event.from_hex != record.entered:  # there the mover itself may stand (attacking.py settles it)
        forget_origins(position, event.from_hex)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(hex=event.to)
    arrivals = record.arrivals
    if event.attacks:
        arrivals = (*arrivals, Contingent(event.from_hex, units, event.leaders, event.crossing))
    tried = (*record.tried, Tried(event.to, units, event.leaders))
    position.reaction = changed(record, moving=None, tried=tried, arrivals=arrivals)


@acw.evolves(ReactedIntoWorks)
def _reacted_into_works(position: Position, event: ReactedIntoWorks) -> None:
    """Units left in the field may try by themselves; leaders, who are in no works, have had their attempt."""
    record = the_reaction(position)
    force = record.moving
    assert force is not None
    position.remove(event.side, event.hex, event.units)
    position.add(
        event.side, event.hex, (group.with_(station=event.works).from_nowhere() for group in event.units)
    )
    led = Tried(event.hex, (), force.leaders)
    position.reaction = changed(record, moving=None, tried=(*record.tried, led))


@acw.evolves(ReactionStayed)
def _reaction_stayed(position: Position, event: ReactionStayed) -> None:
    record = the_reaction(position)
    assert record.moving is not None
    position.reaction = changed(record, moving=None, tried=(*record.tried, record.moving))


@acw.evolves(ReactionEnded)
def _reaction_ended(position: Position, event: ReactionEnded) -> None:
    position.reaction = None
    if position.moving is not None:
        position.moving = changed(position.moving, entered=event.enters)


EVENTS = (
    ReactionBegan, ReactionAttempted, ForceReacted, ReactedIntoWorks, ReactionStayed, ReactionEnded,
)  # fmt: skip
