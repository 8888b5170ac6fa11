"""Random play in which seats take back: the line is what it is without all that was taken back."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.cli.bundle import position_at, read_game
from ironclad.api.cli.bundle import ruleset_of as ruleset_in
from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.events import EVENTS, CommandAccepted
from ironclad.domain.match.state import MAIN
from ironclad.domain.match.taking_back import TAKE_BACK
from ironclad.eventlog.errors import Refused
from ironclad.eventlog.log import stream_of
from tests.log.conftest import referee_at, stored
from tests.proof.test_verifying import verdict_of
from tests.toy import TUG

COMMANDS = 160
HIDING = [name for name in games.names() if games.ruleset(name).sight.hides]
OPEN = ["tug", *(name for name in games.names() if name not in HIDING)]


def ruleset_of(name: str) -> Ruleset[Any]:
    return TUG if name == "tug" else games.ruleset(name)


def some_command(
    ruleset: Ruleset[Any], position: Any, random: Random
) -> tuple[str, str | None, dict[str, Any]]:
    """A seat, the decision that it answers if it does, and the command."""
    if ruleset is TUG and random.random() < 0.7:
        return random.choice(ruleset.seats), None, {"type": "shout", "word": f"{random.random()}"}
    due = random.choice(ruleset.rules.due(position))
    return due.seat, due.id, msgspec.to_builtins(decider.sample(ruleset, position, due, random))


def play(referee: Service, game: str, ruleset: Ruleset[Any], random: Random) -> int:
    """Play on from where the game stands, taking back whenever that is free and chance wills it."""
    taken = 0
    for number in range(COMMANDS):
        if not (record := referee.queries.game(game)).due:
            break
        back = record.may_take_back
        if back is not None and random.random() < 0.4:
            before = referee.queries.position(game, at=back.to).position
            referee.commands.take_back(game, back.seat, id=f"b{number}", expected_version=record.version)
            assert referee.queries.position(game).position == before
            taken += 1
            continue
        seat, decision, command = some_command(ruleset, referee.queries.live_position(game), random)
        asked = {"id": f"c{number}", "decision": decision, "expected_version": record.version}
        referee.commands.handle(game, seat, {**asked, "command": command})
    return taken


def played_again(referee: Service, game: str, ruleset: Ruleset[Any]) -> Any:
    """The position to which the commands come that stand, one after the other, with the dice they rolled."""
    recorder, head = referee.log.process_recorder, referee.queries.head(game)[1]
    rows = recorder.rows(stream_of(game, MAIN), 0, head)
    standing: list[tuple[int, CommandAccepted]] = []
    for version, (name, body) in enumerate(rows, 1):
        if name != "match.command_accepted.1":
            continue
        accepted = EVENTS.decode(name, body)
        assert isinstance(accepted, CommandAccepted)
        if accepted.command["type"] == "take_back":
            standing = [each for each in standing if each[0] <= accepted.command["to"]]
        else:
            standing.append((version, accepted))
    position = referee.queries.begun(game, *rows[0])
    for _, accepted in standing:
        dice = ScriptedDice(face for roll in accepted.rolls for face in roll.faces)
        command = ruleset.storage.commands.read(accepted.command)
        _, position = decider.execute(ruleset, position, accepted.seat, command, dice, accepted.decision)
    return position


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_line_is_what_it_is_without_what_was_taken_back(name: str, seed: int, tmp_path: Path) -> None:
    ruleset = ruleset_of(name)
    assert TAKE_BACK not in ruleset.storage.commands.types, "a command of that name is no ruleset's"
    with referee_at("sqlite://", {name: ruleset}, snapshot_every=16, cached_positions=4) as referee:
        game = referee.opening.open_game(
            name, "long" if name == "tug" else next(iter(ruleset.identity.scenarios))
        ).id
        taken = play(referee, game, ruleset, Random(seed))
        assert taken > 5, "too little was taken back to show anything"
        document = canonical(referee.queries.position(game).position)
        referee.upkeep.settle()
        referee.upkeep.forget_cached()
        assert canonical(referee.queries.position(game).position) == document
        referee.upkeep.rebuild_views()
        assert canonical(referee.queries.position(game).position) == document
        again = played_again(referee, game, ruleset)
        assert canonical(ruleset.storage.to_document(again)) == document
        rows = [row[1:5] for row in stored(referee)]
    verdict = verdict_of(rows, game, tmp_path, rules=lambda name: ruleset)
    assert verdict.first_failure is None
    log = read_game(tmp_path / "bundle", None)
    if name != "tug":  # the command line knows published rulesets only
        assert ruleset_in(log) is ruleset
    assert canonical(ruleset.storage.to_document(position_at(ruleset, log, None))) == document


@pytest.mark.parametrize("name", HIDING)
def test_a_game_that_hides_something_takes_nothing_back(name: str) -> None:
    ruleset, random = games.ruleset(name), Random(1)
    with referee_at("sqlite://", {name: ruleset}) as referee:
        game = referee.opening.open_game(name, next(iter(ruleset.identity.scenarios)), dice=V1).id
        for number in range(12):
            record = referee.queries.game(game)
            assert record.may_take_back is None
            due = random.choice(record.due)
            position = referee.queries.live_position(game, seat=due.seat)
            open_now = next(each for each in ruleset.rules.due(position) if each.id == due.id)
            command = msgspec.to_builtins(decider.sample(ruleset, position, open_now, random))
            given = {"id": f"c{number}", "decision": due.id, "command": command}
            referee.commands.handle(game, due.seat, given)
            before = stored(referee)
            with pytest.raises(Refused, match="hides something") as refused:
                referee.commands.take_back(game, due.seat, id=f"b{number}")
            assert refused.value.rule == "take-back/hidden"
            assert stored(referee) == before
