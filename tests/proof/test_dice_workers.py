"""Four servers over one PostgreSQL log: clients ask whichever, and the chains go on at each."""

from contextlib import ExitStack
from itertools import cycle

import pytest

from tests import postgresql
from tests.api.running import Server
from tests.proof.checking import first_fault
from tests.proof.over_http import OwnDice

pytestmark = pytest.mark.full


def test_every_server_goes_on_with_the_chains_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONCLAD_SECRET", "the same for every server of this log")
    with postgresql.schema() as url, ExitStack() as stack:
        clients = []
        for _ in range(4):
            server = Server(url).start()
            stack.callback(server.stop)
            clients.append(stack.enter_context(server.client()))
        table = OwnDice.opened(clients[0], "tug", "long", "blue")
        turns = cycle(clients)
        for turn in range(24):
            table.http = next(turns)
            assert table.play(1, seed=turn) == 1
        rows = table.log()
        assert first_fault(table.game, rows) is None
        assert len([row for row in rows if row[3] == "match.dice_anchored.1"]) == 2, "none was renewed"
