"""Talk: what players say to each other beside a game. Who may read the game may read it."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.belonging import pseudonyms, seats_held, voice
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing, TalkWhere
from ironclad.api.http.schemas import OpenTalk, SayMessage
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.referee.people.chat import MessageRecord, TalkRecord
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("talk", __name__, tag="Talk", url_prefix="/games")


@blueprint.get(GAME + "/messages")
@needs(Right.READ)
@asks(blueprint, TalkWhere)
@gives(blueprint, TalkRecord, 200, "A part of what was said, newest first.", 404, 422)
def list_messages(game: str, query: dict[str, Any]) -> Response:
    """What was said beside a game. It is no part of the log, nor of a bundle."""
    talk = service().people.chat
    changes = talk.changes(
        game
    )  # before the messages: a message that comes between is sent twice, and never left out
    if changes == query.get("known"):
        return responses.json(TalkRecord(game, changes, False))
    own, onlookers = pseudonyms(game), talk.is_open(game)
    items, following = talk.read(game, own, query.get("before"), query["limit"])
    writes = bool(seats_held(game)) or (bool(own) and onlookers)
    return responses.json(TalkRecord(game, changes, True, items, following, onlookers, writes))


@blueprint.post(GAME + "/messages")
@needs(Right.TALK, Kind.TALK)
@takes(blueprint, SayMessage)
@gives(blueprint, MessageRecord, 201, "The message.", 404, *BODY, repeated=True)
def say_message(game: str, body: dict[str, Any]) -> Response:
    """Say something beside a game: its seats may, and where they let them, accounts without a seat."""
    seat, author = voice(game, body.get("seat"))
    said = service().people.chat.say(game, author, seat, body["text"], body.get("id"))
    return responses.json(said, 200 if said.repeated else 201)


@blueprint.patch(GAME + "/messages")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, OpenTalk)
@gives(blueprint, responses.Condition, 200, "Whether they may write now.", 404, *BODY)
def open_talk(game: str, body: dict[str, Any]) -> Response:
    """Let accounts without a seat write, or no longer: a seat of the game says so."""
    service().people.chat.open_to(game, body["onlookers"])
    return responses.json(responses.Condition("open" if body["onlookers"] else "closed"))


@blueprint.delete(GAME + "/messages/<int:number>")
@needs(Right.TALK, Kind.COMMAND)
@asks(blueprint, Nothing)
@gives(blueprint, responses.Condition, 200, "Deleted.", 404, 422)
def delete_message(game: str, number: int, query: dict[str, Any]) -> Response:
    """Delete a message that one wrote oneself."""
    if number >= 2**53:
        raise Failure("not-found", "You wrote no such message.")
    service().people.chat.delete(game, number, pseudonyms(game))
    return responses.json(responses.Condition("deleted"))
