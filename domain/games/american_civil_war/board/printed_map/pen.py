"""Path data as short as it can be: relative, to a tenth of a pixel, with no error that adds up."""

from collections.abc import Iterable, Sequence

Point = tuple[float, float]


class Pen:
    """Writes the `d` of one path."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._x = self._y = 0  # tenths of a pixel, as written so far
        self._last = ""

    def __str__(self) -> str:
        return "".join(self._words)

    def move(self, to: Point) -> "Pen":
        """Lift the pen and set it down."""
        self._x, self._y = _tenths(to)
        self._words.append(f"M{_join((self._x, self._y))}")
        self._last = "M"
        return self

    def line(self, to: Point) -> "Pen":
        """A straight line."""
        return self._write("l", (to,))

    def curve(self, control: Point, to: Point) -> "Pen":
        """A quadratic curve."""
        return self._write("q", (control, to))

    def close(self) -> "Pen":
        """Back to where the pen was set down."""
        self._words.append("z")
        self._last = "z"
        return self

    def _write(self, letter: str, points: Iterable[Point]) -> "Pen":
        values = []
        for x, y in map(_tenths, points):
            values += [x - self._x, y - self._y]
            end = x, y
        self._x, self._y = end
        text = _join(values)
        if letter == self._last and not text.startswith("-"):
            text = " " + text
        self._words.append(text if letter == self._last else letter + text)
        self._last = letter
        return self


def _tenths(point: Point) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


def number(tenths: int) -> str:
    """A number of tenths as SVG writes it shortest."""
    whole, tenth = divmod(abs(tenths), 10)
    text = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return f"-{text}" if tenths < 0 else text


def _join(values: Sequence[int]) -> str:
    words = [number(value) for value in values]
    return words[0] + "".join(word if word.startswith("-") else " " + word for word in words[1:])


def place(x: float, y: float) -> str:
    """The attributes x and y."""
    return f'x="{number(round(x * 10))}" y="{number(round(y * 10))}"'


def between(a: Point, b: Point) -> Point:
    """The point half way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def smooth(pen: Pen, points: Sequence[Point]) -> None:
    """A curve from the first point to the last that rounds off every corner in between."""
    pen.move(points[0])
    if len(points) == 2:
        pen.line(points[1])
        return
    for index in range(1, len(points) - 1):
        last = index == len(points) - 2
        pen.curve(points[index], points[index + 1] if last else between(points[index], points[index + 1]))


def smooth_loop(pen: Pen, points: Sequence[Point]) -> None:
    """A closed curve that rounds off every corner."""
    pen.move(between(points[-1], points[0]))
    for index, point in enumerate(points):
        pen.curve(point, between(point, points[(index + 1) % len(points)]))
    pen.close()
