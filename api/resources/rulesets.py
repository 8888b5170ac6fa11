"""Rulesets: which games there are, their scenarios, options, and the shapes of their commands."""

from inspect import getdoc
from typing import Any

from apiflask import APIBlueprint
from flask import Response

from api import answers
from api.calls import asks, gives
from api.guard import needs
from api.inputs import settings
from api.problems import Failure
from api.rulesets import clauses
from api.schemas import Nothing
from domain.kernel.decider import Ruleset
from projections.roles import Right

CHRONICLE = "What happened, in order, with every battle's arithmetic."

blueprint = APIBlueprint("rulesets", __name__, tag="Rulesets", url_prefix="/rulesets")


@blueprint.get("")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, answers.RulesetList, 200, "The rulesets.", 422)
def list_rulesets(query: dict[str, object]) -> Response:
    """Which rulesets games can be opened with."""
    items = tuple(
        answers.RulesetSummary(found.name, found.version, found.title, found.seats, dict(found.scenarios))
        for found in settings().rulesets.values()
    )
    return answers.json(answers.RulesetList(items))


@blueprint.get("/<string(maxlength=64):ruleset>")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, answers.RulesetRecord, 200, "The ruleset.", 404, 422)
def describe_ruleset(ruleset: str, query: dict[str, object]) -> Response:
    """A ruleset: scenarios, options, a JSON Schema for every command, coverage of its clauses."""
    found = _find(ruleset)
    book = clauses(found.name, found.version)
    options = tuple(
        answers.OptionRecord(name, option.clause, option.text, option.values)
        for name, option in found.options.items()
    )
    record = answers.RulesetRecord(
        name=found.name,
        version=found.version,
        title=found.title,
        seats=found.seats,
        scenarios=dict(found.scenarios),
        options=options,
        commands=found.commands.schemas(),
        views={name: getdoc(view) or "" for name, view in found.views.items()} | {"chronicle": CHRONICLE},
        coverage=answers.CoverageRecord(
            len(book), sum(bool(row.code) for row in book), sum(row.waived is not None for row in book)
        ),
    )
    return answers.json(record)


@blueprint.get("/<string(maxlength=64):ruleset>/clauses")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, answers.ClauseList, 200, "The clauses.", 404, 422)
def list_clauses(ruleset: str, query: dict[str, object]) -> Response:
    """Every clause of a ruleset's book, in our words, with where the code carries it out."""
    found = _find(ruleset)
    return answers.json(answers.ClauseList(found.name, found.version, clauses(found.name, found.version)))


def _find(name: str) -> Ruleset[Any]:
    found = settings().rulesets.get(name)
    if found is None:
        raise Failure("not-found", f"There is no ruleset {name!r}.")
    return found
