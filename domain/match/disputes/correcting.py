"""Correcting a position: values by path, as in cases; the corrected document has to be a position."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.matching import NoSuchPath, at_path, merged, plain
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import PositionCorrected
from ironclad.domain.kernel.rehearsal import rehearse
from ironclad.domain.match.disputes.remedies import check_paths
from ironclad.domain.match.readings.terms import Terms, begun_by

PATH, POSITION, HIDDEN = "remedy/path", "remedy/position", "remedy/hidden"


class Corrected(msgspec.Struct, frozen=True):
    """The event that corrects a position, and the position after it."""

    event: PositionCorrected
    position: Any


def corrected(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    own: Terms,
    position: Any,
    values: Mapping[str, Any],
    hides: bool = False,
) -> Corrected:
    """Correct a position, which stays as it was. `own` are the terms that it is decided by; `hides`: the
    game hides something now.

    Raises Refused for a path that leads nowhere, a value that is not taken, what somebody may not know, and
    a position that is none, or in which other decisions would be due than its document says.
    """
    check_paths(values)
    if hides and ruleset.sight.hides:
        _check_open(ruleset, position, values)
    before = document_of(ruleset, position)
    was = {path: at_path(before, path) for path in values}
    event = PositionCorrected(dict(values), was)
    try:
        found = decider.evolve(ruleset, position.copy(), event)
        whole = msgspec.structs.replace(begun, position=document_of(ruleset, found))
        again = ruleset.rules.initial(begun_by(whole, own))
        same = ruleset.rules.due(again) == ruleset.rules.due(found)
        rehearse(ruleset, found)
    except NoSuchPath as wrong:
        raise Refused(PATH, str(wrong)) from wrong
    except Exception as wrong:  # the values are at fault: what a ruleset has no word for comes to light here
        raise Refused(POSITION, f"the position does not stand: {type(wrong).__name__}: {wrong}") from wrong
    seated = all(due.seat in ruleset.seats for due in ruleset.rules.due(found))
    require(seated, POSITION, "a decision would be due of nobody: that is no seat of the game")
    require(same, POSITION, "another decision would be due: correct what decides that, too")
    _check_taken(document_of(ruleset, found), values)
    if hides and ruleset.sight.hides:
        _check_open(ruleset, found, values)
    return Corrected(event, found)


def _check_taken(document: dict[str, Any], values: Mapping[str, Any]) -> None:
    """Each path has the value that was set: the position has a place for it."""
    for path, value in values.items():
        wanted, found = merged({}, {"x": value}).get("x"), at_path(document, path)
        taken = found == wanted or (not found and wanted in ({}, [], None))
        require(taken, PATH, f"{path[:60]}: the position has no place for this value")


def _check_open(ruleset: Ruleset[Any], position: Any, values: Mapping[str, Any]) -> None:
    """What is corrected is known to everybody: the event can be read by all."""
    whole = document_of(ruleset, position)
    for reader in (None, *ruleset.seats):
        seen = document_of(ruleset, ruleset.sight.see(position, reader))
        for path in values:
            known = at_path(whole, path) == at_path(seen, path)
            require(known, HIDDEN, f"{path[:60]} is not known to everybody: it cannot be corrected openly")


def document_of(ruleset: Ruleset[Any], position: Any) -> dict[str, Any]:
    """A position's document as JSON gives it back."""
    found: dict[str, Any] = plain(
        msgspec.json.decode(msgspec.json.encode(ruleset.storage.to_document(position)))
    )
    return found
