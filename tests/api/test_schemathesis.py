"""Schemathesis finds no answer that the OpenAPI document does not have.

IRONCLAD_FUZZ_REQUESTS says how many requests are sent (600 unless set; 50,000 take half an hour).
"""

import json
import os
import subprocess
import sys

import pytest

from tests.api.running import ROOT
from tests.stores import LAST

pytestmark = pytest.mark.parametrize("store_kind", LAST, indirect=True, scope="session")

REQUESTS = os.environ.get("IRONCLAD_FUZZ_REQUESTS", "600")


def test_every_answer_is_one_that_the_document_has(store_kind: str) -> None:
    command = [sys.executable, "-m", "tests.load.schemathesis_run", "--requests", REQUESTS]
    command += ["--store", store_kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr[-3_000:]
    told, _ = json.JSONDecoder().raw_decode(done.stdout)  # a line in words follows
    assert not told["failures"], "\n\n".join(told["failures"])
    assert done.returncode == 0
    assert told["requests"] >= int(REQUESTS) * 0.8
    assert not [status for status in told["statuses"] if status.startswith("5")]
    # What uses something up, needs a director, a command's id or a link, is seldom carried out.
    most = told["operations"] * (0.36 if int(REQUESTS) >= 1_000 else 0.56)  # 600 are four for each call
    assert len(told["never_accepted"]) < most, "the seeds have gone stale: most calls must be carried out too"
