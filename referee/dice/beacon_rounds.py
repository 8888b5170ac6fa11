"""What a round of commands waits for at the tournament level: witnesses in time, then the beacon's value.

See domain/match/beacon_rounds.py, and docs/dice.md.
"""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_table import BeaconShare
from ironclad.domain.kernel.fair.fair_tournament import share_of
from ironclad.domain.kernel.fair.mixing import BeaconNow
from ironclad.domain.match.committed import Waiting
from ironclad.domain.match.intents import schedule_of
from ironclad.eventlog.log import stream_of
from ironclad.referee.intents import Intents
from ironclad.referee.open_games import OpenGame, OpenGames


class NotWitnessed(Exception):
    """A round of the beacon is over, and too few witnesses had cosigned what waited for it."""


class BeaconRounds:
    """The rounds of the beacon for one log's games."""

    def __init__(self, open_games: OpenGames, intents: Intents) -> None:
        self._open_games, self._intents = open_games, intents

    def share(self, live: OpenGame, line: str, waiting: Waiting) -> BeaconNow | None:
        """The beacon's share in the rolls of the commands that wait; None where they wait for none.

        Raises NotWitnessed, Refused ("dice/beacon": the round is to come, or is not known here yet),
        Unavailable.
        """
        if not waiting.round:
            return None
        schedule, round = schedule_of(live.match), waiting.round
        time = schedule.time(round)
        early = f"round {round} of {schedule.name} comes at {time}: reveal the link then"
        require(self._open_games.seconds() >= time, "dice/beacon", early)
        position = max(self._position(live, line, each.version) for each in waiting.commits)
        if self._intents.witnessed(live, position, time) is None:
            raise NotWitnessed
        value = self._intents.value(schedule.name, round)
        if value is None:
            raise Refused("dice/beacon", f"round {round} of {schedule.name} is not known here yet")
        said = BeaconShare(round, value.hex(), committed=position)
        share = share_of(schedule.name, round, value, V2)
        return lambda: (said, share)

    def _position(self, live: OpenGame, line: str, version: int) -> int:
        (row,) = self._open_games.recorder.placed(stream_of(live.id, line), version - 1, version)
        return int(row[4])
