"""The manifest of the page: what is data of the ruleset's client."""

from functools import cache
from pathlib import Path

from ironclad.domain.kernel.drawing.manifest import Manifest, load

CLIENT = Path(__file__).parents[1] / "client"
"""The style sheet of this ruleset's own."""


@cache
def manifest() -> Manifest:
    """The manifest, read once."""
    return load(CLIENT / "manifest.toml")
