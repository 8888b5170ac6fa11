"""What docs/adding-a-ruleset.md says is done: its package is built, installed, listed, played and verified.

The environment is a fresh one with wheels of this repository and of the guide's package; other libraries are
those of the environment that runs the tests, so that no network is needed.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from ironclad.conformance import PROPERTIES
from tests.api.running import PATIENCE, Table
from tests.plugins import guide
from tests.plugins.test_finding import OUR_OWN

PARTS = ("ironclad", "domain", "eventlog", "referee", "projections", "api")
FILES = ("pyproject.toml", "README.md", "LICENSE")
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index")


@dataclass(frozen=True)
class Fresh:
    """A virtual environment, and the folder of the guide's package."""

    folder: Path
    package: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def environment(self) -> dict[str, str]:
        foreign = ("PYTHON", "IRONCLAD")
        own = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        return {**own, "PATH": f"{self.folder / 'bin'}:{own['PATH']}", "VIRTUAL_ENV": str(self.folder)}

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(each) for each in words],
            cwd=self.package,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def done(self, *words: object) -> str:
        """The output of a command that ends with 0."""
        found = self.run(*words)
        assert found.returncode == 0, f"{words}: {found.stdout}{found.stderr}"
        return found.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """A fresh environment with ironclad in it, and the guide's package written down."""
    top = tmp_path_factory.mktemp("fresh")
    made = Fresh(top / "environment", top / "lane-rules")
    made.package.mkdir()
    guide.write(made.package)
    tree = top / "tree"
    for name in PARTS:
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(guide.TOP / name, tree / name, symlinks=True, ignore=compiled)
    for name in FILES:
        shutil.copy(guide.TOP / name, tree / name)
    made.done(sys.executable, "-m", "venv", made.folder)
    made.run(made.python, *PIP, "uninstall", "--yes", "setuptools")  # an old one, up to Python 3.11
    made.done(sys.executable, *PIP, "wheel", *OFFLINE, "--wheel-dir", top / "wheels", tree)
    (wheel,) = (top / "wheels").glob("ironclad-*.whl")
    made.done(made.python, *PIP, "install", *OFFLINE, wheel)
    (site,) = made.folder.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return made


@contextmanager
def serving(fresh: Fresh) -> Iterator[httpx.Client]:
    """A server of the fresh environment, over a log in the folder of the package."""
    command = ["ironclad", "serve", "--port", "0", "--json", "--data", fresh.package / "data"]
    process = subprocess.Popen(
        command, cwd=fresh.package, env=fresh.environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        said = ""
        while not said.rstrip().endswith("}"):
            line = process.stdout.readline()
            assert line, said
            said += line
        with httpx.Client(base_url=json.loads(said)["api"], timeout=PATIENCE) as client:
            yield client
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        process.stdout.close()


def play(table: Table, random: Random) -> dict[str, Any]:
    """Play a game over HTTP to its end by legal commands; its record."""
    for _ in range(200):
        record: dict[str, Any] = table.get().json()
        if not record["due"]:
            return record
        (due,) = record["due"]
        offered = table.get("/legal", seat=due["seat"]).json()["commands"]
        given = table.give(due["seat"], random.choice(offered), decision=due["id"])
        assert given.status_code == 200, given.text
    raise AssertionError("the game does not end")


def test_the_guide_imports_one_module_of_ironclad() -> None:
    taken = set()
    for name, text in guide.files().items():
        if name.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
                taken |= {each for each in names if each.partition(".")[0] == "ironclad"}
    assert taken == {"ironclad.authoring"}


def test_the_names_for_authors_are_explained() -> None:
    authoring = guide.TOP / "ironclad" / "authoring.py"
    tree = ast.parse(authoring.read_text(encoding="utf-8"))
    words = ast.get_docstring(tree) or ""
    (listed,) = (each.value for each in tree.body if isinstance(each, ast.Assign))
    told = set(re.findall(r"`@?(\w+)", words))
    assert not [name for name in ast.literal_eval(listed) if name not in told]


@pytest.mark.full
def test_the_guide_does_what_it_says(fresh: Fresh) -> None:
    run, serve = guide.commands()
    assert serve == ["ironclad serve"]
    output = ""
    for line in run:
        line = line.replace("--editable", "--no-index --editable")
        output += fresh.done("bash", "-c", line)
    assert "lane-rules 0.1" in output
    assert "7 of 7 cases hold" in output
    assert "20 of 20 games hold" in output
    assert f"{len(PROPERTIES)} of {len(PROPERTIES)} properties hold" in output

    # As others install it: a wheel, with its data, cases and golden log in it, away from its source.
    fresh.done("pip", "wheel", *OFFLINE, "--wheel-dir", "wheels", ".")
    fresh.done("pip", "install", *OFFLINE, "--force-reinstall", *fresh.package.glob("wheels/*.whl"))
    shutil.rmtree(fresh.package / "lane_rules")
    found = json.loads(fresh.done("ironclad", "rulesets", "--json"))
    assert {each["name"] for each in found["rulesets"]} == {*OUR_OWN, "lane"}
    assert "holds   golden logs replay" in fresh.done("python", "-m", "ironclad.conformance", "lane")
    assert json.loads(fresh.done("ironclad", "rules", "lane", "--json"))["ok"] is True

    with serving(fresh) as http:
        listed = http.get("/rulesets").json()["items"]
        assert {each["name"] for each in listed} == {*OUR_OWN, "lane"}
        clause = http.get("/rulesets/lane/clauses/2.3/1").json()
        assert clause["items"][0]["cases"][0]["file"] == "lane.yaml"
        table = Table.open(http, "meeting", "lane")
        ended = play(table, Random(1))
        assert ended["outcome"]["rule"] in ("3.1/1", "3.1/2")
        chronicle = table.get("/views/chronicle").json()["items"]
        assert any("marches from" in each.get("text", "") for each in chronicle)
        page = http.get(str(http.base_url).removesuffix("/api/v1/") + f"/games/{table.game}/table")
        assert page.status_code == 200
        key = http.get("/log/keys").json()["keys"][0]["key"]
        (fresh.package / "game.bundle").write_bytes(table.get("/bundle").content)
    verdict = json.loads(fresh.done("ironclad", "verify", "game.bundle", "--log-key", key, "--json"))
    assert verdict["ok"] is True
    assert "marches from" in fresh.done("ironclad", "replay", "game.bundle")

    # Without the package, the same log is served on: its games are not readable, all others are.
    fresh.done("pip", "uninstall", "--yes", "lane-rules")
    with serving(fresh) as http:
        assert [each["name"] for each in http.get("/rulesets").json()["items"]] == [*OUR_OWN]
        assert http.get(f"/games/{table.game}").status_code == 404
        assert Table.open(http, "campaign", "american_civil_war").get().status_code == 200
    refused = fresh.run("ironclad", "verify", "game.bundle", "--log-key", key, "--json")
    assert refused.returncode != 0
