"""An installed build: a wheel brings every file that it needs, and serves its clauses, cases and pages."""

import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ironclad.api.rulebook import rulesets
from ironclad.api.web import files
from tests.api.running import PATIENCE, ROOT, served
from tests.test_house import PACKAGES

pytestmark = pytest.mark.full

SOURCES = ("pyproject.toml", "README.md", "LICENSE", "ironclad", *PACKAGES)
NEVER = ("__pycache__", "*.pyc")


def said_by(*command: object, where: Path, status: int = 0) -> str:
    """What a command prints, run outside the checkout."""
    given = [str(each) for each in command]
    done = subprocess.run(given, cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from a copy of the sources: building leaves files beside them."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns(*NEVER)
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    said_by(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "built", ".", where=folder)
    (built,) = (folder / "built").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; what it depends on is taken from that of the tests."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    said_by(sys.executable, "-m", "venv", "--without-pip", folder, where=folder.parent)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", folder / "bin" / "python")
    said_by(*pip, "install", "--no-deps", "--no-index", wheel, where=folder.parent)
    (site,) = (folder / "lib").glob("python*/site-packages")
    # A path in a .pth file comes last, and the .pth files in it, of an editable install too, are not read.
    (site / "of_the_tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


@pytest.fixture(scope="module")
def http(installed: Path) -> Iterator[httpx.Client]:
    command = [installed / "bin" / "ironclad", "serve", "--port", "0", "--json", "--data", installed / "data"]
    with served(command, installed) as client:
        yield client


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        f"ironclad/{path.relative_to(ROOT)}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    top = ROOT / "ironclad"
    own = [*top.glob("*.py"), *(top / "conformance").glob("*.py")]
    ours |= {path.relative_to(ROOT).as_posix() for path in own}
    assert len(ours) > 500
    assert sorted(ours - held) == []
    assert not [name for name in held - ours if not re.match(r"ironclad-[^/]*\.dist-info/", name)]


def test_it_is_imported_by_one_name(installed: Path) -> None:
    python, outside = installed / "bin" / "python", installed
    found = said_by(python, "-c", "import ironclad.domain as d; print(d.__file__)", where=outside)
    assert found.startswith(str(installed)), "the wheel's, not the checkout's"
    for package in PACKAGES:
        assert "ModuleNotFoundError" in said_by(python, "-c", f"import {package}", where=outside, status=1)


def test_a_clause_comes_with_its_cases(http: httpx.Client) -> None:
    page = http.get("/rulesets/american_civil_war/clauses/9.4").json()
    assert page["has_cases"]
    assert all(each["text"] for each in page["items"])
    assert all(each["cases"] for each in page["items"][:2])


def test_the_table_has_its_style_sheets_and_scripts(http: httpx.Client) -> None:
    opened = http.post("/games", json={"ruleset": "american_civil_war", "scenario": "campaign"})
    assert opened.status_code == 201, opened.text
    site = str(http.base_url).partition("/api/")[0]
    page = httpx.get(f"{site}/games/{opened.json()['id']}/table", timeout=PATIENCE)
    assert page.status_code == 200
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.text)
    scripts = re.findall(r'<script [^>]*src="([^"]+)"', page.text)
    assert sheets
    assert scripts
    made = files.of_rulesets(rulesets.installed())  # what this checkout makes of the same files
    for kind, paths in (("text/css", sheets), ("text/javascript", scripts)):
        for path in paths:
            answer = httpx.get(f"{site}{path}", timeout=PATIENCE)
            assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, kind), path
            _, _, digest, name = path.split("/", 3)
            assert re.fullmatch("[0-9a-f]{16}", digest)
            assert answer.content == made[name].body, name
