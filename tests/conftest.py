"""Settings for every test: nothing hangs on how busy the machine is, since two tests share its cores.

Tests start some hundred servers and commands. Where Python is set to write no compiled modules, each of them
would compile ours again, a quarter of its start: they are kept outside the tree then, until the tests end.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.again import pytest_collection_modifyitems, pytest_terminal_summary
from tests.played import share_records
from tests.stores import Store, empty_store, kinds_for

__all__ = ["pytest_collection_modifyitems", "pytest_terminal_summary"]

# Where CI is set, hypothesis tries the same examples each time; elsewhere it looks for others.
settings.register_profile(
    "ironclad",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ironclad")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # parallel processes inherit what follows
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="ironclad-compiled-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# Notaries of the logs that tests sign are kept here, and not in the user's own state directory.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="ironclad-state-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)

share_records()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test of a server the kinds of store that it runs on, unless it names them itself."""
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "store_kind" in metafunc.fixturenames and "store_kind" not in own:
        every = metafunc.definition.get_closest_marker("every_store") is not None
        metafunc.parametrize("store_kind", kinds_for(every), indirect=True, scope="session")


@pytest.fixture(scope="session")
def store_kind(request: pytest.FixtureRequest) -> str:
    """The kind of store that a test of a server runs on."""
    kind: str = request.param
    return kind


@pytest.fixture
def store(tmp_path: Path, store_kind: str) -> Iterator[Store]:
    """An empty store."""
    with empty_store(tmp_path, store_kind) as made:
        yield made
