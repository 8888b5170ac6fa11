"""The whole sheet: layers from the sea up to the names, in colours that a page may set, by day and by night.

Each layer is one `<g>` with a class (`wm-ground`, `wm-names` and so on); hex numbers are `hexno`. Colours are
custom properties (`--wm-river`), light by default, dark when the reader prefers it or `data-theme="dark"`
stands on an element around the map.
"""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.games.american_civil_war.board.printed_map import (
    ground,
    legend,
    names,
    places,
    river_names,
    water,
    ways,
)
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import TYPES
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import size, view_box

_FILES = {
    name: (DATA / name).read_text(encoding="utf-8")
    for name in (
        "printed_map.css",
        "printed_map_light.css",
        "printed_map_dark.css",
        "printed_map.svg",
    )
}


def style() -> str:
    """The style of the sheet, with both sets of colours."""
    light, dark = (_FILES[f"printed_map_{each}.css"].replace("\n", "") for each in ("light", "dark"))
    places = "".join(
        f".wm-places .{kind}{{font-size:{TYPES[kind].size}px}}\n"
        for kind in ("critical", "centre", "town", "fort", "landmark")
    )
    others = f".wm-rivers{{font-size:{TYPES['river'].size}px}}\n.wm-seas{{font-size:{TYPES['sea'].size}px}}\n"
    return (
        f".warmap{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{.warmap:not([data-theme=light] *){{{dark}}}}}\n"
        f"[data-theme=dark] .warmap{{{dark}}}\n{_FILES['printed_map.css']}{places}{others}"
    )


def _frame() -> Iterator[str]:
    """A double rule around the sheet."""
    width, height = size()
    for classes, inset in (("wm-frame outer", 1.5), ("wm-frame", 5.0)):
        across, down = width - 2 * inset, height - 2 * inset
        yield f'<rect class="{classes}" x="{inset}" y="{inset}" width="{across:.1f}" height="{down:.1f}"/>\n'


def sheet() -> str:
    """One whole SVG document."""
    width, height = size()
    layers = (
        ("wm-ground", ground.base()),
        ("wm-ground", ground.zone_edges()),
        ("wm-ground wm-hills", ground.terrain("rough")),
        ("wm-ground wm-swamps", ground.terrain("swamp")),
        ("wm-ground", ground.grid()),
        ("wm-states", names.drawn_states()),
        ("wm-ground", ground.borders()),
        ("hexno", ground.numbers()),
        ("wm-ground", water.coast()),
        ("wm-ground", water.drawn()),
        ("wm-ways", ways.drawn()),
        ("wm-ways", ways.crossings()),
        ("wm-seas", names.drawn_seas()),
        ("wm-marks", places.drawn()),
        ("wm-rivers wm-names", river_names.drawn()),
        ("wm-places wm-names", names.drawn_places()),
        ("wm-legend", legend.drawn()),
        ("wm-ground", _frame()),
    )
    drawn = "".join(f'<g class="{name}">{"".join(parts)}</g>\n' for name, parts in layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="warmap" role="img" '
        f'aria-label="Map of American Civil War" viewBox="{view_box()}" width="{width:.0f}" '
        f'height="{height:.0f}"><style>{style()}</style>\n'
        f"{legend.view()}<defs>{_FILES['printed_map.svg']}{''.join(ground.defs())}</defs>\n{drawn}</svg>\n"
    )
