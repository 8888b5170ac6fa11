"""Games: open, find, describe, take a seat."""

from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response, g, url_for

from ironclad.api.http import responses
from ironclad.api.http.cookies import keep_in_cookies
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import by_script, eyes, needs, not_allowed
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import ListWhere, Nothing
from ironclad.api.http.schemas import OpenGame, SeatHouse, TakeSeat
from ironclad.api.serving.logs import keep_out
from ironclad.api.settings import Kind
from ironclad.domain.match.commands import OwnChain
from ironclad.eventlog.errors import NameTaken
from ironclad.eventlog.records import GameRecord, GameSummary, Page, Seated
from ironclad.referee.disputes.people import Named
from ironclad.referee.disputes.requests import read_policy
from ironclad.referee.people.accounts import folded
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("games", __name__, tag="Games", url_prefix="/games")
GAME = "/<string(maxlength=64):game>"


@blueprint.post("")
@needs(Right.OPEN, Kind.OPEN)
@takes(blueprint, OpenGame)
@gives(
    blueprint,
    GameRecord,
    201,
    "The game, opened.",
    404,
    409,
    *BODY,
    repeated=True,
)
def open_game(body: dict[str, Any]) -> Response:
    """Open a game."""
    position = body["position"]
    scenario = body.get("scenario") or (position or {}).get("scenario")
    if not isinstance(scenario, str):
        raise Failure("unreadable", "Name a scenario, or give a position that names its own.")
    account = g.caller.account
    if "policy" in body and "officials" not in body:
        raise Failure("unreadable", "A policy is of officials: name them too.")
    if "officials" in body:
        officials, policy = officials_of(body["officials"]), read_policy(body.get("policy"))
        service().disputes.check_officials(officials, policy)
    if body["private"] and account is None:
        raise not_allowed(Right.OWN)
    game = service().opening.open_game(
        body["ruleset"],
        scenario,
        body["options"],
        position=position,
        title=body["title"],
        by=opener(body["by"]),
        id=body.get("id"),
        private_to=account if body["private"] else None,
        dice=body.get("dice", ""),
        version=body.get("version"),
        control=body.get("control"),
    )
    if "officials" in body:
        service().disputes.name_at_opening(game.id, officials, policy, body.get("id"))
    response = responses.json(game, 200 if game.repeated else 201)
    response.location = url_for("games.describe_game", game=game.id)
    return response


def officials_of(body: dict[str, Any]) -> Named:
    """The officials that a body names."""
    return Named(body["chief"], tuple(body["deputies"]), tuple(body["assessors"]))


def opener(named: str) -> str:
    """In whose name the caller opens a game: an account in its own only. Raises Failure."""
    account: str | None = g.caller.account
    if account is None:
        return named
    if named and named != account and not own_name(named):
        raise Failure("not-allowed", f"You may not open a game in the name of {named!r}.")
    return account


def own_name(named: str) -> bool:
    """Whether a name is that of the caller's account."""
    return folded(named) == folded(g.caller.identity.name)


@blueprint.get("")
@needs(Right.READ)
@asks(blueprint, ListWhere)
@gives(blueprint, Page[GameSummary], 200, "A page of the games, latest first.", 422)
def list_games(query: dict[str, Any]) -> Response:
    """Find games."""
    page = service().queries.games(
        query.get("cursor"),
        query["limit"],
        reader=g.caller.account,
        oversees=Right.OVERSEE in g.caller.rights,
    )
    return responses.json(page)


@blueprint.get(GAME)
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, GameRecord, 200, "The game as it is now.", 404, 422)
def describe_game(game: str, query: dict[str, Any]) -> Response:
    """Describe a game: seats, head, decisions due, open proposals, outcome."""
    return responses.json(service().queries.game(game, seat=eyes(game)))


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>")
@needs(Right.SIT, Kind.COMMAND)
@takes(blueprint, TakeSeat)
@gives(blueprint, Seated, 201, "The seat's token, given this once.", 404, 409, *BODY, repeated=True)
def take_seat(game: str, side: str, body: dict[str, Any]) -> Response:
    """Take a seat; the answer has its token, which is given here and never again.

    A page's script gets none: it goes into a cookie, where the seat is not an account's.
    """
    keep_out(body.get("id"))
    if "player" in body and g.caller.account is not None and not own_name(body["player"]):
        raise Failure("not-allowed", "An account takes a seat under its own name.")
    key = {name: body[name] for name in ("key", "key_scheme", "signature", "seen") if name in body}
    given = sit_down(game, side, body.get("player"), body.get("id"), own_chain(body.get("dice")), key)
    return seated(given, 200 if given.repeated else 201, cookie=g.caller.account is None)


def seated(given: Seated, status: int, *, cookie: bool) -> Response:
    """The answer to who sits down: a page's script gets the token in a cookie alone, where it needs one."""
    if not by_script():
        return responses.json(given, status)
    answer = responses.json(msgspec.structs.replace(given, token=""), status)
    if cookie:
        keep_in_cookies(answer, given.game, given.seat, given.token)
    return answer


def own_chain(given: dict[str, Any] | None) -> OwnChain | None:
    """The dice chain of one's own that a body names, if it names one."""
    return OwnChain(given["anchor"], given["length"]) if given and "anchor" in given else None


def sit_down(
    game: str,
    side: str,
    player: str | None,
    id: str | None,
    dice: OwnChain | None = None,
    key: dict[str, Any] | None = None,
) -> Seated:
    """Seat the caller: an account under its name, anyone else under a name that is no account's.

    `key` is what the body says of a key that the player signs with, if it brings one.
    """
    name, account = sitter(player)
    asked: dict[str, Any] = {"id": id, "dice": dice, **(key or {})}
    return service().opening.take_seat(game, side, name, account=account, **asked)


def sitter(player: str | None) -> tuple[str, str | None]:
    """Under which name, and for which account if any, the caller sits down. Raises Failure, NameTaken."""
    account: str | None = g.caller.account
    if account is not None:
        return g.caller.identity.name, account
    if not player:
        raise Failure("unreadable", "Name the player who takes the seat.")
    if service().people.accounts.find(player) is not None:
        raise NameTaken(f"{player!r} is an account's name: sign in to it")
    return player, None


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>/house")
@needs(Right.SIT, Kind.COMMAND)
@takes(blueprint, SeatHouse)
@gives(blueprint, GameRecord, 201, "The computer player has that seat.", 404, 409, *BODY, repeated=True)
def seat_house(game: str, side: str, body: dict[str, Any]) -> Response:
    """Let the computer player play a free seat: a plain opponent, whose dice chain the service keeps."""
    new = service().computer_player.sit(game, side)
    record = msgspec.structs.replace(service().queries.game(game), repeated=not new)
    return responses.json(record, 201 if new else 200)


@blueprint.post(GAME + "/seats/<string(maxlength=64):side>/renewal")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, Nothing)
@gives(blueprint, Seated, 201, "A new token of the seat, given this once.", 404, *BODY)
def renew_token(game: str, side: str, body: dict[str, Any]) -> Response:
    """A new token for a seat that one holds; the seat's token that asks for it is good ten minutes yet."""
    return responses.json(service().authorization.renew_seat(game, side, g.caller.identity), 201)
