"""Battle (9.0 to 9.5): who fights, with which leader and at what strength, and what the dice say.

`begin_battle` opens a battle; `carry_on` (fighting.py) takes it through the steps of 9.1. Losses are taken in
losses.py, retreats made in retreat.py, politics and leaders judged in leaders.py, forts stormed in
storming.py.
"""

from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Contingent, Fought, Owed
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ATTACKED,
    CAVALRY,
    FIELD,
    FORT,
    HAVE_ATTACKED,
    WORKED,
    Group,
    merged,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c09_battle import battle_end, preparing
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_facts import facts_of
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    BattleStepBegan,
    alter_force,
    battle_step,
    begin_step,
    current,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import (
    OPTIONS,
    Force,
    Losses,
    ratio_of,
    reckon_losses,
    resolve_outcome,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

__all__ = ["COMMANDS", "EVENTS", "OPTIONS", "Contingent", "begin_battle"]


class BattleBegan(Event, frozen=True, tag_field="type", tag="battle_began"):
    """A battle began (9.0): who attacks from where, and who defends.

    attackers, defenders: both forces as they stood; garrison: the fort's own strength point in a storm.
    activity: what the attackers have now done in this impulse ("" out of their own side's); `contingents`
    show it so, and whether they had moved.
    """

    hex: str
    attacker: str
    kind: str
    contingents: tuple[Contingent, ...]
    attackers: tuple[Group, ...]
    defenders: tuple[Group, ...]
    activity: str = ""
    garrison: int = 0
    rule: str = "9.0/1"


class BattleFought(Event, frozen=True, tag_field="type", tag="battle_fought"):
    """The outcome of a battle (9.3, 9.4), with everything that a player needs to check it.

    ratio: attacker to defender as an exact fraction; modified: die and modifiers before the bounds of 1 and
    6; row: the row of the Combat Results Table; outcome: "attacker", "defender" or "draw".
    """

    hex: str
    kind: str
    attacker: str
    attacking: Force
    defending: Force
    ratio: str
    die: int
    modifiers: tuple[Modifier, ...]
    modified: int
    row: int
    outcome: str
    minor_river: bool
    amphibious: bool
    loop: bool
    entrenched: bool
    rule: str = "9.4/1"


class LossesReckoned(Event, frozen=True, tag_field="type", tag="losses_reckoned"):
    """What a battle costs both sides (9.6, 9.7), with the whole calculation."""

    attacker: str
    losses: Losses
    rule: str = "9.6/1"


@rule("9.0/1", "9.0/2", "9.0/3", "9.0/4", "9.2/1", "9.2/3", "11.7/5", "12.2/3", "6.4/12", "6.4/13", "6.4/14")
def begin_battle(
    play: Play, hex_id: str, attacker_side: str, contingents: tuple[Contingent, ...], kind: str = "move"
) -> None:
    """Open a battle in `hex_id`; the groups of `contingents` already stand in it, with their `origin` set.

    kind: "move" (the phasing force has entered), "reaction", "in_place" (9.4/8), "storm" (11.8.3) or
    "sortie" (11.8.2). Friendly field units already in the hex that have not attacked this impulse join a
    phasing attack (9.0/4). All enemy units outside a fort defend as one force, entrenched or not; against a
    storm only those inside.
    """
    position = play.position
    phasing = position.player == attacker_side
    entered = merged(group for each in contingents for group in each.groups)
    leaders = tuple(letter for each in contingents for letter in each.leaders)
    if phasing and kind in ("move", "in_place"):
        contingents, entered = _joined_by_those_there(
            position, hex_id, attacker_side, contingents, entered, leaders
        )
    defenders = tuple(
        group
        for group in position.groups(ENEMY[attacker_side], hex_id)
        if (group.station == FORT) == (kind == "storm")
    )
    if kind != "storm" and defenders and all(group.kind == CAVALRY for group in defenders):
        kind = "cavalry"
    activity = (WORKED if kind == "storm" else ATTACKED) if phasing else ""
    if activity:
        contingents = tuple(
            changed(each, groups=merged(group.after_battle(kind == "storm") for group in each.groups))
            for each in contingents
        )
    garrison = int(kind == "storm")
    play.emit(BattleBegan(hex_id, attacker_side, kind, contingents, entered, defenders, activity, garrison))


@rule("9.0/4")
def _joined_by_those_there(
    position: Position,
    hex_id: str,
    side: str,
    contingents: tuple[Contingent, ...],
    entered: tuple[Group, ...],
    leaders: tuple[str, ...],
) -> tuple[tuple[Contingent, ...], tuple[Group, ...]]:
    """The attackers with the friendly field units that were in the hex already and have not attacked yet."""
    counts = {group.alike(): group.count for group in entered}
    there = tuple(
        group.with_(count=left)
        for group in position.groups(side, hex_id)
        if group.station == FIELD
        and group.activity not in HAVE_ATTACKED
        and (left := group.count - counts.get(group.alike(), 0)) > 0
    )
    if not there:
        return contingents, entered
    beside = tuple(letter for letter in position.leaders_at(side, hex_id) if letter not in leaders)
    return (*contingents, Contingent("", there, beside)), merged((*entered, *there))


@acw.evolves(BattleBegan)
def _battle_began(position: Position, event: BattleBegan) -> None:
    position.battle = Battle(
        hex=event.hex,
        attacker=event.attacker,
        kind=event.kind,
        contingents=event.contingents,
        attackers=event.attackers,
        defenders=event.defenders,
        garrison=event.garrison,
        step="cavalry" if event.kind == "cavalry" else "prepare",
    )
    if event.activity:
        storm = event.kind == "storm"
        alter_force(position, event.attacker, event.attackers, lambda group: group.after_battle(storm))
        for letter in (letter for each in event.contingents for letter in each.leaders):
            position.leaders[letter] = position.leaders[letter].with_(activity=event.activity)


@battle_step("fight")
@rule("9.1/1", "9.4/1", "9.6/1")
def fight(play: Play) -> None:
    """Roll the outcome, then the losses; both from the facts alone."""
    position = play.position
    battle, facts = current(position), facts_of(position)
    (die,) = play.roll("battle outcome", "9.4/1")
    outcome = resolve_outcome(facts, die)
    play.emit(
        BattleFought(
            battle.hex, battle.kind, battle.attacker, facts.attacker, facts.defender, ratio_of(facts), die,
            outcome.modifiers, die + total(outcome.modifiers), outcome.row, outcome.winner,
            facts.minor_river, facts.amphibious, facts.loop, facts.entrenched,
        )
    )  # fmt: skip
    (die,) = play.roll("battle losses", "9.6/1")
    play.emit(LossesReckoned(battle.attacker, reckon_losses(facts, outcome, die, position.options)))
    begin_step(play, "losses")


@acw.evolves(BattleFought)
def _battle_fought(position: Position, event: BattleFought) -> None:
    fought = Fought(event.outcome, event.defending.raw, event.defending.strength)
    position.battle = changed(current(position), fought=fought, amphibious=event.amphibious)


@acw.evolves(LossesReckoned)
def _losses_reckoned(position: Position, event: LossesReckoned) -> None:
    """The defender takes its losses first (9.6)."""
    battle, losses = current(position), event.losses
    owed = (Owed(ENEMY[event.attacker], losses.defender), Owed(event.attacker, losses.attacker))
    position.battle = changed(battle, owed=tuple(each for each in owed if each.count))


COMMANDS = preparing.COMMANDS
EVENTS = (
    BattleStepBegan, BattleBegan, *preparing.EVENTS, BattleFought, LossesReckoned, *battle_end.EVENTS,
)  # fmt: skip
