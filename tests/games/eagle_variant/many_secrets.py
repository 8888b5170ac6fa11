"""Pairs of battles that differ only in sealed orders, many of them: nobody else learns anything.

    python -m tests.games.eagle_variant.many_secrets [--seed S] [--count PAIRS]

Each pair has random set-ups and standing orders that differ for one seat, and is followed until the rules
open them (`test_battle_secrets`). Ends with 1 at the first leak.
"""

import argparse
import sys
from collections import Counter

from tests.games.eagle_variant.test_battle_secrets import Leak, follow_pair, sealing


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.eagle_variant.many_secrets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    asked = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    positions, seed = 0, 1_000 * asked.seed
    while ends.total() < asked.count:
        seed += 1
        if (found := sealing(seed)) is None:
            continue
        try:
            ends[follow_pair(*found)] += 1
        except Leak as leak:
            print(f"battle {seed}: {leak}")
            return 1
        positions += found[0].positions
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common())
    print(f"{asked.count} pairs, {positions} positions compared for two readers: no leak; {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
