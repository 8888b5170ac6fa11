"""Where a line of a file of modules is from: `python -m ironclad.api.web.whence linked/table/first.js 1234`.

It reads the modules of this build: the report of a fault must be of the same build.
"""

import json
import sys

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.web.files import of_rulesets
from ironclad.api.web.linker import whence


def main(name: str, line: str) -> int:
    files = of_rulesets(installed())
    told = files.get(f"{name}.map")
    found = whence(json.loads(told.body), int(line)) if told is not None and line.isdigit() else None
    if found is None:
        print(f"No module has line {line} of {name}.", file=sys.stderr)
        return 1
    print(f"{found[0]}:{found[1]}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("How: python -m ironclad.api.web.whence FILE LINE")
    sys.exit(main(*sys.argv[1:]))
