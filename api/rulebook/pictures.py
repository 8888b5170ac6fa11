"""A position as one picture, for pages without scripts: the board's sheet, and the scene on it."""

from functools import cache
from pathlib import Path
from typing import Any

from ironclad.api.rulebook.colours import colours
from ironclad.domain.kernel.drawing.scene import drawn
from ironclad.domain.kernel.engine.ruleset import Ruleset

_STATIC = Path(__file__).parents[1] / "web" / "static"


def picture(ruleset: Ruleset[Any], position: Any, seat: str | None = None) -> str:
    """One whole `<svg>` element of a position as a seat may know it (None: an onlooker).

    The scene lies over the sheet that every page has; a ruleset without one draws its positions itself.
    """
    if ruleset.show.scene is None or ruleset.show.board is None:
        return ruleset.show.map_svg(position)
    sheet = ruleset.show.board().svg.rstrip().removesuffix("</svg>")
    return f"{sheet}<style>{_style(ruleset)}</style>{drawn(ruleset.show.scene(position, seat))}</svg>\n"


_styles: dict[str, str] = {}


def _style(ruleset: Ruleset[Any]) -> str:
    """The style sheets of the table that colour what is on the board, in the words of this ruleset's
    client.
    """
    name = f"{ruleset.name} {ruleset.version}"
    if name not in _styles:
        parts = [_inks(), (_STATIC / "board" / "board.css").read_text(encoding="utf-8")]
        if ruleset.show.manifest is not None:
            manifest = ruleset.show.manifest()
            parts.append(colours(manifest))
            if manifest.style and ruleset.show.client is not None:
                parts.append((ruleset.show.client / manifest.style).read_text(encoding="utf-8"))
        _styles[name] = "\n".join(parts)
    return _styles[name]


@cache
def _inks() -> str:
    """The page's own inks, for a drawing by itself: as light as the table's."""
    inks = "--ink:#22201b;--paper:#f4f0e6;--panel:#fffdf7;--due:#e8b400;--trench:#5b3a1a"
    return f"svg{{color-scheme:light;{inks};--grow:1}}"
