"""The manifest of the page: its data, and the charts that a battle's card shows."""

from functools import cache
from pathlib import Path

from ironclad.domain.games.american_civil_war.readers.battle_card import CHART, results_chart
from ironclad.domain.kernel.drawing.manifest import Manifest, load

CLIENT = Path(__file__).with_name("client")
"""The modules and style sheets of this ruleset's own, for what data cannot say."""


@cache
def manifest() -> Manifest:
    """The manifest, read once."""
    return load(CLIENT / "manifest.toml", tables={CHART: results_chart()})
