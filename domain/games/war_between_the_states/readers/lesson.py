"""The lesson: the march on Manassas in July 1861, from the first span to the end of a movement phase.

Position and words are in data/lesson.toml. A test holds each order to what the rules say of that position.
"""

from functools import cache

import msgspec

from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.kernel.board.tables import load_toml
from ironclad.domain.kernel.telling.lessons import Lesson


@cache
def lesson() -> Lesson:
    """The lesson as its file has it, read once."""
    return msgspec.convert(load_toml(DATA / "lesson.toml").content, Lesson)
