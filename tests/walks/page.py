"""The commands of docs/operations.md, by the heading that they are under, and a shell that runs them.

A walk runs what the page prints and nothing that it does not print, so that the page stays right.
Places, names and addresses of the page are replaced by those of the test.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "operations.md"
PATIENCE = 120.0  # seconds for one command


def section(heading: str) -> str:
    """The text under a heading of the second level. Raises AssertionError if the page has no such heading."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert heading in found, f"docs/operations.md has no heading {heading!r}"
    return found[heading]


def commands(heading: str) -> list[str]:
    """The commands of the shell under a heading, in order, without comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", section(heading), flags=re.M | re.S)
    lines = [re.sub(r"\s+#.*$", "", line) for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


@dataclass
class Walk:
    """Runs the commands under a heading in a folder, in the page's order; `places` are texts of the page and
    what they are here. `finish` fails if one was left out."""

    heading: str
    folder: Path
    places: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._left = commands(self.heading)

    def run(self, start: str, status: int = 0) -> str:
        """Run the next command of the page, which begins so; its output. It ends with this status."""
        assert self._left, f"the page has no command {start!r} any more"
        line = self._left.pop(0)
        assert line.startswith(start), f"the page says {line!r} next, not {start!r}"
        return self.shell(line, status)

    def shell(self, line: str, status: int = 0) -> str:
        """Run a line as it is on the page."""
        longest_first = sorted(self.places, key=len, reverse=True)
        if longest_first:
            pattern = "|".join(map(re.escape, longest_first))
            line = re.sub(pattern, lambda found: self.places[found[0]], line)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line],
            env={**os.environ, **self.environment, "PATH": path},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == status, f"{line}\nended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def finish(self) -> None:
        """Every command under the heading was run."""
        assert not self._left, f"not walked: {self._left}"
