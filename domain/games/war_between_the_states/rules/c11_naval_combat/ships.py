"""Ship to ship combat (11.1): the ratio, the result, and the warships that each side loses."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import naval_combat_chart
from ironclad.domain.kernel.engine.citations import rule

WIDEST = 4
"""Ratios beyond 4 to 1 are read as 4 to 1."""


@rule("11.11/4", "11.11/5")
def naval_ratio(attack: int, defence: int) -> str:
    """Attack to defence ("2:1", "1:2"), fractions in the defender's favour. Both are SP above 0."""
    if attack >= defence:
        return f"{min(attack // defence, WIDEST)}:1"
    return f"1:{min(-(-defence // attack), WIDEST)}"


@rule("11.12/1")
def naval_result(attack: int, defence: int, die: int) -> str:
    """The result of a naval battle: AE, AX, EX, DX or DE."""
    return naval_combat_chart()[die, naval_ratio(attack, defence)]


class WarshipsLost(NamedTuple):
    """Warships that each side loses."""

    attacker: int
    defender: int


@rule("11.12/2")
def warships_lost(result: str, attackers: int, defenders: int) -> WarshipsLost:
    """Of so many warships: all (AE, DE), half rounded up (AX, DX), or one for each of the enemy's (EX)."""
    if result == "EX":
        return WarshipsLost(min(max(defenders, 1), attackers), min(max(attackers, 1), defenders))
    of_attacker = result.startswith("A")
    number = attackers if of_attacker else defenders
    number = number if result.endswith("E") else -(-number // 2)
    return WarshipsLost(number, 0) if of_attacker else WarshipsLost(0, number)
