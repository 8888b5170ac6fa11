"""Remarks on events: text, signs, marks and arrows beside the log, each for those whom its author names."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import responses
from ironclad.api.http.belonging import seats_held, voice
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import eyes, needs
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing, RemarksWhere
from ironclad.api.http.schemas import ChangeRemark, WriteRemark
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.referee.people.remarks import Content, Mark, RemarkList, RemarkRecord
from ironclad.referee.people.roles import Right
from ironclad.referee.sight import ALL_SEEING

blueprint = APIBlueprint("remarks", __name__, tag="Remarks", url_prefix="/games")
REMARK = GAME + "/remarks/<int:number>"
_CONTENT = ("text", "sign", "title")


@blueprint.post(GAME + "/remarks")
@needs(Right.TALK, Kind.TALK)
@takes(blueprint, WriteRemark)
@gives(blueprint, RemarkRecord, 201, "The remark.", 404, 409, *BODY, repeated=True)
def write_remark(game: str, body: dict[str, Any]) -> Response:
    """Write a remark on an event: its seats may, and where they let them, accounts without a seat."""
    seat, author = voice(game, body.get("seat"))
    place = service().remarking.place(game, body.get("timeline"), body["version"])
    content = _content(game, {"text": "", "sign": "", "title": "", "marks": [], **body})
    written = service().people.remarks.write(
        game, (author, seat or ""), place, content, body["audience"], body.get("id")
    )
    return responses.json(written, 200 if written.repeated else 201)


@blueprint.get(GAME + "/remarks")
@needs(Right.READ)
@asks(blueprint, RemarksWhere)
@gives(blueprint, RemarkList, 200, "A part of the remarks that one may see.", 404, 422)
def list_remarks(game: str, query: dict[str, Any]) -> Response:
    """The remarks that one may see, by line and event; with `timeline` those on events of that line alone."""
    own, held = _self(game)
    reader = service().remarking.reader(game, own, bool(held))
    found = service().people.remarks.read(game, reader, query.get("cursor"), query["limit"] + 1)
    items, rest = found[: query["limit"]], found[query["limit"] :]
    following = _cursor(items[-1]) if rest else None
    shown = tuple(items)
    if "timeline" in query:
        shown = service().remarking.on_line(game, query["timeline"], shown)
    account: str | None = g.caller.account
    writes = bool(held) or (account is not None and service().people.chat.is_open(game))
    return responses.json(RemarkList(shown, following, writes and Right.TALK in g.caller.rights))


@blueprint.patch(REMARK)
@needs(Right.TALK, Kind.TALK)
@takes(blueprint, ChangeRemark)
@gives(blueprint, RemarkRecord, 200, "The remark as it is now.", 404, *BODY)
def change_remark(game: str, number: int, body: dict[str, Any]) -> Response:
    """Change a remark that one wrote oneself; what is not named stays as it is."""
    changes: dict[str, Any] = {name: body[name] for name in _CONTENT if name in body}
    if "marks" in body:
        changes["marks"] = _marks(game, body["marks"])
    voice(game, None)  # who may write no more may delete, and not change
    own, _ = _self(game)
    changed = service().people.remarks.change(game, _known(number), own, changes, body.get("audience"))
    return responses.json(changed)


@blueprint.delete(REMARK)
@needs(Right.TALK, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.Condition, 200, "Deleted.", 404, 422)
def delete_remark(game: str, number: int, query: dict[str, Any]) -> Response:
    """Delete a remark that one wrote oneself."""
    service().people.remarks.delete(game, _known(number), _self(game)[0])
    return responses.json(responses.Condition("deleted"))


def _known(number: int) -> int:
    if number >= 2**53:
        raise Failure("not-found", "You wrote no such remark.")
    return number


def _self(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The caller's pseudonyms and seats in a game, as it reads there.

    Of several seats at one browser it has the one that it names: in a game that hides something two people
    may sit there. Raises Failure, NotFound.
    """
    seat, held = eyes(game), seats_held(game)
    if seat != ALL_SEEING:
        held = tuple(each for each in held if each == seat)
    own = service().authorization.pseudonyms(game, held)
    account: str | None = g.caller.account
    return (own if account is None else (account, *own)), held


def _content(game: str, body: dict[str, Any]) -> Content:
    return Content(body["text"], body["sign"], _marks(game, body["marks"]), body["title"])


def _marks(game: str, marks: list[dict[str, str]]) -> tuple[Mark, ...]:
    found = tuple(Mark(each.get("place", ""), each.get("from_", ""), each.get("to", "")) for each in marks)
    service().remarking.check_marks(game, found)
    return found


def _cursor(last: RemarkRecord) -> str:
    return f"{last.timeline}/{last.version}/{last.number}"
