"""One server for the tests that do not end it, and a fresh table for each test."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.running import Server, Table
from tests.stores import Store, empty_store


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, store_kind: str) -> Iterator[Server]:
    with empty_store(tmp_path_factory.mktemp("log"), store_kind) as store:
        running = Server(store).start()
        yield running
        assert running.stop() == 0, "the server did not end cleanly on SIGTERM"


@pytest.fixture
def own_server(store: Store) -> Iterator[Server]:
    """A server that the test may stop, kill and start again."""
    running = Server(store).start()
    yield running
    if running.process is not None:
        running.stop()


@pytest.fixture(scope="session")
def http(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def table(http: httpx.Client) -> Table:
    return Table.open(http)
