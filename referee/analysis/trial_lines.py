"""Private trial lines: games that begin where another one is, with both seats their maker's."""

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.match.rules import terms_on
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.records import Seated
from ironclad.referee.open_games import OpenGames
from ironclad.referee.people.people import People
from ironclad.referee.people.trials import Maker, TrialRecord
from ironclad.referee.places import fork_from
from ironclad.referee.seating import Apart, Opening


class TrialLines:
    """Makes private trial lines."""

    def __init__(self, open_games: OpenGames, people: People, opening: Opening) -> None:
        self._open_games, self._people, self._opening = open_games, people, opening

    @as_problems()
    def make(
        self, parent: str, at: int, timeline: str | None, maker: Maker, id: str | None = None
    ) -> tuple[TrialRecord, tuple[Seated, ...]]:
        """Try from version `at` of a line (the current one unless named); its maker alone knows of it.

        Both seats of the trial are the maker's. `id` is a secret: the same again gives the same trial and the
        same seats. Raises NotFound, IdReused, Refused ("fork/hidden": the game hides something;
        "trial/running": the maker has no seat in it, and it is not over; "trial/nested": it is a trial
        itself; "match/boundary"; "trial/many").
        """
        trials = self._people.trials
        require(trials.find(parent) is None, "trial/nested", "fork a trial line in place of trying from it")
        with self._open_games.game(parent) as live:
            match, ruleset = live.match, live.ruleset
            hidden = "a trial line would show what the game hides: it can be made when the game has ended"
            require(not match.hides, "fork/hidden", hidden)
            running = "readers without a seat try from a game when it has ended"
            require(maker.seated or match.ended is not None, "trial/running", running)
            line, version = fork_from(self._open_games, live, timeline, at)
            assert match.opened is not None
            document = ruleset.storage.to_document(self._open_games.position(live, line, version))
            scenario, terms = match.opened.scenario, terms_on(ruleset, match, line, version)
        place = (parent, line, version)
        made = self._opening.open_game(
            ruleset.name,
            scenario,
            terms.options,
            position=document,
            title=f"Trial line from event {version}",
            by=maker.owner,
            id=self._people.tokens.secret_id(self._open_games.ids()) if id is None else id,
            version=terms.version,
            apart=Apart(lambda game: trials.making(game, place, maker), f"{parent}/{line}/{version}"),
        )
        seats = tuple(self._seat(made.id, seat, maker) for seat in ruleset.seats)
        found = trials.find(made.id, (maker.owner,))
        assert found is not None
        return msgspec.structs.replace(found, own=True, repeated=made.repeated), seats

    def _seat(self, game: str, seat: str, maker: Maker) -> Seated:
        """Seat the maker, under an id that the service alone can make again."""
        id = self._people.tokens.secret_id(f"trial {game} {seat}")
        return self._opening.take_seat(game, seat, maker.name, account=maker.account, id=id)
