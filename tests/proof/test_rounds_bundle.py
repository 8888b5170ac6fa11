"""Games of dice of v2 in bundles: whole ones hold, and what a server forges is named."""

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.bundle.earlier import EARLIER_LIMIT
from ironclad.eventlog.errors import NotFound, Unavailable
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import verify
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Row
from tests.proof.parties import OwnChain
from tests.proof.round_player import PULL, RoundPlayer
from tests.proof.test_signed_bundle import Body, fault_at
from tests.proof.test_verifying import verdict_of
from tests.toy import TUG
from tests.toys.both_pull import BOTH_PULL

RULES = {"tug": TUG, "both_pull": BOTH_PULL}
DRAW: Body = {"type": "offer_draw"}
SHOUT: Body = {"type": "shout", "word": "heave"}


def service(path: Path, **settings: Any) -> Service:
    return referee_at(
        f"sqlite:///{path / 'log.db'}", RULES, signing=Signing(KEY, path / "notary"), **settings
    )


def rows_of(referee: Service) -> list[Row]:
    return [row[1:5] for row in stored(referee)]


def verdict(rows: list[Row], game: str, path: Path) -> Any:
    """What a bundle of these rows is found to be."""
    return verdict_of(rows, game, path, rules=RULES.__getitem__)


def everything(referee: Service) -> str:
    """A game with commands of each kind, a rewind, and an end while a link is owed."""
    player = RoundPlayer(referee)
    for seat in ("blue", "grey", "blue"):
        player.play(seat)
    player.play("blue", SHOUT)
    player.rewind("blue", 5)
    for seat in ("blue", "grey"):
        chain = player.chains[seat] = OwnChain(seat, player.game, player.line, scheme=V2)
        command: Body = {"anchor": chain.anchor, "length": chain.length}
        asked = player.signed(seat, {"type": "anchor_dice", "timeline": player.line, "dice": command})
        own = match_requests.AnchorDice(dice=Given(chain.anchor, chain.length))
        referee.match.request(player.game, seat, own, **asked)
    for seat in ("blue", "grey"):
        player.ready(seat)
    player.play("grey")
    player.give("blue")
    resign = player.signed("blue", {"type": "resign"})
    referee.match.request(player.game, "blue", match_requests.Resign(), **resign)
    return player.game


def test_a_whole_game_holds(tmp_path: Path) -> None:
    with service(tmp_path) as referee:
        game = everything(referee)
        rows = rows_of(referee)
    found = verdict(rows, game, tmp_path)
    assert found.first_failure is None, found.first_failure
    assert fault_at(rows, game) == 0


LONGEST_GAME = 6_000
"""Events of the longest games that are played: a whole campaign has 5,816."""


def test_a_long_game_fits_in_a_bundle_with_every_command_signed_and_committed_to(tmp_path: Path) -> None:
    """A commit keeps one checkpoint at most, and has three events at least: its own, its link, its command.

    So the longest game has a tenth of the checkpoints that a bundle may have, if each command rolls.
    """
    with service(tmp_path) as referee:
        player = RoundPlayer(referee)
        for number in range(20):
            player.play(("blue", "grey")[number % 2])
        rows = rows_of(referee)
        own = [row for row in rows if row[0] == f"{player.game}/{player.line}"]
        commits = [row for row in own if row[2] == "match.command_committed.1"]
        anchored = [row for row in rows if row[2] == "match.dice_anchored.1"]
        with referee.log.database.reader() as connection:
            (kept,) = connection.execute("SELECT count(*) FROM kept_checkpoints").fetchone()
        with (tmp_path / "bundle").open("wb") as file:
            referee.exporter.write(player.game, file, 40.0)
    assert len(commits) == 20
    assert kept <= len(commits) + len(anchored)
    assert len(own) >= 3 * len(commits)
    assert LONGEST_GAME / 3 <= EARLIER_LIMIT / 10
    found = verify(tmp_path / "bundle", str(KEY.verifier), RULES.__getitem__)
    assert found.first_failure is None, found.first_failure


def test_a_game_in_which_the_service_keeps_a_chain_holds(tmp_path: Path) -> None:
    for own in ((), ("blue",), ("grey",)):
        folder = tmp_path / f"of-{len(own)}-{''.join(own)}"
        folder.mkdir()
        with service(folder) as referee:
            player = RoundPlayer(referee, own=own)
            for _ in range(6):
                player.play(referee.queries.due(player.game)[0].seat, {"type": "pull", "effort": 1})
            rows, game = rows_of(referee), player.game
        assert verdict(rows, game, folder).first_failure is None


# -- what a server forges


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    """Blue's first pull, committed to and carried out, then grey's."""
    with service(tmp_path_factory.mktemp("record")) as referee:
        player = RoundPlayer(referee)
        for seat in ("blue", "grey"):
            player.play(seat)
        return rows_of(referee), player.game


def named(rows: list[Row], kind: str, nth: int = 0) -> int:
    return [number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1"][nth]


def body_of(row: Row) -> Body:
    found: Body = json.loads(row[3])
    return found


FORGED: list[tuple[str, str, Callable[[Body], object], set[str]]] = [
    ("another command", "command_committed", lambda b: b["command"].update(effort=2), {"signatures"}),
    ("another id", "command_committed", lambda b: b.update(id="other"), {"dice", "signatures"}),
    ("no signature of the command", "command_committed", lambda b: b.pop("signature"), {"signatures"}),
    ("a link of another", "link_revealed", lambda b: b.update(seat="blue"), {"dice"}),
    ("another link", "link_revealed", lambda b: b["share"].update(link="0" * 64), {"dice"}),
    ("no signature of the link", "link_revealed", lambda b: b.pop("signature"), {"signatures"}),
    ("a link handed in by nobody there", "link_revealed", lambda b: b.update(by="reader"), {"rules"}),
    ("a link before its command", "link_revealed", lambda b: b.update(at="2000-01-01"), {"order"}),
    ("another die", "command_accepted", lambda b: b["rolls"][0].update(faces=[7]), {"dice"}),
    ("another command carried out", "command_accepted", lambda b: b["command"].update(effort=2), {"dice"}),
    ("a refusal that was none", "command_accepted", lambda b: b.update(instead=INSTEAD), {"dice", "rules"}),
]
INSTEAD = {"rule": "2", "reason": "a pull is 1 to 3", "command": {"type": "pull", "effort": 1}}


@pytest.mark.parametrize(("what", "kind", "change", "checks"), FORGED, ids=[each[0] for each in FORGED])
def test_a_record_that_was_changed_is_named(
    record: tuple[list[Row], str],
    tmp_path: Path,
    what: str,
    kind: str,
    change: Callable[[Body], object],
    checks: set[str],
) -> None:
    rows, game = record
    number = named(rows, kind, -1)
    body = body_of(rows[number])
    change(body)
    forged = [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]
    found = verdict(forged, game, tmp_path)
    assert found.first_failure is not None
    assert found.first_failure.check in checks, found.first_failure


def test_a_link_without_a_checkpoint_of_its_command_is_named(
    record: tuple[list[Row], str], tmp_path: Path
) -> None:
    """Its signature names a checkpoint of the command; where no seat signs, the bundle has to have one."""
    rows, game = record
    assert verdict(rows, game, tmp_path).first_failure is None
    number = named(rows, "link_revealed")
    body = body_of(rows[number])
    body["signature"]["seen"]["checkpoint"]["size"] = number - 1
    forged = [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]
    found = verdict(forged, game, tmp_path).first_failure
    assert found is not None
    assert (found.check, found.position) == ("dice", number + 1)
    assert "this was sent before the commit" in found.detail


# -- replays


def test_commits_and_links_are_good_for_nothing_in_another_past(tmp_path: Path) -> None:
    """The operator keeps a copy from before a seat committed, and replays there what the seat sent later."""
    names: Any = iter(f"id-{number}" for number in range(1, 99))
    ids: Body = {"ids": lambda: next(names)}
    sent: list[Any] = []
    with service(tmp_path, dice_key=b"a" * 32, **ids) as referee:
        player = RoundPlayer(referee)
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(tmp_path / "log.db", copy)
    shutil.copy(tmp_path / "notary", copy)
    with service(tmp_path, dice_key=b"a" * 32, **ids) as referee:
        player.referee = referee
        asked: Body = {"timeline": "main", "decision": "1.blue"}
        sent.append(player.ask("blue", PULL, asked))
        given = referee.commands.handle(player.game, "blue", sent[0])
        sent.append(player.link_of("blue", sent[0]["id"], given.version))
        referee.links.reveal(player.game, sent[0]["id"], sent[1], by="blue")
        honest = rows_of(referee)
    assert verdict(honest, player.game, tmp_path).first_failure is None
    with service(copy, dice_key=b"a" * 32, **ids) as referee:
        player.referee = referee
        player.play("grey", SHOUT)
        referee.prover.checkpoint(referee.queries.log_size(), wait=20.0)
        with pytest.raises(NotFound):
            referee.links.reveal(player.game, sent[0]["id"], sent[1], by="blue")
        given = referee.commands.handle(player.game, "blue", sent[0])
        with pytest.raises(Refused) as refused:
            referee.links.reveal(player.game, sent[0]["id"], sent[1], by="blue")
        assert refused.value.rule == "signature/wrong", "it was signed for a commit at another version"
        forged = rows_of(referee)
    ours = honest[named(honest, "link_revealed") :]
    moved = [(row[0], row[1] + 2, *row[2:]) if row[0].endswith("/main") else row for row in ours]
    for rows in ([*forged, *moved], [*forged[:-1], *honest[named(honest, "command_committed") :]]):
        found = verdict(rows, player.game, copy).first_failure
        assert found is not None
        assert found.check in ("order", "signatures", "dice")


def test_a_link_is_good_for_nothing_where_its_commit_has_another_past(tmp_path: Path) -> None:
    """The commit is at the same version of the line; what was in the log before it is not the same."""
    names: Any = iter(f"id-{number}" for number in range(1, 99))
    ids: Body = {"ids": lambda: next(names)}
    with service(tmp_path, dice_key=b"a" * 32, **ids) as referee:
        player = RoundPlayer(referee)
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(tmp_path / "log.db", copy)
    shutil.copy(tmp_path / "notary", copy)
    with service(tmp_path, dice_key=b"a" * 32, **ids) as referee:
        player.referee = referee
        asked = player.ask("blue", PULL, {"timeline": "main", "decision": "1.blue"})
        given = referee.commands.handle(player.game, "blue", asked)
        link = player.link_of("blue", asked["id"], given.version)
    with service(copy, dice_key=b"a" * 32, **ids) as referee:
        player.referee = referee
        referee.match.request(player.game, "grey", match_requests.OfferDraw(), **player.signed("grey", DRAW))
        referee.prover.checkpoint(referee.queries.log_size(), wait=20.0)
        referee.commands.handle(player.game, "blue", asked)
        with pytest.raises(Refused) as refused:
            referee.links.reveal(player.game, asked["id"], link, by="blue")
        assert refused.value.rule == "signature/seen"
        assert not player.rows("match.link_revealed.1")


def test_a_service_restored_from_before_a_commit_takes_neither_it_nor_its_link(tmp_path: Path) -> None:
    with service(tmp_path) as referee:
        player = RoundPlayer(referee)
    shutil.copy(tmp_path / "log.db", tmp_path / "backup.db")
    with service(tmp_path) as referee:
        player.referee = referee
        asked = player.ask("blue", PULL, {"timeline": "main", "decision": "1.blue"})
        given = referee.commands.handle(player.game, "blue", asked)
        link = player.link_of("blue", asked["id"], given.version)
    for each in tmp_path.glob("log.db*"):
        each.unlink()
    shutil.copy(tmp_path / "backup.db", tmp_path / "log.db")
    with service(tmp_path, clock=lambda: datetime(2026, 1, 2, tzinfo=UTC)) as referee:
        player.referee = referee
        size = referee.queries.log_size()
        with suppress(Unavailable):  # a moment may go by until the signer has refused the log
            referee.commands.handle(player.game, "blue", asked)
        with pytest.raises((NotFound, Unavailable)):
            referee.links.reveal(player.game, asked["id"], link, by="blue")
        assert not player.rows("match.link_revealed.1")
        assert referee.queries.log_size() <= size + 1


def test_a_link_waits_for_a_checkpoint_of_its_command(tmp_path: Path) -> None:
    covered: list[bool] = [True]
    with service(tmp_path, covered=lambda position: covered[0]) as referee:
        player = RoundPlayer(referee)
        given = player.give("blue")
        covered[0] = False
        id = given.events[0].data["id"]
        link = player.link_of("blue", id, given.version)
        with pytest.raises(Unavailable, match="not in a signed checkpoint yet"):
            referee.links.reveal(player.game, id, link, by="blue")
        covered[0] = True
        assert referee.links.reveal(player.game, id, link, by="blue").owed is msgspec.UNSET
