"""Who acts first in a major battle, who sees the other's set-up, and surprise (battle-initiative)."""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    AttackerActsFirst,
    BattleInitiativeRolled,
    Modifier,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of, fielded, members
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "battle_initiative": Option(
        "advanced-optional-rules/4",
        "Both sides roll for initiative before a major battle: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
    "initiative_counts_late_forces": Option(
        "battle-initiative/2", "Units that have not entered the battle count for initiative.", ("no", "yes")
    ),
}
CLAUSE = "battle-initiative/2"


@stage("initiative")
@rule("battle-initiative/1", "resolving-battles/3", "tactical/10", "advanced-optional-rules/4")
def find_initiative(play: Play) -> None:
    """Both sides roll before a battle that starts as a major one; else the attacker acts first."""
    battle = battle_of(play.position)
    if battle.large and play.position.has("battle_initiative"):
        _roll(play)
    else:
        play.emit(AttackerActsFirst(battle.attacker))


@rule("battle-initiative/2")
def modifiers(position: Position, army: str) -> tuple[Modifier, ...]:
    """What an army adds to its dice: for cavalry, elite cavalry and leaders."""
    every = position.plays("initiative_counts_late_forces")
    ids = members(position, army) if every else fielded(position, army)
    table, found = numbers("initiative"), list[Modifier]()
    for name in ("cavalry", "elite_cavalry", "leader"):
        count = sum(_sort(position, id) == name for id in ids)
        if count:
            found.append(Modifier(name, count * int(table[name]), CLAUSE))
    return tuple(found)


def _sort(position: Position, id: str) -> str:
    unit = position.units[id]
    return f"elite_{unit.kind}" if unit.elite else unit.kind


@rule("battle-initiative/3", "battle-initiative/4", "battle-initiative/5", "battle-initiative/6")
def _roll(play: Play) -> None:
    battle, table = battle_of(play.position), numbers("initiative")
    dice, added, totals = [], [], []
    for army in (battle.attacker, battle.defender):
        first, second = play.roll(f"battle initiative of {army}", "battle-initiative/1", 2)
        dice.append((first, second))
        added.append(modifiers(play.position, army))
        totals.append(first + second + sum(each.amount for each in added[-1]))
    ahead = totals[0] - totals[1]
    winner = battle.attacker if ahead > 0 else battle.defender
    by = abs(ahead)
    play.emit(
        BattleInitiativeRolled(
            dice[0], dice[1], added[0], added[1], totals[0], totals[1],
            first=winner if by else battle.attacker,
            sees=winner if by >= int(table["sees_set_up"]) else "",
            surprise=winner if by >= int(table["surprise"]) else "",
        )
    )  # fmt: skip


@eagle.evolves(BattleInitiativeRolled)
@rule("battle-initiative/7")
def _rolled(position: Position, event: BattleInitiativeRolled) -> None:
    """Attacker and defender stay what they are."""
    position.battle = battle_of(position).with_(
        first=event.first, sees=event.sees, surprise=event.surprise, stage="set_up"
    )


@eagle.evolves(AttackerActsFirst)
def _attacker_first(position: Position, event: AttackerActsFirst) -> None:
    position.battle = battle_of(position).with_(first=event.army, stage="set_up")
