"""What a part of the hammer that runs in pytest says of itself, and the seed that it is given.

The hammer names a file in IRONCLAD_TEST_SUMMARY; a test appends one line to it. Without the file the line is
printed, and pytest shows it if the test fails.
"""

import os
from pathlib import Path

SEED = int(os.environ.get("IRONCLAD_TEST_SEED", "1861"))


def summarize(line: str) -> None:
    """Say in one line what was done, with the seed that repeats it."""
    line = f"{line} (seed {SEED})"
    print(line)
    if named := os.environ.get("IRONCLAD_TEST_SUMMARY"):
        with Path(named).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
