"""The ruleset as the kernel sees it."""

from ironclad.domain.games.bull_run_to_appomattox.commands import COMMANDS
from ironclad.domain.games.bull_run_to_appomattox.events import EVENTS
from ironclad.domain.games.bull_run_to_appomattox.opening import (
    NAME,
    SCENARIOS,
    VERSION,
    begin,
    initial,
    versions,
)
from ironclad.domain.games.bull_run_to_appomattox.options import OPTIONS
from ironclad.domain.games.bull_run_to_appomattox.position.document import DOCUMENTS, from_document
from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.tell import tell, tell_quietly
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.sheet import printed_map
from ironclad.domain.games.bull_run_to_appomattox.readers.manifest import CLIENT, manifest
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_model import MODEL
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.choosing import choose
from ironclad.domain.games.bull_run_to_appomattox.readers.overlays import OVERLAYS
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.meanings import meaning
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.questions import question
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.reasons import why
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.saying import says
from ironclad.domain.games.bull_run_to_appomattox.readers.reachable import reach
from ironclad.domain.games.bull_run_to_appomattox.readers.scene import scene
from ironclad.domain.games.bull_run_to_appomattox.readers.shown import shows
from ironclad.domain.games.bull_run_to_appomattox.readers.tracks import tracks_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.armies import armies_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.views.play import turns_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.view_places import lists_view, places_view
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import name_of
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sequence import SEQUENCE
from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.drawing.scene import Scene
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
from ironclad.domain.kernel.turn.ending import due_now, outcome

CLAUSES = ClauseIds(paragraph=r"\d+(?:\.\d+)*", alone=r"\d+(?:\.\d+)+")
PADDED_TO = 1024
"""Bytes. The longest order that is hidden has 700: every HQ of a side is in it."""
HANDS_OVER = frozenset({"begin_game", "end_activation", "pass_activation"})
TOGETHER = frozenset({"give_preparation_order", "give_placement_order", "give_attrition_order"})
UNPROMPTED = frozenset(
    (
        "2.8/1", "7.5/9", "8/1", "8/3", "8.2/1", "8.3/1", "8.4/1", "8.5/1", "8.7/1", "8.7/3", "8.7/8",
        "8.9/1", "8.9/2", "8.10/1", "8.11/1", "9/1",
    )
)  # fmt: skip


def _scene(position: Position, seat: str | None) -> Scene:
    return scene(position, seat, RULESET.words.question)


RULESET: Ruleset[Position] = Ruleset(
    identity=Identity(
        name=NAME,
        version=VERSION,
        title="From Bull Run to Appomattox",
        seats=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        listed=versions(),
        clause_ids=CLAUSES,
        exercises=frozenset({"empty_map"}),
        about=(
            "The whole war on a map of zones, in at most 26 turns, or two turns round Bull Run. The enemy "
            "sees where your armies are, and not what is in them; some orders are written in secret and "
            "opened together."
        ),
    ),
    rules=Rules(
        handlers=brta,
        begin=begin,
        initial=initial,
        due=due_now,
        outcome=outcome,
        proceed=SEQUENCE.proceed,
    ),
    storage=Storage(
        commands=COMMANDS,
        events=EVENTS,
        to_document=DOCUMENTS.written,
        from_document=from_document,
        freeze=DOCUMENTS.freeze,
        thaw=DOCUMENTS.thaw,
    ),
    dice=DiceTerms(hands_over=HANDS_OVER, unprompted=UNPROMPTED, together=TOGETHER),
    sight=Sight(True, see, padded_to=PADDED_TO, shows=shows),
    words=Words(
        tell=tell,
        tell_quietly=tell_quietly,
        question=question,
        why=why,
        meaning=meaning,
        says=says,
        name_of=name_of,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={
            "map": map_view,
            "armies": armies_view,
            "economy": economy_view,
            "politics": politics_view,
            "turns": turns_view,
            "lists": lists_view,
            "places": places_view,
            "tracks": tracks_view,
            **OVERLAYS,
        },
        board=printed_map,
        scene=_scene,
        manifest=manifest,
        client=CLIENT,
    ),
    advice=Advice(reach=reach, odds=MODEL, opponent=choose),
)
