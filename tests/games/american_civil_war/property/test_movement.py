"""Movement keeps its laws whatever is ordered: points, ground, units, and paths as the sum of their steps."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.board.map import GRID, load_map
from ironclad.domain.games.american_civil_war.position.document import empty_position
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ENTRENCHED,
    FIELD,
    FORT,
    Fort,
    Group,
    Leader,
    merged,
    strength,
)
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import reachable
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import proceed
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import AttackHere
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, crossing
from ironclad.domain.games.american_civil_war.rules.c05_movement.detaching import DropUnits, PickUpUnits
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import entry
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import (
    ContinueMove,
    ForceMoved,
    MoveBegan,
    MoveForce,
    rehearse,
    set_out,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.rally import Rally
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import (
    SetStandingOrder,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import MoveLeader
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.entrenchments import (
    EnterWorks,
    Entrench,
    LeaveWorks,
    RemoveEntrenchment,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import ScriptedDice, SeededDice
from ironclad.domain.kernel.engine.resolution import Resolution

MAP = load_map()
CENTRES = ("4408", "2419", "1025", "2228", "2115", "4506")

groups = st.builds(
    Group,
    kind=st.sampled_from(["asp", "asp", "asp", "msp", "cavalry"]),
    count=st.integers(1, 5),
    demoralized=st.sampled_from([0, 0, 1]),
    oos=st.sampled_from([0, 0, 0, 1]),
)


def near(centre: str, radius: int) -> list[str]:
    return [h for distance in range(radius + 1) for h in GRID.ring(centre, distance) if h in MAP.hexes]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, str]:
    """A Movement step of the Union with a force at the centre, and forces of both sides around it."""
    centre = draw(st.sampled_from(CENTRES))
    position = empty_position("bare_map")
    position.turn = draw(st.integers(1, 17))
    position.phase, position.step = "operations", "movement"
    position.initiative = position.player = UNION
    position.kentucky = draw(st.sampled_from(["neutral", "union"]))
    position.forces[UNION][centre] = merged(draw(st.lists(groups, min_size=1, max_size=3)))
    for hex_id in draw(st.lists(st.sampled_from(near(centre, 3)[1:]), max_size=5, unique=True)):
        side = draw(st.sampled_from(SIDES))
        position.forces[side][hex_id] = merged(draw(st.lists(groups, min_size=1, max_size=2)))
    for letter in draw(st.sets(st.sampled_from("AB"))):
        position.leaders[letter] = Leader(UNION, draw(st.integers(0, 3)), centre)
    if draw(st.booleans()):
        position.standing["confederate"] = "never"
    proceed(Resolution(position, ScriptedDice(()), acw.evolvers))
    return position, centre


@st.composite
def garrisons(draw: st.DrawFn) -> tuple[Position, str]:
    """The same with some of the force in works, and enemies perhaps in its hex: setting out changes zones."""
    position, centre = draw(positions())
    works = draw(st.sampled_from([FIELD, ENTRENCHED, FORT]))
    if works == ENTRENCHED:
        position.entrenchments[centre] = UNION
    elif works == FORT:
        position.forts[centre] = Fort(UNION)
    position.alter(UNION, centre, lambda group: group.with_(station=works))
    if draw(st.booleans()):
        position.forces[CONFEDERATE][centre] = merged(draw(st.lists(groups, min_size=1, max_size=2)))
    return position, centre


@st.composite
def orders(draw: st.DrawFn) -> tuple[Position, MoveForce]:
    """A position and a path of adjacent hexes for the force at its centre."""
    position, centre = draw(positions())
    path, here = [], centre
    for _ in range(draw(st.integers(1, 5))):
        here = draw(st.sampled_from(MAP.neighbours[here]))
        path.append(here)
    return position, MoveForce(from_hex=centre, path=tuple(path))


def carried_out(position: Position, command: Command) -> tuple[list[Event], Position] | None:
    """The events and the position after a command, or None if it is refused."""
    try:
        return decider.execute(RULESET, position, UNION, command, SeededDice(1))
    except Refused:
        return None


def points(position: Position) -> dict[tuple[str, str], int]:
    return {
        (side, kind): sum(strength(stack, kind) for stack in position.forces[side].values())
        for side in SIDES
        for kind in ("asp", "msp", "cavalry")
    }


def fought(events: list[Event]) -> bool:
    return any(type(event).__name__ == "BattleBegan" for event in events)


def entered(position: Position, command: MoveForce) -> bool:
    """Whether the force could take the first step of its path, asked after it has set out in a rehearsal."""
    play = rehearse(position)
    try:
        set_out(play, UNION, command)
        assert play.position.moving is not None
        entry(play.position, play.position.moving, command.path[0], command.violate_kentucky)
    except Refused:
        return False
    return True


@settings(deadline=None)
@given(garrisons())
def test_a_first_step_is_judged_alike_before_and_after_setting_out(drawn: tuple[Position, str]) -> None:
    """A check of one hex asks the position as it stands (marching.require_last_step)."""
    position, here = drawn
    for to in MAP.neighbours[here]:
        for violates in (False, True):
            command = MoveForce(from_hex=here, path=(to,), violate_kentucky=violates)
            assert decider.is_legal(RULESET, position, UNION, command) == entered(position, command), command


@given(orders())
def test_no_force_spends_more_than_it_has(order: tuple[Position, MoveForce]) -> None:
    outcome = carried_out(*order)
    assume(outcome is not None)
    assert outcome is not None
    began = next(event for event in outcome[0] if isinstance(event, MoveBegan))
    spent = 0
    for event in outcome[0]:
        if isinstance(event, ForceMoved):
            assert event.spent == spent + sum(part.amount for part in event.cost)
            spent = event.spent
            assert spent <= began.allowance + (0 if event.massed else began.bonus)


@given(orders())
def test_no_force_goes_where_ground_or_neutrality_bars_it(order: tuple[Position, MoveForce]) -> None:
    position, command = order
    outcome = carried_out(position, command)
    assume(outcome is not None)
    assert outcome is not None
    for event in outcome[0]:
        if isinstance(event, ForceMoved):
            assert event.to in MAP.neighbours[event.from_hex]
            from_loop = event.from_hex == command.from_hex
            assert crossing(position, event.from_hex, event.to, from_loop) != BARRED
            assert position.kentucky != "neutral" or event.to not in MAP.kentucky


@given(orders())
def test_units_are_neither_made_nor_lost_by_moving(order: tuple[Position, MoveForce]) -> None:
    position, command = order
    outcome = carried_out(position, command)
    assume(outcome is not None and not fought(outcome[0]))
    assert outcome is not None
    after = outcome[1]
    assert points(after) == points(position)
    assert all(stack for side in SIDES for stack in after.forces[side].values())
    if after.moving is not None:
        there = {group.alike(): group.count for group in after.groups(UNION, after.moving.hex)}
        assert all(there.get(group.alike(), 0) >= group.count for group in after.moving.units)


@settings(max_examples=200)
@given(orders())
def test_a_path_is_legal_exactly_when_its_steps_are(order: tuple[Position, MoveForce]) -> None:
    """Step by step until one interrupts: the whole path gives the same events, or is refused with it."""
    position, command = order
    whole = carried_out(position, command)
    steps: list[Event] = []
    here = position
    for index, to in enumerate(command.path):
        step = MoveForce(from_hex=command.from_hex, path=(to,)) if index == 0 else ContinueMove(path=(to,))
        outcome = carried_out(here, step)
        if outcome is None:
            assert whole is None
            return
        events, here = outcome
        steps += events
        if not any(due.id == position.due.id for due in RULESET.rules.due(here) if position.due):
            break
    assert whole is not None
    assert whole[0] == steps
    assert RULESET.storage.to_document(whole[1]) == RULESET.storage.to_document(here)


@settings(max_examples=60)
@given(positions())
def test_every_reachable_hex_can_be_marched_to(case: tuple[Position, str]) -> None:
    """Each path offered is accepted; where nothing stands in the way it costs what was said."""
    position, centre = case
    for to, (cost, path) in list(reachable(position, UNION, centre).items())[:25]:
        command = MoveForce(from_hex=centre, path=path)
        assert decider.is_legal(RULESET, position, UNION, command), (to, path)
        if not position.forces["confederate"]:
            outcome = carried_out(position, command)
            assert outcome is not None
            assert outcome[1].moving is not None
            assert outcome[1].moving.spent == cost


hexes = st.one_of(st.sampled_from([h for centre in CENTRES for h in near(centre, 1)]), st.text(max_size=4))
units = st.lists(groups | st.builds(Group, kind=st.text(max_size=3), count=st.integers(-1, 9)), max_size=2)
letters = st.lists(st.sampled_from(["A", "B", "E", "", "Z"]), max_size=2)
nonsense = st.one_of(
    st.builds(
        MoveForce,
        from_hex=hexes,
        path=st.lists(hexes, max_size=3).map(tuple),
        units=units.map(tuple) | st.none(),
        leaders=letters.map(tuple) | st.none(),
        violate_kentucky=st.booleans(),
    ),
    st.builds(ContinueMove, path=st.lists(hexes, max_size=3).map(tuple)),
    st.builds(DropUnits, units=units.map(tuple)),
    st.builds(PickUpUnits, units=units.map(tuple) | st.none()),
    st.builds(Rally, hex=hexes, units=units.map(tuple) | st.none()),
    st.builds(Entrench, hex=hexes, units=units.map(tuple) | st.none()),
    st.builds(
        EnterWorks, hex=hexes, works=st.sampled_from(["fort", "entrenched", ""]), units=units.map(tuple)
    ),
    st.builds(LeaveWorks, hex=hexes, units=units.map(tuple)),
    st.builds(RemoveEntrenchment, hex=hexes),
    st.builds(AttackHere, hex=hexes),
    st.builds(
        MoveLeader, leader=st.sampled_from(["A", "E", "Z", ""]), path=st.lists(hexes, max_size=3).map(tuple)
    ),
    st.builds(SetStandingOrder, hex=hexes, order=st.sampled_from(["never", "ask", "perhaps"])),
)


@settings(max_examples=300)
@given(positions(), st.lists(nonsense, min_size=1, max_size=4))
def test_nonsense_is_refused_and_changes_nothing(case: tuple[Position, str], commands: list[Command]) -> None:
    """Whatever is ordered, the answer is events or a refusal, and the position given stays as it was."""
    position, _ = case
    for command in commands:
        before = RULESET.storage.freeze(position)
        outcome = carried_out(position, command)
        assert RULESET.storage.freeze(position) == before
        if (
            outcome is not None
            and RULESET.rules.due(outcome[1])
            and RULESET.rules.due(outcome[1])[0].kind == "movement"
        ):
            position = outcome[1]


@settings(max_examples=60)
@given(positions())
def test_every_offer_is_carried_out(case: tuple[Position, str]) -> None:
    position, _ = case
    for command in list(decider.legal(RULESET, position, UNION))[:60]:
        assert carried_out(position, command) is not None, command
