"""The colours of a ruleset's sides as a style sheet, for every page that names or draws them."""

from collections.abc import Iterator

from ironclad.domain.kernel.drawing.manifest import Manifest, Side


def colours(manifest: Manifest) -> str:
    """Custom properties by the class of a side: --fill, --rim and --under of its counters, --side-ink of
    its words; each light and dark, by the page's `color-scheme`.
    """
    return "".join(f".{side.id} {{ {'; '.join(_properties(side))} }}\n" for side in manifest.sides)


def _properties(side: Side) -> Iterator[str]:
    names = {"--fill": "fill", "--rim": "rim", "--under": "under", "--side-ink": "ink"}
    for name, field in names.items():
        yield f"{name}: light-dark({getattr(side.light, field)}, {getattr(side.dark, field)})"
