"""What the dice of a battle mean (9.3 to 9.7, CRT): pure functions of the facts of a battle and its dice.

Nothing here looks at a position, so the same functions resolve a battle that is fought and one that is only
thought through: call them for every face of the dice and count.
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import (
    BATTLE_MODIFIERS,
    COMBAT_RESULTS,
    ratio_modifiers,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, bounded, total
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

_OUTCOME, _ROW = BATTLE_MODIFIERS["outcome"], BATTLE_MODIFIERS["attacker_loss"]
_PERCENT = BATTLE_MODIFIERS["defender_loss"]

AGAINST_LANDING = 2  # 13.2/7: the amphibious modifier mirrored


class Part(msgspec.Struct, frozen=True):
    """Strength points of a force that count alike: how many, and what terrain or works multiply them by."""

    what: str
    strength_points: int
    times: int
    rule: str


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """The computed strength of one side of a battle (9.3).

    raw: participating ground SP; strength: after multipliers, the leader's rating added; leader: the letter
    of the one who takes part, "" for none; bonus: what he adds; most_demoralized: more than half the SP are;
    out_of_supply: some are, in a way that counts; can_lose: what losses can be taken from, at most;
    naval: what vessels add to a defence, part of `strength` (13.7).
    """

    raw: int
    parts: tuple[Part, ...]
    strength: int
    can_lose: int
    leader: str = ""
    bonus: int = 0
    leaders_present: int = 0
    most_demoralized: bool = False
    out_of_supply: bool = False
    naval: int = 0


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is known of a battle before its dice: both forces and how the attack came over.

    minor_river, amphibious, loop: the hexside modifiers apply; entrenched: the defence counts as entrenched
    for losses (9.6/4). whole_attacker: the attacking force's SP, those kept out by a limit included.
    landed: reactors attack a force that has just landed from the sea.
    """

    attacker: Force
    defender: Force
    minor_river: bool = False
    amphibious: bool = False
    loop: bool = False
    entrenched: bool = False
    whole_attacker: int = 0
    landed: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """The outcome roll: die, modifiers, the row they lead to, and who wins ("attacker", "defender",
    "draw")."""

    die: int
    modifiers: tuple[Modifier, ...]
    row: int
    winner: str


class Losses(msgspec.Struct, frozen=True):
    """The loss roll, worked out.

    shares: percentages of `base` SP that make up the defender's loss; reckoned: that loss rounded, defender:
    what the defender really loses. modifiers: to the attacker's row; chart: what that row adds to the
    defender's loss; attacker: what the attacker really loses.
    """

    die: int
    shares: tuple[Modifier, ...]
    base: int
    reckoned: int
    defender: int
    modifiers: tuple[Modifier, ...]
    row: int
    chart: int
    attacker: int


@rule("9.3/1", "9.3/3", "9.3/4")
def force_strength(parts: tuple[Part, ...], rating: int) -> tuple[int, int, int]:
    """Raw SP, the leader's bonus and the final strength: a rating adds no more than the raw SP."""
    raw = sum(part.strength_points for part in parts)
    bonus = min(rating, raw)
    return raw, bonus, sum(part.strength_points * part.times for part in parts) + bonus


def ratio_of(facts: Facts) -> str:
    """Attacker to defender as an exact fraction in lowest terms: "3/2"."""
    if facts.defender.strength == 0:
        return f"{facts.attacker.strength}/0"
    ratio = Fraction(facts.attacker.strength, facts.defender.strength)
    return f"{ratio.numerator}/{ratio.denominator}"


@rule(
    "9.3/5",
    "9.4/2",
    "9.4/3",
    "9.4/4",
    "9.4/5",
    "9.4/6",
    "9.4/7",
    "9.2.1/1",
    "CRT/4",
    "13.2/7",
    "13.3.6/1",
    "TEC/9",
    "TEC/14",
)
def outcome_modifiers(facts: Facts) -> tuple[Modifier, ...]:
    """Everything that changes the outcome roll, each with its clause; nought is left out."""
    attacker, defender = facts.attacker, facts.defender
    by_ratio, _ = ratio_modifiers(attacker.strength, defender.strength)
    causes = (
        (by_ratio != 0, f"strength ratio {ratio_of(facts)}", by_ratio, "9.3/5"),
        (defender.most_demoralized, "defender demoralized", _OUTCOME["defender_demoralized"], "9.4/2"),
        (attacker.most_demoralized, "attacker demoralized", _OUTCOME["attacker_demoralized"], "9.4/2"),
        (attacker.leader != "", "attacking leader", _OUTCOME["attacker_leader"], "9.4/4"),
        (defender.leader != "", "defending leader", _OUTCOME["defender_leader"], "9.4/4"),
        (defender.out_of_supply, "defender out of supply", _OUTCOME["defender_out_of_supply"], "9.4/5"),
        (attacker.out_of_supply, "attacker out of supply", _OUTCOME["attacker_out_of_supply"], "9.4/5"),
        (facts.minor_river, "over a minor river", _OUTCOME["minor_river"], "9.4/6"),
        (facts.amphibious, "amphibious assault", _OUTCOME["amphibious"], "9.4/7"),
        (facts.loop, "over the bottom of a river loop", -1, "9.2.1/1"),
        (facts.landed, "against a landing from the sea", AGAINST_LANDING, "13.2/7"),
    )
    return tuple(Modifier(name, amount, clause) for applies, name, amount, clause in causes if applies)


@rule("9.4/1", "9.5/1", "9.5/2", "9.5/3", "CRT/1")
def resolve_outcome(facts: Facts, die: int) -> Outcome:
    """Read the outcome of a face of the die, modified and bounded to 1 to 6."""
    modifiers = outcome_modifiers(facts)
    row = bounded(die + total(modifiers), 1, 6)
    return Outcome(die, modifiers, row, COMBAT_RESULTS[row].outcome)


@rule("9.6/2", "9.6/4", "CRT/2", "CRT/5", "12.2/2")
def loss_shares(facts: Facts, die: int, options: Mapping[str, str]) -> tuple[Modifier, ...]:
    """The percentages that make up the defender's loss; the die is not modified by the outcome (9.6)."""
    shares = [Modifier("chart", COMBAT_RESULTS[die].defender_loss_percent, "CRT/2")]
    if facts.entrenched:
        shares.append(Modifier("defender entrenched", _PERCENT["defender_entrenched"], "9.6/2"))
    _, by_ratio = ratio_modifiers(facts.attacker.strength, facts.defender.strength)
    if by_ratio == 20 and options.get("loss_bonus_cumulative") == "cumulative":
        by_ratio = 30
    if by_ratio:
        shares.append(Modifier(f"strength ratio {ratio_of(facts)}", by_ratio, "9.6/2"))
    return tuple(shares)


@rule("9.7/1", "9.7/2", "CRT/5", "12.2/2")
def row_modifiers(facts: Facts, outcome: Outcome, options: Mapping[str, str]) -> tuple[Modifier, ...]:
    """What moves the attacker's loss row; by default only the leaders who take part count."""
    all_count = options.get("all_leaders_count_in_losses") == "all"
    defending = facts.defender.leaders_present if all_count else int(facts.defender.leader != "")
    attacking = facts.attacker.leaders_present if all_count else int(facts.attacker.leader != "")
    found = (
        Modifier("outcome", COMBAT_RESULTS[outcome.row].outcome_modifier, "CRT/1"),
        Modifier("defending leader", _ROW["defender_leader"] * defending, "9.7/1"),
        Modifier("defender entrenched", _ROW["defender_entrenched"] * int(facts.entrenched), "9.7/1"),
        Modifier("attacking leader", _ROW["attacker_leader"] * attacking, "9.7/1"),
    )
    return tuple(each for each in found if each.amount)


@rule("9.6/1", "9.6/3", "9.6/5", "9.7/3", "9.8/3", "CRT/3")
def reckon_losses(
    facts: Facts, outcome: Outcome, die: int, options: Mapping[str, str] | None = None
) -> Losses:
    """Both sides' losses from one die: the defender's a share of the attacker, the attacker's after it."""
    options = options or {}
    whole = options.get("loss_base_whole_force") == "whole_force"
    base = facts.whole_attacker if whole else facts.attacker.raw
    shares = loss_shares(facts, die, options)
    reckoned = (base * max(0, total(shares)) + 50) // 100  # halves round up
    defender = min(reckoned, facts.defender.can_lose)
    modifiers = row_modifiers(facts, outcome, options)
    if options.get("attacker_mods_as_sp") == "strength_points":
        row, chart = die, COMBAT_RESULTS[die].attacker_loss + total(modifiers)
    else:
        row = bounded(die + total(modifiers), 1, 6)
        chart = COMBAT_RESULTS[row].attacker_loss
    basis = reckoned if options.get("dl_uncapped") == "uncapped" else defender
    attacker = bounded(basis + chart, 0, facts.attacker.can_lose)
    return Losses(die, shares, base, reckoned, defender, modifiers, row, chart, attacker)


OPTIONS = {
    "loss_bonus_cumulative": Option(
        "9.6/2", "Whether a ratio of 2 or more adds 20 percent in all, or 10 and 20.", ("steps", "cumulative")
    ),
    "loss_base_whole_force": Option(
        "9.6/3",
        "Whether SP kept out by a terrain limit count in the base of losses.",
        ("participants", "whole_force"),
    ),
    "attacker_mods_as_sp": Option(
        "9.7/1",
        "Whether attacker loss modifiers move the row or add strength points.",
        ("row", "strength_points"),
    ),
    "all_leaders_count_in_losses": Option(
        "9.7/2", "Whether only participating leaders move the attacker's loss row.", ("participating", "all")
    ),
    "dl_uncapped": Option(
        "9.7/3", "Whether DL is what the defender really lost or the calculated loss.", ("real", "uncapped")
    ),
}
