"""The chronicle of the sequence of play, orders, and HQs (chapters 2, 4, 14 and 15)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, SIDES
from ironclad.domain.games.bull_run_to_appomattox.options import OPTIONS
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.questions import question
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.saying import (
    attrition_words,
    placement_words,
    preparation_words,
    standing_words,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    fleets,
    group,
    hq_name,
    hqs,
    place,
    side_name,
    units,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import (
    CombatCredited,
    HqDrawn,
    HqLost,
    HqMovedAside,
    HqPlaced,
    HqReplaced,
    SurvivalChecked,
    UnitsAttached,
    VacanciesClosed,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    ActivationEnded,
    ArmySetUp,
    AttritionOrderGiven,
    HqsPromoted,
    InitiativeRolled,
    MarkersRemoved,
    OrdersCarriedOut,
    PieceActivated,
    PlacementOrderGiven,
    PreparationOrderGiven,
    Private,
    SidePassed,
    TurnTaken,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.events import StopOffered
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.telling.chronicle import Entry, known
from ironclad.domain.kernel.telling.words import chosen_options, counted
from ironclad.domain.kernel.turn.asking import DecisionClosed, DecisionOpened
from ironclad.domain.kernel.turn.ending import GameEnded
from ironclad.domain.kernel.turn.sequence import StepEntered, TurnBegan

STEP_NAMES = {
    "opening": "the game is opened",
    "opening_money": "the revenue that the sides begin with",
    "surrender": "besieged places surrender",
    "initiative": "initiative and action points",
    "event": "the event of the turn",
    "preparation": "orders of the preparation phase",
    "maintenance": "maintenance",
    "draws": "HQs are drawn",
    "purchases": "purchases",
    "replacement": "units without a leader get an HQ",
    "activation": "activation phase",
    "works": "fortifications are finished",
    "repairs": "bridges and railroads are repaired",
    "promotion": "promotion phase",
    "placement": "orders of the placement phase",
    "placing": "new pieces are placed",
    "revenue": "revenue phase",
    "attrition": "winter attrition",
    "attrition_losses": "losses of the winter",
    "turn_end": "the turn ends",
}
FATES = {
    "wounded": "is wounded and goes to the reserve",
    "recalled": "is recalled and goes to the reserve",
    "killed": "is killed",
    "eliminated": "has lost his last CP and is out of the game",
    "surrendered": "surrenders and is out of the game",
    "stranded": "has nowhere to go and is out of the game",
    "died": "falls ill and dies",
    "drowned": "goes down with his ships",
}


@teller(GameBegun)
def game_begun(event: GameBegun) -> Entry:
    text = f"the game begins: scenario {event.scenario.replace('_', ' ')}"
    return entry(text, "4/2", *chosen_options(OPTIONS, event.options))


@quiet(ArmySetUp)
def army_set_up(event: ArmySetUp) -> Entry:
    set_up = known(event.units)
    details = () if set_up is None else (units(set_up),)
    return entry(f"the army of {hq_name(event.hq)} is set up", "6.4/16", *details)


@teller(TurnBegan)
def turn_began(event: TurnBegan) -> Entry:
    return entry(f"turn {event.turn} begins", "4/2")


@quiet(StepEntered)
def step_entered(event: StepEntered) -> Entry:
    name = STEP_NAMES.get(event.step.name, event.step.name.replace("_", " "))
    return entry(f"turn {event.turn}: {name}", event.step.rule)


@quiet(MarkersRemoved)
def markers_removed(event: MarkersRemoved) -> Entry:
    return entry(f"the Active and Pillaged City markers of turn {event.turn} come off", "3/4")


@quiet(DecisionOpened)
def decision_opened(event: DecisionOpened) -> Entry:
    due = event.due
    return entry(f"{side_name(due.seat)} is asked: {question(due)}", due.rule, side=due.seat)


@quiet(DecisionClosed)
def decision_closed(event: DecisionClosed) -> Entry:
    return entry("the question is answered", "4")


@teller(InitiativeRolled)
def initiative_rolled(event: InitiativeRolled) -> Entry:
    lines = [
        f"{side_name(side)}: die {event.dice[side]} + 1 {_bonus(event.bonus.get(side, 0))}="
        f" {counted(event.action_points[side], 'action point')} (2.8/1)"
        for side in SIDES
    ]
    equal = len(set(event.action_points.values())) == 1
    if equal:
        lines.append("on equal totals the North has initiative (4/1)")
    text = f"{side_name(event.initiative)} has initiative; action points: " + ", ".join(
        f"{side_name(side)} {event.action_points[side]}" for side in SIDES
    )
    return entry(text, "2.8/1", *lines, side=event.initiative)


def _bonus(amount: int) -> str:
    return f"+ {amount} for the year (2.8/2) " if amount else ""


def _order(side: str, kind: str, rule: str, lines: tuple[str, ...]) -> Entry:
    return entry(f"{side_name(side)} gives its secret order: {kind}", rule, *lines, side=side)


@teller(PreparationOrderGiven)
def preparation_given(event: PreparationOrderGiven) -> Entry:
    order, standing = known(event.order), known(event.standing)
    lines = () if order is None else preparation_words(order)
    more = () if standing is None else standing_words(standing)
    return _order(event.side, "preparation", "4/4", (*lines, *more))


@teller(PlacementOrderGiven)
def placement_given(event: PlacementOrderGiven) -> Entry:
    order = known(event.order)
    return _order(event.side, "placement", "4/15", () if order is None else placement_words(order))


@teller(AttritionOrderGiven)
def attrition_given(event: AttritionOrderGiven) -> Entry:
    order = known(event.order)
    lines = () if order is None else attrition_words(order)
    return _order(event.side, "losses of the winter", "7.5/11", lines)


@quiet(OrdersCarriedOut)
def orders_carried_out(event: OrdersCarriedOut) -> Entry:
    return entry(f"the orders of the {event.kind} are carried out", "4/5")


@teller(PieceActivated)
def piece_activated(event: PieceActivated) -> Entry:
    cost = f"{counted(event.cost, 'action point')}, {event.left} left"
    text = f"{side_name(event.side)} activates {_piece(event.kind, event.pieces)}"
    where = event.pieces[0] if event.kind in ("raider", "units") else ""
    return entry(text, "4/9", cost, place=where, side=event.side)


def _piece(kind: str, pieces: tuple[str, ...]) -> str:
    if kind == "hq":
        return group(pieces[0])
    if kind == "fleets":
        return fleets(pieces)
    if kind == "raider":
        return f"its raider in {place(pieces[0])}" if pieces else "its raider"
    return f"the leaderless units in {place(pieces[0])}" if pieces else "leaderless units"


@teller(ActivationEnded)
def activation_ended(event: ActivationEnded) -> Entry:
    """Whether units were passed is its own side's to know (15/9)."""
    where = f" in {place(event.spot)}" if event.spot else ""
    several = len(event.pieces) > 1 and event.pieces[0] not in headquarters()
    text = f"{_finished(event)} {'are' if several else 'is'} finished{where} and Active"
    lines = _private(known(event.private))
    return entry(text, "3/4", *lines, place=event.spot, side=event.side)


def _finished(event: ActivationEnded) -> str:
    """The pieces that are finished: an HQ with its fleets, fleets, or a raider."""
    if not event.pieces:
        return f"the raider of {side_name(event.side)}"
    if event.pieces[0] in headquarters():
        aboard = f" aboard {fleets(event.pieces[1:])}" if event.pieces[1:] else ""
        return f"{hq_name(event.pieces[0])}{aboard}"
    return f"{fleets(event.pieces)} of {side_name(event.side)}"


def _private(private: Private | None) -> tuple[str, ...]:
    if private is None:
        return ()
    passed: tuple[str, ...] = ()
    if private.passed is not None:
        passed = (f"passes {units(private.passed)} to {hq_name(private.to)} (15/1)",)
    return (*passed, *(() if private.standing is None else standing_words(private.standing)))


@teller(SidePassed)
def side_passed(event: SidePassed) -> Entry:
    lost = f"{counted(event.lost, 'action point')} lost (4/11)"
    lines = _private(known(event.private))
    return entry(f"{side_name(event.side)} passes", "4/11", lost, *lines, side=event.side)


@quiet(TurnTaken)
def turn_taken(event: TurnTaken) -> Entry:
    if event.side:
        return entry(f"{side_name(event.side)} activates next", "4/9", side=event.side)
    return entry("nobody has anything left to activate: the activation phase ends", "4/10")


@teller(HqsPromoted)
def hqs_promoted(event: HqsPromoted) -> Entry:
    lines = [f"{hq_name(hq)} won and did not lose: experienced (2.6/2)" for hq in event.experienced]
    lines += [f"{hq_name(hq)} lost and did not win: inexperienced (2.6/3)" for hq in event.inexperienced]
    parts = [f"{hqs(event.experienced)} promoted"] if event.experienced else []
    parts += [f"{hqs(event.inexperienced)} reduced"] if event.inexperienced else []
    return entry(f"promotion: {', '.join(parts)}", "2.6/2", *lines)


@teller(HqDrawn)
def hq_drawn(event: HqDrawn) -> Entry:
    roll = f"die {event.die} of {event.of} HQs in reserve" if event.die else "the only HQ in reserve"
    return entry(
        f"{side_name(event.side)} draws {hq_name(event.hq)}", event.why, f"{roll} (2.3/2)", side=event.side
    )


@teller(HqPlaced)
def hq_placed(event: HqPlaced) -> Entry:
    return entry(f"{hq_name(event.hq)} is placed in {place(event.spot)}", event.why, place=event.spot)


@teller(HqLost)
def hq_lost(event: HqLost) -> Entry:
    lines = [] if event.left is None else [f"{units(event.left)} stay without a leader (2.4/7)"]
    if event.awaits:
        lines.append("an HQ is drawn for them in the next preparation phase (2.4/3)")
    text = f"{hq_name(event.hq)} {FATES[event.fate]}, in {place(event.spot)}"
    return entry(text, event.why, *lines, place=event.spot, side=event.side)


@teller(HqReplaced)
def hq_replaced(event: HqReplaced) -> Entry:
    text = f"{hq_name(event.hq)} {FATES[event.fate]}; {hq_name(event.by)} takes over"
    aboard = ("units aboard ship cannot be without a leader: a successor is drawn at once (2.7/4)",)
    return entry(text, event.why, *(aboard if event.why == "2.7/4" else ()))


@teller(SurvivalChecked)
def survival_checked(event: SurvivalChecked) -> Entry:
    one, other = event.dice
    line = f"dice {one} and {other}: {one + other}; on 2 a Southern leader is at risk, on 12 a Northern one"
    if not event.hq:
        return entry("leaders at risk: nobody is", "2.7/1", line)
    check = f"survival: die {event.die}, wounded on 1 to 4, killed on 5 and 6 (2.7/4)"
    if not event.fate:
        text = f"leaders at risk: {hq_name(event.hq)} stays in command"
        return entry(text, "2.7/1", line, check, "aboard ship, with no HQ in reserve to succeed him (2.7/4)")
    return entry(f"leaders at risk: {hq_name(event.hq)} is {event.fate}", "2.7/1", line, check)


@teller(UnitsAttached)
def units_attached(event: UnitsAttached) -> Entry:
    text = f"{hq_name(event.hq)} takes leaderless units in {place(event.spot)} under command"
    return entry(text, "2.4/8", units(event.units), place=event.spot)


@teller(CombatCredited)
def combat_credited(event: CombatCredited) -> Entry:
    won = [f"{hqs(event.won)} with a victory"] if event.won else []
    lost = [f"{hqs(event.lost)} with a defeat"] if event.lost else []
    return entry(f"credited: {', '.join((*won, *lost))}", "2.6/2", f"after the combat ({event.why})")


@quiet(VacanciesClosed)
def vacancies_closed(event: VacanciesClosed) -> Entry:
    return entry("no HQ is due any more for units that lost theirs", "2.4/5")


@teller(HqMovedAside)
def hq_moved_aside(event: HqMovedAside) -> Entry:
    text = f"{hq_name(event.hq)}, alone, steps aside from {place(event.start)} to {place(event.end)}"
    return entry(text, "15/7", place=event.end)


@teller(StopOffered)
def stop_offered(event: StopOffered) -> Entry:
    done = "withdraws its offer" if event.withdrawn else "offers"
    waits = () if event.withdrawn else (f"it ends if {side_name(ENEMY[event.side])} offers too",)
    return entry(
        f"{side_name(event.side)} {done} to end the game by victory points", "14/4", *waits, side=event.side
    )


@teller(GameEnded)
def game_ended(event: GameEnded) -> Entry:
    outcome = event.outcome
    text = f"{side_name(outcome.winner)} has won" if outcome.winner else "the game is a draw"
    return entry(f"the game is over: {text}", outcome.rule, outcome.reason, side=outcome.winner or "")
