"""The guide for authors, taken apart: its files, and the commands that it says to run."""

import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
GUIDE = TOP / "docs" / "adding-a-ruleset.md"
_FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """Every file of the guide, by its path."""
    return dict(_FILE.findall(GUIDE.read_text(encoding="utf-8")))


def commands() -> list[list[str]]:
    """The lines of each block of commands."""
    return [each.splitlines() for each in _COMMANDS.findall(GUIDE.read_text(encoding="utf-8"))]


def write(folder: Path) -> None:
    """Write the package of the guide into a folder."""
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
