"""The README tells the truth about what can be typed: commands, targets, files, calls."""

import re
import subprocess
from pathlib import Path

import pytest

from ironclad.api.cli.main import COMMANDS
from tests.cli.conftest import Run

TOP = Path(__file__).resolve().parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")


def test_it_leads_with_the_two_commands() -> None:
    first = README.split("```sh\n")[1].split("```")[0]
    assert [line.split("#")[0].strip() for line in first.strip().splitlines()] == ["make play", "make test"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_it_and_helps(command: str, run: Run) -> None:
    assert re.search(rf"`{command}\b", README)
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z]+)\b", README)) - {"sets"}))
def test_every_target_exists(target: str) -> None:
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (TOP / link).exists()


@pytest.mark.parametrize(
    "path", re.findall(r"`((?:domain|projections|api|tests|docker|\.ci)/[\w./]*)`", README)
)
def test_every_path_is_there(path: str) -> None:
    assert (TOP / path).exists()


PAGES = ("README.md", "docs/cases.md")


def test_the_case_that_is_printed_as_an_example_holds(run: Run, tmp_path: Path) -> None:
    """Each YAML block of these pages is a whole case."""
    blocks = [
        block
        for page in PAGES
        for block in re.findall(r"```yaml\n(.*?)```", (TOP / page).read_text(encoding="utf-8"), re.DOTALL)
    ]
    assert blocks
    for number, block in enumerate(blocks):
        path = tmp_path / f"{number}.yaml"
        path.write_text(block, encoding="utf-8")
        result = run("case", path)
        assert (result.exit_code, result.output) == (0, "1 of 1 cases hold\n")


def test_the_ci_script_can_be_run() -> None:
    assert (TOP / ".ci" / "run").stat().st_mode & 0o111
    checked = subprocess.run(["bash", "-n", str(TOP / ".ci" / "run")], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr
