"""The Political Phase (15.0 to 15.3, 4.1.3): status, elections, drafts and Confederate diplomacy.

Kentucky (15.5) has a file of its own, kentucky.py; Missouri (15.6) counts in economy.py.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.charts import LAST_TURN, TURNS
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option

LOWEST_STATUS, HIGHEST_STATUS = -4, 4
ELECTION_WON = 5
SURVIVAL_RELIEF = 2
DRAFT_MARKERS = (4, 3, 2)
DRAFT_ORDER = "union/draft"
OPEN, RECOGNIZED, INTERVENED = "open", "recognized", "intervened"


class DeclareDraft(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="declare_draft"
):
    """The Union declares a draft (4.1.3)."""


class DeclineDraft(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="decline_draft"
):
    """The Union declares no draft this turn."""


class OrderDraft(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="order_draft"
):
    """A standing answer: "never" declares no draft until further notice, "ask" takes it back."""

    order: str


class PoliticalStatusChanged(Event, frozen=True, tag_field="type", tag="political_status_changed"):
    """The Union's political status moved on its track (15.0).

    amount: what the rule gives; before, after: boxes of the track, which holds back what would pass +4 or -4.
    """

    amount: int
    before: int
    after: int
    reason: str
    rule: str


class ElectionHeld(Event, frozen=True, tag_field="type", tag="election_held"):
    """A Union election: die plus political status (15.2).

    penalty, relief: what this vote adds to the reduction of Union reinforcements and of the economy that the
    CS needs to survive; total_penalty, total_relief: what holds from now on.
    """

    turn: int
    die: int
    political_status: int
    result: int
    penalty: int
    relief: int
    total_penalty: int
    total_relief: int
    rule: str


class DraftDeclared(Event, frozen=True, tag_field="type", tag="draft_declared"):
    """The Union declared a draft: markers on the turns to come, and a roll for what it costs (4.1.3)."""

    turn: int
    markers: dict[str, int]
    die: int
    status_loss: int
    rule: str = "4.1.3/2"


class DraftOrdered(Event, frozen=True, tag_field="type", tag="draft_ordered"):
    """The Union gave, or took back, a standing answer to the question of a draft."""

    order: str


class DiplomacyRolled(Event, frozen=True, tag_field="type", tag="diplomacy_rolled"):
    """Confederate diplomacy: die plus political status, and what came of it (15.3).

    outcome: "none", "aid", "mediation", "recognition" or "intervention"; at_large: ASP it adds next turn;
    vessels_removed: the names of the Union NSP in play.
    """

    turn: int
    die: int
    political_status: int
    result: int
    outcome: str
    at_large: int
    vessels_removed: tuple[str, ...]
    rule: str


class SurrenderRolled(Event, frozen=True, tag_field="type", tag="surrender_rolled"):
    """A roll for the surrender of a CS force: below the ASP captured it raises the status by 1 (15.1)."""

    captured: int
    die: int
    succeeds: bool
    rule: str = "15.1/4"


@rule("15.0/1")
def change_status(play: Play, amount: int, reason: str, rule: str) -> None:
    """Move the Union's political status by `amount` boxes, never past +4 or -4; no event if it stays."""
    before = play.position.political_status
    after = max(LOWEST_STATUS, min(HIGHEST_STATUS, before + amount))
    if after != before:
        play.emit(PoliticalStatusChanged(amount, before, after, reason, rule))


@rule("15.1/4")
def surrender_roll(play: Play, captured: int) -> None:
    """A CS force of so many infantry ASP has surrendered: 1d6 below that number raises the status by 1."""
    (die,) = play.roll("political effect of a surrender", "15.1/4")
    succeeds = die < captured
    play.emit(SurrenderRolled(captured, die, succeeds))
    if succeeds:
        change_status(play, +1, f"{captured} Confederate ASP have surrendered", "15.1/4")


@step("political", "election")
@rule("3.2.1/6", "15.2/1", "15.2/2", "15.2/3", "15.2/4")
def hold_election(play: Play) -> None:
    """In the falls of 1862 and 1864 roll 1d6 plus status: 5 or more wins and cancels an earlier defeat.

    A defeat lowers every later Union reinforcement by what the result falls short of 5 (by option, as the
    text has it, by the result itself) and the economy that the CS needs by 2; a second adds to the first.
    """
    position = play.position
    if TURNS[position.turn].election:
        (die,) = play.roll("Union election", "15.2/1")
        status = position.political_status
        result = die + status
        penalty = relief = total_penalty = total_relief = 0
        if result < ELECTION_WON:
            literal = position.options.get("election_penalty") == "literal"
            penalty, relief = (result if literal else ELECTION_WON - result), SURVIVAL_RELIEF
            total_penalty = position.election_penalty + penalty
            total_relief = position.survival_reduction + relief
        clause = "15.2/2" if relief else "15.2/1"
        play.emit(
            ElectionHeld(
                position.turn, die, status, result, penalty, relief, total_penalty, total_relief, clause
            )
        )
    next_step(play)


@step("political", "draft")
@rule("4.1.3/1", "4.1.3/4", "3.2.1/6")
def offer_the_draft(play: Play) -> None:
    """Ask the Union, from the fall of 1862 on, unless markers still lie on the track or it said never."""
    position = play.position
    if draft_allowed(position) and position.standing.get(DRAFT_ORDER) != "never":
        ask(play, UNION, "draft", "4.1.3/1", markers=draft_markers(position.turn))
    else:
        next_step(play)


@rule("4.1.3/1", "4.1.3/4")
def draft_allowed(position: Position) -> bool:
    """Whether a draft may be declared this turn: not (but by option) while a marker lies on it or later.

    Nor in the last turn, when there is no turn left to lay a marker on.
    """
    if not TURNS[position.turn].draft or not draft_markers(position.turn):
        return False
    if position.options.get("overlapping_drafts") == "allowed":
        return True
    return not any(turn >= position.turn for turn in position.draft)


@rule("4.1.3/2")
def draft_markers(turn: int) -> dict[str, int]:
    """Turn to marker of a draft declared now: 4, 3, 2 on the next three turns; past turn 17 they are lost."""
    later = enumerate(DRAFT_MARKERS, turn + 1)
    return {str(due): marker for due, marker in later if due <= LAST_TURN}


@acw.check(DeclareDraft, "draft")
def check_declare(position: Position, due: Due, command: DeclareDraft) -> None:
    """The question is only asked when the answer may be yes."""


@acw.carry_out(DeclareDraft)
@rule("4.1.3/2", "4.1.3/3")
def declare_draft(play: Play, due: Due, command: DeclareDraft) -> None:
    """Lay out the markers and lower the status by half a die, rounded up."""
    (die,) = play.roll("draft", "4.1.3/3")
    loss = (die + 1) // 2
    play.emit(DraftDeclared(play.position.turn, draft_markers(play.position.turn), die, loss))
    change_status(play, -loss, "the draft is unpopular", "4.1.3/3")
    next_step(play)


@acw.check(DeclineDraft, "draft")
def check_decline(position: Position, due: Due, command: DeclineDraft) -> None:
    """Nobody has to declare a draft."""


@acw.carry_out(DeclineDraft)
def decline_draft(play: Play, due: Due, command: DeclineDraft) -> None:
    next_step(play)


@acw.check(OrderDraft)
@rule("4.1.3/1")
def check_order(position: Position, due: Due, command: OrderDraft) -> None:
    require(due.seat == UNION, "4.1.3/1", "only the Union may declare a draft")
    require(
        command.order in ("never", "ask"), "4.1.3/1", 'a standing answer to the draft is "never" or "ask"'
    )


@acw.carry_out(OrderDraft)
def order_draft(play: Play, due: Due, command: OrderDraft) -> None:
    """Take the order; a question that is open now is thereby declined."""
    play.emit(DraftOrdered(command.order))
    asked = play.position.due
    if asked is not None and asked.kind == "draft" and command.order == "never":
        next_step(play)


@step("political", "diplomacy")
@rule("15.3/1", "3.2.1/6")
def confederate_diplomacy(play: Play) -> None:
    """With the status negative roll 1d6 plus status; after intervention there is nothing left to roll for."""
    position = play.position
    if position.political_status < 0 and position.diplomacy != INTERVENED:
        (die,) = play.roll("Confederate diplomacy", "15.3/1")
        play.emit(_diplomatic_event(position, die))
    next_step(play)


@rule("15.3/2", "15.3/3", "15.3/4", "15.3/5")
def _diplomatic_event(position: Position, die: int) -> DiplomacyRolled:
    """What a roll brings: an exact match only, and after recognition only intervention."""
    result = die + position.political_status
    by_result = {
        0: ("aid", 1, "15.3/2"),
        -1: ("mediation", 1, "15.3/3"),
        -2: ("recognition", 1, "15.3/4"),
        -3: ("intervention", 0, "15.3/5"),
    }
    outcome, at_large, clause = by_result.get(result, ("none", 0, "15.3/1"))
    if position.diplomacy == RECOGNIZED and outcome not in ("none", "intervention"):
        outcome, at_large, clause = "none", 0, "15.3/4"
    removed: tuple[str, ...] = ()
    if outcome == "intervention":
        removed = tuple(sorted(name for name, vessel in position.vessels.items() if vessel.kind == "nsp"))
    return DiplomacyRolled(
        position.turn, die, position.political_status, result, outcome, at_large, removed, clause
    )


@acw.evolves(PoliticalStatusChanged)
def _political_status_changed(position: Position, event: PoliticalStatusChanged) -> None:
    position.political_status = event.after


@acw.evolves(SurrenderRolled)
def _surrender_rolled(position: Position, event: SurrenderRolled) -> None:
    """The roll changes nothing itself; the status, if it moves, has an event of its own."""


@acw.evolves(ElectionHeld)
def _election_held(position: Position, event: ElectionHeld) -> None:
    position.election_penalty, position.survival_reduction = event.total_penalty, event.total_relief


@acw.evolves(DraftDeclared)
def _draft_declared(position: Position, event: DraftDeclared) -> None:
    markers = {turn: marker for turn, marker in position.draft.items() if turn >= event.turn}
    for turn, marker in event.markers.items():
        markers[int(turn)] = markers.get(int(turn), 0) + marker
    position.draft = markers


@acw.evolves(DraftOrdered)
def _draft_ordered(position: Position, event: DraftOrdered) -> None:
    if event.order == "never":
        position.standing[DRAFT_ORDER] = event.order
    else:
        position.standing.pop(DRAFT_ORDER, None)


@acw.evolves(DiplomacyRolled)
def _diplomacy_rolled(position: Position, event: DiplomacyRolled) -> None:
    position.at_large += event.at_large
    if event.outcome == "mediation":
        position.mediation_turn = event.turn + 1
    elif event.outcome == "recognition":
        position.diplomacy, position.halved_turn = RECOGNIZED, event.turn + 1
    elif event.outcome == "intervention":
        position.diplomacy = INTERVENED
    for name in event.vessels_removed:
        del position.vessels[name]


@acw.offer("draft")
def offer_draft(position: Position, due: Due) -> Iterator[Command]:
    yield DeclineDraft()
    yield DeclareDraft()


@acw.sample("draft")
def sample_draft(position: Position, due: Due, random: Random) -> Command:
    """Rarely a draft, so that random games see both."""
    return DeclareDraft() if random.random() < 0.2 else DeclineDraft()


OPTIONS = {
    "overlapping_drafts": Option(
        "4.1.3/4",
        "Whether a draft may be declared while markers of an earlier one lie on the track; they add up.",
        ("barred", "allowed"),
    ),
    "election_penalty": Option(
        "15.2/2",
        "What a lost election takes from Union reinforcements: what the vote fell short of 5, or its result.",
        ("shortfall", "literal"),
    ),
}
COMMANDS = (DeclareDraft, DeclineDraft, OrderDraft)
EVENTS = (
    PoliticalStatusChanged, SurrenderRolled, ElectionHeld, DraftDeclared, DraftOrdered, DiplomacyRolled,
)  # fmt: skip
