"""The presidential election of 1864 (1864-presidential-election)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import brigades_in
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.victory import holds
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import ElectionHeld
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.turn.ending import end_game
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "election_1864": Option(
        "advanced-optional-rules/2",
        "The presidential election of 1864: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
}
CHAPTER = "1864-presidential-election"
Modifier = tuple[str, int, str]
"""What counts, by how much, and the clause."""


@step("election")
@rule(
    "1864-presidential-election/1",
    "1864-presidential-election/2",
    "1864-presidential-election/10",
    "advanced-optional-rules/2",
)
def elect(play: Play, entered: Step) -> None:
    """The USA rolls once, before the CSA moves in November 1864; the CSA wins at once if it fails."""
    dice = play.roll("presidential election", f"{CHAPTER}/1", 2)
    counted = tuple(each for each in modifiers(play.position) if each[1])
    total = sum(dice) + sum(points for _, points, _ in counted)
    passed = total >= int(numbers("election")["passes"])
    play.emit(ElectionHeld(dice, counted, total, passed))
    if not passed:
        end_game(play, CSA, f"the election of 1864 is lost with a total of {total}", f"{CHAPTER}/2")


@eagle.evolves(ElectionHeld)
def _held(position: Position, event: ElectionHeld) -> None:
    """A record; passing has no further effect."""


@rule(
    "1864-presidential-election/6",
    "1864-presidential-election/7",
    "1864-presidential-election/8",
    "1864-presidential-election/9",
    "advanced-optional-rules/8",
)
def modifiers(position: Position) -> Iterator[Modifier]:
    """Every modifier; those of rules that are off come to 0."""
    table, politics = numbers("election"), position.politics
    yield from _cities(position)
    yield "battles_won", int(table["battle_won"]) * politics.won, f"{CHAPTER}/6"
    yield "battles_lost", int(table["battle_lost"]) * politics.lost, f"{CHAPTER}/6"
    for nation in ("britain", "france"):
        yield f"war_{nation}", int(table[nation]) * (nation in position.at_war), f"{CHAPTER}/7"
    defeated = "france" in politics.defeated
    yield "france_defeated", int(table["france_defeated"]) * defeated, f"{CHAPTER}/8"
    for side in (USA, CSA):
        declared = side in politics.emancipated
        yield f"emancipation_{side}", int(table[f"{side}_emancipation"]) * declared, f"{CHAPTER}/9"
    yield "conscription", int(table["conscription"]) * (USA in politics.conscripted), f"{CHAPTER}/9"


@rule("1864-presidential-election/3", "1864-presidential-election/4", "1864-presidential-election/5")
def _cities(position: Position) -> Iterator[Modifier]:
    """+1 for each CSA, border and Canadian city of the USA, -1 for each USA and border city of the CSA side.

    Cities of states that have left the CSA, and Washington D.C. and St. Louis, are among them, each once.
    """
    table = numbers("election")
    for city in position.board.cities:
        own = any(unit.nation == USA for unit in brigades_in(position, city.id))
        if city.side in (CSA, "border", "canada") and own:
            yield city.id, int(table["usa_city"]), f"{CHAPTER}/3"
        if city.side in (USA, "border") and holds(position, city.id, CSA):
            yield city.id, int(table["csa_city"]), f"{CHAPTER}/5"
