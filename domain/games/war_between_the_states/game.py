"""The ruleset as the kernel sees it."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.commands import COMMANDS
from ironclad.domain.games.war_between_the_states.events import EVENTS
from ironclad.domain.games.war_between_the_states.opening import (
    NAME,
    SCENARIOS,
    VERSION,
    begin,
    initial,
)
from ironclad.domain.games.war_between_the_states.options import OPTIONS
from ironclad.domain.games.war_between_the_states.position.document import (
    freeze,
    from_document,
    thaw,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.sight import PADDED_TO, see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.chronicle.tell import tell, tell_quietly
from ironclad.domain.games.war_between_the_states.readers.drawing.sheet import printed_map
from ironclad.domain.games.war_between_the_states.readers.forms import at_any_time, form_of
from ironclad.domain.games.war_between_the_states.readers.history import HISTORY
from ironclad.domain.games.war_between_the_states.readers.lesson import lesson
from ironclad.domain.games.war_between_the_states.readers.manifest import CLIENT, manifest
from ironclad.domain.games.war_between_the_states.readers.odds.model import MODEL
from ironclad.domain.games.war_between_the_states.readers.opponent.choosing import choose
from ironclad.domain.games.war_between_the_states.readers.overlays import OVERLAYS
from ironclad.domain.games.war_between_the_states.readers.prompts.meanings import meaning
from ironclad.domain.games.war_between_the_states.readers.prompts.questions import question
from ironclad.domain.games.war_between_the_states.readers.prompts.reasons import why
from ironclad.domain.games.war_between_the_states.readers.prompts.saying import says
from ironclad.domain.games.war_between_the_states.readers.reach import reach
from ironclad.domain.games.war_between_the_states.readers.scene import scene
from ironclad.domain.games.war_between_the_states.readers.tracks import tracks_view
from ironclad.domain.games.war_between_the_states.readers.views.armies import armies_view
from ironclad.domain.games.war_between_the_states.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
    turns_view,
)
from ironclad.domain.games.war_between_the_states.readers.views.view_places import lists_view, places_view
from ironclad.domain.games.war_between_the_states.readers.wording import piece
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c02_course_of_play.standing import answered
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import SEQUENCE
from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.memo import kept
from ironclad.domain.kernel.engine.records import Due, GameBegun, Outcome
from ironclad.domain.kernel.engine.ruleset import (
    Advice,
    DiceTerms,
    Identity,
    Rules,
    Ruleset,
    Show,
    Storage,
    Words,
)
from ironclad.domain.kernel.sight import Sight


def _due(position: Position) -> tuple[Due, ...]:
    return position.agenda.due


def _outcome(position: Position) -> Outcome | None:
    return position.ended


def proceed(play: Play) -> None:
    """Let the game run until a decision waits that no standing answer answers, or it is over."""
    SEQUENCE.proceed(play)
    while answered(play):
        SEQUENCE.proceed(play)


def _name_of(word: str) -> str:
    return load_map().name_of(word) if word in load_map().hexes else piece(word)


@wbts.evolves(GameBegun)
def _begun(position: Position, event: GameBegun) -> None:
    """`initial` makes the position of the first event, which changes nothing further."""


# By these a side hands the play over, or a roll follows that no command asks for.
HANDS_OVER = frozenset({"begin_game", "end_movement", "pick_chit", "declare_attack", "end_combat"}) | {
    *("end_leader_pick", "feed_units", "end_broadcast", "end_siege", "siege_attack", "destroy_stores"),
    *("end_deployment", "end_production", "end_politics", "disband"),
}
TOGETHER = frozenset({"choose_chit"})
UNPROMPTED = frozenset({"5.1/2", "5.13/2", "12.11/1", "R.6/10", "R.6/2", "R.9/2", "R.7/18"})
CLAUSE_IDS = ClauseIds(paragraph=r"\d+\.\d+|[ER]\.\d+", alone=r"\d+\.\d+")
"""Paragraphs of the book, of its errata (E), and of what we wrote in place of its lost sections (R)."""

VIEWS: dict[str, Callable[[Position], dict[str, Any]]] = {
    "map": map_view,
    "armies": armies_view,
    "economy": economy_view,
    "politics": politics_view,
    "turns": turns_view,
    "lists": lists_view,
    "places": places_view,
    "tracks": tracks_view,
    **OVERLAYS,
}


@kept
def _scene(position: Position, seat: str | None) -> Scene:
    return scene(position, seat, question, form_of, at_any_time)


RULESET: Ruleset[Position] = Ruleset(
    identity=Identity(
        name=NAME,
        version=VERSION,
        title="War Between the States",
        seats=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        clause_ids=CLAUSE_IDS,
    ),
    rules=Rules(
        handlers=wbts,
        begin=begin,
        initial=initial,
        due=_due,
        outcome=_outcome,
        proceed=proceed,
    ),
    storage=Storage(
        commands=COMMANDS,
        events=EVENTS,
        to_document=to_document,
        from_document=from_document,
        freeze=freeze,
        thaw=thaw,
    ),
    dice=DiceTerms(hands_over=HANDS_OVER, unprompted=UNPROMPTED, together=TOGETHER),
    sight=Sight(True, see, padded_to=PADDED_TO),
    advice=Advice(reach=reach, odds=MODEL, opponent=choose),
    words=Words(
        tell=tell,
        tell_quietly=tell_quietly,
        question=question,
        why=why,
        meaning=meaning,
        says=says,
        name_of=_name_of,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={name: kept(view) for name, view in VIEWS.items()},
        board=printed_map,
        scene=_scene,
        manifest=manifest,
        client=CLIENT,
        history=HISTORY,
        lesson=lesson(),
    ),
)
