"""Each chapter's package lists what carries out its paragraphs, as the citations have it."""

import pytest

from ironclad.domain import games
from tests.games.chapters import files


@pytest.mark.parametrize("name", games.names())
def test_a_chapter_lists_what_carries_out_its_paragraphs(name: str) -> None:
    listed = files(name).items()
    stale = [path.parent.name for path, text in listed if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run `python -m tests.games.chapters --write`"
