"""`ironclad witness` in a process of its own."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


@dataclass
class WitnessProcess:
    """A witness over its files in a folder; `address` and `lines` (of a policy) once it listens."""

    folder: Path
    logs: tuple[str, ...]
    name: str = "witness.example/w1"
    more: tuple[str, ...] = ()
    address: str = ""
    lines: list[str] = field(default_factory=list)
    port: int = 0
    process: subprocess.Popen[str] | None = None

    def start(self) -> "WitnessProcess":
        command = [sys.executable, "-m", "ironclad.api.cli", "witness", "--port", str(self.port)]
        command += [
            "--name",
            self.name,
            *(word for each in self.logs for word in ("--log", each)),
            *self.more,
        ]
        places = {"XDG_CONFIG_HOME": self.folder / "config", "XDG_STATE_HOME": self.folder / "state"}
        environment = {**os.environ, **{name: str(place) for name, place in places.items()}}
        with (self.folder / "said").open("a") as said:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=said, text=True
            )
        assert self.process.stdout is not None
        self.lines = []
        while line := self.process.stdout.readline():
            if found := re.search(r"listens at (http://\S+?)/$", line.strip()):
                self.address = found[1]
                self.port = int(self.address.rpartition(":")[2])
            elif line.startswith("witness "):
                self.lines.append(line.strip())
            elif self.lines:
                return self
        raise AssertionError((self.folder / "said").read_text())

    def end(self, kill: bool = False) -> int:
        """SIGKILL or SIGTERM; the exit status."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.kill() if kill else self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def ask(self, body: bytes) -> httpx.Response:
        return httpx.post(f"{self.address}/add-checkpoint", content=body, timeout=PATIENCE)
