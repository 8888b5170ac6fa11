"""The computer player against random play: `python -m tests.games.iron_brigade.matches [--seed S]`.

Plays `--count` battles of a `--scenario` for each side, and prints how many the computer player won; status 1
if it won fewer than LEAST of a hundred.
"""

import argparse
import sys

from ironclad.domain.games.iron_brigade.position.state import SIDES
from tests.games.iron_brigade.test_opponent import played, winner

LEAST = {"first_shots": 75, "brawner_farm": 95}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--scenario", choices=list(LEAST), default="first_shots")
    asked = parser.parse_args()
    status, said = 0, []
    for side in SIDES:
        seeds = range(asked.seed, asked.seed + asked.count)
        won = sum(winner(played(seed, asked.scenario, (side,))[0]) == side for seed in seeds)
        said.append(f"{side} won {won} of {asked.count}")
        status |= 100 * won < LEAST[asked.scenario] * asked.count
    print(f"{asked.scenario}: {', '.join(said)} (seed {asked.seed})")
    return status


if __name__ == "__main__":
    sys.exit(main())
