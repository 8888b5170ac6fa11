"""Rulesets: which games there are, their scenarios, options, and the shapes of their commands."""

from inspect import getdoc
from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import asks, gives, gives_text
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.rulebook.board_sheet import ChartRecord, Sheet, sheets
from ironclad.api.rulebook.clause_pages import ClausePage, clause_page
from ironclad.api.rulebook.rulesets import clauses
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.reference import Reference, reference_of
from ironclad.domain.match.events import EVENTS
from ironclad.projections.histories import TOLD
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.referee.people.roles import Right

CHRONICLE = "What happened, in order, with every battle's arithmetic."

blueprint = APIBlueprint("rulesets", __name__, tag="Rulesets", url_prefix="/rulesets")


@blueprint.get("")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.RulesetList, 200, "The rulesets.", 422)
def list_rulesets(query: dict[str, object]) -> Response:
    """Which rulesets games can be opened with."""
    items = tuple(
        responses.RulesetSummary(
            found.name, found.version, found.identity.title, found.seats, dict(found.identity.scenarios)
        )
        for found in settings().rulesets.values()
    )
    return responses.json(responses.RulesetList(items))


@blueprint.get("/<string(maxlength=64):ruleset>")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.RulesetRecord, 200, "The ruleset.", 404, 422)
def describe_ruleset(ruleset: str, query: dict[str, object]) -> Response:
    """A ruleset: scenarios, options, a JSON Schema for every command, coverage of its clauses, and the
    manifest: what a page has to know of it.
    """
    found = _find(ruleset)
    book = clauses(found.name, found.version)
    made = {HISTORY: TOLD} if found.show.history is not None else {}
    options = tuple(
        responses.OptionRecord(name, option.clause, option.text, option.values, option.movable)
        for name, option in found.identity.options.items()
    )
    record = responses.RulesetRecord(
        name=found.name,
        version=found.version,
        title=found.identity.title,
        seats=found.seats,
        scenarios=dict(found.identity.scenarios),
        options=options,
        commands=found.storage.commands.schemas(),
        views={name: getdoc(view) or "" for name, view in views_of(found).items()}
        | {"chronicle": CHRONICLE, **made},
        coverage=responses.CoverageRecord(
            len(book), sum(bool(row.code) for row in book), sum(row.waived is not None for row in book)
        ),
        versions=tuple(
            responses.VersionRecord(each.version, each.errata) for each in found.identity.published.versions
        ),
        errata=found.identity.published.errata,
        manifest=None if found.show.manifest is None else msgspec.to_builtins(found.show.manifest()),
    )
    return responses.shrink(responses.json(record))


@blueprint.get("/<string(maxlength=64):ruleset>/reference")
@needs(Right.LOOK, price=6)
@asks(blueprint, Nothing)
@gives(blueprint, Reference, 200, "Commands, events, and the objects within them.", 404, 422)
def read_reference(ruleset: str, query: dict[str, object]) -> Response:
    """Every command and every event of a ruleset with its fields, types, defaults and what it means."""
    return responses.shrink(responses.json(reference_of(_find(ruleset), EVENTS)))


@blueprint.get("/<string(maxlength=64):ruleset>/clauses")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.ClauseList, 200, "The clauses.", 404, 422)
def list_clauses(ruleset: str, query: dict[str, object]) -> Response:
    """Every clause of a ruleset's book, in our words, with where the code carries it out."""
    found = _find(ruleset)
    rows, named = clauses(found.name, found.version), found.identity.clause_ids.pattern()
    book = responses.ClauseList(found.name, found.version, rows, named)
    return responses.shrink(responses.json(book))


@blueprint.get("/<string(maxlength=64):ruleset>/clauses/<path:clause>")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, ClausePage, 200, "The clause, or the clauses of a paragraph.", 404, 422)
def read_clause(ruleset: str, clause: str, query: dict[str, object]) -> Response:
    """A clause ("9.4/3"), or each one of a paragraph ("9.4"), with what was decided of it and the cases that
    test it."""
    page = clause_page(_find(ruleset), clause)
    if page is None:
        raise Failure("not-found", f"The book of {ruleset!r} has no clause of that number.")
    return responses.shrink(responses.json(page))


@blueprint.get("/<string(maxlength=64):ruleset>/map.svg")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives_text(blueprint, "image/svg+xml", "The map without anything that play puts on it.", 404, 422)
def draw_chart(ruleset: str, query: dict[str, object]) -> Response:
    """The map of a ruleset, as printed, drawn as SVG; the same for ever, by its tag."""
    return _sheets(ruleset)[0].answer()


@blueprint.get("/<string(maxlength=64):ruleset>/map")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, ChartRecord, 200, "Hexes, hexsides, lines, sea zones, and what they are called.", 404, 422)
def read_chart(ruleset: str, query: dict[str, object]) -> Response:
    """The map of a ruleset as data, in the units of its drawing; the same for ever, by its tag."""
    return _sheets(ruleset)[1].answer()


def _sheets(name: str) -> tuple[Sheet, Sheet]:
    found = _find(name)
    if found.show.board is None:
        raise Failure("not-found", f"The ruleset {name!r} has no printed map.")
    return sheets(found.name, found.version, found.show.board)


def _find(name: str) -> Ruleset[Any]:
    found = settings().rulesets.get(name)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {name!r}.")
    return found
