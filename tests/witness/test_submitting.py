"""A service's log and its witnesses: what it signs is cosigned in the background, kept, and served."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import monotonic, sleep, time
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.copying import copy
from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.cosigners import Cosigner
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.mldsa import MlDsaWitness
from ironclad.eventlog.ledger.notes import Note, SigningKey, verified
from ironclad.eventlog.ledger.policy import Policy, check_note, read_policy
from ironclad.eventlog.signer import SIGNING, Signing
from ironclad.eventlog.store.checkpoints import Checkpoints, Cosigned, label_of
from ironclad.eventlog.store.database import open_database
from ironclad.eventlog.witness.cosigning import Answer, CosigningWitness
from ironclad.eventlog.witness.heads import WitnessHeads
from ironclad.referee.proof import quorum as quorum_module
from ironclad.referee.proof.quorum import Quorum
from tests.log.conftest import hand, pull, referee_at, sqlite_url, url
from tests.witness.fake import FakeWitness, fake_witness, raw_server

__all__ = ["sqlite_url", "url"]

ORIGIN = "games.example/ironclad"
KEY = SigningKey(ORIGIN, b"1" * 32)
ONE, TWO = Witness("witness.example/w1", b"w" * 32), Witness("witness.example/w2", b"v" * 32)


@dataclass
class Running:
    """A witness of the log at an address, with what it remembers."""

    cosigners: Sequence[Cosigner]
    server: FakeWitness
    witness: CosigningWitness

    def lines(self, name: str) -> str:
        return "".join(
            f"witness {name}{number or ''} {each.verifier} {self.server.url}/\n"
            for number, each in enumerate(self.cosigners)
        )


@contextmanager
def running(folder: Path, *cosigners: Cosigner, key: SigningKey = KEY) -> Iterator[Running]:
    folder.mkdir(exist_ok=True)
    with WitnessHeads(folder / "heads", folder / "copy", new=True) as heads:
        witness = CosigningWitness([key.verifier], cosigners, heads, lambda: int(time()))
        with fake_witness(witness.add_checkpoint) as server:
            yield Running(cosigners, server, witness)


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "one", ONE) as made:
        yield made


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "two", TWO) as made:
        yield made


def policy_of(text: str) -> Policy:
    return read_policy(f"log {KEY.verifier}\n{text}".encode())


def signing(tmp_path: Path, policy: Policy, **more: Any) -> Signing:
    return Signing(KEY, tmp_path / "elsewhere" / "notary", policy=policy, pace=0.1, **more)


def until(test: Callable[[], Any], seconds: float = 40.0) -> Any:
    deadline = monotonic() + seconds
    while not (found := test()):
        assert monotonic() < deadline, "it did not come about in time"
        sleep(0.02)
    return found


def grown(referee: Service, pulls: int = 3) -> str:
    game = referee.opening.open_game("tug", "long").id
    for _ in range(pulls):
        pull(referee, game)
    return game


def public(referee: Service) -> tuple[int, Note]:
    note = referee.prover.public_checkpoint()
    return parse_checkpoint(note.text).size, note


def cosigned_at(referee: Service, size: int) -> Note:
    """The public checkpoint, once it is of a size and meets the policy."""
    quorum = referee.open_games.ledger.quorum
    assert quorum is not None

    def there() -> Note | None:
        note = quorum.note(referee.prover.history())
        return note if note is not None and parse_checkpoint(note.text).size == size else None

    until(lambda: referee.prover.condition().condition == SIGNING)
    found: Note = until(there)
    assert public(referee) == (size, found)
    return found


def test_what_is_signed_is_cosigned_and_served(url: str, tmp_path: Path, one: Running, two: Running) -> None:
    """By both witnesses of the quorum; also after a restart, with a proof from the last size."""
    policy = policy_of(one.lines("a") + two.lines("b") + "group both all a b\nquorum both\n")
    with referee_at(url, signing=signing(tmp_path, policy)) as referee:
        game = grown(referee)
        size = referee.queries.log_size()
        note = cosigned_at(referee, size)
        assert check_note(note, policy).ok
        assert referee.prover.condition().cosigned == size
        told = referee.prover.checkpoint_record(note)
        assert sorted(each.witness for each in told.cosignatures) == [ONE.name, TWO.name]
        assert set(referee.prover.keys().witnesses) == {str(ONE.verifier), str(TWO.verifier)}
        assert referee.prover.checkpoint(witnesses=2) == note
    with referee_at(url, signing=signing(tmp_path, policy)) as referee:
        asked = len(one.server.bodies)
        until(lambda: len(one.server.bodies) == asked + 1)
        assert one.server.bodies[asked].startswith(f"old {size}\n".encode()), "asked again at the start"
        assert cosigned_at(referee, size).text == note.text
        asked = len(one.server.bodies)
        pull(referee, game)
        cosigned_at(referee, referee.queries.log_size())
        assert one.server.bodies[asked].startswith(f"old {size}\n".encode()), "no size was forgotten"


def test_the_public_checkpoint_waits_for_the_quorum(
    url: str, tmp_path: Path, one: Running, two: Running
) -> None:
    """While one of two witnesses is away the last one of both is served, and then the newest."""
    policy = policy_of(one.lines("a") + two.lines("b") + "group both all a b\nquorum both\n")
    answers, two.server.decide = two.server.decide, lambda _: Answer(503, b"")
    with referee_at(url, signing=signing(tmp_path, policy)) as referee:
        game = grown(referee)
        first = referee.queries.log_size()
        until(lambda: len(two.server.bodies) > 0 and referee.prover.condition().signed == first)
        assert referee.prover.condition().cosigned is None
        assert public(referee)[0] == first, "where no checkpoint meets the policy the last one is served"
        two.server.decide = answers
        cosigned_at(referee, first)
        two.server.decide = lambda _: Answer(503, b"")
        pull(referee, game)
        second = referee.queries.log_size()
        until(lambda: referee.prover.condition().signed == second)
        until(lambda: parse_checkpoint(referee.prover.checkpoint(witnesses=1).text).size == second)
        assert public(referee)[0] == first
        assert parse_checkpoint(referee.prover.checkpoint().text).size == second
        two.server.decide = answers
        cosigned_at(referee, second)


@pytest.mark.skipif(not mldsa.available(), reason="this build has no ML-DSA-44")
def test_a_witness_with_two_keys_is_asked_once_and_counts_once(url: str, tmp_path: Path) -> None:
    with running(tmp_path / "w", ONE, MlDsaWitness(ONE.name, b"q" * 32)) as both:
        policy = policy_of(both.lines("a") + "group any-of-it 2 a a1\nquorum any-of-it\n")
        with referee_at(url, signing=signing(tmp_path, policy)) as referee:
            grown(referee)
            size = referee.queries.log_size()
            note = cosigned_at(referee, size)
            assert [key for key, _ in verified(note, [each.verifier for each in both.cosigners])] == [
                each.verifier for each in both.cosigners
            ]
            assert len([body for body in both.server.bodies if f"\n{size}\n".encode() in body]) == 1
            assert referee.prover.checkpoint(witnesses=1) == note
            with pytest.raises(Exception, match="2 witnesses"):
                referee.prover.checkpoint(witnesses=2)


def test_a_slow_witness_stalls_nobody(sqlite_url: str, tmp_path: Path, one: Running) -> None:
    """Not the appends, not the signer, not the other witness, not the end of the service."""
    policy = policy_of(one.lines("a") + "quorum a\n")
    with raw_server(lambda connection: sleep(60)) as stuck:
        policy = replace(
            policy, witnesses=(*policy.witnesses, replace(policy.witnesses[0], name="s", url=stuck))
        )
        with ExitStack() as stack:
            referee = stack.enter_context(referee_at(sqlite_url, signing=signing(tmp_path, policy)))
            game = grown(referee)
            begun = monotonic()
            for _ in range(20):
                pull(referee, game)
            assert monotonic() - begun < 10
            cosigned_at(referee, referee.queries.log_size())
            begun = monotonic()
        assert monotonic() - begun < 10


@pytest.mark.full
def test_witnesses_are_asked_at_their_pace(sqlite_url: str, tmp_path: Path, one: Running) -> None:
    """The newest checkpoint each time: those between are skipped."""
    policy = policy_of(one.lines("a") + "quorum a\n")
    with referee_at(sqlite_url, signing=replace(signing(tmp_path, policy), pace=2.0)) as referee:
        game = grown(referee)
        until(lambda: one.server.bodies)
        begun, asked = monotonic(), len(one.server.bodies)
        while monotonic() - begun < 3.0:
            pull(referee, game)
            sleep(0.05)
        assert len(one.server.bodies) - asked <= 2
        cosigned_at(referee, referee.queries.log_size())


def test_a_witness_that_knows_more_is_told_to_the_operator(
    sqlite_url: str, tmp_path: Path, one: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """A backup was restored with the notary's file: the signer sees nothing, the witness does."""
    policy = policy_of(one.lines("a") + "quorum a\n")
    made, backup = signing(tmp_path, policy), f"sqlite:///{tmp_path / 'backup.db'}"
    assert made.notary is not None
    with referee_at(sqlite_url, signing=made) as referee:
        game = grown(referee)
        cosigned_at(referee, referee.queries.log_size())
    copy(sqlite_url, backup, lambda *_: None)
    notary = made.notary.read_bytes()
    with referee_at(sqlite_url, signing=made) as referee:
        pull(referee, game)
        later = referee.queries.log_size()
        cosigned_at(referee, later)
    made.notary.write_bytes(notary)
    with caplog.at_level(logging.ERROR), referee_at(backup, signing=made) as referee:
        until(lambda: f"it has cosigned {later:,} events of this log" in caplog.text)
        for _ in range(3):
            pull(referee, game, 2)  # another pull than in the log that was lost
        assert referee.queries.log_size() > later
    caplog.clear()
    with caplog.at_level(logging.ERROR), referee_at(backup, signing=made) as referee:
        until(lambda: "has cosigned another log" in caplog.text)
        assert referee.prover.condition().cosigned is not None
        assert (referee.prover.condition().cosigned or 0) < later


@pytest.mark.full
def test_a_failure_is_logged_once(
    sqlite_url: str, tmp_path: Path, one: Running, caplog: pytest.LogCaptureFixture
) -> None:
    answers, one.server.decide = one.server.decide, lambda _: Answer(500, b"\x1b[31mno")
    policy = policy_of(one.lines("a") + "quorum a\n")
    with caplog.at_level(logging.INFO), referee_at(sqlite_url, signing=signing(tmp_path, policy)) as referee:
        grown(referee)
        until(lambda: len(one.server.bodies) >= 3)
        lines = [each for each in caplog.messages if "has not cosigned" in each]
        assert lines == [f"the witness at {one.server.url} has not cosigned: it answers 500 ( [31mno)"]
        one.server.decide = answers
        until(lambda: "cosigns again" in caplog.text)


def test_a_process_that_does_not_sign_serves_what_meets_the_policy(
    url: str, tmp_path: Path, one: Running
) -> None:
    policy = policy_of(one.lines("a") + "quorum a\n")
    with referee_at(url, signing=signing(tmp_path, policy)) as referee:
        grown(referee)
        note = cosigned_at(referee, referee.queries.log_size())
        with referee_at(url, signing=Signing(policy=policy)) as other:
            assert other.prover.public_checkpoint() == note
            assert other.prover.condition().cosigned == parse_checkpoint(note.text).size


def test_lines_that_are_posted_count_for_the_policy(sqlite_url: str, tmp_path: Path) -> None:
    """`POST /log/cosignatures` takes lines of the policy's witnesses, as of those in IRONCLAD_WITNESSES."""
    policy = policy_of(f"witness a {ONE.verifier}\nwitness b {TWO.verifier}\ngroup g all a b\nquorum g\n")
    with referee_at(sqlite_url, signing=signing(tmp_path, policy, witnesses=(ONE.verifier,))) as referee:
        grown(referee)
        size = referee.queries.log_size()
        until(lambda: referee.prover.condition().condition == SIGNING)
        note = referee.prover.checkpoint(size, wait=40.0)
        now = referee.open_games.seconds()
        for witness in (ONE, TWO):
            assert referee.open_games.ledger.quorum is not None
            assert referee.open_games.ledger.quorum.note(referee.prover.history()) is None
            referee.prover.cosign(str(note.signed(witness.cosign(note.text, now))))
        assert {each.name for each in public(referee)[1].signatures} == {ORIGIN, ONE.name, TWO.name}
        assert referee.prover.keys().witnesses == (str(ONE.verifier), str(TWO.verifier))


def test_what_a_hand_put_into_the_table_meets_no_policy(
    sqlite_url: str, tmp_path: Path, one: Running
) -> None:
    policy = policy_of(one.lines("a") + "quorum a\n")
    with referee_at(sqlite_url, signing=signing(tmp_path, policy)) as referee:
        grown(referee)
        size = referee.queries.log_size()
        good = cosigned_at(referee, size)
    larger = Checkpoint(ORIGIN, size + 5, bytes(32))
    stranger = SigningKey(ORIGIN, b"x" * 32)
    for note, line in (
        (larger.sign(stranger), ONE.cosign(larger.text(), 5)),
        (larger.sign(KEY), Witness(ONE.name, b"x" * 32).cosign(larger.text(), 5)),
        (larger.sign(KEY), ONE.cosign(Checkpoint(ORIGIN, size + 5, bytes(31) + b"1").text(), 5)),
    ):
        hand(
            sqlite_url,
            "DELETE FROM cosignatures WHERE size > " + str(size),
            f"DELETE FROM checkpoints WHERE size > {size}",
        )
        hand(sqlite_url, f"INSERT INTO checkpoints VALUES ({size + 5}, '{note}')")
        hand(sqlite_url, f"INSERT INTO cosignatures VALUES ({size + 5}, 'a', 5, '{line.line()}')")
        with referee_at(sqlite_url, signing=Signing(policy=policy)) as referee:
            assert public(referee) == (size, good)


def test_a_quorum_of_nobody_is_the_last_checkpoint(sqlite_url: str, tmp_path: Path) -> None:
    with referee_at(sqlite_url, signing=signing(tmp_path, policy_of("quorum none\n"))) as referee:
        grown(referee)
        size = referee.queries.log_size()
        until(lambda: referee.prover.condition().signed == size)
        assert public(referee)[0] == size
        assert referee.prover.condition().cosigned == size


def test_the_quorum_is_found_among_many_and_forgotten_ones(sqlite_url: str, tmp_path: Path) -> None:
    """A look costs no signatures again; a checkpoint that was pruned is looked for again."""
    database = open_database(sqlite_url)
    published, history = Checkpoints(database), KeyHistory(ORIGIN, KEY.verifier)
    policy = policy_of(f"witness a {ONE.verifier}\nwitness b {TWO.verifier}\ngroup g all a b\nquorum g\n")
    quorum, checks = Quorum(published, policy), list[int]()

    def line(size: int, witness: Witness) -> None:
        checkpoint = Checkpoint(ORIGIN, size, bytes(32))
        signature = witness.cosign(checkpoint.text(), size)
        published.cosign(
            size, str(checkpoint.sign(KEY)), [Cosigned(label_of(witness.verifier), size, signature, False)]
        )

    really = quorum_module.check_note

    def counted(note: Note, *more: Any) -> Any:
        checks.append(parse_checkpoint(note.text).size)
        return really(note, *more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(quorum_module, "check_note", counted)
        for size in range(1, 40):
            line(size, ONE)
        assert quorum.note(history) is None
        assert len(checks) == 39
        assert quorum.note(history) is None
        assert len(checks) == 39, "none is checked twice"
        line(20, TWO)
        found = quorum.note(history)
        assert found is not None
        assert parse_checkpoint(found.text).size == 20
        assert len(checks) == 40
        line(10, TWO)
        assert quorum.note(history) == found
        assert len(checks) == 40, "nothing smaller is looked at"
        hand(
            sqlite_url, "DELETE FROM cosignatures WHERE size = 20", "DELETE FROM checkpoints WHERE size = 20"
        )
        assert quorum.note(history) is None
        found = quorum.note(history)
        assert found is not None
        assert parse_checkpoint(found.text).size == 10
    database.close()


def test_the_offer_returns_at_once(sqlite_url: str, tmp_path: Path) -> None:
    """Whatever the witness does: the signer's thread is never in an exchange."""
    held = Event()

    def hold(_: bytes) -> Answer:
        held.wait(20)
        return Answer(503, b"")

    with fake_witness(hold) as server:
        policy = policy_of(f"witness a {ONE.verifier} {server.url}\nquorum a\n")
        with referee_at(sqlite_url, signing=signing(tmp_path, policy)) as referee:
            game = grown(referee)
            until(lambda: server.bodies)
            for _ in range(5):
                pull(referee, game)
                size = referee.queries.log_size()
                until(lambda size=size: referee.prover.condition().signed == size, 5.0)
            assert len(server.bodies) == 1
        held.set()
