"""Two positions side by side: each thing that differs is listed once, in words that a player knows."""

import json
from functools import cache
from random import Random

import msgspec
import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    Depot,
    Fort,
    Group,
    Leader,
    Project,
    Vessel,
)
from ironclad.domain.kernel.telling.comparison import Change
from ironclad.projections.comparing import compared
from tests.games.american_civil_war.unit.table import (
    ALEXANDRIA,
    CAIRO,
    RICHMOND,
    SUMTER,
    WASHINGTON,
    bare,
    forces,
)
from tests.games.american_civil_war.unit.test_views_and_chronicle import UNLIKE_SPEECH
from tests.played import played_steps


def changes(a: Position, b: Position) -> dict[str, Change]:
    """What differs, by its sentence."""
    assert RULESET.show.compare is not None
    return {each.text: each for each in RULESET.show.compare(a, b).changes}


def test_forces_come_go_and_change() -> None:
    a = bare(forces=forces({WASHINGTON: (Group("asp", 5),), CAIRO: (Group("asp"),)}))
    b = bare(
        forces=forces(
            {WASHINGTON: (Group("asp", 2), Group("asp", 1, "entrenched", demoralized=2), Group("cavalry"))},
            {ALEXANDRIA: (Group("asp", 2, oos=1),)},
        )
    )
    b.leaders["B"] = Leader(UNION, rating=1, hex=WASHINGTON)
    found = changes(a, b)
    went = found["The Union is no longer in Cairo (1513): 1 ASP."]
    assert (went.group, went.kind, went.places, went.side, went.b) == (
        "forces",
        "went",
        (CAIRO,),
        UNION,
        None,
    )
    came = found["The Confederacy has come to Alexandria (4406): 2 ASP, 2 out of supply."]
    assert (came.kind, came.places, came.side, came.a) == ("came", (ALEXANDRIA,), CONFEDERATE, None)
    changed = found[
        "The Union in Washington (4506): 5, then 3 ASP; 0, then 1 cavalry; with B; 0, then 1 demoralized; "
        "0, then 1 entrenched; 0, then 1 with 2 demoralized markers."
    ]
    assert changed.kind == "changed"
    assert changed.a["asp"], changed.b["asp"] == (5, 3)
    assert found["Leader B: not in play, rating 0, then in Washington (4506), rating 1."].places == (
        WASHINGTON,
    )
    back = changes(b, a)
    assert back["The Confederacy is no longer in Alexandria (4406): 2 ASP, 2 out of supply."].kind == "went"


def test_works_rails_vessels_and_control() -> None:
    a = bare(depots={CAIRO: Depot(UNION)}, vessels={"nsp1": Vessel("nsp", zone="East Gulf")})
    b = bare(
        forts={SUMTER: Fort(UNION, "damaged")},
        depots={CAIRO: Depot(UNION, 2)},
        entrenchments={WASHINGTON: UNION},
        control={RICHMOND: UNION, "2228": UNION, "2227": UNION},
        rail_breaks={RICHMOND: True},
        projects={"factory1": Project("factory", RICHMOND, since=3)},
        vessels={"nsp1": Vessel("nsp", at="1132-1133", state="damaged")},
        political_status=4,
        turn=5,
    )
    found = changes(a, b)
    for text, group, kind, places in (
        ("Fort Sumter (3925): new, the Union's, damaged.", "works", "came", (SUMTER,)),
        ("Depots in Cairo (1513): 1 depot of the Union, then 2 depots of the Union.", "works", "changed",
         (CAIRO,)),
        ("The entrenchment in Washington (4506): new, the Union's.", "works", "came", (WASHINGTON,)),
        ("Richmond (4410) is the Union's, and was the Confederacy's.", "control", "changed", (RICHMOND,)),
        ("2 hexes of open country: the Union's now, the Confederacy's before.", "control", "changed",
         ("2227", "2228")),
        ("The railroad in Richmond (4410) is broken.", "railroads", "came", (RICHMOND,)),
        ("Factory 1: new, under construction in Richmond (4410) since turn 3.", "works", "came", (RICHMOND,)),
        ("Political status: 2, then 4.", "politics", "changed", ()),
        ("Turn: 2, then 5.", "play", "changed", ()),
    ):  # fmt: skip
        assert text in found, (text, list(found))
        assert (found[text].group, found[text].kind, found[text].places) == (group, kind, places)
    (vessel,) = (each for each in found.values() if each.group == "vessels")
    assert vessel.text.startswith("NSP 1: in the East Gulf, then on the Mississippi at New Orleans")
    assert vessel.places == ("1132-1133", "East Gulf")


@cache
def game() -> list[Position]:
    played = played_steps(RULESET.name, 5)
    return [position for step in played for position in (step.before, step.after)]


@pytest.mark.full
def test_over_a_whole_game_nothing_that_is_told_of_differs_in_silence() -> None:
    random, positions = Random(1), game()
    neighbours = [positions[place : place + 2] for place in range(0, len(positions), 20)]
    apart = [[random.choice(positions), random.choice(positions)] for _ in range(30)]
    for a, b in neighbours + apart:
        found = compared(RULESET, a, b, 5000)
        differing = {each.path.partition(".")[0] for each in found.differences}
        assert bool(differing & set(found.told)) <= bool(found.changes)
        if not differing:
            assert found.changes == ()
        for each in found.changes:
            assert each.text[0].isupper() or each.text[0].isdigit()
            assert each.text.endswith(".")
            assert not (odd := UNLIKE_SPEECH.search(each.text)), (odd, each.text)
        assert json.loads(msgspec.json.encode(found))["more"] == 0
        assert not compared(RULESET, a, a.copy(), 10).changes


def test_what_is_too_much_is_counted() -> None:
    a, b = game()[0], game()[-1]
    whole, cut = compared(RULESET, a, b, 5000), compared(RULESET, a, b, 3)
    assert cut.differences == whole.differences[:3]
    assert cut.more == len(whole.differences) - 3 > 0
