"""Each property of play finds the fault that it is there for."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from ironclad.conformance import PROPERTIES, Subject
from ironclad.conformance.__main__ import counterexample, main
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.toy import (
    HANDLERS,
    TUG,
    Pull,
    RopePulled,
    Tug,
    carry_out_pull,
    changed,
    check_pull,
    due,
    from_document,
    initial,
)

Toy = Ruleset[Tug]
BY_NAME = {each.check.__name__: each for each in PROPERTIES}
COUNT = [0]


def altered(**tables: Mapping[Any, Any]) -> Toy:
    """The toy with entries of its handlers replaced: checks, carriers, evolvers, offers, samplers."""
    handlers: Handlers[Tug] = Handlers()
    for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
        setattr(handlers, table, {**getattr(HANDLERS, table), **tables.get(table, {})})
    return changed(TUG, handlers=handlers)


def never_over() -> Toy:
    return changed(TUG, outcome=lambda position: None, due=lambda position: ())


def forgets_an_event() -> Toy:
    """What is stored lacks the knot, which play has in another way."""

    def wrong(position: Tug, event: RopePulled) -> None:
        COUNT[0] += 1
        HANDLERS.evolvers[RopePulled](position, event)
        position.stood[str(COUNT[0])] = 1

    return altered(evolvers={RopePulled: wrong})


def offers_too_much() -> Toy:
    def offer(position: Tug, due: Due) -> Iterator[Command]:
        yield from (Pull(effort=effort) for effort in (1, 2, 3, 4))

    return altered(offers={"pull": offer})


def decides_what_the_check_does_not_say() -> Toy:
    """Efforts of any size pass the check, and carrying one out refuses the large ones."""

    def carry_out(resolution: Resolution[Tug], *rest: Any) -> None:
        check_pull(resolution.position, *rest)
        carry_out_pull(resolution, *rest)

    return altered(checks={Pull: lambda *rest: None}, carriers={Pull: carry_out})


def offers_at_random() -> Toy:
    def offer(position: Tug, due: Due) -> Iterator[Command]:
        COUNT[0] += 1
        yield Pull(effort=COUNT[0] % 3 + 1)

    return altered(offers={"pull": offer})


def repeats_the_names_of_decisions() -> Toy:
    return changed(TUG, due=lambda position: tuple(Due(each.seat, *_rest(each)) for each in due(position)))


def _rest(each: Due) -> tuple[Any, ...]:
    return each.seat, each.kind, each.rule, each.about


def copies_half() -> Toy:
    """A copy that shares the shouts and the places with its original."""

    def begin(begun: GameBegun) -> Tug:
        made = initial(begun)
        return Shared(*(getattr(made, name) for name in made.__struct_fields__))

    return changed(TUG, initial=begin, thaw=msgspec.msgpack.Decoder(Shared).decode)


class Shared(Tug):
    def copy(self) -> Tug:
        return Shared(*(getattr(self, name) for name in self.__struct_fields__))


def changes_without_an_event() -> Toy:
    def carry_out(resolution: Resolution[Tug], *rest: Any) -> None:
        carry_out_pull(resolution, *rest)
        resolution.position.stood["0"] = resolution.position.stood.get("0", 0) + 1

    return altered(carriers={Pull: carry_out})


def reads_another_turn() -> Toy:
    """What is read from a document is a turn later than what was written."""

    def read(document: Mapping[str, Any]) -> Tug:
        return from_document({**document, "turn": document["turn"] + 1})

    def begin(begun: GameBegun) -> Tug:
        return initial(begun) if begun.position is None else read(begun.position)

    return changed(TUG, from_document=read, initial=begin)


def draws_no_map() -> Toy:
    return changed(TUG, map_svg=lambda position: "<p>later</p>")


def samples_without_a_seed() -> Toy:
    def sample(position: Tug, due: Due, random: Random) -> Command:
        COUNT[0] += 1
        return Pull(effort=COUNT[0] % 3 + 1)

    return altered(samplers={"pull": sample})


FAULTS = {
    "random_play_ends": (never_over, "DeadEnd"),
    "replay_equals_play": (forgets_an_event, "another position"),
    "the_same_seed_gives_the_same_log": (samples_without_a_seed, "two different games"),
    "decide_accepts_what_legal_offers": (offers_too_much, "a pull is 1 to 3, not 4"),
    "decide_accepts_exactly_what_the_membership_test_does": (
        decides_what_the_check_does_not_say,
        "the membership test says True, decide refuses it",
    ),
    "offers_are_the_same_when_asked_again": (offers_at_random, "something else each time"),
    "a_decision_keeps_its_name_until_it_is_answered": (repeats_the_names_of_decisions, "come up again"),
    "a_copy_shares_nothing_that_changes": (copies_half, "changed the position it was copied from"),
    "decide_leaves_the_position_as_it_was": (copies_half, "decide changed the position"),
    "nothing_but_an_event_changes_a_position": (changes_without_an_event, "changed"),
    "positions_survive_being_written_down": (reads_another_turn, "read from its document it differs"),
    "a_game_may_begin_at_any_decision": (reads_another_turn, "begun from its document it differs"),
    "play_is_the_same_from_a_document_and_from_a_snapshot": (reads_another_turn, "another decision is due"),
    "views_and_pictures_are_made_at_any_event": (draws_no_map, "the map is no <svg>"),
    "every_clause_has_code_and_a_case_or_a_waiver": (lambda: TUG, "no package of its own"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    broken, words = FAULTS[name]
    assert BY_NAME[name].book or counterexample(BY_NAME[name], Subject(TUG), 1) is None
    found = counterexample(BY_NAME[name], Subject(broken()), 1)
    assert found is not None
    assert words in found


def test_a_ruleset_that_is_not_installed_is_no_counterexample() -> None:
    asked = CliRunner().invoke(main, ["nothing_of_that_name"])
    assert asked.exit_code == 2
    assert "no ruleset 'nothing_of_that_name' is installed" in asked.output
