"""The colours of a ruleset's sides as a style sheet, for every page that names or draws them."""

from collections.abc import Iterator

from ironclad.domain.kernel.drawing.manifest import Colours, Manifest


def colours(manifest: Manifest) -> str:
    """Custom properties by the class of a side: --fill, --rim and --under of its counters, --side-ink of
    its words.

    The dark ones hold inside `data-theme="dark"`, and for a reader who prefers dark and has not chosen light.
    """
    return "\n".join(_rules(manifest)) + "\n"


def _rules(manifest: Manifest) -> Iterator[str]:
    for side in manifest.sides:
        name = f".{side.id}"
        dark = _properties(side.dark)
        yield f"{name} {{ {_properties(side.light)} }}"
        yield f':root[data-theme="dark"] {name} {{ {dark} }}'
        chosen = ':root:not([data-theme="light"])'
        yield f"@media (prefers-color-scheme: dark) {{ {chosen} {name} {{ {dark} }} }}"


def _properties(of: Colours) -> str:
    return f"--fill: {of.fill}; --rim: {of.rim}; --under: {of.under}; --side-ink: {of.ink}"
