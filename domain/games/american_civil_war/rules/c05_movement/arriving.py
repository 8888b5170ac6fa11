"""What follows when ground units have gone from one hex to another: control, rails, leaders left alone."""

from ironclad.domain.games.american_civil_war.position.state import ENEMY
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.registry import Play
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.kernel.engine.citations import rule


@rule("3.1/2", "3.1/4", "7.1/2", "10.2/5")
def arrive(play: Play, side: str, units: tuple[Group, ...], start: str, *entered: str) -> None:
    """Units of a side have left `start` and stand in the last of the hexes entered.

    They take what they have come through, an enemy who is now alone in `start` takes that, and leaders alone
    with an enemy at either end go or are captured.
    """
    position, enemy = play.position, ENEMY[side]
    for hex_id in entered:
        take(play, side, hex_id, units)
    left = position.groups(enemy, start)
    if left and start not in position.forces[side]:
        take(play, enemy, start, left)
    displace_leaders(play, start)
    displace_leaders(play, entered[-1])
