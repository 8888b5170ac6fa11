"""Hidden values as the log has them: sealed as they are stored, opened where they are read, keys apart."""

from typing import Any, NamedTuple

import msgspec
import pytest

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.match.events import CommandAccepted
from ironclad.eventlog.errors import GameOver, IdReused, OtherBuild, Refused, Unreadable
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.sealing import BadSeal, GameSeal, game_key, hidden_in, sealed_in
from ironclad.referee import match_requests
from tests.toy import TUG
from tests.toys.playing_fields import deploy, deployment, plan, played_out, seated
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS, StacksDeployed
from tests.waiting import within

RULESETS = {TUG.name: TUG, SEALED_FIELDS.name: SEALED_FIELDS}
POINTS = {"north": (2, 3, 4), "south": (1, 1, 7)}
SECRET = b"s" * 32


def referee_at(url: str, **more: Any) -> Service:
    return Service(url, RULESETS, ServiceSettings(**{"secret": SECRET, **more}))


def rows_of(referee: Service, game: str) -> list[Any]:
    return referee.log.process_recorder.placed(stream_of(game, "main"), 0, 2**62)


# -- one value


SEAL = GameSeal(game_key(b"m" * 32, "g"))
EVENT = StacksDeployed("north", Secret(("north",), {"north-1": 9}))


def stored(version: int = 3) -> dict[str, Any]:
    sealed = SEAL.sealed("g/main", version, EVENT, {})
    return msgspec.json.decode(SEALED_FIELDS.storage.events.encode(sealed)[1])  # type: ignore[no-any-return]


def test_a_value_is_sealed_and_opened_in_its_place() -> None:
    body = stored()
    ((path, sealed),) = sealed_in(body)
    assert (path, sealed["for"]) == ("/strengths", ["north"])
    assert SEAL.value("g/main", 3, path, sealed) == {"north-1": 9}
    opened = SEAL.opened("g/main", 3, "sealed_fields.stacks_deployed.1", msgspec.json.encode(body))
    assert SEALED_FIELDS.storage.events.decode("sealed_fields.stacks_deployed.1", opened) == EVENT
    for place in (("g/main", 4, path), ("h/main", 3, path), ("g/main", 3, "/other")):
        with pytest.raises(BadSeal, match="does not open"):
            SEAL.value(*place, sealed)
    with pytest.raises(BadSeal, match="does not open"):
        GameSeal(game_key(b"m" * 32, "h")).value("g/main", 3, path, sealed)


def test_another_digest_or_box_does_not_open() -> None:
    ((path, sealed),) = sealed_in(stored())
    ((_, other),) = sealed_in(stored(4))
    for changed in ({"digest": other["digest"]}, {"box": other["box"]}, {"box": "?"}):
        forged = {**sealed, **changed}
        with pytest.raises(BadSeal, match="does not open"):
            SEAL.value("g/main", 3, path, forged)


def test_values_of_one_size_class_look_alike() -> None:
    few = Secret(("north",), {"north-1": 1})
    many = Secret(("north",), {f"north-{number}": number for number in range(12)})
    sizes = {
        len(
            SEALED_FIELDS.storage.events.encode(SEAL.sealed("g/main", 1, StacksDeployed("north", each), {}))[
                1
            ]
        )
        for each in (few, many)
    }
    assert len(sizes) == 1


def test_a_command_is_sealed_in_its_secret_fields() -> None:
    accepted = CommandAccepted("north", "1", "", "", deployment("north", 3, 3, 3), "north")
    sealed = SEAL.sealed("g/main", 2, accepted, {"strengths": "north"})
    assert isinstance(sealed, CommandAccepted)
    assert sealed.command["type"] == "deploy"
    assert sealed.command["strengths"].keys() == {"sealed"}
    assert SEAL.sealed("g/main", 2, accepted, {}) is accepted


class Places(NamedTuple):
    first: int
    second: Secret[int]


class Kept(Event, frozen=True, tag_field="type", tag="kept"):
    """An event that has hidden values where rules may put them."""

    places: Places = Places(1, Secret())
    some: frozenset[Secret[int]] = frozenset()
    share: Secret[float] = Secret()


NINE = Secret(("north",), 9)
KEPT = Kept(Places(1, NINE), share=NINE)


def test_a_hidden_value_in_a_named_tuple_is_sealed() -> None:
    sealed = SEAL.sealed("g/main", 1, KEPT, {})
    found = {path for path, _ in sealed_in(msgspec.json.decode(msgspec.json.encode(sealed)))}
    assert found == hidden_in(KEPT) == {"/places/1", "/share"}


def test_what_has_no_place_or_no_one_form_is_not_sealed_and_not_stored() -> None:
    in_a_set = msgspec.structs.replace(KEPT, some=frozenset({NINE}))
    assert "/some/-" in hidden_in(in_a_set)
    with pytest.raises(BadSeal, match="is in a set"):
        SEAL.sealed("g/main", 1, in_a_set, {})
    for number in (0.5, 1.0, 2**53):
        with pytest.raises(BadSeal, match="whole numbers"):
            SEAL.sealed("g/main", 1, msgspec.structs.replace(KEPT, share=Secret(("north",), number)), {})


# -- a game


def test_nothing_hidden_is_in_the_log_in_the_open(url: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
        rows = rows_of(referee, game)
        assert sum(len(list(sealed_in(msgspec.json.decode(row[3])))) for row in rows) == 4
        assert not [row for row in rows if b"north-2" in row[3]]
        assert referee.queries.match_events(game).items[3].type == "seal_set"


def test_positions_are_rebuilt_from_sealed_events(url: str) -> None:
    with referee_at(url, snapshot_every=7) as referee:
        game = seated(referee)
        for _ in played_out(referee, game):
            pass
        heads = range(1, referee.queries.head(game)[1] + 1)
        known = [referee.queries.position(game, at=at, seat="*").position for at in heads]
    with referee_at(url) as again:
        again.upkeep.rebuild_views()
        rebuilt = [again.queries.position(game, at=at).position for at in heads]
        assert rebuilt == known, "it was opened at its end"


def test_the_end_opens_the_seal_and_nothing_goes_back_after_it(url: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
        with pytest.raises(Refused, match="can be branched when it has ended") as branched:
            referee.match.request(game, "reader", match_requests.Branch(1))
        assert branched.value.rule == "fork/hidden"
        with pytest.raises(Refused, match="propose a rewind instead"):
            referee.commands.take_back(game, "south", id="back")
        proposal = referee.match.request(game, "north", match_requests.ProposeRewind(1))
        referee.match.request(game, "south", match_requests.DeclineRewind(proposal.id))
        for _ in played_out(referee, game):
            pass
        ended = [each.type for each in referee.queries.match_events(game).items[-2:]]
        assert ended == ["game_ended", "seal_opened"]
        with pytest.raises(Refused) as gone:
            referee.match.request(game, "north", match_requests.ProposeRewind(1))
        assert gone.value.rule == "match/opened"
        line = referee.match.request(game, "reader", match_requests.Branch(6)).id
        orders = plan_of(referee, game, "north")
        order = {"id": "w", "decision": "1.north", "timeline": line, "command": orders}
        told = referee.commands.handle(game, "north", order, by="reader")
        assert told.events[-1].data["plan"]["value"], "a branch of an open game hides nothing from its owner"


def plan_of(referee: Service, game: str, seat: str) -> dict[str, Any]:
    places = referee.queries.position(game, at=1, seat=seat).position["places"]
    return plan({stack: area for stack, area in places.items() if stack.startswith(seat)})


@pytest.mark.parametrize("how", ["resigned", "draw"])
def test_resigning_and_a_draw_open_it_too(url: str, how: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
        assert "value" not in referee.queries.events(game).items[-2].data["strengths"]
        if how == "draw":
            referee.match.request(game, "north", match_requests.OfferDraw())
            referee.match.request(game, "south", match_requests.AcceptDraw())
        else:
            referee.match.request(game, "north", match_requests.Resign())
        assert referee.queries.match_events(game).items[-1].type == "seal_opened"
        assert referee.queries.events(game).items[-2].data["strengths"]["value"]["south-3"] == 7
        with pytest.raises((Refused, GameOver)):
            referee.match.request(game, "north", match_requests.ProposeRewind(1))


def test_a_repeated_request_gets_its_first_answer_for_ever(url: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        order = {"id": "1", "decision": "0.north", "command": deployment("north", 1, 1, 7)}
        first = referee.commands.handle(game, "north", order)
        assert first.events[-1].data["strengths"]["value"] == order["command"]["strengths"]  # type: ignore[index]
        other = {**order, "command": deployment("north", 1, 7, 1)}
        with pytest.raises(IdReused):
            referee.commands.handle(game, "north", other)
        referee.upkeep.rebuild_views()
        again = referee.commands.handle(game, "north", order)
        assert again == msgspec.structs.replace(first, repeated=True)
        referee.match.request(game, "south", match_requests.Resign())
        assert referee.commands.handle(game, "north", order) == again


def test_the_digest_of_a_hidden_request_cannot_be_tried() -> None:
    """It is keyed: the same request in another service has another one."""
    digests = set()
    for secret in (SECRET, b"t" * 32):
        with referee_at("sqlite://", secret=secret, ids=_ids()) as referee:
            game = seated(referee)
            order = {"id": "1", "decision": "0.north", "command": deployment("north", 1, 1, 7)}
            digests.add(referee.commands.handle(game, "north", order).events[0].data["digest"])
    assert len(digests) == 2


def _ids() -> Any:
    numbers = iter(range(1, 1000))
    return lambda: f"id-{next(numbers):016}"


def test_refusals_are_those_of_the_seen_position(url: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
        wrong = {"id": "w", "decision": "1.north", "command": plan({"north-1": "a"})}
        with pytest.raises(Refused, match="orders each of its stacks"):
            referee.commands.handle(game, "north", wrong)
        assert b"plan" not in _noted(referee)


def _noted(referee: Service) -> bytes:
    referee.upkeep.settle()
    with referee.log.database.reader() as connection:
        (row,) = connection.execute("SELECT request FROM refusals ORDER BY number DESC LIMIT 1").fetchall()
    return bytes(row[0])


def test_what_a_game_that_hides_something_cannot_have(url: str) -> None:
    with referee_at(url) as referee:
        document = SEALED_FIELDS.storage.to_document(
            SEALED_FIELDS.rules.initial(SEALED_FIELDS.rules.begin("standard", {}, None))
        )
        with pytest.raises(Refused) as opened:
            referee.opening.open_game("sealed_fields", "standard", position=document)
        assert opened.value.rule == "sight/position"
        with pytest.raises(Refused) as level:
            referee.opening.open_game("sealed_fields", "standard", dice="tournament")
        assert level.value.rule == "sight/tournament"
        game = seated(referee)
        forged = {"type": "deploy", "strengths": {"sealed": {"for": [], "digest": "", "box": ""}}}
        with pytest.raises(Unreadable, match="called sealed"):
            referee.commands.handle(game, "north", {"id": "f", "decision": "0.north", "command": forged})


def test_numbers_in_hidden_fields_are_whole(url: str) -> None:
    with referee_at(url) as referee:
        game = seated(referee)
        given = {"type": "deploy", "strengths": {"north-1": 1.0, "north-2": 1, "north-3": 7}}
        with pytest.raises(Unreadable, match="whole numbers up to"):
            referee.commands.handle(game, "north", {"id": "w", "decision": "0.north", "command": given})


def test_another_master_key_does_not_serve_the_game(url: str) -> None:
    with referee_at(url) as referee:
        game, open_game = seated(referee), referee.opening.open_game("tug", "long").id
    with referee_at(url, seal_key=b"another master key of 32 bytes..") as other:
        with pytest.raises(OtherBuild, match="does not have the seal key"):
            other.queries.game(game)
        assert other.queries.game(open_game).version
        other.upkeep.rebuild_list()
        readable = {each.id: each.readable for each in other.queries.games().items}
        assert readable == {game: False, open_game: True}
    with referee_at(url) as referee:
        referee.match.request(game, "north", match_requests.Resign())
    with referee_at(url, seal_key=b"another master key of 32 bytes..") as other:
        assert other.queries.position(game).position, "the key of an ended game is in its log"


def test_the_computer_plays_by_what_its_seat_sees(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("sealed_fields", "standard").id
        for seat in SEATS:
            referee.computer_player.sit(game, seat)
        assert within(lambda: referee.queries.game(game).outcome is not None)
        assert referee.queries.match_events(game).items[-1].type == "seal_opened"
