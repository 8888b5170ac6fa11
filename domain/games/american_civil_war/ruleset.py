"""The ruleset as the kernel sees it."""

from domain.games.american_civil_war import lesson, odds
from domain.games.american_civil_war.commands import COMMANDS
from domain.games.american_civil_war.comparing import side_by_side
from domain.games.american_civil_war.document import freeze, from_document, thaw, to_document
from domain.games.american_civil_war.errata import move_rules, versions
from domain.games.american_civil_war.events import EVENTS
from domain.games.american_civil_war.history import HISTORY
from domain.games.american_civil_war.meanings import meaning
from domain.games.american_civil_war.names import name_of
from domain.games.american_civil_war.odds_assumptions import assume
from domain.games.american_civil_war.odds_tables import report
from domain.games.american_civil_war.opening import NAME, SCENARIOS, VERSION, begin, initial
from domain.games.american_civil_war.opponent import choose
from domain.games.american_civil_war.options import OPTIONS
from domain.games.american_civil_war.picture import draw_position
from domain.games.american_civil_war.play import acw
from domain.games.american_civil_war.printed_map import printed_map
from domain.games.american_civil_war.questions import question
from domain.games.american_civil_war.reachable import reach
from domain.games.american_civil_war.reasons import why
from domain.games.american_civil_war.saying import says
from domain.games.american_civil_war.sequence import go_on, proceed, waits
from domain.games.american_civil_war.state import SIDES, Position
from domain.games.american_civil_war.tell import tell, tell_quietly
from domain.games.american_civil_war.view_construction import construction_view
from domain.games.american_civil_war.view_naval import naval_view
from domain.games.american_civil_war.view_railroads import railroads_view
from domain.games.american_civil_war.view_reasons import reasons_view
from domain.games.american_civil_war.view_standing import standing_view
from domain.games.american_civil_war.view_supply import supply_view
from domain.games.american_civil_war.view_turns import turns_view
from domain.games.american_civil_war.view_zones import zones_view
from domain.games.american_civil_war.views import economy_view, map_view, politics_view
from domain.kernel.decider import Due, Outcome, Ruleset
from domain.kernel.outlook import Outlook


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
    name=NAME,
    version=VERSION,
    title="American Civil War (S&T 310)",
    seats=SIDES,
    scenarios=SCENARIOS,
    lesson=lesson.lesson(),
    options=OPTIONS,
    commands=COMMANDS,
    events=EVENTS,
    handlers=acw,
    begin=begin,
    initial=initial,
    due=_due,
    outcome=_outcome,
    proceed=proceed,
    to_document=to_document,
    from_document=from_document,
    freeze=freeze,
    thaw=thaw,
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
    },
    tell=tell,
    tell_quietly=tell_quietly,
    map_svg=draw_position,
    question=question,
    why=why,
    meaning=meaning,
    says=says,
    name_of=name_of,
    outlook=Outlook(
        waits=waits,
        stage=go_on,
        begin=odds.begin,
        note=odds.note,
        over=odds.over,
        assume=assume,
        report=report,
    ),
    hands_over=HANDS_OVER,
    unprompted=UNPROMPTED,
    house=choose,
    reach=reach,
    chart=printed_map,
    history=HISTORY,
    compare=side_by_side,
    listed=versions(),
    move_rules=move_rules,
)
