"""A position as one picture, for pages without scripts: the board's sheet, and the scene on it."""

from functools import cache
from pathlib import Path
from typing import Any

from ironclad.api.rulebook.colours import colours
from ironclad.domain.kernel.drawing.scene import drawn
from ironclad.domain.kernel.engine.decider import Ruleset

_STATIC = Path(__file__).parents[1] / "web" / "static"


def picture(ruleset: Ruleset[Any], position: Any) -> str:
    """One whole `<svg>` element of a position as an onlooker sees it.

    The scene lies over the sheet that every page has; a ruleset without one draws its positions itself.
    """
    if ruleset.scene is None or ruleset.chart is None:
        return ruleset.map_svg(position)
    sheet = ruleset.chart().svg.rstrip().removesuffix("</svg>")
    return f"{sheet}<style>{_style(ruleset)}</style>{drawn(ruleset.scene(position, None))}</svg>\n"


_styles: dict[str, str] = {}


def _style(ruleset: Ruleset[Any]) -> str:
    """The style sheets of the table that colour what is on the board, in the words of this ruleset's
    client.
    """
    name = f"{ruleset.name} {ruleset.version}"
    if name not in _styles:
        parts = [_inks(), (_STATIC / "board" / "board.css").read_text(encoding="utf-8")]
        if ruleset.manifest is not None:
            manifest = ruleset.manifest()
            parts.append(colours(manifest))
            if manifest.style and ruleset.client is not None:
                parts.append((ruleset.client / manifest.style).read_text(encoding="utf-8"))
        _styles[name] = "\n".join(parts)
    return _styles[name]


@cache
def _inks() -> str:
    """The page's own inks, for a drawing that stands alone: as light as the table's."""
    return "svg{--ink:#22201b;--paper:#f4f0e6;--panel:#fffdf7;--due:#e8b400;--trench:#5b3a1a;--grow:1}"
