"""The ruleset as the kernel sees it."""

from ironclad.domain.games.american_civil_war.board.names import name_of
from ironclad.domain.games.american_civil_war.board.printed_map import printed_map
from ironclad.domain.games.american_civil_war.commands import COMMANDS
from ironclad.domain.games.american_civil_war.errata import move_rules, versions
from ironclad.domain.games.american_civil_war.events import EVENTS
from ironclad.domain.games.american_civil_war.manifest import CLIENT, manifest
from ironclad.domain.games.american_civil_war.opening import NAME, SCENARIOS, VERSION, begin, initial
from ironclad.domain.games.american_civil_war.options import OPTIONS
from ironclad.domain.games.american_civil_war.position.document import (
    freeze,
    from_document,
    thaw,
    to_document,
)
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.readers import lesson
from ironclad.domain.games.american_civil_war.readers.chronicle.tell import tell, tell_quietly
from ironclad.domain.games.american_civil_war.readers.comparing import side_by_side
from ironclad.domain.games.american_civil_war.readers.history import HISTORY
from ironclad.domain.games.american_civil_war.readers.odds import odds
from ironclad.domain.games.american_civil_war.readers.odds.odds_assumptions import assume
from ironclad.domain.games.american_civil_war.readers.odds.odds_tables import report
from ironclad.domain.games.american_civil_war.readers.opponent import choose
from ironclad.domain.games.american_civil_war.readers.overlays import OVERLAYS
from ironclad.domain.games.american_civil_war.readers.prompts.meanings import meaning
from ironclad.domain.games.american_civil_war.readers.prompts.questions import question
from ironclad.domain.games.american_civil_war.readers.prompts.reasons import why
from ironclad.domain.games.american_civil_war.readers.prompts.saying import says
from ironclad.domain.games.american_civil_war.readers.prompts.warnings import warns
from ironclad.domain.games.american_civil_war.readers.reaches.reach import reach
from ironclad.domain.games.american_civil_war.readers.scene import scene
from ironclad.domain.games.american_civil_war.readers.tracks import tracks_view
from ironclad.domain.games.american_civil_war.readers.views.construction import construction_view
from ironclad.domain.games.american_civil_war.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.games.american_civil_war.readers.views.naval import naval_view
from ironclad.domain.games.american_civil_war.readers.views.railroads import railroads_view
from ironclad.domain.games.american_civil_war.readers.views.reasons import reasons_view
from ironclad.domain.games.american_civil_war.readers.views.standing import standing_view
from ironclad.domain.games.american_civil_war.readers.views.supply import supply_view
from ironclad.domain.games.american_civil_war.readers.views.turns import turns_view
from ironclad.domain.games.american_civil_war.readers.views.view_places import lists_view, places_view
from ironclad.domain.games.american_civil_war.readers.views.zones import zones_view
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import go_on, proceed, waits
from ironclad.domain.kernel.engine.records import Due, Outcome
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
from ironclad.domain.kernel.odds.odds_model import OddsModel


def _due(position: Position) -> tuple[Due, ...]:
    return () if position.due is None else (position.due,)


def _outcome(position: Position) -> Outcome | None:
    return position.ended


# By these a side ends its part of a phase, and the other's follows, or rolls that nobody asked for.
HANDS_OVER = frozenset({"end_construction", "end_movement", "end_reinforcements", "set_up"})
UNPROMPTED = frozenset(
    {"3.2.1/3", "15.2/1", "15.3/1", "15.5.1/1"}
)  # initiative, election, diplomacy, Kentucky


RULESET: Ruleset[Position] = Ruleset(
    identity=Identity(
        name=NAME,
        version=VERSION,
        title="American Civil War (S&T 310)",
        seats=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        listed=versions(),
        exercises=frozenset({"bare_map"}),
        about=(
            "The whole war on a map of hexes, in at most 17 turns. Armies are counted in strength points and "
            "led by named generals. Rails, rivers and depots decide how far they come; economy and politics "
            "decide who lasts. Nothing is hidden."
        ),
    ),
    rules=Rules(
        handlers=acw,
        begin=begin,
        initial=initial,
        due=_due,
        outcome=_outcome,
        proceed=proceed,
        move_rules=move_rules,
    ),
    storage=Storage(
        commands=COMMANDS,
        events=EVENTS,
        to_document=to_document,
        from_document=from_document,
        freeze=freeze,
        thaw=thaw,
    ),
    dice=DiceTerms(
        hands_over=HANDS_OVER,
        unprompted=UNPROMPTED,
    ),
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
        lesson=lesson.lesson(),
        views={
            "map": map_view,
            "politics": politics_view,
            "economy": economy_view,
            "construction": construction_view,
            "supply": supply_view,
            "naval": naval_view,
            "railroads": railroads_view,
            "zones": zones_view,
            "turns": turns_view,
            "reasons": reasons_view,
            "standing": standing_view,
            "tracks": tracks_view,
            "lists": lists_view,
            "places": places_view,
            **OVERLAYS,
        },
        manifest=manifest,
        client=CLIENT,
        scene=scene,
        board=printed_map,
        history=HISTORY,
        compare=side_by_side,
    ),
    advice=Advice(
        odds=OddsModel(
            waits=waits,
            stage=go_on,
            begin=odds.begin,
            note=odds.note,
            over=odds.over,
            assume=assume,
            report=report,
            asks=lambda due: due.kind != "movement",
        ),
        opponent=choose,
        reach=reach,
        warns=warns,
    ),
)
