"""Settings for every test: nothing hangs on how busy the machine is, since two tests share its cores.

Tests start some hundred servers and commands. Where Python is told to write no compiled modules, each of them
would compile ours anew, a quarter of its start: they are kept outside the tree then, until the tests end.
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
from tests.stores import CHOSEN, Store, empty_store

__all__ = ["pytest_collection_modifyitems", "pytest_terminal_summary"]

settings.register_profile(
    "ironclad", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ironclad")

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # whoever runs in parallel inherits what follows
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="ironclad-compiled-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)


@pytest.fixture(scope="session", params=CHOSEN)
def store_kind(request: pytest.FixtureRequest) -> str:
    """The kind of store that a test of a server stands on."""
    kind: str = request.param
    return kind


@pytest.fixture
def store(tmp_path: Path, store_kind: str) -> Iterator[Store]:
    """An empty store."""
    with empty_store(tmp_path, store_kind) as made:
        yield made
