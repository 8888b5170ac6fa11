"""The views of a ruleset by name, its scene among them."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.kernel.drawing.scene import VIEW, document_of
from ironclad.domain.kernel.engine.ruleset import Ruleset

Views = Mapping[str, Callable[[Any], dict[str, Any]]]
"""Functions that make a document of a position, by the name of the view."""


def views_of(ruleset: Ruleset[Any], seat: str | None = None) -> Views:
    """Every view of a ruleset by name.

    Where the ruleset has a scene the view `scene` is its document, for a seat (None: an onlooker).
    """
    scene = ruleset.show.scene
    if scene is None:
        return ruleset.show.views

    def scene_view(position: Any) -> dict[str, Any]:
        """What a page draws: counters and marks with their places, the stacks that they stand for, who holds
        what.
        """
        return document_of(scene(position, seat))

    return {**ruleset.show.views, VIEW: scene_view}
