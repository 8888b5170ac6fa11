"""Puts the cases beside the API when it is built: the table shows them with the clauses that they test.

All else is in pyproject.toml. A checkout needs none of this: it has the cases where they are.
"""

from pathlib import Path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py

CASES = Path(__file__).parent / "tests" / "cases"


class WithCases(build_py):
    def run(self) -> None:
        super().run()
        if CASES.is_dir() and not self.editable_mode:
            copytree(CASES, Path(self.build_lib) / "api" / "cases", dirs_exist_ok=True)


if __name__ == "__main__":  # as whoever builds runs it
    setup(cmdclass={"build_py": WithCases})
