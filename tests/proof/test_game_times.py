"""The checkpoints that witnesses cosigned over a game are in its bundle, and bound its times."""

from pathlib import Path

from ironclad.api.service import Service
from ironclad.eventlog.bundle.timing import Moment
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import Note, SigningKey, parse
from ironclad.eventlog.ledger.policy import read_policy
from ironclad.eventlog.signer import Signing
from ironclad.eventlog.store import checkpoints
from ironclad.eventlog.store.checkpoints import Checkpoints
from ironclad.referee.proof import exporting
from ironclad.referee.proof.verdicts import Verdict
from ironclad.referee.proof.verifying import verify
from tests.log.conftest import pull, referee_at, sqlite_url
from tests.toy import TUG
from tests.waiting import within

__all__ = ["sqlite_url"]

KEY = SigningKey("games.example/ironclad", b"1" * 32)
WITNESS, OTHER = Witness("witness.example/w1", b"w" * 32), Witness("witness.example/w2", b"v" * 32)
POLICY = read_policy(f"witness w {WITNESS.verifier}\nquorum w\n".encode())
FIRST = 1_767_000_000  # before the clock of these tests


def cosign(referee: Service, seconds: int, witness: Witness = WITNESS) -> int:
    """Cosign all that the log has; its size."""
    size = referee.queries.log_size()
    assert within(lambda: referee.prover.condition().condition == "signing")
    note = referee.prover.checkpoint(size, wait=40.0)
    referee.prover.cosign(str(Note(note.text, (note.signatures[0], witness.cosign(note.text, seconds)))))
    return size


def verdict(referee: Service, game: str, folder: Path, known: bool = True) -> Verdict:
    path = folder / "bundle"
    with path.open("wb") as file:
        referee.exporter.write(game, file, 40.0)
    found = verify(path, str(KEY.verifier), lambda name: TUG, policy=POLICY if known else None)
    assert found.first_failure is None, found.first_failure
    return found


def test_a_bundle_has_what_bounds_its_times(sqlite_url: str, tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary", (WITNESS.verifier, OTHER.verifier))
    with referee_at(sqlite_url, signing=signing) as referee:
        game, sizes = referee.opening.open_game("tug", "long").id, []
        for number in range(3):
            pull(referee, game)
            sizes.append(cosign(referee, FIRST + 60 * number))
            referee.opening.open_game("tug", "long")  # of which no checkpoint is needed
            cosign(referee, FIRST + 60 * number + 30)
        cosign(referee, FIRST + 5, OTHER)
        pull(referee, game)
        found = verdict(referee, game, tmp_path)
        (opened, *between, last), at = found.times, [FIRST + 60 * number for number in range(3)]
        assert (opened.without, opened.until) == (None, checkpoint(at[0], sizes[0]))
        for number, each in enumerate(between, 1):
            assert each.without == checkpoint(at[number - 1], sizes[number - 1])
            assert each.until == checkpoint(at[number], sizes[number])
        assert (last.without, last.until) == (checkpoint(at[2], sizes[2]), None)
        count = sum(each.events for each in found.times)
        late = f"how late {last.events} of {count} requests were made: no witness has cosigned them"
        assert found.word_of_service[0] == late
        unknown = verdict(referee, game, tmp_path, known=False)
        assert [each.bounds for each in unknown.times] == [(None, None, None)]
        assert unknown.word_of_service[0] == "when each request was made"


def checkpoint(time: int, size: int) -> Moment:
    return Moment(time, size=size)


def test_a_bundle_has_no_more_of_them_than_its_bound(sqlite_url: str, tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary", (WITNESS.verifier,))
    with referee_at(sqlite_url, signing=signing) as referee:
        game = referee.opening.open_game("tug", "long").id
        for number in range(9):
            pull(referee, game)
            cosign(referee, FIRST + number)
        published = referee.open_games.ledger.published
        positions = range(1, referee.queries.log_size() + 1)
        sizes = [int(each.text.split("\n")[1]) for each in published.first_cosigned(positions, 10**6, 4)]
        assert len(sizes) == 4
        assert sizes == sorted(sizes)
        assert len(verdict(referee, game, tmp_path).times) >= 9
    assert exporting.TIMES_LIMIT == 500


def test_old_lines_are_thinned_and_not_forgotten(sqlite_url: str, tmp_path: Path) -> None:
    """Of those past the last thousand the first of every ten minutes stays, with its checkpoint."""
    signing = Signing(KEY, tmp_path / "notary", (WITNESS.verifier,))
    with referee_at(sqlite_url, signing=signing) as referee:
        game = referee.opening.open_game("tug", "long").id
        sizes = []
        for number in range(8):
            pull(referee, game)
            sizes.append(cosign(referee, FIRST - FIRST % 600 + 150 * number))
        published: Checkpoints = referee.open_games.ledger.published
        note = published.at(sizes[-1])
        assert note is not None
        kept, checkpoints.KEPT = checkpoints.KEPT, 2
        try:
            published._published = 99  # the next one is the hundredth
            published.publish(sizes[-1], str(Note(note.text, parse(str(note)).signatures[:1])))
        finally:
            checkpoints.KEPT = kept
        with referee.log.database.reader() as connection:
            left = connection.execute("SELECT size FROM cosignatures ORDER BY size").fetchall()
            there = {row[0] for row in connection.execute("SELECT size FROM checkpoints").fetchall()}
        assert [row[0] for row in left] == [sizes[0], sizes[4], *sizes[6:]]
        assert {row[0] for row in left} <= there
