"""The lesson: Middle Tennessee in Spring 1862, a Union impulse from the first march to its end.

Position and words are in data/lesson.toml. A test holds every price, line and modifier that the words name to
what the rules say of that position.
"""

from functools import cache

import msgspec

from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.kernel.board.tables import load_toml
from ironclad.domain.kernel.telling.lessons import Lesson


@cache
def lesson() -> Lesson:
    """The lesson as its file has it, read once."""
    return msgspec.convert(load_toml(DATA / "lesson.toml").content, Lesson)


SCENARIO = "lesson"
"""A game of it brings its position along: what was played stays, whatever the file says later."""
