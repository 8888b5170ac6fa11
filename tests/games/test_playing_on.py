"""Random play goes on from where every case ends: rare situations too lead to a game that can be played on.

Between the cases and what follows them, every kind of event that a ruleset knows comes up.
"""

from itertools import islice

import pytest

from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case, ending_position
from ironclad.domain.kernel.engine.codec import name_of
from ironclad.domain.kernel.engine.playout import PlayFault, rebuild, same_position, steps, stored

ON = 8  # commands after each case


def played_on(case: Case, seed: int) -> set[str]:
    """The kinds of event in a case and in play from its end; the log must replay. Raises PlayFault."""
    ruleset = games.ruleset(case.ruleset)
    position, events = ending_position(case, ruleset)
    begun = ruleset.begin(position.scenario, {}, ruleset.to_document(position))
    played, end = [begun], ruleset.initial(begun)
    for step in islice(steps(ruleset, seed, begun), ON):
        played, end = played + step.events, step.after
    if not same_position(ruleset, end, rebuild(ruleset, stored(ruleset, played))):
        raise PlayFault("the log replays to another position")
    return {name_of(type(event)) for event in (*events, *played)}


@pytest.mark.parametrize("name", games.names())
def test_play_goes_on_from_every_case_and_every_kind_of_event_comes_up(name: str) -> None:
    found: set[str] = set()
    faults = []
    for path in case_files([case_directory(name)]):
        for number, case in enumerate(read_cases(path), 1):
            try:
                found |= played_on(case, number)
            except PlayFault as fault:
                faults.append(f"{path.name}#{number}, {case.case}: {fault}")
    assert not faults, "\n".join(faults)
    assert games.ruleset(name).events.types.keys() <= found
