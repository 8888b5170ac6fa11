"""Auditors of a log that was restored: told of the break once, then they follow it on."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.auditing import Alarm, Auditor
from tests.cli.conftest import Run, run
from tests.recovery.test_restore import REASON, Club, club, whole

__all__ = ["club", "run"]


class Direct:
    """A server as an auditor sees it, without HTTP."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def get(self, path: str, query: Mapping[str, int]) -> bytes | None:
        prover = self.service.prover
        if path == "/api/v1/log/keys":
            return msgspec.json.encode(prover.keys())
        if path == "/api/v1/log/checkpoint":
            return msgspec.json.encode(prover.checkpoint_record(prover.checkpoint()))
        if path == "/api/v1/log/proofs/consistency":
            return msgspec.json.encode(prover.consistency(query["from"], query["to"]))
        if path == "/api/v1/log/proofs/inclusion":
            return msgspec.json.encode(prover.inclusion(query["position"], size=query["size"]))
        return None

    def post(self, path: str, document: Mapping[str, str]) -> None:
        raise AssertionError(path)


def auditor(service: Service, file: Path, accepts: bool = False) -> Auditor:
    return Auditor(Direct(service), file, None, Random(1), lambda: 0, samples=4, accepts_break=accepts)


def test_an_auditor_is_told_of_a_break(club: Club, run: Run) -> None:
    file = club.folder / "audit.json"
    notary = json.loads((club.folder / "apart" / "notary").read_text().partition("\n")[2])
    last = json.loads((club.folder / "apart" / "notary").read_text().partition("\n")[0])["checkpoint"]
    followed = {"format": 1, "first_key": notary["first_key"], "handovers": [], "checkpoint": last}
    file.write_text(json.dumps(followed))
    assert run("restore", "--url", club.url, "--reason", REASON, "--yes").exit_code == 0
    with club.service() as service:
        whole(service)
        for _ in range(2):
            with pytest.raises(Alarm, match=f"are lost, and says why: {REASON}"):
                auditor(service, file).round()
        assert auditor(service, file, accepts=True).round().size == service.queries.log_size()
        assert auditor(service, file).round().sampled == 4
