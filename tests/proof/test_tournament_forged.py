"""What a service, a seat or a forger would do at the tournament level, and the check that names it."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_tournament import request_digest, share_of
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import stored
from tests.proof import second_verifier
from tests.proof.logs import KEY, Log, Row, lines_of, packed
from tests.proof.tournament import SCHEDULE, WITNESSES, hall_at, value
from tests.toy import TUG

Body = dict[str, Any]
Cosigned = list[tuple[int, Witness, int]]


class Record:
    """A log of one game with each kind of end that an intent has, and what witnesses cosigned of it."""

    def __init__(self, rows: list[Row], game: str, cosigned: Cosigned, earlier: set[int]) -> None:
        self.rows, self.game, self.cosigned, self.earlier = rows, game, cosigned, earlier

    def place(self, name: str, number: int = 0) -> int:
        """The index of an event of a name, among others of it."""
        return [at for at, row in enumerate(self.rows) if row[2] == f"match.{name}.1"][number]

    def answer(self) -> int:
        """The index of the first command that rolls."""
        return next(
            at for at, row in enumerate(self.rows) if b'"beacon":{' in row[3] and b"dice_proof" in row[3]
        )

    def changed(self, at: int, change: Callable[[Body], object]) -> "Record":
        body = json.loads(self.rows[at][3])
        change(body)
        rows = [*self.rows[:at], (*self.rows[at][:3], canonical(body)), *self.rows[at + 1 :]]
        return Record(rows, self.game, self.cosigned, self.earlier)

    def verdict(
        self,
        path: Path,
        cosigned: Cosigned | None = None,
        rounds: Callable[[int], bytes | None] = value,
        version: int = 2,
    ) -> Verdict:
        lines = self.cosigned if cosigned is None else cosigned
        data = Log(self.rows).bundle(self.game, earlier=self.earlier, cosigned=lines, version=version)
        (path / "bundle").write_bytes(data)
        return verify(path / "bundle", str(KEY.verifier), {"tug": TUG}.__getitem__, rounds=rounds)

    def second(self, cosigned: Cosigned | None = None) -> tuple[int, str] | None:
        lines = self.cosigned if cosigned is None else cosigned

        def told(key: str) -> list[tuple[int, int]]:
            return [(size, at) for size, by, at in lines if str(by.verifier) == key]

        rows = [
            (at, "" if row[0].endswith("/match") else row[0].partition("/")[2], *row[1:3], json.loads(row[3]))
            for at, row in enumerate(self.rows, 1)
        ]
        sizes = sorted(self.earlier | {each[0] for each in lines})
        return second_verifier.verify(self.game, rows, sizes, told)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("record")
    cosigned: Cosigned = []
    with hall_at(f"sqlite:///{folder / 'log.db'}", folder) as hall:
        game = hall.open()
        size = hall.referee.queries.log_size() - 2

        def witnessed() -> None:
            at = hall.clock.seconds
            cosigned.extend((hall.referee.queries.log_size(), each, at) for each in WITNESSES[:2])
            hall.witness()

        for _ in range(2):
            seat, request = hall.due()[0], hall.request()
            made = hall.intend(seat, request)
            witnessed()
            hall.until(made)
            hall.give(seat, request)
        late = hall.intend("blue", hall.request())
        hall.until(late)
        wrong = hall.request(effort=9)
        made = hall.intend("blue", wrong)
        witnessed()
        hall.until(made)
        with pytest.raises(Exception, match="1 to 3"):
            hall.give("blue", wrong)
        hall.give("blue", hall.shout())
        rows = [row[1:5] for row in stored(hall.referee)]
    return Record(rows, game, cosigned, {size})


def failure(verdict: Verdict) -> tuple[str, int | None, str]:
    found = verdict.first_failure
    assert found is not None
    return found.check, found.position, found.detail


def test_the_record_holds(record: Record, tmp_path: Path) -> None:
    verdict = record.verdict(tmp_path)
    assert verdict.ok, verdict.first_failure
    detail = next(check.detail for check in verdict.checks if check.name == "dice")
    assert "2 intents answered" in detail
    assert "1 refused by the rules, 1 void by the service's word (0 of them witnessed in time)" in detail
    assert "held to the file" in detail
    assert record.second() is None


def test_a_command_that_was_not_committed_to_is_named(record: Record, tmp_path: Path) -> None:
    """The heart of it: with the beacon known, no other command takes the place of the one committed to."""
    at = record.answer()
    changes: list[Callable[[Body], object]] = [
        lambda body: body["command"].update(effort=2),
        lambda body: body.update(id="another"),
        lambda body: body.update(expected_version=1),
        lambda body: body.update(decision=None),
    ]
    for change in changes:
        forged = record.changed(at, change)
        check, position, detail = failure(forged.verdict(tmp_path))
        assert (check, position) == ("dice", at + 1)
        assert "committed to another request" in detail
        assert forged.second() == (at + 1, "intent")


def test_an_intent_that_says_something_else_is_named(record: Record, tmp_path: Path) -> None:
    made, at = record.place("intent_made"), record.answer()
    for change in (
        lambda body: body.update(digest="0" * 64),
        lambda body: body.update(round=body["round"] + 1),
        lambda body: body.update(seat="grey"),
        lambda body: body.update(timeline="elsewhere"),
    ):
        forged = record.changed(made, change)
        assert failure(forged.verdict(tmp_path))[:2] == ("dice", at + 1)
        found = forged.second()
        assert found is not None
        assert found[0] == at + 1


def test_what_witnesses_did_not_cosign_in_time_is_named(record: Record, tmp_path: Path) -> None:
    at = record.answer()
    intent = json.loads(record.rows[record.place("intent_made")][3])
    (size, one, _), (_, two, _), *rest = record.cosigned
    deadline = SCHEDULE.time(intent["round"])
    for lines in (
        [],
        [(size, one, deadline - 1)],
        [(size, one, deadline - 1), (size, two, deadline)],
        [(record.place("intent_made"), each, deadline - 1) for each in (one, two)],
    ):
        cosigned = [*lines, *rest]
        check, position, detail = failure(record.verdict(tmp_path, cosigned))
        assert (check, position) == ("dice", at + 1), detail
        assert "was not witnessed before round" in detail
        assert record.second(cosigned) == (at + 1, "witness")
    apart = [(size, one, deadline - 1), (at, two, deadline - 1), *rest]
    assert record.verdict(tmp_path, apart).ok, "each by a checkpoint of its own"


def test_lines_of_strangers_are_named(record: Record, tmp_path: Path) -> None:
    stranger = Witness(WITNESSES[0].name, b"s" * 32)
    size, _, at = record.cosigned[0]
    check, position, detail = failure(
        record.verdict(tmp_path, [*record.cosigned, (size, stranger, at)], version=1)
    )
    assert (check, position) == ("dice", record.place("tournament_set") + 1)
    assert "no witness of the game" in detail
    assert record.verdict(tmp_path, [*record.cosigned, (size, stranger, at)], version=2).ok


def test_an_intent_called_void_though_it_was_witnessed_is_counted(record: Record, tmp_path: Path) -> None:
    """The lines may have come late: who held them back does not show them anyway."""
    made = record.place("intent_made", 2)
    intent = json.loads(record.rows[made][3])
    lines = [(made + 1, each, SCHEDULE.time(intent["round"]) - 1) for each in WITNESSES[:2]]
    cosigned = [*record.cosigned, *lines]
    verdict = record.verdict(tmp_path, cosigned)
    assert verdict.ok
    detail = next(check.detail for check in verdict.checks if check.name == "dice")
    assert "1 void by the service's word (1 of them witnessed in time)" in detail
    assert record.second(cosigned) is None


def test_a_beacon_that_said_something_else_is_named(record: Record, tmp_path: Path) -> None:
    at = record.answer()
    other = value(1).hex()
    forged = record.changed(at, lambda body: body["dice_proof"]["beacon"].update(value=other))
    assert "its shares give" in failure(forged.verdict(tmp_path, rounds=lambda _: bytes.fromhex(other)))[2]
    assert "said something else" in failure(forged.verdict(tmp_path))[2]
    assert "not among those" in failure(record.verdict(tmp_path, rounds=lambda _: None))[2]
    for change in (
        lambda body: body["dice_proof"]["beacon"].update(round=1),
        lambda body: body["dice_proof"]["beacon"].update(intent=1),
        lambda body: body["dice_proof"]["beacon"].update(value="none"),
        lambda body: body["dice_proof"].pop("beacon"),
    ):
        check, position, _ = failure(record.changed(at, change).verdict(tmp_path))
        assert (check, position) == ("dice", at + 1)
    assert share_of("lighthouse", 1, b"x" * 32) != share_of("lighthouse", 2, b"x" * 32)


def test_a_refusal_that_the_rules_do_not_know_is_named(record: Record, tmp_path: Path) -> None:
    """The service and the giver would be rid of a request whose roll they foresee: it was legal."""
    at, made = record.place("intent_refused"), record.place("intent_made", 3)
    refused = json.loads(record.rows[at][3])["request"]
    legal = {**refused, "command": {"type": "pull", "effort": 1}}
    digest = request_digest(record.game, "main", "blue", legal)
    forged = record.changed(made, lambda body: body.update(digest=digest))
    forged = forged.changed(made - 1, lambda body: body["command"].update(digest=digest))
    forged = forged.changed(at, lambda body: body.update(request=legal))
    check, position, detail = failure(forged.verdict(tmp_path))
    assert (check, position) == ("rules", at)
    assert "do not refuse" in detail
    for change, word in (
        (lambda body: body.update(rule="5"), "rules"),
        (lambda body: body["request"].update(id="another"), "dice"),
        (lambda body: body.update(intent="another"), "dice"),
        (lambda body: body.update(seat="grey"), "dice"),
    ):
        assert failure(record.changed(at, change).verdict(tmp_path))[0] == word


def test_a_void_before_its_time_or_of_a_seat_s_own_is_named(record: Record, tmp_path: Path) -> None:
    at = record.place("intent_voided") - 1
    early = json.loads(record.rows[record.place("intent_made", 2) - 1][3])["at"]
    check, position, _ = failure(record.changed(at, lambda body: body.update(at=early)).verdict(tmp_path))
    assert (check, position) == ("rules", at + 1)
    forged = record.changed(at, lambda body: body.update(seat="blue", by="blue"))
    assert failure(forged.verdict(tmp_path))[:2] == ("rules", at + 1)
    never = record.changed(at, lambda body: body.update(at="some day"))
    assert failure(never.verdict(tmp_path))[0] in ("rules", "order")


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(needed=0),
        lambda body: body.update(needed=4),
        lambda body: body.update(period=0),
        lambda body: body.update(witnesses=[]),
        lambda body: body.update(witnesses=["rubbish"], needed=1),
        lambda body: body.update(beacon="another"),
        lambda body: body.update(genesis=body["genesis"] + 10_000),
        lambda body: body.update(lead=10_000),
        lambda body: body.update(needed=3),
    ],
)
def test_other_terms_are_named(record: Record, tmp_path: Path, change: Callable[[Body], object]) -> None:
    verdict = record.changed(record.place("tournament_set"), change).verdict(tmp_path)
    assert failure(verdict)[0] in ("dice", "rules")


def test_a_game_that_was_opened_plainly_sets_no_terms(record: Record, tmp_path: Path) -> None:
    forged = record.changed(0, lambda body: body["command"].pop("dice"))
    assert failure(forged.verdict(tmp_path))[:2] == ("rules", record.place("tournament_set") + 1)
    forged = record.changed(0, lambda body: body["command"].update(dice="loaded"))
    assert failure(forged.verdict(tmp_path))[:2] == ("rules", 1)


def test_what_nobody_could_have_committed_to_is_named(record: Record, tmp_path: Path) -> None:
    made = record.place("intent_made")
    for round in (0, -1, 2**63, 2**64, 10**30):
        forged = record.changed(made, lambda body, round=round: body.update(round=round))
        assert failure(forged.verdict(tmp_path))[0] in ("dice", "order"), round
    refusal = record.place("intent_refused") - 1
    for change in (
        lambda body: body["command"].update(timeline="nowhere"),
        lambda body: body["command"].update(seat="green"),
        lambda body: body["command"].update(intent="another"),
    ):
        assert failure(record.changed(refusal, change).verdict(tmp_path))[0] == "rules"
    gone = Record(record.rows, record.game, record.cosigned, record.earlier)
    for at in (record.place("intent_answered"), made):
        gone.rows = [*record.rows[:at], *record.rows[at + 1 :]]
        assert gone.verdict(tmp_path).first_failure is not None


def test_every_change_of_a_byte_of_the_cosigned_checkpoints_is_found(record: Record, tmp_path: Path) -> None:
    """A byte in seven: each of these lines is held by the log's key, its proof, and the game's witnesses."""
    data = Log(record.rows).bundle(record.game, earlier=record.earlier, cosigned=record.cosigned, version=1)
    lines, random = lines_of(data), Random(7)
    noted = [number for number, line in enumerate(lines) if b"witness.example" in line and b'"proof"' in line]
    assert noted
    line = lines[noted[0]]
    for place in range(random.randrange(7), len(line), 7):
        value = random.choice([each for each in range(256) if each not in (line[place], ord("\n"))])
        changed = line[:place] + bytes([value]) + line[place + 1 :]
        (tmp_path / "bundle").write_bytes(packed([*lines[: noted[0]], changed, *lines[noted[0] + 1 :]]))
        verdict = verify(tmp_path / "bundle", str(KEY.verifier), {}.__getitem__, rules=False)
        assert verdict.first_failure is not None, changed
