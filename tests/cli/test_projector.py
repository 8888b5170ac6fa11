"""`ironclad projector` and `rebuild`: as processes, beside a server and by themselves."""

import json
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ironclad.api.cli import console
from ironclad.api.cli.console import bars
from ironclad.api.cli.store import url_of
from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.projections.games_list import GamesList
from tests.waiting import PATIENCE, within

SCENARIO = "campaign"


def test_a_projector_runs_beside_a_server_until_it_is_told_to_stop(tmp_path: Path) -> None:
    rulesets = {"american_civil_war": games.ruleset("american_civil_war")}
    with Service(url_of(tmp_path), rulesets) as referee:
        command = [
            sys.executable,
            "-c",
            "from ironclad.api.cli import main; main()",
            "projector",
            "--rebuild",
            "--json",
        ]
        with subprocess.Popen(
            [*command, "--url", url_of(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "{\n"
            game = referee.opening.open_game("american_civil_war", SCENARIO).id
            kept = GamesList(referee.log, lambda _: None)  # type: ignore[arg-type, return-value]
            try:
                assert within(lambda: bool(kept.page(None, 1).items))
                assert [each.id for each in kept.page(None, 10).items] == [game]
                process.send_signal(signal.SIGTERM)
                assert process.wait(PATIENCE) == 0
            finally:
                process.kill()


@pytest.mark.parametrize(
    ("terminal", "quiet", "seen"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_progress_is_shown_to_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool, seen: bool
) -> None:
    written = StringIO()
    monkeypatch.setattr(console, "err", lambda: Console(file=written, force_terminal=terminal))
    with bars(quiet) as show:
        show("games", 1, 2)
        show("rows", 2, 2)
    assert ("games" in written.getvalue() and "rows" in written.getvalue()) is seen


def test_there_is_nothing_to_follow_where_there_is_no_log(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from ironclad.api.cli import main; main()", "projector"]
    ended = subprocess.run(
        [*command, "--url", url_of(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 2
    assert json.dumps(url_of(tmp_path))[1:-1] in ended.stderr.replace("\n", "")
