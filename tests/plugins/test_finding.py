"""Rulesets of other distributions are found, and a broken one harms no other."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from ironclad.api.app import create_app
from ironclad.api.cli import main
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service
from ironclad.api.settings import Settings
from ironclad.domain import games
from ironclad.domain.games import BrokenRuleset, finding
from ironclad.domain.kernel.engine.codec import UnknownName

Install = Callable[..., None]
OUR_OWN = ("american_civil_war", "bull_run_to_appomattox", "eagle_variant")
WHOLE = "from dataclasses import replace\nfrom tests.toy import TUG\nRULESET = TUG\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a distribution with one package and its entry points where Python finds it."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(distribution: str, package: str, code: str, *points: str) -> None:
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text(code)
        about = tmp_path / f"{distribution.replace('-', '_')}-0.1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1\n")
        (about / "entry_points.txt").write_text("\n".join([f"[{finding.GROUP}]", *points]) + "\n")
        finding.forget()

    before = set(sys.modules)
    yield put
    for name in set(sys.modules) - before:
        if name.startswith("stranger"):
            del sys.modules[name]
    monkeypatch.undo()
    finding.forget()


def broken() -> dict[str, str]:
    return {each.distribution: each.reason for each in games.broken()}


def test_the_rulesets_of_a_checkout_need_no_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "entry_points", lambda group: ())
    finding.forget()
    assert games.names() == OUR_OWN
    assert games.package_of("american_civil_war") == "ironclad.domain.games.american_civil_war"
    monkeypatch.undo()
    finding.forget()


def test_one_of_another_distribution_is_found(install: Install) -> None:
    install("tug-rules", "stranger_tug", WHOLE, "tug = stranger_tug:RULESET")
    assert set(games.names()) == {*OUR_OWN, "tug"}
    assert games.ruleset("tug").identity.title == "Tug of War"
    assert games.package_of("tug") == "stranger_tug"
    assert games.distribution_of("tug") == "tug-rules 0.1"
    assert not broken()


def test_two_distributions_with_one_name(install: Install) -> None:
    install("tug-one", "stranger_one", WHOLE, "tug = stranger_one:RULESET")
    install("tug-two", "stranger_two", WHOLE, "tug = stranger_two:RULESET")
    with pytest.raises(BrokenRuleset, match=r"tug-(one|two) 0\.1 and tug-(one|two) 0\.1"):
        games.ruleset("tug")
    assert games.names() == OUR_OWN


def test_no_distribution_takes_the_name_of_our_own(install: Install) -> None:
    code = "raise SystemError('imported')"
    install("thief", "stranger_thief", code, "american_civil_war = stranger_thief:R")
    assert games.ruleset("american_civil_war").identity.title
    assert broken() == {"thief 0.1": "ironclad itself has a ruleset of that name"}


@pytest.mark.parametrize(
    ("point", "code", "reason"),
    [
        ("tug = stranger:RULESET", "import nothing_of_that_name", "not importable: ModuleNotFoundError"),
        ("tug = stranger:RULESET", "1 / 0", "not importable: ZeroDivisionError"),
        ("tug = stranger:NOTHING", WHOLE, "not importable: AttributeError"),
        ("tug = stranger.gone:RULESET", WHOLE, "not importable: ModuleNotFoundError"),
        ("tug = stranger:RULESET", "RULESET = {'name': 'tug'}", "is a dict, not a Ruleset"),
        ("rope = stranger:RULESET", WHOLE, "is called 'tug'"),
        ("Tug-of-War = stranger:RULESET", WHOLE, "a name has small letters"),
        ("match = stranger:RULESET", WHOLE, "a name has small letters"),
        ("tug = : nonsense", WHOLE, "not importable"),
    ],
)
def test_a_broken_one_is_named_and_harms_no_other(
    install: Install, point: str, code: str, reason: str, tmp_path: Path
) -> None:
    install("broken-rules", "stranger", code, point)
    name = point.partition(" ")[0]
    with pytest.raises(BrokenRuleset, match=r"of the distribution broken-rules 0\.1 cannot be used") as wrong:
        games.ruleset(name)
    assert reason in wrong.value.reason
    assert games.names() == OUR_OWN

    listed = CliRunner().invoke(main, ["rulesets"])
    assert listed.exit_code == 1
    assert "american_civil_war" in listed.output
    assert "broken-rules 0.1" in listed.output
    told = json.loads(CliRunner().invoke(main, ["rulesets", "--json"]).stdout)
    assert [each["name"] for each in told["rulesets"]] == [*OUR_OWN]
    assert [(each["name"], each["distribution"]) for each in told["broken"]] == [(name, "broken-rules 0.1")]
    refused = CliRunner().invoke(main, ["selfplay", name])
    assert refused.exit_code == 2
    assert "broken-rules 0.1" in refused.output

    with capture_logs() as logged:
        rulesets = installed()
    assert [each["distribution"] for each in logged] == ["broken-rules 0.1"]
    with Service(f"sqlite:///{tmp_path / 'log.sqlite'}", rulesets) as referee:
        client = create_app(referee, Settings(rulesets=rulesets)).test_client()
        listed_there = client.get("/api/v1/rulesets").json["items"]
        assert [each["name"] for each in listed_there] == [*OUR_OWN]
        assert client.get(f"/api/v1/rulesets/{name}").status_code == 404
        asked = {"ruleset": name, "scenario": "short"}
        assert client.post("/api/v1/games", json=asked).status_code == 404
        asked = {"ruleset": "american_civil_war", "scenario": "campaign"}
        assert client.post("/api/v1/games", json=asked).status_code == 201


def test_a_name_from_outside_never_becomes_an_import(install: Install) -> None:
    install("tug-rules", "stranger_tug", "raise SystemExit('imported')")
    for name in ("stranger_tug", "stranger_tug:RULESET", "ironclad.domain", "../x", ""):
        with pytest.raises(UnknownName):
            games.ruleset(name)
    assert "stranger_tug" not in sys.modules


def test_a_ruleset_in_one_bare_module_has_no_place_for_its_data(tmp_path: Path, install: Install) -> None:
    (tmp_path / "stranger_module.py").write_text(WHOLE)
    install("flat-rules", "stranger_other", "", "tug = stranger_module:RULESET")
    assert broken() == {
        "flat-rules 0.1": "stranger_module is one module; a ruleset needs a package for its data"
    }
