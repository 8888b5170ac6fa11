"""The odds of a land combat as tables for readers (7)."""

from collections.abc import Mapping
from fractions import Fraction

from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import UNDECIDED, Result, exact
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import group
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import shots
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    at_works,
    battle_of,
    defender_of,
    fort_to_hit,
)
from ironclad.domain.kernel.odds.odds_model import Chance, Forecast, Joint, Line, Modifier, Table

Odds = Mapping[Result, Fraction]


def forecast(position: Position, rounds: int | None = None) -> Forecast:
    """The odds of a combat whose armies are shown, as tables for readers."""
    return told(position, exact(position, rounds))


def told(position: Position, results: Odds) -> Forecast:
    """The results of a combat whose armies are shown, as tables for readers."""
    battle = battle_of(position)
    sides = (battle.attack.side, defender_of(battle))
    works = at_works(position, battle)
    fort = bool(fort_to_hit(position, battle, defender_of(battle)))
    return Forecast(tables(results, sides, works, fort), modifiers(position), joint(results))


def tables(results: Odds, sides: tuple[str, str], works: bool, fort: bool) -> tuple[Table, ...]:
    """Who has won, what each side loses (the attacker first), and what becomes of the works and the fort."""
    found = [winners(results), *(_losses(results, number, side) for number, side in enumerate(sides))]
    if works:
        met = sum((p for result, p in results.items() if result.siege), Fraction(0))
        found.append(_table("siege", "the attacker may besiege", "12.2/1", {"yes": met, "no": 1 - met}))
    if fort:
        steps = {str(lost): p for lost, p in sorted(_by(results, "fort").items())}
        found.append(_table("fort", "steps that the fort loses", "7.6/6", steps))
    return tuple(found)


def winners(results: Odds, name: str = "winner", title: str = "who has won") -> Table:
    """Who has won."""
    names = {each: each or "nobody" for each in (*SIDES, "", UNDECIDED)}
    won = {names[each]: probability for each, probability in sorted(_by(results, "winner").items())}
    return _table(name, title, "7.8/1", won)


def _by(results: Odds, field: str) -> dict[str, Fraction]:
    """Probabilities of the values of one field."""
    found: dict[str, Fraction] = {}
    for result, probability in results.items():
        value = getattr(result, field)
        found[value] = found.get(value, Fraction(0)) + probability
    return found


def _table(name: str, title: str, rule: str, rows: Mapping[str, Fraction]) -> Table:
    shown = tuple(Chance.of(what, probability) for what, probability in rows.items() if probability)
    return Table(name, title, rule, shown)


def _losses(results: Odds, number: int, side: str) -> Table:
    """The CP that a side loses to hits."""
    found: dict[int, Fraction] = {}
    for result, probability in results.items():
        count = result.losses[number]
        found[count] = found.get(count, Fraction(0)) + probability
    rows = tuple(Chance.of(str(count), found[count]) for count in sorted(found))
    mean = sum((count * probability for count, probability in found.items()), Fraction(0))
    return Table(f"losses_{side}", f"CP that the {SIDE_NAMES[side]} loses", "7.6/2", rows, float(mean))


def modifiers(position: Position) -> tuple[Modifier, ...]:
    """What each side throws in the next round, and what is added to those dice, by side and name."""
    battle, found = battle_of(position), dict[Line, None]()
    for side in SIDES:
        for shot in shots(position, battle, side, False):
            found[Line("dice", f"{shot.unit} of {group(shot.source)}", shot.count, "7/2", side)] = None
            for name, amount in shot.modifiers:
                found[Line(f"dice of {shot.unit}", name, amount, "7.1/6", side)] = None
    return tuple(Modifier(line, "1") for line in found)


def joint(results: Odds) -> tuple[Joint, ...]:
    """Everything together, the most probable first."""
    ordered = sorted(results.items(), key=lambda each: (-each[1], each[0]))
    return tuple(
        Joint(_document(result), str(probability), float(probability)) for result, probability in ordered
    )


def _document(result: Result) -> dict[str, object]:
    """A result as a document."""
    return {
        "attacker": result.attacker,
        "winner": result.winner,
        "losses": list(result.losses),
        "fort": result.fort,
        "siege": result.siege,
    }
