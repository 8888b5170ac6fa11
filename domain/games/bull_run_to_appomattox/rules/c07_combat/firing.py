"""A round of land combat: dice, the numbers that they need, and modifiers (7.1 to 7.5, 7.9, 12, 13.1)."""

from collections.abc import Iterator
from dataclasses import dataclass

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES, firing
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import RoundFired, Volley
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    armies_left,
    battle_of,
    defender_of,
    firing_fort,
    groups,
    losable,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import is_winter, protections
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import galvanized
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.gunboats import may_fire
from ironclad.domain.kernel.engine.citations import rule

Modifiers = tuple[tuple[str, int], ...]
SIX = 6


@dataclass(frozen=True, slots=True)
class Shot:
    """The dice of one kind of unit before they are rolled: how many, the number needed, and modifiers."""

    source: str
    unit: str
    count: int
    needs: int
    modifiers: Modifiers


def listed(*modifiers: tuple[str, int]) -> Modifiers:
    """The modifiers that are not 0."""
    return tuple(each for each in modifiers if each[1])


@rule("7.9/1", "7.9/2", "7.6/9")
def cavalry_bonus(position: Position, battle: Battle, side: str) -> int:
    """1 for the side with more cavalry CP in this round; nobody has it in winter."""
    counts = {
        each: sum(units.cavalry for units in groups(position, battle, each).values()) for each in SIDES
    }
    return int(counts[side] > counts[ENEMY[side]] and not is_winter(position))


@rule("2.5/2", "5.1/4")
def hq_bonus(position: Position, battle: Battle, side: str) -> int:
    """1 if every HQ of a side that fights with CP is experienced: the weaker of two decides."""
    armies = armies_left(position, battle, side)
    return int(bool(armies) and all(position.hqs[hq].experienced for hq in armies))


@rule("7.1/6", "7.1/7", "7.5/3", "7.13.3/10", "2.4/7")
def modifiers_of(position: Position, battle: Battle, side: str, of: str) -> Modifiers:
    """What is added to a die; `of` is "army", "leaderless", "fort" or "fleet".

    HQ bonus for armies, cavalry for all but fleets, winter for all, -1 for units without a leader.
    """
    return listed(
        ("experienced_hq", hq_bonus(position, battle, side) if of == "army" else 0),
        ("cavalry", cavalry_bonus(position, battle, side) if of != "fleet" else 0),
        ("winter", -int(is_winter(position))),
        ("leaderless", -int(of == "leaderless")),
        ("galvanized", galvanized(position, side)),
    )


@rule("7.1/1", "7.2/1", "7.4/1", "7.4/3", "8.7/7")
def number_needed(position: Position, side: str, unit: str, naval: bool, protected: bool) -> int:
    """The number that a modified die has to reach: of the tables, or 6 against protected defenders.

    Repeating rifles lower that of Northern cavalry by one, also where it is 6.
    """
    needs = SIX if protected else firing(naval)[unit].hits_from
    rifles = unit == "cavalry" and side == NORTH and "repeating_rifles" in position.technology
    return needs - rifles


@rule("7.4/2")
def is_hit(die: int, modifiers: Modifiers, needs: int) -> bool:
    """Whether a die hits: a natural 6 always does."""
    return die == SIX or die + sum(amount for _, amount in modifiers) >= needs


@rule("12.2/14", "13/3", "13/5")
def meets_protection(position: Position, battle: Battle, source: str) -> bool:
    """Whether the protection of the enemy holds against an HQ, units or a fort of the attacker.

    A bridge protects besiegers against the relief army that came over it, not against those who join it from
    inside, nor against their fort.
    """
    if battle.attack.kind != "relief" or source == battle.attack.hqs[0]:
        return True
    return bool(protections(position, defender_of(battle), battle.attack.spot, over_bridge=False))


@rule("7/2", "7.1/2", "7.6/1", "12.1/2", "13.1/4", "13.1/5", "7.13.3/9")
def shots(position: Position, battle: Battle, side: str, protected: bool) -> Iterator[Shot]:
    """The dice of a side: infantry and cavalry first, then artillery, then its fort and fleets.

    `protected` says that the enemy is hit on a 6 only.
    """
    mine = groups(position, battle, side)
    for types in (TYPES[:2], TYPES[2:]):
        for unit in types:
            for group, units in mine.items():
                of = "army" if group in position.hqs else "leaderless"
                count = getattr(units, unit) * firing(False)[unit].dice
                if count:
                    six = protected and meets_protection(position, battle, group)
                    needs = number_needed(position, side, unit, False, six)
                    yield Shot(group, unit, count, needs, modifiers_of(position, battle, side, of))
    if spot := firing_fort(position, battle, side):
        row, full = firing(False)["fort"], position.forts[spot].steps == 2
        six = protected and meets_protection(position, battle, spot)
        needs = number_needed(position, side, "fort", False, six)
        count = row.dice if full else row.dice_reduced
        yield Shot(spot, "fort", count, needs, modifiers_of(position, battle, side, "fort"))
    for id in ships(position, battle, side):
        fleet = position.fleets[id]
        row = firing(True)[fleet.kind]
        count = row.dice if fleet.steps == 2 else row.dice_reduced
        needs = number_needed(position, side, fleet.kind, True, protected)
        yield Shot(id, fleet.kind, count, needs, modifiers_of(position, battle, side, "fleet"))


def ships(position: Position, battle: Battle, side: str) -> tuple[str, ...]:
    """The fleets that add their dice on a side: those that landed the attackers, gunboats of a defence."""
    named = battle.attack.fleets if side == battle.attack.side else battle.gunboats
    return tuple(id for id in named if id in position.fleets and may_fire(position, id))


@rule("7/2", "7/3", "7.2/5")
def fire_round(play: Play) -> None:
    """Both sides roll, the attacker first; hits are taken after both. Protection is asked of each round."""
    position, battle = play.position, battle_of(play.position)
    attacker, defender = battle.attack.side, defender_of(battle)
    found = protections(position, defender, battle.attack.spot, battle.attack.over_bridge)
    volleys = {
        side: tuple(
            _fired(play, side, shot)
            for shot in list(shots(position, battle, side, bool(found) and side == attacker))
        )
        for side in (attacker, defender)
    }
    hits = {side: sum(volley.hits for volley in fired) for side, fired in volleys.items()}
    taken = {side: min(hits[side], losable(position, battle, ENEMY[side])) for side in hits}
    play.emit(RoundFired(battle.attack.spot, battle.round + 1, found, volleys, hits, taken))


def _fired(play: Play, side: str, shot: Shot) -> Volley:
    dice = play.roll(f"{side}: {shot.unit} of {shot.source}", "7/2", shot.count)
    hits = sum(is_hit(die, shot.modifiers, shot.needs) for die in dice)
    return Volley(shot.source, shot.unit, dice, shot.needs, shot.modifiers, hits)


@brta.evolves(RoundFired)
def _round_fired(position: Position, event: RoundFired) -> None:
    battle = battle_of(position)
    defending = event.volleys.get(defender_of(battle), ())
    position.battle = battle.with_(
        stage="losses",
        round=event.round,
        pending={ENEMY[side]: hits for side, hits in event.taken.items()},
        scored={side: count + event.hits.get(side, 0) for side, count in battle.scored.items()},
        fort_hits=sum(volley.hits for volley in defending if volley.unit == "fort"),
    )
