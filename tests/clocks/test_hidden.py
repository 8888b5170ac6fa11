"""A timed game that hides something: its clocks tell no more than an onlooker sees."""

from pathlib import Path

import pytest

from ironclad.eventlog.errors import GameOver, Refused
from ironclad.referee.proof.verifying import verify
from tests.clocks.playing import Clock, Table, table
from tests.proof.logs import KEY, Log
from tests.toys.playing_fields import played_out
from tests.toys.sealed_fields import SEALED_FIELDS

RULESETS = {"sealed_fields": SEALED_FIELDS}
FIELDS = {"timeline", "version", "at", "running", "completed", "kind", "type"}


def opened(made: Table) -> Table:
    scenario = next(iter(SEALED_FIELDS.identity.scenarios))
    made.game = made.referee.opening.open_game("sealed_fields", scenario, control="10m+30s").id
    for seat in SEALED_FIELDS.seats:
        made.referee.opening.take_seat(made.game, seat, seat.title())
    return made


def holds(made: Table, file: Path) -> None:
    """The game's bundle verifies, with its rules."""
    file.write_bytes(Log(made.rows()).bundle(made.game))
    found = verify(file, str(KEY.verifier), RULESETS.__getitem__)
    assert found.ok, found.first_failure


def test_who_runs_is_who_owes_as_everybody_sees_it(tmp_path: Path) -> None:
    clock = Clock()
    with table(rulesets=RULESETS, clock=clock) as made:
        opened(made)
        for _ in played_out(made.referee, made.game):
            clock.later("1s")
            owes = {each.seat for each in made.referee.queries.due(made.game)}
            seen = [
                {each.seat for each in made.referee.queries.due(made.game, seat=seat)}
                for seat in SEALED_FIELDS.seats
            ]
            assert seen == [owes, owes]
            if made.match.ended is None:
                assert set(made.referee.queries.clock(made.game).running) == owes
        assert all(set(press) <= FIELDS for press in made.events("clock_pressed"))
        holds(made, tmp_path / "game.bundle")


def test_an_end_by_a_flag_opens_the_seal_and_is_not_lifted(tmp_path: Path) -> None:
    clock = Clock()
    with table(rulesets=RULESETS, clock=clock) as made:
        opened(made)
        next(played_out(made.referee, made.game))
        late = made.referee.queries.clock(made.game).running[0]
        other = next(seat for seat in SEALED_FIELDS.seats if seat != late)
        clock.later("11m")
        with pytest.raises(GameOver):
            made.ask(other, "OfferDraw")
        assert made.events("seal_opened")
        with pytest.raises(Refused) as wrong:
            made.ask(other, "ForgiveFlag", of=late)
        assert wrong.value.rule == "match/opened"
        holds(made, tmp_path / "game.bundle")
