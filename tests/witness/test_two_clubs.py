"""Two clubs witness each other: each runs a server, and `ironclad witness` for the other one's log."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from ironclad.api.cli import main
from ironclad.eventlog.ledger.policy import check_note, read_policy
from tests.api.running import Server, Table
from tests.stores import Store
from tests.witness.running import WitnessProcess
from tests.witness.test_submitting import until

pytestmark = pytest.mark.full


@dataclass
class Club:
    """A club's server and its witness, with the files of both in one folder."""

    folder: Path
    server: Server = field(init=False)
    witness: WitnessProcess = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.server = self.server_with({})

    @property
    def database(self) -> Path:
        return self.folder / "log.db"

    @property
    def policy(self) -> Path:
        return self.folder / "policy"

    def server_with(self, environment: dict[str, str]) -> Server:
        places = {"XDG_STATE_HOME": str(self.folder / "state"), **environment}
        return Server(Store(f"sqlite:///{self.database}", None, places))

    def get(self, path: str) -> Any:
        return httpx.get(f"{self.server.address}/api/v1{path}", timeout=60).raise_for_status().json()

    def key(self) -> str:
        """The key of the club's log."""
        return str(until(lambda: self.signed_with()))

    def signed_with(self) -> str:
        answer = httpx.get(f"{self.server.address}/api/v1/log/keys", timeout=60)
        return answer.json()["keys"][0]["key"] if answer.status_code == 200 else ""

    def witness_of(self, other: "Club") -> None:
        """The one command: `ironclad witness --log KEY` with the other club's key."""
        folder = self.folder / "witness"
        folder.mkdir()
        name = f"{self.folder.name}.example/witness"
        self.witness = WitnessProcess(folder, (other.key(),), name).start()

    def trust(self, other: "Club") -> None:
        """The lines that the other witness printed are the policy of this log, and its server has it."""
        lines, key = other.witness.lines, self.key()
        quorum = lines[0].split()[1]
        self.policy.write_text("\n".join([f"log {key}", *lines, f"quorum {quorum}", ""]))
        self.restart()

    def restart(self) -> None:
        """Stop the server if it runs, and start it with the policy."""
        if self.server.process is not None:
            self.server.stop()
        named = {"IRONCLAD_WITNESS_POLICY": str(self.policy), "IRONCLAD_WITNESS_PACE": "0.1"}
        self.server = self.server_with(named).start()

    def cosigned(self) -> int | None:
        """The size of the log if all of it is cosigned."""
        ready = self.get("/ready")
        return ready["log_size"] if ready["log"].get("cosigned") == ready["log_size"] > 0 else None


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[tuple[Club, Club]]:
    north, south = Club(tmp_path / "north"), Club(tmp_path / "south")
    for club in (north, south):
        club.server.start()
    for club, other in ((north, south), (south, north)):
        club.witness_of(other)
    for club, other in ((north, south), (south, north)):
        club.trust(other)
    yield north, south
    for club in (north, south):
        if club.server.process is not None:
            club.server.stop()
        club.witness.end()


def played(club: Club) -> Table:
    with club.server.client() as http:
        table = Table.open(http, "short")
        table.pull(3)
        return table


def test_two_clubs_witness_each_other(clubs: tuple[Club, Club], tmp_path: Path) -> None:
    """What each log serves is cosigned by the other club; a bundle holds by that club's word alone."""
    for club in clubs:
        table = played(club)
        size = until(club.cosigned)
        note = httpx.get(f"{club.server.address}/log/checkpoint", timeout=60).content
        met = check_note(note, read_policy(club.policy.read_bytes()))
        assert met.ok
        assert int(note.splitlines()[1]) == size
        bundle = tmp_path / f"{club.folder.name}.bundle"
        with club.server.client() as http:
            bundle.write_bytes(http.get(f"/games/{table.game}/bundle").raise_for_status().content)
        found = CliRunner().invoke(
            main, ["verify", str(bundle), "--policy", str(club.policy), "--json", "--no-rules"]
        )
        verdict = json.loads(found.output)
        checkpoint = next(each for each in verdict["checks"] if each["name"] == "checkpoint")
        assert "the policy is met by" in checkpoint["detail"]


def test_a_club_plays_on_without_its_witness_and_is_cosigned_later(clubs: tuple[Club, Club]) -> None:
    north, south = clubs
    played(north)
    before = until(north.cosigned)
    south.witness.end(kill=True)
    played(north)
    ready = until(lambda: found if (found := north.get("/ready"))["log"]["signed"] > before else None)
    assert ready["log"]["cosigned"] == before
    south.witness.start()
    assert until(north.cosigned) > before


def test_a_backup_that_a_club_restores_is_not_cosigned(clubs: tuple[Club, Club]) -> None:
    """Nor where the notary's file was deleted: the other club's witness remembers."""
    north, south = clubs
    played(north)
    until(north.cosigned)
    north.server.stop()
    shutil.copy(north.database, north.folder / "backup.db")
    north.restart()
    played(north)
    last = until(north.cosigned)
    north.server.stop()
    for each in ("-wal", "-shm"):
        Path(f"{north.database}{each}").unlink(missing_ok=True)
    shutil.copy(north.folder / "backup.db", north.database)
    shutil.rmtree(north.folder / "state" / "ironclad-notary")
    north.restart()
    ready = until(lambda: found if (found := north.get("/ready"))["log"]["condition"] == "signing" else None)
    assert "was not there" in ready["log"]["reason"]
    for _ in range(3):
        played(north)
    until(lambda: north.get("/ready")["log"]["signed"] > last)
    assert north.get("/ready")["log"]["cosigned"] < last
    about = httpx.get(f"{south.witness.address}/").text
    assert f" {last}\n" in about
