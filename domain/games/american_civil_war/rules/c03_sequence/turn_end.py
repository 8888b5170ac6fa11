"""The Administrative Phase (3.2.1/7, 4.3/10): the militia goes home, and the turn or the game ends."""

from ironclad.domain.games.american_civil_war.board.charts import LAST_TURN
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import MSP, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import end_game, next_step, step
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import forget_origins
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import fall_of_the_rivers
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event


class TurnEnded(Event, frozen=True, tag_field="type", tag="turn_ended"):
    """The Administrative Phase: every militia unit leaves the map (3.2.1, 4.3).

    militia_dismissed: MSP by hex, both sides' together where both have any.
    """

    turn: int
    militia_dismissed: dict[str, int]


@step("administrative", "end")
@rule("3.2.1/7", "3.0/1", "3.3/5", "4.3/10")
def end_turn(play: Play) -> None:
    """All MSP leave the map; the next turn begins, or the seventeenth has been the last."""
    dismissed = militia_on_the_map(play.position)
    play.emit(TurnEnded(play.position.turn, dismissed))
    for hex_id in sorted(dismissed):
        _settle(play, hex_id)
    if play.position.turn < LAST_TURN:
        fall_of_the_rivers(play, play.position.turn + 1)
        next_step(play)
    else:
        end_game(play, None, "the seventeenth turn has ended with neither test of victory met", "3.3/5")


def militia_on_the_map(position: Position) -> dict[str, int]:
    """MSP by hex, of both sides."""
    found: dict[str, int] = {}
    for side in SIDES:
        for hex_id, groups in position.forces[side].items():
            if count := strength(groups, MSP):
                found[hex_id] = found.get(hex_id, 0) + count
    return found


@rule("3.1/4", "7.1/2", "10.2/5", "11.3/4")
def _settle(play: Play, hex_id: str) -> None:
    """Where militia has gone home: a silenced fort falls, leaders make way, the side left alone takes all."""
    displace_leaders(play, hex_id)
    for side in SIDES:
        take(play, side, hex_id, play.position.groups(side, hex_id))


@acw.evolves(TurnEnded)
def _turn_ended(position: Position, event: TurnEnded) -> None:
    for hex_id in event.militia_dismissed:
        for side in SIDES:
            if hex_id in position.forces[side]:
                position.alter(side, hex_id, lambda group: None if group.kind == MSP else group)
        forget_origins(position, hex_id)


EVENTS = (TurnEnded,)
