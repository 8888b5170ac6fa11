"""Which event of a game a remark is on, which readers see which remarks, and which places a mark may name."""

import re
from collections.abc import Sequence

from ironclad.eventlog.errors import NotFound, Unreadable, as_problems
from ironclad.referee.open_games import OpenGames
from ironclad.referee.people.remarks import Mark, Place, Reader, RemarkRecord

_LINE_HEAD = 2**62


class Remarking:
    """What remarks need to know of their games."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    @as_problems()
    def place(self, game: str, timeline: str | None, version: int) -> Place:
        """The event at a version of a line (the current one unless named). Raises NotFound."""
        with self._open_games.game(game) as live:
            line, head = self._open_games.head(live, timeline)
            if not 1 <= version <= head:
                raise NotFound(f"{line} has versions 1 to {head}, not {version}")
            return Place(live.match.lineage(line, version)[-1][0], version)

    @as_problems()
    def reader(self, game: str, own: tuple[str, ...], seated: bool) -> Reader:
        """What a reader may see now. Raises NotFound."""
        with self._open_games.game(game) as live:
            return Reader(own, seated, live.match.ended is not None)

    @as_problems()
    def on_line(self, game: str, timeline: str, remarks: Sequence[RemarkRecord]) -> tuple[RemarkRecord, ...]:
        """Those remarks that are on events of a line, its ancestors' events among them. Raises NotFound."""
        with self._open_games.game(game) as live:
            line, _ = self._open_games.head(live, timeline)
            stretches = live.match.lineage(line, _LINE_HEAD)
        return tuple(
            each
            for each in remarks
            if any(each.timeline == name and after < each.version <= to for name, after, to in stretches)
        )

    def check_marks(self, game: str, marks: Sequence[Mark]) -> None:
        """Refuse marks on what is no place of the game's board. Raises Unreadable, NotFound."""
        with self._open_games.game(game, fresh=False) as live:
            manifest = live.ruleset.show.manifest
        if manifest is None:
            return
        place = re.compile(manifest().board.place)
        for name in (each for mark in marks for each in (mark.place, mark.from_, mark.to) if each):
            if not place.fullmatch(name):
                raise Unreadable(f"{name[:64]!r} is no place of this board")
