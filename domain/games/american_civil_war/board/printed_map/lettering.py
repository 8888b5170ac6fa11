"""Lettering: the sizes of type on the map, and how wide words are in them.

Widths are those of a book face. Every name is drawn with `textLength`, so that it has its width in whichever
serif the reader's machine has, and the boxes here are true.
"""

from collections.abc import Iterable
from dataclasses import dataclass

# Thousandths of the type size, of a plain roman.
_WIDTHS = {
    letter: width
    for width, letters in {
        180: "'",
        250: " .,",
        278: "ijlt",
        333: "()-Ifr",
        389: "Js",
        444: "acez",
        500: "bdghknopquvxy0123456789",
        556: "FPS",
        611: "ELTZ",
        667: "BCR",
        722: "ADGHKNOQUVXYw",
        778: "&m",
        889: "M",
        944: "W",
    }.items()
    for letter in letters
}
_LOOSE = 1.05  # the book faces run a little wider than the one measured
_ASCENT, _DESCENT = 0.70, 0.20  # of the type size: capitals, and tails below the line


@dataclass(frozen=True)
class Type:
    """A size of type in pixels; how much wider than plain roman it runs; spacing, in parts of the size."""

    size: float
    wide: float = 1.0
    spaced: float = 0.0


TYPES = {
    "critical": Type(11.6, 1.07),
    "centre": Type(9.6, 1.06),
    "town": Type(8.5),
    "fort": Type(8.0, 0.97),
    "landmark": Type(7.0, 0.97),
    "river": Type(6.8, 0.97, 0.08),
    "sea": Type(19.0, 0.97, 0.28),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Whether they have ground in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, by: float) -> "Box":
        """The box with so many pixels more on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def width(words: str, kind: Type) -> float:
    """Pixels from the first letter's beginning to the last one's end.

    Raises KeyError for a letter that has no width here.
    """
    plain = sum(_WIDTHS[letter] for letter in words) / 1000 * kind.size * kind.wide * _LOOSE
    return plain + kind.spaced * kind.size * (len(words) - 1)


def line_box(words: str, kind: Type, left: float, baseline: float) -> Box:
    """The box of a line of type that begins at `left` and is set on `baseline`."""
    return Box(
        left,
        baseline - _ASCENT * kind.size,
        left + width(words, kind),
        baseline + _DESCENT * kind.size,
    )


def letter_boxes(words: str, kind: Type, left: float, baseline: float) -> list[Box]:
    """The boxes of the letters of a line of capitals: wide-spaced type leaves room between them."""
    boxes = []
    for letter in words:
        if letter != " ":
            right = left + width(letter, kind)
            boxes.append(Box(left, baseline - _ASCENT * kind.size, right, baseline))
        left += width(letter, kind) + kind.spaced * kind.size
    return boxes


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of these."""
    every = list(boxes)
    return Box(
        min(b.left for b in every),
        min(b.top for b in every),
        max(b.right for b in every),
        max(b.bottom for b in every),
    )
