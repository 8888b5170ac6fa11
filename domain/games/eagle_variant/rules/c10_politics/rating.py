"""The European Intervention Rating, and what major battles mean for politics (european-intervention-rating).

A higher rating is better for the USA. From the moment of war on nothing moves it.
"""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, after_battle, eagle
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import MajorBattleCounted, RatingMoved
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "intervention_rating_bounded": Option(
        "european-intervention-rating/4", "The rating is never below 2 or above 12.", ("no", "yes")
    ),
}
LOWEST, HIGHEST = 2, 12
TOWARDS = {USA: 1, CSA: -1}
"""The direction in which a side wants the rating to move."""

cite(__name__, "european-intervention-rating/1", where="position.production.Politics")


def move_rating(play: Play, change: int, reason: str, clause: str) -> None:
    """Move the rating by so many points."""
    set_rating(play, play.position.politics.rating + change, reason, clause)


@rule("european-intervention-rating/4", "european-intervention-rating/5", "advanced-optional-rules/8")
def set_rating(play: Play, to: int, reason: str, clause: str) -> None:
    """Put the rating at a number; nothing happens after war has broken out, or without politics."""
    position = play.position
    if position.war or not position.has("political_initiative"):
        return
    if position.plays("intervention_rating_bounded"):
        to = min(max(to, LOWEST), HIGHEST)
    if to != position.politics.rating:
        play.emit(RatingMoved(position.politics.rating, to, reason, clause))


@eagle.evolves(RatingMoved)
def _moved(position: Position, event: RatingMoved) -> None:
    position.politics = position.politics.with_(rating=event.after)


@after_battle
@rule("european-intervention-rating/2", "1864-presidential-election/6")
def count_battle(play: Play, battle: Battle) -> None:
    """What a battle means for the rating and the election: nothing unless it was a major one."""
    if battle.major and battle.winner in TOWARDS:
        lost = sum(each.partition(".")[0] == CSA for each in battle.lost.get(CSA, ()))
        play.emit(MajorBattleCounted(battle.winner, lost, before_election(play.position)))
        shift = int(numbers("politics")["battle_shift"]) * TOWARDS[battle.winner]
        move_rating(play, shift, "major battle", "european-intervention-rating/2")


def before_election(position: Position) -> bool:
    """Whether a battle of this turn counts for the election: July to October 1864."""
    election = numbers("election")
    return int(election["first_battle_turn"]) <= position.turn <= int(election["last_battle_turn"])


@eagle.evolves(MajorBattleCounted)
@rule("emancipation-of-the-slaves/2", "emancipation-of-the-slaves/3")
def _counted(position: Position, event: MajorBattleCounted) -> None:
    politics, usa = position.politics, event.winner == USA
    enough = event.csa_lost >= int(numbers("politics")["eliminated_units"])
    position.politics = politics.with_(
        qualified=politics.qualified or (usa and enough),
        won=politics.won + (usa and event.election),
        lost=politics.lost + (not usa and event.election),
    )
