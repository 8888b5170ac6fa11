"""Empty stores of both kinds, and one server over each, for tests that play over HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from tests import postgresql
from tests.api.running import Server
from tests.log.conftest import database, recorder, sqlite_url, url
from tests.stores import Store

__all__ = ["database", "recorder", "sqlite_url", "url"]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if request.param == "sqlite":
        running = Server(tmp_path_factory.mktemp("log") / "ironclad.db").start()
        yield running
        running.stop()
        return
    with postgresql.schema() as made:
        kept = {
            "IRONCLAD_SECRET": "a secret of the servers of this log",
            "IRONCLAD_LOG_KEY_FILE": str(tmp_path_factory.mktemp("log") / "ironclad.log-key"),
        }
        running = Server(Store(made, environment=kept)).start()
        yield running
        running.stop()


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client
