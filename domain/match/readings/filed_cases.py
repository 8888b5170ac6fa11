"""The case that is made of a recorded command when a claim is filed, and what the claim expects as another.

Both are cases as anybody writes them (docs/cases.md), so that `ironclad case` runs them as they are.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.matching import plain
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.readings.course import Given, document
from ironclad.domain.match.readings.deciding_again import decided
from ironclad.domain.match.readings.recorded_dice import OtherDice
from ironclad.domain.match.readings.terms import Asked, Lacking, Terms, asked_terms, under

HIDDEN = "case/hidden"
COMMITTED = "case/replaced"
CLAUSES = "case/clauses"
READING = "case/reading"

Document = dict[str, Any]


class Filed(msgspec.Struct, frozen=True):
    """The case as it happened, and as the reading of the claim has it.

    `expected` is None where the claim has no reading, or where no case can say it: `why_not` says why.
    """

    happened: Document
    expected: Document | None = None
    why_not: str = ""


class Filing(msgspec.Struct, frozen=True):
    """What a case is made for: its title, the clauses it shows, the reading that the claim asks for.

    hides: whether the game hides something now. refused: the rule under which the command was refused, of a
    claim on a refusal.
    """

    title: str
    clauses: tuple[str, ...]
    reading: Asked = Asked()
    hides: bool = False
    refused: str = ""


def filed(
    ruleset: Ruleset[Any], begun: GameBegun, own: Terms, before: Any, given: Given, filing: Filing
) -> Filed:
    """The case of a recorded command, given at a position. Raises Refused where no case can be made of it."""
    hidden = "the position is not to be shown while it hides something: its case is made when the game ends"
    require(not (filing.hides and ruleset.sight.hides), HIDDEN, hidden)
    require(given.instead is None, COMMITTED, "the rules refused the command: another one was carried out")
    require(filing.clauses, CLAUSES, "name the clause that the case is about")
    then = [{"event": plain(document(each))} for each in given.events]
    if filing.refused:
        then = [{"refused": {"rule": filing.refused}}]
    happened = _case(ruleset, begun, own, before, given, filing, then, "as it happened")
    if filing.reading.nothing:
        return Filed(happened)
    return _expected(ruleset, begun, own, before, given, filing, happened)


def _expected(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    own: Terms,
    before: Any,
    given: Given,
    filing: Filing,
    happened: Document,
) -> Filed:
    """The case with what comes of the command under the reading."""
    try:
        other = asked_terms(ruleset, own, filing.reading)
    except Lacking as lacking:
        raise Refused(READING, f"this build lacks {lacking}") from lacking
    then: list[Document]
    faces = [face for roll in given.rolls for face in roll.faces]
    position = before
    try:
        position = under(ruleset, before, begun, other)  # its document names the options too
        again = decided(ruleset, position, given)
        then = [{"event": plain(msgspec.json.decode(body))} for _, body in again.stored]
    except Refused as refused:
        then, faces = [{"refused": {"rule": refused.rule}}], []
    except OtherDice:
        return Filed(happened, None, "other dice are rolled under the reading")
    except Unreadable as wrong:
        return Filed(happened, None, f"the position is none under the reading: {wrong}")
    case = _case(ruleset, begun, other, position, given, filing, then, "as the claim reads it")
    case["when"][0]["dice"] = faces
    return Filed(happened, case)


def _case(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    terms: Terms,
    before: Any,
    given: Given,
    filing: Filing,
    then: Sequence[Document],
    how: str,
) -> Document:
    """A case of one command at a position, by these terms."""
    position = plain(msgspec.json.decode(msgspec.json.encode(ruleset.storage.to_document(before))))
    position.pop("errata", None)
    setting: Document = {
        "scenario": begun.scenario,
        "options": dict(terms.options),
        "position": position,
        "version": terms.version,
    }
    if set(terms.errata) != set(ruleset.identity.published.find(terms.version).errata):
        setting["errata"] = list(terms.errata)
    faces = [face for roll in given.rolls for face in roll.faces]
    step: Document = {"seat": given.seat, "command": plain(given.command), "dice": faces}
    if given.decision:
        step["decision"] = given.decision
    still = [{"seat": due.seat, "kind": due.kind} for due in ruleset.rules.due(before)]
    step["then"] = list(then) or [{"due": still}]
    return {
        "case": f"{filing.title}, {how}",
        "ruleset": ruleset.name,
        "clauses": list(filing.clauses),
        "given": setting,
        "when": [step],
    }
