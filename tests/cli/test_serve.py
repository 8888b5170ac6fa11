"""`ironclad serve`: whether one needs an account depends on who can reach it, unless it is said."""

from pathlib import Path
from typing import Any

import pytest

from ironclad.api.cli import serve as serve_command
from ironclad.api.settings import ALWAYS, SHARED_RATES, Settings
from tests.cli.conftest import Run

Served = list[dict[str, Any]]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What the server was asked to serve with; it does not."""
    calls: Served = []
    monkeypatch.setattr(serve_command, "run_server", lambda *given, **named: calls.append(named))
    for name in ("ACCOUNTS", "SIGN_UP", "HOSTS", "PROXIES", "ORIGINS"):
        monkeypatch.delenv(f"IRONCLAD_{name}", raising=False)
    return calls


def settings(run: Run, served: Served, folder: Path, *options: str) -> Settings:
    result = run("serve", "--data", folder, *options)
    assert result.exit_code == 0, result.output
    chosen: Settings = served[-1]["settings"]
    return chosen


@pytest.mark.parametrize(
    ("options", "accounts"),
    [
        ((), False),
        (("--host", "localhost"), False),
        (("--host", "0.0.0.0"), True),
        (("--host", "192.0.2.1"), True),
        (("--accounts",), True),
        (("--host", "0.0.0.0", "--no-accounts"), False),
    ],
)
def test_accounts_are_required_beyond_loopback(
    run: Run, served: Served, tmp_path: Path, options: tuple[str, ...], accounts: bool
) -> None:
    chosen = settings(run, served, tmp_path, *options)
    assert chosen.accounts is accounts
    assert chosen.rates == (SHARED_RATES if accounts else ALWAYS)


def test_the_command_line_goes_before_the_environment(
    run: Run, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONCLAD_ACCOUNTS", "on")
    monkeypatch.setenv("IRONCLAD_HOSTS", "games.example")
    assert settings(run, served, tmp_path).accounts
    assert served[-1]["hosts"] == ("games.example",)
    assert not settings(run, served, tmp_path, "--no-accounts", "--name", "other.example").accounts
    assert served[-1]["hosts"] == ("other.example",)


def test_a_setting_that_cannot_be_ends_with_2(
    run: Run, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONCLAD_PROXIES", "everywhere")
    assert run("serve", "--data", tmp_path).exit_code == 2
    assert not served


def test_a_log_in_a_server_is_a_shared_one(run: Run, served: Served) -> None:
    result = run("serve", "--url", "postgresql://ironclad:hidden@127.0.0.1/ironclad")
    assert result.exit_code == 0, result.output
    assert served[-1]["settings"].accounts
    assert "hidden" not in result.output
