"""Keep a golden game as the rules play it now: `python -m tests.golden.renew NAME…`, or --all.

Only on purpose: a golden log must replay for ever, so a new one is kept when the rules changed knowingly (say
why in CHANGELOG.md), and the log of a ruleset's released version is never written over: it gets a new name.
Without names it tells what would change, and changes nothing.
"""

import sys

from domain.kernel.playout import rebuild
from tests.golden.playing import PLAYED, anew, entry, index, keep, ruleset, write_index


def main(names: list[str]) -> int:
    if unknown := set(names) - {*PLAYED, "--all"}:
        print(f"no golden game {', '.join(sorted(unknown))}; there are {', '.join(PLAYED)}", file=sys.stderr)
        return 2
    known = index()
    for name in PLAYED:
        log = anew(name)
        found = entry(log, rebuild(ruleset(), log))
        if known.get(name) == found:
            print(f"{name}: as it was")
        elif name in names or "--all" in names:
            keep(name, log)
            known[name] = found
            print(f"{name}: kept anew, {found.events} events")
        else:
            print(f"{name}: played now it is another game; name it to keep it")
    write_index(known)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
