"""The Recruitment Phase (4.0, 4.1.1, 4.2.1 to 4.2.3): who receives what, in which order, and what is lost.

Both sides' reinforcements are computed at its start (reckoning.py); the Union places first, then the
Confederacy (placing.py).
"""

import msgspec

from ironclad.domain.games.american_civil_war.position.in_progress import Recruitment, Returning, Share
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step, under_way
from ironclad.domain.games.american_civil_war.rules.c04_recruiting import placing, placing_offers
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import (
    EndReinforcements,
    absent,
    anything_left,
    cavalry_left_of,
    left_of,
    recruitment_of,
    rooms,
    shares_of,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import OPTIONS as OPTIONS
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import (
    Reckoning,
    confederate_reckoning,
    returning_leaders,
    union_reckoning,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import Due


class ReinforcementsReckoned(Event, frozen=True, tag_field="type", tag="reinforcements_reckoned"):
    """A side's reinforcements of the turn: `terms`, each with its clause, add up to `total` (4.1.1, 4.2)."""

    side: str
    turn: int
    terms: tuple[Modifier, ...]
    total: int
    shares: tuple[Share, ...]
    cavalry: int
    returning: tuple[Returning, ...]


class Lost(msgspec.Struct, frozen=True):
    """Reinforcements that nobody placed, and the clause by which they are gone."""

    source: str
    count: int
    reason: str
    rule: str


class ReinforcementsEnded(Event, frozen=True, tag_field="type", tag="reinforcements_ended"):
    """A side is done with placing; what it did not place is lost. `waiting`: leaders back next turn."""

    side: str
    lost: tuple[Lost, ...] = ()
    waiting: tuple[str, ...] = ()


@step("recruitment", "union")
@rule("3.2.1/1", "4.0/1")
def begin_recruitment(play: Play) -> None:
    """Compute both sides' reinforcements from the same position; `place` then carries the phase on."""
    _reckon(play, UNION, union_reckoning(play.position))
    _reckon(play, CONFEDERATE, confederate_reckoning(play.position))


@step("recruitment", "confederate")
def begin_confederate_recruitment(play: Play) -> None:
    """Compute the Confederacy's alone, in a game that starts here."""
    _reckon(play, CONFEDERATE, confederate_reckoning(play.position))


def _reckon(play: Play, side: str, found: Reckoning) -> None:
    returning = returning_leaders(play.position, side)
    play.emit(
        ReinforcementsReckoned(
            side, play.position.turn, found.terms, found.total, found.shares, found.cavalry, returning
        )
    )


@under_way("recruitment")
@rule("4.0/1")
def place(play: Play) -> None:
    """Ask the side whose turn it is while it has anything to place, else end its part."""
    position, recruitment = play.position, recruitment_of(play.position)
    side = recruitment.seat
    if anything_left(recruitment, side):
        left = {
            share.source: n for share in shares_of(recruitment, side) if (n := left_of(recruitment, share))
        }
        leaders = [each.leader for each in absent(recruitment, side)]
        ask(
            play,
            side,
            "reinforcements",
            "4.0/1",
            left=left,
            leaders=leaders,
            cavalry=cavalry_left_of(recruitment, side),
        )
    else:
        _end(play, position, recruitment)


@rule("4.0/4", "4.2.1/4", "4.2.3/2")
def _end(play: Play, position: Position, recruitment: Recruitment) -> None:
    """End a side's placing: state what is lost, and begin the next step."""
    side = recruitment.seat
    lost = []
    for share in shares_of(recruitment, side):
        if count := left_of(recruitment, share):
            barred = not any(rooms(recruitment, share).values())
            reason = "no hex is open to them" if barred else "declined"
            lost.append(Lost(share.source, count, reason, "4.0/4" if barred else share.rule))
    waiting = tuple(each.leader for each in absent(recruitment, side))
    play.emit(ReinforcementsEnded(side, tuple(lost), waiting))
    next_step(play)


@acw.carry_out(EndReinforcements)
def carry_out_end(play: Play, due: Due, command: EndReinforcements) -> None:
    close(play)
    _end(play, play.position, recruitment_of(play.position))


@acw.evolves(ReinforcementsReckoned)
def _reckoned(position: Position, event: ReinforcementsReckoned) -> None:
    before = position.recruitment or Recruitment(event.side)
    position.recruitment = changed(
        before,
        shares=(*before.shares, *event.shares),
        cavalry={**before.cavalry, event.side: event.cavalry},
        returning=(*before.returning, *event.returning),
    )


@acw.evolves(ReinforcementsEnded)
def _ended(position: Position, event: ReinforcementsEnded) -> None:
    for letter in event.waiting:
        position.leaders[letter] = position.leaders[letter].with_(returns=position.turn + 1)
    if event.side == CONFEDERATE:
        position.recruitment, position.at_large = None, 0
    else:
        position.recruitment = changed(recruitment_of(position), seat=CONFEDERATE)


OFFERED = placing_offers.offer_placements  # registers itself
COMMANDS = placing.COMMANDS
EVENTS = (ReinforcementsReckoned, ReinforcementsEnded, *placing.EVENTS)
