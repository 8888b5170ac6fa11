"""The frame of a turn and movement by land, command by command; random games to the end."""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.document import (
    from_document,
    problems,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.events import (
    ChitsDrawn,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.events import (
    ForceCommanded,
    LeaderTried,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    ForceMarched,
    PiecesMoved,
)
from ironclad.domain.kernel.engine import decider, playout
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.turn.agenda import Agenda
from ironclad.domain.kernel.turn.ending import GameEnded
from tests.games.war_between_the_states.table import Table, armed, led

MAP = load_map()
KEEP = {"type": "declare_spans"}
END = {"type": "end_movement"}
START, ROAD, CROSSROADS = "C2206", "C2205", "C2305"  # clear hexes along a road
SOUTH, PICKET = "C2107", "C2007"  # the next hex of the road the other way, and an open one beyond it


def move(*path: str, pieces: tuple[str, ...] = (), extension: int = 0) -> dict[str, object]:
    return {"type": "move_pieces", "pieces": pieces, "path": path, "extension": extension}


def command(name: str) -> dict[str, str]:
    return {"type": "command_leader", "leader": name}


def unit(id: str) -> dict[str, str]:
    return {"type": "command_unit", "unit": id}


def attempt(name: str) -> dict[str, str]:
    return {"type": "try_leader", "leader": name}


def field(turn: int = 1) -> Position:
    position = Position("manassas_1861").copy()
    position.agenda = Agenda(turn=turn)
    return position


def moving(position: Position) -> Table:
    """The Union's movement phase in turn 1, in which it has two commands."""
    table = Table("manassas_1861", document=to_document(position))
    table.give("union", KEEP)
    return table


@pytest.mark.rule("R.13/3", "4.1/1", "4.1/2", "5.1/4")
def test_the_first_turn_of_manassas_has_its_chits() -> None:
    table = Table("manassas_1861")
    assert table.position.chits == {"union": 2, "confederate": 1}
    order = []
    for seat in ("union", "confederate"):
        for kind, answer in (("spans", KEEP), ("movement", END)):
            order.append((seat, kind))
            assert table.asked == [(seat, kind)]
            table.give(seat, answer)
            if (seat, kind) == ("union", "movement"):
                table.pass_by("destruction")
    assert table.asked == [("confederate", "destruction")]
    events = table.give("confederate", {"type": "destroy_stores"}, [4, 1])
    drawn = table.one(ChitsDrawn, events)
    assert drawn == ChitsDrawn(2, {"union": 3, "confederate": 0}, (0, 1, 2, 3), "union")
    assert table.position.turn == 2
    assert table.asked == [("union", "spans")]


@pytest.mark.rule("5.1/1", "5.1/2", "5.1/3", "4.0/1")
def test_a_game_that_begins_with_a_draw_asks_first() -> None:
    table = Table("west_1862")
    assert table.asked == [("confederate", "begin")]
    table.give("confederate", {"type": "begin_game"})
    events = table.pass_by("leader_pick", "broadcast", dice=[1, 3])
    assert table.one(ChitsDrawn, events).chits == {"union": 0, "confederate": 3}
    assert table.asked == [("confederate", "spans")]


@pytest.mark.rule("6.51/1", "6.52/1", "2.0/1")
def test_rail_points_come_with_each_cycle_and_are_not_saved() -> None:
    table = Table("west_1862")
    table.position.rail_points = {"union": 20, "confederate": 1}
    play = ("begin", "leader_pick", "broadcast", "spans", "movement", "combat", "destruction")
    table.pass_by(*play, dice=[1, 3, 1, 3, 1, 3, 1, 3])
    assert table.asked == [("union", "reinforcements")]
    assert table.position.turn == 5
    assert table.position.rail_points == {"union": 24, "confederate": 21}


@pytest.mark.rule("5.2/1", "5.2/2", "5.21/1", "5.22/1", "5.22/2", "5.24/1", "5.28/1", "5.28/3", "6.0/2")
def test_commands_and_the_forces_that_they_move() -> None:
    position = field()
    led(position, "union", START, "Banks", "corps", (5, 4))
    loose, other = armed(position, "union", START, infantry=(3, 2))
    table = moving(position)
    assert table.refused("union", move(ROAD, pieces=("Banks",))) == "5.2/2"
    events = table.give("union", command("Banks"))
    assert table.one(ForceCommanded, events).commands == 1
    assert table.refused("union", move(ROAD, pieces=(loose,))) == "5.2/2"
    assert table.refused("union", move(ROAD, pieces=("union_infantry_1",))) == "16.12/1"
    moved = table.one(PiecesMoved, table.give("union", move(ROAD, pieces=("Banks", "union_corps_1"))))
    assert moved.spent == {"Banks": 1, "union_corps_1": 0, "union_infantry_1": 1, "union_infantry_2": 1}
    table.give("union", move(CROSSROADS, pieces=("Banks", "union_corps_1")))
    assert table.position.units["union_infantry_2"].hex == CROSSROADS
    table.give("union", unit(loose))
    assert table.refused("union", move(START, pieces=("Banks", "union_corps_1"))) == "5.2/2"
    assert table.refused("union", unit(other)) == "5.2/1"
    table.give("union", move(ROAD, pieces=(loose,)))
    assert table.refused("union", command("Banks")) == "5.2/1"
    table.give("union", END)
    assert table.position.phase is None
    assert table.asked == [("confederate", "spans")]


@pytest.mark.rule("5.23/1", "5.23/2", "5.23/3", "5.23/4", "5.23/5", "4.1/2")
def test_leaders_try_their_own_initiative_after_the_commands() -> None:
    position = field()
    led(position, "union", START, "Banks", "corps", (5,))  # initiative 1
    led(position, "union", CROSSROADS, "McDowell", "corps", (5,))  # initiative 2
    table = moving(position)
    failed = table.one(LeaderTried, table.give("union", attempt("Banks"), [2]))
    assert (failed.initiative, failed.succeeds, failed.force) == (1, False, ())
    assert table.refused("union", attempt("Banks")) == "5.23/3"
    assert table.refused("union", command("Banks")) == "4.1/2"
    assert table.refused("union", move(ROAD, pieces=("Banks",))) == "5.2/2"
    tried = table.one(LeaderTried, table.give("union", attempt("McDowell"), [2]))
    assert tried.succeeds
    table.give("union", move(ROAD, pieces=("McDowell", "union_corps_2")))
    assert table.refused("union", attempt("Lee")) == "5.21/1"
    assert table.refused("union", attempt("McDowell")) == "5.23/4"


@pytest.mark.rule("10.1/11", "5.22/1", "16.12/1")
def test_a_headquarters_without_its_commander_moves_by_a_direct_command() -> None:
    position = field()
    corps = led(position, "union", START, "Banks", "corps", (5,))
    table = moving(position)
    assert table.refused("union", unit(corps)) == "5.22/1"
    assert table.refused("union", unit("union_infantry_1")) == "5.22/1"
    position.leaders["Banks"] = position.leaders["Banks"].with_(hex=CROSSROADS)
    table = moving(position)
    table.give("union", unit(corps))
    table.give("union", move(ROAD, pieces=(corps,)))
    assert table.position.units["union_infantry_1"].hex == ROAD
    table.give("union", command("Banks"))
    assert table.refused("union", move(START, pieces=(corps,))) == "5.2/2"


@pytest.mark.rule("6.3/1", "6.3/2", "6.3/3", "6.31/1", "6.31/2", "6.31/3", "6.32/1", "6.33/1", "3.24/2")
def test_a_forced_march_is_paid_for_when_the_force_is_finished() -> None:
    position = field()
    position.owners = {ROAD: "union"}
    led(position, "union", START, "Banks", "corps", (10, 3))
    table = moving(position)
    table.give("union", command("Banks"))
    assert table.refused("union", move(ROAD, pieces=("Banks",), extension=1)) == "6.3/3"
    assert table.refused("union", move(ROAD, pieces=("Banks", "union_corps_1"), extension=3)) == "6.3/1"
    table.give("union", move(ROAD, pieces=("Banks", "union_corps_1"), extension=2))
    assert table.refused("union", move(CROSSROADS, pieces=("Banks", "union_corps_1"))) == "6.3/2"
    march = table.one(ForceMarched, table.give("union", END, [6]))
    assert (march.hex, march.extension, march.friendly, march.read) == (ROAD, 2, True, 6)
    assert (march.percent, march.strength, march.loss) == (10, 13, 1)
    assert march.units == ("union_infantry_1", "union_infantry_2")
    assert table.asked == [("union", "losses")]
    losses = {"type": "take_losses"}
    assert table.refused("union", {**losses, "taken": {"union_infantry_1": 2}}) == "8.18/1"
    assert table.refused("union", {**losses, "taken": {"Banks": 1}}) == "8.18/10"
    assert len(list(decider.legal(RULESET, table.position, "union"))) == 2
    table.give("union", {**losses, "taken": {"union_infantry_2": 1}})
    assert table.position.units["union_infantry_2"].brigade
    assert table.position.lost == {"union": 1}
    assert table.asked == [("confederate", "spans")]


@pytest.mark.rule("6.31/2", "6.31/3", "8.18/1", "8.18/11", "3.24/2")
def test_each_group_of_a_force_has_its_die_and_its_losses() -> None:
    position = field()
    led(position, "union", START, "Banks", "corps", (10, 10))
    (lone,) = armed(position, "union", START, infantry=(10,))
    position.spans = {"Banks": (lone,)}
    table = moving(position)
    table.give("union", command("Banks"))
    table.give("union", move(ROAD, pieces=("Banks", "union_corps_1"), extension=2))
    table.give("union", move(SOUTH, pieces=(lone,), extension=2))
    events = table.give("union", END, [1, 6])
    marches = [event for event in events if isinstance(event, ForceMarched)]
    assert [(march.hex, march.loss) for march in marches] == [(SOUTH, 0), (ROAD, 3)]
    assert table.asked == [("union", "losses")]
    table.give("union", {"type": "take_losses", "taken": {"union_infantry_1": 1, "union_infantry_2": 2}})
    strengths = [table.position.units[f"union_infantry_{number}"].strength for number in (1, 2, 3)]
    assert strengths == [9, 8, 10]


@pytest.mark.rule("6.33/1", "3.23/3", "3.23/4", "6.32/1")
def test_a_hex_just_taken_is_the_enemy_s_for_the_march() -> None:
    position = field()
    position.owners = {CROSSROADS: "confederate"}
    (brigade,) = armed(position, "union", START, infantry=(2,))
    table = moving(position)
    table.give("union", unit(brigade))
    moved = table.one(
        PiecesMoved, table.give("union", move(ROAD, CROSSROADS, pieces=(brigade,), extension=2))
    )
    assert CROSSROADS in moved.taken
    assert owner(table.position, CROSSROADS) == "union"
    assert not table.one(ForceMarched, table.give("union", END, [6])).friendly


@pytest.mark.rule("6.13/1", "6.21/1", "6.24/1", "6.22/1")
def test_a_zone_of_control_ends_a_move() -> None:
    position = field()
    armed(position, "confederate", PICKET, infantry=(5,))
    division, brigade = armed(position, "union", START, infantry=(5, 1))
    position.units[brigade] = position.units[brigade].with_(hex=SOUTH)
    table = moving(position)
    table.give("union", unit(division))
    assert table.refused("union", move(SOUTH, PICKET, pieces=(division,))) == "6.12/1"
    assert table.refused("union", move(SOUTH, START, pieces=(division,))) == "6.12/1"
    moved = table.one(PiecesMoved, table.give("union", move(SOUTH, pieces=(division,))))
    assert moved.stopped == (division,)
    assert table.refused("union", move(START, pieces=(division,))) == "6.21/1"
    table.give("union", unit(brigade))
    table.give("union", move(START, pieces=(brigade,)))


@pytest.mark.rule("15.23/1", "15.23/3")
def test_cavalry_rides_past_infantry() -> None:
    position = field()
    armed(position, "confederate", PICKET, infantry=(5,))
    (brigade,) = armed(position, "union", START, cavalry=(1,))
    table = moving(position)
    table.give("union", unit(brigade))
    assert not table.one(
        PiecesMoved, table.give("union", move(SOUTH, START, SOUTH, pieces=(brigade,)))
    ).stopped
    armed(position, "confederate", PICKET, cavalry=(1,))
    table = moving(position)
    table.give("union", unit(brigade))
    assert table.one(PiecesMoved, table.give("union", move(SOUTH, pieces=(brigade,)))).stopped == (brigade,)


@pytest.mark.rule("6.13/3", "6.13/4", "10.33/2", "12.0/4", "16.24/2", "16.3/3", "R.3/13")
def test_what_lies_unguarded_is_captured_on_the_way() -> None:
    position = field()
    army = led(position, "confederate", ROAD, "Lee", "army")
    position.headquarters[army] = position.headquarters[army].with_(supply=2)
    (train,) = armed(position, "confederate", ROAD, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=6)
    (division,) = armed(position, "union", START, infantry=(5,))
    table = moving(position)
    table.give("union", unit(division))
    moved = table.one(PiecesMoved, table.give("union", move(ROAD, CROSSROADS, pieces=(division,))))
    assert moved.captured == ("Lee",)
    assert set(moved.eliminated) == {army, train}
    assert moved.left == {ROAD: 8}
    assert table.position.leaders["Lee"].prisoner
    assert table.position.loose == {ROAD: 8}
    assert table.position.captured == {"confederate": 1}
    assert table.position.units[division].hex == CROSSROADS


@pytest.mark.rule("10.33/1", "10.33/4")
def test_leaders_and_trains_take_nothing() -> None:
    position = field()
    position.owners = {ROAD: "confederate"}
    led(position, "confederate", ROAD, "Lee")
    led(position, "union", START, "Banks")
    table = moving(position)
    table.give("union", command("Banks"))
    moved = table.one(PiecesMoved, table.give("union", move(ROAD, pieces=("Banks",))))
    assert not moved.captured
    assert owner(table.position, ROAD) == "confederate"


@pytest.mark.rule("3.25/8", "3.23/7")
def test_garrisons_flow_together_and_move_no_further() -> None:
    position = field()
    armed(position, "union", START, garrison=(4,))
    armed(position, "union", ROAD, garrison=(3,))
    table = moving(position)
    table.give("union", unit("union_garrison_1"))
    moved = table.one(PiecesMoved, table.give("union", move(ROAD, pieces=("union_garrison_1",))))
    assert moved.merged == {"union_garrison_1": "union_garrison_2"}
    assert table.position.units["union_garrison_2"].strength == 7
    assert "union_garrison_1" not in table.position.units
    assert table.refused("union", unit("union_garrison_1")) == "5.22/1"
    assert table.refused("union", unit("union_garrison_2")) == "6.0/2"


@pytest.mark.rule("17.45/1", "6.12/4")
def test_a_supply_train_spends_a_point_in_hard_going() -> None:
    a, b = next(
        (a, b)
        for (a, b), side in sorted(MAP.special.items())
        if side.road and not side.wet and MAP.hexes[b].terrain == "forest" and {a, b} <= field().part.hexes
    )
    position = field()
    (train,) = armed(position, "union", a, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=6)
    table = moving(position)
    table.give("union", unit(train))
    moved = table.one(PiecesMoved, table.give("union", move(b, pieces=(train,))))
    assert moved.loads == {train: 5}
    assert table.position.units[train].load == 5


@pytest.mark.rule("6.12/4", "6.12/5")
def test_trains_are_bound_to_roads_and_siege_trains_by_default() -> None:
    a, b = next(
        (a, b)
        for a in sorted(field().part.hexes)
        for b in MAP.neighbours[a]
        if b in field().part.hexes and MAP.hexes[b].terrain == "forest" and MAP.side(a, b).key == ""
    )
    for option, refused in (("no", {"siege_train", "supply_train"}), ("yes", {"supply_train"})):
        position = field()
        position.options = {"trains_only_supply_bound": option}
        armed(position, "union", a, supply_train=(0,), siege_train=(0,))
        for kind in ("supply_train", "siege_train"):
            table = moving(position)
            train = f"union_{kind}_1"
            table.give("union", unit(train))
            if kind in refused:
                assert table.refused("union", move(b, pieces=(train,))) == "6.12/1"
            else:
                table.give("union", move(b, pieces=(train,)))


@pytest.mark.rule("13.3/3")
def test_nobody_leaves_a_besieged_fort() -> None:
    position = field()
    position.works[START] = Work("union", "fort")
    (garrison,) = armed(position, "union", START, infantry=(5,))
    position.units[garrison] = position.units[garrison].with_(inside=True)
    table = moving(position)
    table.give("union", unit(garrison))
    table.give("union", move(ROAD, pieces=(garrison,)))
    assert not table.position.units[garrison].inside
    armed(position, "confederate", START, infantry=(5,))
    table = moving(position)
    table.give("union", unit(garrison))
    assert table.refused("union", move(ROAD, pieces=(garrison,))) == "13.3/3"


@pytest.mark.rule("3.11/2", "5.0/2", "6.11/1", "6.4/1", "6.41/1", "3.13/3")
def test_ways_that_are_none() -> None:
    position = field()
    led(position, "union", START, "Banks", "corps", (10, 10, 10))
    armed(position, "union", ROAD, garrison=(190,))
    table = moving(position)
    table.give("union", command("Banks"))
    force = ("Banks", "union_corps_1")
    assert table.refused("union", move(ROAD, pieces=force)) == "6.4/1"
    assert table.refused("union", move(pieces=force)) == "5.0/2"
    assert table.refused("union", move("C2608", pieces=force)) == "5.0/2"
    assert table.refused("union", move("Z0101", pieces=force)) == "3.11/2"
    assert table.refused("union", move(*(ROAD, START) * 4, pieces=force)) == "6.11/1"


@pytest.mark.rule("R.4/13", "R.13/6")
def test_the_fall_of_washington_ends_the_game() -> None:
    position = field()
    armed(position, "confederate", "C2608", infantry=(5,))
    position.owners = {"C2608": "confederate"}
    table = moving(position)
    ended = table.one(GameEnded, table.give("union", END))
    assert (ended.outcome.winner, ended.outcome.rule) == ("confederate", "R.4/13")
    assert table.asked == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("scenario", "seed"), [*(("manassas_1861", seed) for seed in range(4)), ("forts_1862", 0)]
)
def test_random_games_end_and_every_position_is_sound(scenario: str, seed: int) -> None:
    def watch(_: int, position: Position) -> None:
        assert not list(problems(position))
        assert from_document(to_document(position)) == position

    game = playout.play(RULESET, seed, scenario, watch=watch)
    assert game.outcome is not None
    assert game.outcome.rule in ("R.3/14", "R.4/13")
    again = playout.rebuild(RULESET, playout.stored(RULESET, game.events))
    assert playout.same_position(RULESET, game.position, again)


def test_what_a_game_cannot_begin_with() -> None:
    for scenario, options, version in (
        ("gettysburg", {}, ""),
        ("manassas_1861", {"fog": "yes"}, ""),
        ("manassas_1861", {"naval_leaders": "perhaps"}, ""),
        ("manassas_1861", {}, "9.9"),
    ):
        with pytest.raises(Unreadable):
            RULESET.rules.begin(scenario, options, None, version)
    with pytest.raises(Unreadable, match="bytes at most"):
        RULESET.rules.begin("manassas_1861", {}, {"scenario": "x" * 1_000_001})


@pytest.mark.rule("5.13/2")
def test_the_confederate_may_take_his_chit_by_the_option() -> None:
    table = Table("west_1862", {"confederate_initiative_pick": "yes"})
    table.give("confederate", {"type": "begin_game"})
    table.pass_by("leader_pick", "broadcast")
    assert table.asked == [("confederate", "pick")]
    drawn = table.one(ChitsDrawn, table.give("confederate", {"type": "pick_chit", "take": True}, [3]))
    assert (drawn.chits, drawn.first) == ({"union": 3, "confederate": 2}, "union")
    table.pass_by("spans", "movement", "combat", "destruction")
    assert table.asked == [("confederate", "pick")]
    assert not table.position.picks
    drawn = table.one(ChitsDrawn, table.give("confederate", {"type": "pick_chit", "take": False}, [3, 1]))
    assert drawn.chits == {"union": 2, "confederate": 0}


@pytest.mark.rule("3.25/8", "3.23/7")
def test_garrisons_of_two_levels_that_go_together_are_one_unit() -> None:
    position = field()
    led(position, "union", START, "Banks")
    position.works[START] = Work("union", "fort")
    inside, outside = armed(position, "union", START, garrison=(3, 2))
    position.units[inside] = position.units[inside].with_(inside=True)
    position.spans = {"Banks": (inside, outside)}
    table = moving(position)
    table.give("union", command("Banks"))
    table.give("union", move(ROAD, pieces=(inside, outside)))
    (garrison,) = (unit for unit in table.position.units.values() if unit.kind == "garrison")
    assert (garrison.hex, garrison.strength, garrison.inside) == (ROAD, 5, False)
    assert not list(problems(table.position))


@pytest.mark.rule("5.1/1", "4.1/1")
def test_a_document_after_the_draw_needs_its_chits() -> None:
    document = {"scenario": "manassas_1861", "agenda": {"turn": 1, "step": 2}}
    with pytest.raises(Unreadable, match="chits"):
        RULESET.rules.begin("manassas_1861", {}, document)
    chits = {"union": 2, "confederate": 1}
    assert RULESET.rules.begin("manassas_1861", {}, {**document, "chits": chits}).position
