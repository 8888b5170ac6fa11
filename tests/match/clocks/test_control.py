"""The control language: what is read, every bad value with its path, and the presets."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.match.clocks.control import ByoYomi, Canadian, Charge, Control, Odds, Stage
from ironclad.domain.match.clocks.presets import control_named_or_given, named_control, presets
from ironclad.domain.match.clocks.reading import LONGEST_MS, MOST_FAULTS, BadControl, control_of
from ironclad.domain.match.clocks.times import DAY, HOUR, MINUTE, SECOND

SEATS = ("blue", "grey")
HOURS: dict[str, Any] = {"stages": [{"bank_ms": "1h"}]}


def faults(document: Any) -> dict[str, str]:
    """What is wrong with a document, by path."""
    with pytest.raises(BadControl) as caught:
        control_of(document, SEATS)
    assert str(caught.value)
    return {each.path: each.reason for each in caught.value.faults}


def test_a_whole_control_is_read() -> None:
    document = {
        "stages": [
            {"turns": 40, "bank_ms": "90m", "increment_ms": "30s", "increment_turns": 20, "cap_ms": "2h"},
            {"turns": 10, "bank_ms": 1_800_000, "delay_ms": "5s", "delay": "bronstein"},
        ],
        "repeat": True,
        "overtime": {"kind": "byo-yomi", "periods": 3, "ms": "1m"},
        "reserve": "automatic",
        "reserve_ms": "10m",
        "reaction_free_ms": "5s",
        "turn_limit_ms": "3h",
        "grace_ms": 500,
        "on_flag": "director",
        "pause": "director",
        "vacation_days": 20,
        "starts": "2026-03-01T12:00:00Z",
        "no_show_ms": "1h",
        "draw_counts_for": "grey",
        "seats": {"grey": {"stages": [{"bank_ms": "1h", "turns": 5}], "overtime": None, "no_show_ms": None}},
    }
    first = Stage(90 * MINUTE, 40, 30 * SECOND, 20, 2 * HOUR)
    second = Stage(30 * MINUTE, 10, delay_ms=5 * SECOND, delay="bronstein")
    control = control_of(document, SEATS)
    assert control == Control(
        (first, second),
        repeat=True,
        overtime=ByoYomi(3, MINUTE),
        reserve="automatic",
        reserve_ms=10 * MINUTE,
        reaction_free_ms=5 * SECOND,
        turn_limit_ms=3 * HOUR,
        grace_ms=500,
        no_show_ms=HOUR,
        vacation_days=20,
        on_flag="director",
        pause="director",
        starts="2026-03-01T12:00:00.000Z",
        draw_counts_for="grey",
        seats={"grey": Odds(stages=(Stage(HOUR, 5),), overtime=None, no_show_ms=None)},
    )
    blue, grey = control.all_terms(SEATS)
    assert (blue.stages, blue.overtime, blue.no_show_ms) == ((first, second), ByoYomi(3, MINUTE), HOUR)
    assert (grey.stages, grey.overtime, grey.no_show_ms) == ((Stage(HOUR, 5),), None, None)
    assert (grey.repeat, grey.grace_ms, grey.reserve) == (True, 500, "automatic")


def test_a_control_is_stored_and_read_as_it_is() -> None:
    for name in presets():
        control = named_control(name, SEATS)
        assert msgspec.json.decode(msgspec.json.encode(control), type=Control) == control
        document = msgspec.json.decode(msgspec.json.encode(control))
        assert control_of(document, SEATS) == control


BAD: dict[str, tuple[Any, str, str]] = {
    "no object": ([], "", "an object"),
    "nothing": ({}, "stages", "at least one stage"),
    "no stage": ({"stages": []}, "stages", "1 to 8 stages"),
    "nine stages": ({"stages": [{"bank_ms": 1, "turns": 1}] * 9}, "stages", "1 to 8 stages"),
    "stages that are text": ({"stages": "90m"}, "stages", "1 to 8 stages"),
    "a stage that is none": ({"stages": [5]}, "stages[0]", "an object"),
    "no bank": ({"stages": [{}]}, "stages[0].bank_ms", "begins with"),
    "a bank below 0": ({"stages": [{"bank_ms": -1}]}, "stages[0].bank_ms", "0s to 3650d"),
    "a bank below 0 as text": ({"stages": [{"bank_ms": "-1h"}]}, "stages[0].bank_ms", "0s to 3650d"),
    "10^18 ms": ({"stages": [{"bank_ms": 10**18}]}, "stages[0].bank_ms", "0s to 3650d"),
    "10^5000 ms": ({"stages": [{"bank_ms": 10**4000}]}, "stages[0].bank_ms", "0s to 3650d"),
    "a float": ({"stages": [{"bank_ms": 1.5}]}, "stages[0].bank_ms", "whole milliseconds"),
    "a float that is whole": ({"stages": [{"bank_ms": 60.0}]}, "stages[0].bank_ms", "whole milliseconds"),
    "true": ({"stages": [{"bank_ms": True}]}, "stages[0].bank_ms", "whole milliseconds"),
    "null": ({"stages": [{"bank_ms": None}]}, "stages[0].bank_ms", "whole milliseconds"),
    "no duration": ({"stages": [{"bank_ms": "soon"}]}, "stages[0].bank_ms", "is no duration"),
    "no time at all": ({"stages": [{"bank_ms": 0}]}, "stages[0].bank_ms", "no time at all"),
    "Bronstein on nothing": (
        {"stages": [{"bank_ms": 0, "delay_ms": "1h", "delay": "bronstein"}]},
        *("stages[0].bank_ms", "no time at all"),
    ),
    "a drawn reserve on nothing": (
        {"stages": [{"bank_ms": 0}], "reserve": "drawn", "reserve_ms": 5},
        *("stages[0].bank_ms", "no time at all"),
    ),
    "an increment of years": (
        {"stages": [{"bank_ms": 1, "increment_ms": "367d"}]},
        *("stages[0].increment_ms", "0s to 366d"),
    ),
    "a cap below 0": (
        {"stages": [{"bank_ms": 1, "increment_ms": 1, "cap_ms": -1}]},
        *("stages[0].cap_ms", "0s to 3650d, or null"),
    ),
    "a cap of nothing": ({"stages": [{"bank_ms": 1, "cap_ms": 5}]}, "stages[0].cap_ms", "neither"),
    "turns of no increment": (
        {"stages": [{"bank_ms": 1, "increment_turns": 5}]},
        *("stages[0].increment_turns", "no increment"),
    ),
    "no turns": (
        {"stages": [{"bank_ms": 1, "turns": 0}, {"bank_ms": 1}]},
        *("stages[0].turns", "1 to 10,000, or null"),
    ),
    "an endless stage before another": (
        {"stages": [{"bank_ms": 1}, {"bank_ms": 1}]},
        *("stages[0].turns", "has an end"),
    ),
    "an end of the last stage": (
        {"stages": [{"bank_ms": 1, "turns": 5}]},
        *("stages[0].turns", "unless it is repeated"),
    ),
    "an endless stage repeated": ({**HOURS, "repeat": True}, "stages[0].turns", "repeated has an end"),
    "a delay that is none": (
        {"stages": [{"bank_ms": 1, "delay": "late"}]},
        *("stages[0].delay", "one of simple, bronstein"),
    ),
    "an unknown field": ({**HOURS, "bank": 5}, "bank", "no such field"),
    "an unknown field of a stage": ({"stages": [{"bank_ms": 1, "x": 5}]}, "stages[0].x", "no such field"),
    "repeat that is text": ({**HOURS, "repeat": "yes"}, "repeat", "true or false"),
    "overtime that is text": ({**HOURS, "overtime": "byo-yomi"}, "overtime", "an object"),
    "overtime of another kind": (
        {**HOURS, "overtime": {"kind": "x"}},
        "overtime.kind",
        "byo-yomi or canadian",
    ),
    "overtime of a list": ({**HOURS, "overtime": {"kind": []}}, "overtime.kind", "byo-yomi or canadian"),
    "byo-yomi without periods": (
        {**HOURS, "overtime": {"kind": "byo-yomi", "ms": 5}},
        *("overtime.periods", "needs it"),
    ),
    "byo-yomi with turns": (
        {**HOURS, "overtime": {"kind": "byo-yomi", "ms": 5, "periods": 1, "turns": 2}},
        *("overtime.turns", "has none"),
    ),
    "canadian without ms": (
        {**HOURS, "overtime": {"kind": "canadian", "turns": 5}},
        "overtime.ms",
        "needs it",
    ),
    "periods without end": (
        {**HOURS, "overtime": {"kind": "byo-yomi", "ms": 5, "periods": 10**9}},
        *("overtime.periods", "1 to 1,000"),
    ),
    "periods of nothing": (
        {**HOURS, "overtime": {"kind": "byo-yomi", "ms": 0, "periods": 5}},
        *("overtime.ms", "1ms to 366d"),
    ),
    "a charge without a unit": ({**HOURS, "charge": {}}, "charge.unit_ms", "charged whole"),
    "a unit of nothing": ({**HOURS, "charge": {"unit_ms": 0}}, "charge.unit_ms", "1ms to 366d"),
    "a doubling of text": (
        {**HOURS, "charge": {"unit_ms": "1d", "double_after": "20d"}},
        *("charge.double_after", "0 to 10,000, or null"),
    ),
    "whole units and a delay": (
        {"stages": [{"bank_ms": 1, "delay_ms": 1}], "charge": {"unit_ms": "1d"}},
        *("charge", "do not go together"),
    ),
    "a reserve that is none": ({**HOURS, "reserve": True}, "reserve", "one of none, drawn, automatic"),
    "time in no reserve": ({**HOURS, "reserve_ms": 5}, "reserve_ms", "there is no reserve"),
    "a grace of a minute": ({**HOURS, "grace_ms": "1m"}, "grace_ms", "0s to 10s"),
    "a turn of no time": ({**HOURS, "turn_limit_ms": 0}, "turn_limit_ms", "1ms to 3650d"),
    "a no-show at once": ({**HOURS, "no_show_ms": 0}, "no_show_ms", "1ms to 3650d"),
    "vacations without end": ({**HOURS, "vacation_days": 400}, "vacation_days", "0 to 366"),
    "vacations of half a day": ({**HOURS, "vacation_days": 0.5}, "vacation_days", "a whole number"),
    "a flag that is none": ({**HOURS, "on_flag": "win"}, "on_flag", "one of loss, director, note"),
    "a pause that is none": ({**HOURS, "pause": "me"}, "pause", "one of agreement, director"),
    "a start that is none": ({**HOURS, "starts": "noon"}, "starts", "an instant such as"),
    "a start that is a number": ({**HOURS, "starts": 5}, "starts", "an instant such as"),
    "draws for nobody": ({**HOURS, "draw_counts_for": "red"}, "draw_counts_for", "no seat 'red'"),
    "draws for a list": ({**HOURS, "draw_counts_for": ["blue"]}, "draw_counts_for", "no seat"),
    "odds of nobody": ({**HOURS, "seats": {"red": {}}}, "seats.red", "no seat 'red'"),
    "odds that are a list": ({**HOURS, "seats": []}, "seats", "an object"),
    "odds that are a number": ({**HOURS, "seats": {"grey": 5}}, "seats.grey", "an object"),
    "odds of the game's own": (
        {**HOURS, "seats": {"grey": {"pause": "director"}}},
        "seats.grey.pause",
        "no such",
    ),
    "a bad stage of one seat": (
        {**HOURS, "seats": {"grey": {"stages": [{"bank_ms": -1}]}}},
        *("seats.grey.stages[0].bank_ms", "0s to 3650d"),
    ),
    "odds that leave no time": (
        {**HOURS, "seats": {"grey": {"stages": [{"bank_ms": 0}]}}},
        *("seats.grey.stages[0].bank_ms", "no time at all"),
    ),
}


@pytest.mark.parametrize(("document", "path", "reason"), BAD.values(), ids=BAD)
def test_a_bad_value_is_named_with_its_path(document: Any, path: str, reason: str) -> None:
    found = faults(document)
    assert path in found, found
    assert reason in found[path]


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = faults({"stages": [{"bank_ms": -1, "turns": 0}], "pause": "x", "grace_ms": "1h", "more": 1})
    assert {"stages[0].bank_ms", "stages[0].turns", "pause", "grace_ms", "more"} <= found.keys()
    many = {f"field{number}": 1 for number in range(200)}
    with pytest.raises(BadControl) as caught:
        control_of({**HOURS, **many}, SEATS)
    assert f"and {200 - MOST_FAULTS} more" in str(caught.value)
    assert len(str(caught.value)) < 2_000


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("1h"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [*Control.__struct_fields__, *Stage.__struct_fields__, "kind", "periods", "ms", "blue"]
)


@given(st.dictionaries(FIELDS, ANYTHING | st.dictionaries(FIELDS, ANYTHING, max_size=4), max_size=6))
def test_any_document_is_a_control_or_has_faults(document: dict[str, Any]) -> None:
    with suppress(BadControl):
        control = control_of(document, SEATS)
        assert control_of(msgspec.to_builtins(control), SEATS) == control


def test_the_presets_have_sources_and_are_read() -> None:
    for name, preset in presets().items():
        assert preset.source
        assert preset.about
        assert isinstance(named_control(name, SEATS), Control)
        assert control_named_or_given(name, ("white", "red")).stages == named_control(name, SEATS).stages


def test_a_preset_names_the_seats_of_the_game() -> None:
    control = named_control("armageddon 6m 5m", ("white", "black"))
    assert control.draw_counts_for == "black"
    assert [each.stages[0].bank_ms for each in control.all_terms(("white", "black"))] == [
        *(6 * MINUTE, 5 * MINUTE)
    ]
    assert named_control("Canadian 30m 20 in 5m", SEATS).overtime == Canadian(20, 5 * MINUTE)
    assert named_control("10 in 50d", SEATS).charge == Charge(DAY, 20)


@pytest.mark.parametrize("name", ["1d+4h cap 3d", "3d+12h cap 5d", "3d+36h cap 10d", "21d a turn", "90m+30s"])
def test_the_short_language_says_what_the_preset_of_that_name_is(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = named_control(name, SEATS)
    monkeypatch.setattr("ironclad.domain.match.clocks.presets.presets", dict)
    assert named_control(name, SEATS) == preset


def test_short_names_are_read() -> None:
    assert named_control("15m", SEATS) == Control((Stage(15 * MINUTE),))
    assert named_control("2d12h+90s", SEATS) == Control((Stage(60 * HOUR, increment_ms=90 * SECOND),))
    assert named_control("12h a turn", SEATS) == Control((Stage(0, delay_ms=12 * HOUR),))


@pytest.mark.parametrize("name", ["", "chess", "90m+", "90m + 30s", "90m cap 2h", "a turn", "90m+30s cap"])
def test_a_name_that_is_none_is_unknown(name: str) -> None:
    with pytest.raises(UnknownName, match="no control is named"):
        named_control(name, SEATS)


@pytest.mark.parametrize("name", ["5x", "99999d", "1h+400d", "0s", "1h+1x"])
def test_a_short_name_out_of_bounds_has_faults(name: str) -> None:
    with pytest.raises(BadControl):
        named_control(name, SEATS)


def test_a_control_is_a_name_or_an_object() -> None:
    assert control_named_or_given(HOURS, SEATS) == named_control("1h", SEATS)
    for value in (5, None, ["1h"], True):
        with pytest.raises(Unreadable, match="the name of one, or an object"):
            control_named_or_given(value, SEATS)


def test_no_turn_of_any_control_lasts_for_ever() -> None:
    """The bounds of a control bound a single turn; with the longest of each it is some hundred years."""
    longest = control_of(
        {
            "stages": [{"bank_ms": LONGEST_MS, "delay_ms": "366d"}],
            "overtime": {"kind": "byo-yomi", "periods": 1_000, "ms": "366d"},
            "reserve": "automatic",
            "reserve_ms": LONGEST_MS,
        },
        SEATS,
    )
    terms = longest.terms("blue")
    assert isinstance(terms.overtime, ByoYomi)
    total = terms.stages[0].bank_ms + terms.reserve_ms + 1_000 * terms.overtime.ms
    assert total < 2**53
