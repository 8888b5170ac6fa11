"""Count every position anew and keep the counts: `python -m tests.perft.renew`.

Only on purpose: a changed count means that the rules changed. It tells what it changes.
"""

import msgspec

from tests.perft.test_perft import COUNTS, POSITIONS, count, kept


def main() -> None:
    known = kept() if COUNTS.exists() else {}
    found = {title: count(title) for title in POSITIONS}
    for title in found:
        if known.get(title) != found[title]:
            print(f"{title}: {known.get(title)} becomes {found[title]}")
    COUNTS.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


if __name__ == "__main__":
    main()
