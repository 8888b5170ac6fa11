"""The story's server, and the campaign's first turn told once for all who only read it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.running import Server
from tests.api.story.playing import Story, story_server
from tests.api.story.script import CAMPAIGN, FIRST_UNION_IMPULSE, PREPARATIONS
from tests.stores import Store, empty_store


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, store_kind: str) -> Iterator[Server]:
    with empty_store(tmp_path_factory.mktemp("story"), store_kind) as store:
        running = story_server(store).start()
        yield running
        assert running.stop() == 0, "the server did not end cleanly on SIGTERM"


@pytest.fixture(scope="package")
def http(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="package")
def told(http: httpx.Client) -> Story:
    """The whole script, played. Read it only."""
    story = Story.begin(http, title="The road to Alexandria")
    story.play(CAMPAIGN)
    return story


@pytest.fixture
def marching(http: httpx.Client) -> Story:
    """A game of one's own, in the movement of the first Union impulse."""
    story = Story.begin(http)
    story.play((*PREPARATIONS, *FIRST_UNION_IMPULSE[:3]))
    return story


@pytest.fixture
def own_server(store: Store) -> Iterator[Server]:
    """A server that the test may stop, kill and start again."""
    running = story_server(store).start()
    yield running
    if running.process is not None:
        running.stop()
