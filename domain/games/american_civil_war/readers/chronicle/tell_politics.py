"""The chronicle of everything but marches and battles: turns, control, recruiting, economy and politics."""

from collections.abc import Collection, Iterator

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    listed,
    name_of,
    place,
    places,
    side_name,
    vessel_name,
)
from ironclad.domain.games.american_civil_war.options import OPTIONS
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import entry, signed, sums, teller
from ironclad.domain.games.american_civil_war.registry import GameEnded, StepBegan
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import (
    HexTaken,
    NorthernCityCaptured,
    RailsTaken,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import InitiativeRolled
from ironclad.domain.games.american_civil_war.rules.c03_sequence.setup import SideSetUp
from ironclad.domain.games.american_civil_war.rules.c03_sequence.turn_end import TurnEnded
from ironclad.domain.games.american_civil_war.rules.c03_sequence.victory import VictoryChecked
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import (
    MilitiaCalledOut,
    MilitiaPlaced,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import (
    LeaderReturned,
    ReinforcementPlaced,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.recruiting import (
    ReinforcementsEnded,
    ReinforcementsReckoned,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import ADDED
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import Counted, EconomyReckoned
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import (
    KentuckyJoined,
    KentuckyMilitiaRaised,
    KentuckyRolled,
    KentuckyViolated,
    UnitsDeployed,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import (
    DiplomacyRolled,
    DraftDeclared,
    DraftOrdered,
    ElectionHeld,
    PoliticalStatusChanged,
    SurrenderRolled,
)
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import chosen_options

_MAP = load_map()
_UNIT_NAMES = {"asp": "ASP", "msp": "MSP", "cavalry": "cavalry"}
_PHASES = {
    "setup": ("{side} sets up", "3.1"),
    "recruitment": ("{side} places its reinforcements", "3.2.1/1"),
}


@teller(GameBegun)
def game_begun(event: GameBegun) -> Entry:
    name = event.ruleset.replace("_", " ").title()
    text = f"a game of {name} {event.version} begins, scenario {event.scenario.replace('_', ' ')}"
    return entry(text, "1.0/1", *chosen_options(OPTIONS, event.options))


@teller(StepBegan)
def step_began(event: StepBegan) -> Entry | None:
    """A line for each side's set-up, recruiting and impulse; other steps speak through what they bring."""
    if event.phase in _PHASES and event.step in SIDES:
        text, rule = _PHASES[event.phase]
        return entry(f"turn {event.turn}: {text.format(side=side_name(event.step))}", rule)
    if (event.phase, event.step) == ("operations", "supply"):
        impulse = "first" if event.impulse == 1 else "second"
        return entry(f"turn {event.turn}, {impulse} impulse: {side_name(event.player)} acts", "3.2.1/4")
    return None


@teller(SideSetUp)
def side_set_up(event: SideSetUp) -> Entry:
    leaders = [f"leader {letter} in {place(hex_id)}" for letter, hex_id in event.leaders.items()]
    asp = [f"1 ASP in {place(hex_id)}, bound to {event.bound} for turn 1" for hex_id in event.asp]
    return entry(f"{side_name(event.side)} has set up", "3.1.2/1", *leaders, *asp)


@teller(InitiativeRolled)
def initiative_rolled(event: InitiativeRolled) -> Entry:
    tie = " (a tie is the Confederacy's)" if event.union_die == event.confederate_die else ""
    detail = f"Union {event.union_die}, Confederacy {event.confederate_die}{tie}"
    return entry(f"{side_name(event.first_player)} has the initiative", "3.2.1/3", detail)


@teller(TurnEnded)
def turn_ended(event: TurnEnded) -> Entry:
    gone = sum(event.militia_dismissed.values())
    leave = "leaves" if gone == 1 else "leave"
    detail = [f"{gone} MSP {leave} {places(event.militia_dismissed)}"] if gone else []
    return entry(f"turn {event.turn} ends", "3.2.1/7", *detail)


@teller(GameEnded)
def game_ended(event: GameEnded) -> Entry:
    winner = event.outcome.winner
    ending = "the game is drawn" if winner is None else f"{side_name(winner)} wins"
    return entry(f"{ending}: {event.outcome.reason}", event.outcome.rule)


@teller(HexTaken)
def hex_taken(event: HexTaken) -> Entry:
    detail = f"before: {side_name(event.before)}"
    return entry(f"{side_name(event.side)} takes {place(event.hex)}", event.rule, detail, hex_id=event.hex)


@teller(RailsTaken)
def rails_taken(event: RailsTaken) -> Entry | None:
    """Only where more falls than the hex entered, which says so itself: what that capture has cut off, and
    apart from it what nothing held elsewhere on the map before it."""
    beside = set(_beside(event.hex, event.cut_off))
    severed = [hex_id for hex_id in event.cut_off if hex_id in beside]
    unheld = [hex_id for hex_id in event.cut_off if hex_id not in beside]
    if not event.cut_off:
        return None
    gained = counted(len(severed or unheld), "rail hex", "rail hexes")
    held_by = f"no force, city or fort of {side_name(ENEMY[event.side])}"
    if not severed:
        text = f"{side_name(event.side)} gains {gained} that {held_by} holds"
        return entry(text, "7.1/3", places(unheld), hex_id=event.hex)
    more = [f"{places(unheld)} too, which {held_by} holds"] if unheld else []
    text = f"{side_name(event.side)} cuts off {gained} by taking the rails of {place(event.hex)}"
    return entry(text, "7.1/3", places(severed), *more, hex_id=event.hex)


def _beside(hex_id: str, fallen: Collection[str]) -> Iterator[str]:
    """Those of the fallen rail hexes that a railroad of fallen ones joins to a hex."""
    found, frontier = {hex_id}, [hex_id]
    for here in frontier:  # it grows while it is read
        for near in (*_MAP.rail_neighbours.get(here, ()), *ADDED.get(here, ())):
            if near in fallen and near not in found:
                found.add(near)
                frontier.append(near)
                yield near


@teller(NorthernCityCaptured)
def northern_city_captured(event: NorthernCityCaptured) -> Entry:
    text = f"the Confederacy captures {event.name} for the first time"
    return entry(text, event.rule, hex_id=event.hex)


@teller(PoliticalStatusChanged)
def political_status_changed(event: PoliticalStatusChanged) -> Entry:
    held = event.after - event.before != event.amount
    detail = f"{signed(event.before)} {signed(event.amount)} = {signed(event.after)}"
    note = ", held at the end of the track" if held else ""
    text = f"Union political status is now {signed(event.after)}: {event.reason}"
    return entry(text, event.rule, detail + note)


@teller(SurrenderRolled)
def surrender_rolled(event: SurrenderRolled) -> Entry:
    verdict = "it has a political effect" if event.succeeds else "it has no political effect"
    have = "has" if event.captured == 1 else "have"
    text = f"{event.captured} Confederate ASP {have} surrendered: {verdict}"
    return entry(text, event.rule, f"die {event.die}, to be below {event.captured}")


@teller(ReinforcementsReckoned)
def reinforcements_reckoned(event: ReinforcementsReckoned) -> Entry:
    lines = [line for line in sums(event.terms) if not line.startswith("0 ")]
    none = [f"none: {term.name} ({term.rule})" for term in event.terms if term.rule == "4.2.1/4"]
    back = [f"leader {each.leader} returns (9.12/5)" for each in event.returning]
    text = f"{side_name(event.side)} receives {counted(event.total, 'reinforcement')}"
    return entry(text, "4.1.1/1" if event.side == "union" else "4.2.1/1", *lines, *none, *back)


@teller(ReinforcementPlaced)
def reinforcement_placed(event: ReinforcementPlaced) -> Entry:
    unit = _UNIT_NAMES.get(event.unit, event.unit)
    text = f"{side_name(event.side)} places {event.count} {unit} in {place(event.hex)}"
    return entry(text, event.rule, f"from: {name_of(event.source)}", hex_id=event.hex)


@teller(LeaderReturned)
def leader_returned(event: LeaderReturned) -> Entry:
    return entry(f"leader {event.leader} returns in {place(event.hex)}", event.rule, hex_id=event.hex)


@teller(ReinforcementsEnded)
def reinforcements_ended(event: ReinforcementsEnded) -> Entry | None:
    lost = [f"{each.count} of {name_of(each.source)}: {each.reason} ({each.rule})" for each in event.lost]
    wait = [f"leader {letter} waits a turn for a place (9.12/6)" for letter in event.waiting]
    if not lost and not wait:
        return None
    return entry(f"{side_name(event.side)} does not place all it might", "4.0/4", *lost, *wait)


@teller(MilitiaCalledOut)
def militia_called_out(event: MilitiaCalledOut) -> Entry:
    centres = counted(event.centres, "Confederate supply centre")
    how = f"die {event.die}" if event.die else f"a third of {centres}"
    lost = f"; {event.lost} lost for want of a town" if event.lost else ""
    text = f"{side_name(event.side)} calls out {event.points} MSP of {event.state}"
    return entry(text, event.rule, how + lost)


@teller(MilitiaPlaced)
def militia_placed(event: MilitiaPlaced) -> Entry:
    return entry(f"the militia of {event.state} musters in {places(event.hexes)}", event.rule)


def _counted(each: Counted) -> str:
    return f"{each.value if each.counts else 0} {name_of(each.name)}: {each.reason} ({each.rule})"


@teller(EconomyReckoned)
def economy_reckoned(event: EconomyReckoned) -> Entry:
    parts = [*map(_counted, event.centres), *(f"port {_counted(each)}" for each in event.ports)]
    extra = [_counted(each) for each in event.works]
    text = f"the Confederate economy is {event.economy}"
    worth = listed([str(each.total) for each in event.fragments]) or "nothing"
    fragments = f"fragments by their centres: {worth}"
    st_louis = f"{event.st_louis} St Louis: {event.st_louis_reason} (15.6/3)"
    return entry(text, event.rule, fragments, *parts, *extra, st_louis)


@teller(VictoryChecked)
def victory_checked(event: VictoryChecked) -> Entry:
    details = (
        f"economy {event.economy} less political status {signed(event.political_status)} = {event.size}",
        f"the Union wins below {event.survival}"
        + (f" ({event.survival_reduction} less after elections)" if event.survival_reduction else ""),
        f"the Confederacy wins above {event.victory}; less {event.factories} that count for survival only:"
        f" {event.size_without_factories}",
    )
    verdict = "nobody wins yet" if event.winner == "none" else f"{side_name(event.winner)} wins"
    return entry(f"victory check: {verdict}", event.rule, *details)


@teller(ElectionHeld)
def election_held(event: ElectionHeld) -> Entry:
    sum_ = f"die {event.die} {signed(event.political_status)} = {event.result}, 5 or more is needed"
    if not event.relief:
        return entry(
            "the government wins the Union election", event.rule, sum_, "the effects of lost elections end"
        )
    details = (
        f"{signed(-event.penalty)} on Union reinforcements, {signed(-event.total_penalty)} in all (15.2/2)",
        f"-{event.relief} on what the Confederacy needs to survive, -{event.total_relief} in all (15.2/3)",
    )
    return entry("the government loses the Union election", event.rule, sum_, *details)


@teller(DraftDeclared)
def draft_declared(event: DraftDeclared) -> Entry:
    markers = [f"+{marker} Union ASP in turn {turn}" for turn, marker in event.markers.items()]
    cost = f"die {event.die}, halved and rounded up: {event.status_loss} political status (4.1.3/3)"
    return entry("the Union declares a draft", event.rule, *markers, cost)


@teller(DraftOrdered)
def draft_ordered(event: DraftOrdered) -> None:
    """A player's own arrangement, no news."""


_DIPLOMACY = {
    "none": "no effect",
    "aid": "overseas aid: one more ASP at large next turn",
    "mediation": "mediation: one more ASP at large, and no Union attack on a supply centre next turn",
    "recognition": "recognition: one more ASP at large, Union reinforcements halved next turn, ports count 2",
    "intervention": "intervention: Union reinforcements halved for good, its blockaders gone, ports count 3",
}


@teller(DiplomacyRolled)
def diplomacy_rolled(event: DiplomacyRolled) -> Entry:
    sum_ = f"die {event.die} {signed(event.political_status)} = {event.result}"
    gone = [f"{vessel_name(name)} is withdrawn" for name in event.vessels_removed]
    return entry(f"Confederate diplomacy: {_DIPLOMACY[event.outcome]}", event.rule, sum_, *gone)


@teller(KentuckyRolled)
def kentucky_rolled(event: KentuckyRolled) -> Entry:
    verdict = "decides for the Union" if event.joins else "stays neutral"
    return entry(f"Kentucky {verdict}", event.rule, f"die {event.die}; below {event.turn} it joins the Union")


@teller(KentuckyViolated)
def kentucky_violated(event: KentuckyViolated) -> Entry:
    text = f"{side_name(event.violator)} violates Kentucky's neutrality in {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(KentuckyJoined)
def kentucky_joined(event: KentuckyJoined) -> Entry:
    held = [f"but for {places(event.held)}"] if event.held else []
    return entry(f"Kentucky joins {side_name(event.side)} for the rest of the war", event.rule, *held)


@teller(KentuckyMilitiaRaised)
def kentucky_militia_raised(event: KentuckyMilitiaRaised) -> Entry:
    how = f"die {event.die}" if event.die else f"a third of {counted(event.centres, 'supply centre')}"
    return entry(f"Kentucky raises {event.points} MSP for {side_name(event.side)}", event.rule, how)


@teller(UnitsDeployed)
def units_deployed(event: UnitsDeployed) -> Entry:
    unit = _UNIT_NAMES.get(event.unit, event.unit)
    have = "has" if event.lost == 1 else "have"
    lost = [f"{event.lost} more {have} no place or no counter"] if event.lost else []
    each = "each of " if len(event.hexes) > 1 else ""
    text = f"{side_name(event.seat)} deploys 1 {unit} in {each}{places(event.hexes)}"
    return entry(text, event.rule, *lost)
