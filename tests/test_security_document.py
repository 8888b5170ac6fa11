"""docs/security.md tells the truth: its modules and tests are there, its roles and variables ours."""

import re
from pathlib import Path

import pytest

from ironclad.api import settings
from ironclad.referee.people.roles import RIGHTS

TOP = Path(__file__).resolve().parents[1]
TEXT = (TOP / "docs" / "security.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", TEXT))))
def test_every_test_that_it_names_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    assert f"def {test}" in (TOP / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:api|projections)/[\w/.]+)`", TEXT))))
def test_every_module_that_it_names_is_there(path: str) -> None:
    assert (TOP / path).exists()


def test_its_roles_are_those_of_the_table() -> None:
    table = TEXT.partition("## Who may do what")[2].partition("## Threats")[0]
    told = re.findall(r"^\| (\w+)[^|]*\|", table, re.M)
    assert told[-len(RIGHTS) :] == [role.value for role in RIGHTS]


def test_its_variables_are_those_that_are_read() -> None:
    told = set(re.findall(r"^\| `IRONCLAD_(\w+)`", TEXT, re.M))
    assert told == {"ACCOUNTS", "SIGN_UP", "HOSTS", "PROXIES", "ORIGINS", "REDIS"}
    for name in told:
        given = {"proxies": "10.0.0.0/8"}.get(name.lower(), "on")
        chosen = settings.from_environment({f"IRONCLAD_{name}": given}, shared=False)
        assert chosen[name.lower()]


def test_it_says_what_is_not_defended() -> None:
    assert "## What is not defended" in TEXT
