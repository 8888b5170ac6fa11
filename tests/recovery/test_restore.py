"""`ironclad restore`, as docs/operations.md has it: backup, loss, restore, play on; all bundles verify."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from secrets import token_hex

import pytest

from ironclad.api.service import Service
from ironclad.api.serving.signing import signing_for
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.eventlog.signer import REFUSED, SIGNING
from ironclad.eventlog.store.database import look_at
from ironclad.referee import match_requests
from ironclad.referee.dice.custody import master_from
from ironclad.referee.proof.verdicts import Verdict
from ironclad.referee.proof.verifying import verify
from ironclad.referee.recovery.masters import examine_masters
from tests import postgresql
from tests.cli.conftest import Run, run
from tests.log.conftest import pull, referee_at, stored
from tests.proof.test_signer import KEY, until
from tests.toy import TUG

__all__ = ["run"]
SECRET = b"a secret of tests"  # that of `referee_at`
REASON = "the disk of the server died"


@dataclass
class Club:
    """A service over SQLite with its files, a game, and a backup of its database."""

    folder: Path
    game: str = ""
    other: str = ""

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'log.db'}"

    @contextmanager
    def service(self) -> Iterator[Service]:
        with referee_at(self.url, signing=signing_for(self.url), ids=lambda: token_hex(8)) as made:
            yield made

    def back_up(self) -> None:
        shutil.copy(self.folder / "log.db", self.folder / "backup.db")

    def lose(self) -> None:
        """The database is lost, and the backup is put in its place."""
        for each in self.folder.glob("log.db*"):
            each.unlink()
        shutil.copy(self.folder / "backup.db", self.folder / "log.db")

    def bundle(self, service: Service, name: str, game: str = "") -> Path:
        file, body = self.folder / name, BytesIO()
        service.exporter.write(game or self.game, body, 40.0)
        file.write_bytes(body.getvalue())
        return file

    def verified(self, file: Path) -> Verdict:
        return verify(file, str(KEY.verifier), {"tug": TUG}.__getitem__)


def whole(service: Service) -> None:
    """Wait until everything is signed."""
    until(lambda: service.prover.condition().condition == SIGNING)
    service.prover.checkpoint(service.queries.log_size(), wait=40.0)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club that lost its database: the backup lacks the last events of its two games."""
    monkeypatch.setenv("IRONCLAD_LOG_KEY_FILE", str(tmp_path / "apart" / "log-key"))
    monkeypatch.setenv("IRONCLAD_NOTARY_FILE", str(tmp_path / "apart" / "notary"))
    (tmp_path / "apart").mkdir()
    (tmp_path / "apart" / "log-key").write_text(f"{KEY.encoded()}\n")
    made = Club(tmp_path)
    with made.service() as service:
        made.game = service.opening.open_game("tug", "long").id
        made.other = service.opening.open_game("tug", "long").id
        for seat in ("blue", "grey"):
            service.opening.take_seat(made.game, seat, seat)
        for _ in range(3):
            pull(service, made.game)
        whole(service)
        made.bundle(service, "old.bundle")
    made.back_up()
    with made.service() as service:
        pull(service, made.game)
        shout = {"type": "shout", "word": "heave"}  # it rolls no die
        service.commands.handle(made.other, "blue", {"id": "s", "command": shout})
        pull(service, made.game)
        whole(service)
        made.bundle(service, "later.bundle")
        made.bundle(service, "other.bundle", made.other)
    made.lose()
    return made


def agree(service: Service, game: str, at: int) -> None:
    proposal = service.match.request(game, "blue", match_requests.ProposeRewind(at=at)).id
    service.match.request(game, "grey", match_requests.AcceptRewind(proposal))


def test_a_disaster_is_rehearsed_restored_and_played_on(club: Club, run: Run) -> None:
    with club.service() as service:
        until(lambda: service.prover.condition().condition == REFUSED)
    before = (club.folder / "log.db").read_bytes()
    said = run("restore", "--url", club.url, "--reason", REASON, "--json")
    rehearsed = json.loads(said.stdout)
    assert not rehearsed["done"]
    assert rehearsed["lost_chains"] > 0, "the secret is not in the environment"
    assert "WRONG DICE KEY" in run("restore", "--url", club.url).stdout
    with look_at(club.url) as read:
        assert examine_masters(read, None, master_from(SECRET)).lost_chains == 0
        assert examine_masters(read, None, master_from(b"another")).lost_chains > 0
    assert rehearsed["lost"] == rehearsed["before"] - rehearsed["events"] > 0
    assert (club.folder / "log.db").read_bytes() == before, "a rehearsal changed the database"

    assert run("restore", "--url", club.url, "--reason", REASON, "--yes").exit_code == 0
    assert run("doctor", "--deep", "--url", club.url).exit_code == 0
    with club.service() as service:
        whole(service)
        version = service.queries.head(club.game)[1]
        broken = service.queries.game(club.game).broken
        assert broken is not None
        assert (broken.lost, broken.reason) == (rehearsed["lost"], REASON)
        with pytest.raises(Refused, match="match/break"):
            pull(service, club.game)
        agree(service, club.game, version)
        assert service.queries.game(club.game).broken is None
        for _ in range(2):
            pull(service, club.game)
        fresh = service.opening.open_game("tug", "long").id
        pull(service, fresh)
        whole(service)
        new, unrelated = club.bundle(service, "new.bundle"), club.bundle(service, "fresh.bundle", fresh)
    for file in (club.folder / "old.bundle", new, unrelated):
        assert club.verified(file).word == "holds", (file, club.verified(file).first_failure)
    verdict = club.verified(new)
    assert verdict.lost == rehearsed["lost"]
    assert any(REASON in each for each in verdict.word_of_service)


def test_what_players_have_is_put_back_in_its_place(club: Club, run: Run) -> None:
    bundles = [f"--bundle={club.folder / name}" for name in ("later.bundle", "other.bundle")]
    said = run("restore", "--url", club.url, *bundles, "--yes", "--json")
    told = json.loads(said.stdout)
    assert (told["lost"], told["kept"]) == (0, told["before"])
    with club.service() as service:
        whole(service)
        assert service.queries.game(club.game).broken is None
        pull(service, club.game)
        whole(service)
        assert club.verified(club.bundle(service, "new.bundle")).word == "holds"


def test_what_cannot_be_put_in_its_place_is_replayed_after_the_rest(club: Club, run: Run) -> None:
    given = f"--bundle={club.folder / 'other.bundle'}"
    told = json.loads(run("restore", "--url", club.url, given, "--yes", "--json").stdout)
    assert told["put_back"] == 0
    assert told["replayed"] > 0
    assert told["lost"] == told["before"] - told["events"] - told["replayed"]
    with club.service() as service:
        whole(service)
        other = club.verified(club.bundle(service, "other_now.bundle", club.other))
        assert other.word == "holds", other.first_failure
        names = [row[2] for row in stored(service)]
        assert len(names) == told["events"] + told["replayed"]


def test_an_interrupted_restore_is_finished_by_the_next(
    club: Club, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as broken:
        broken.setattr("ironclad.api.cli.restore.write_notary", fail)
        assert run("restore", "--url", club.url, "--yes").exit_code == 2
    told = json.loads(run("restore", "--url", club.url, "--yes", "--json").stdout)
    assert told["lost"] > 0
    with club.service() as service:
        whole(service)
        assert club.verified(club.bundle(service, "new.bundle")).word == "holds"


def test_a_database_that_is_not_the_logs_is_not_restored(club: Club, run: Run) -> None:
    with referee_at(f"sqlite:///{club.folder / 'another.db'}") as other:
        other.opening.open_game("tug", "long")
    shutil.copy(club.folder / "another.db", club.folder / "log.db")
    given = f"--bundle={club.folder / 'later.bundle'}"
    said = run("restore", "--url", club.url, given, "--yes")
    assert said.exit_code == 2
    assert "another event" in said.stderr


@pytest.mark.full
def test_a_database_server_is_restored_as_a_file_is(club: Club, run: Run) -> None:
    with postgresql.schema() as url:
        assert run("copy", club.url, url).exit_code == 0
        told = json.loads(run("restore", "--url", url, "--reason", REASON, "--yes", "--json").stdout)
        assert told["lost"] > 0
        with referee_at(url, signing=signing_for(url), ids=lambda: token_hex(8)) as service:
            whole(service)
            agree(service, club.game, service.queries.head(club.game)[1])
            pull(service, club.game)
            whole(service)
            verdict = club.verified(club.bundle(service, "new.bundle"))
        assert verdict.word == "holds", verdict.first_failure
